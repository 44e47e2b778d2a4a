"""From a configuration to objects: the one builder, the one list of trusted code, help."""
