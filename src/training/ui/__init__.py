"""Teaching the offline grounding methods: the dense net, and the rankers over candidates."""
