"""Asking servers: one client, its patience, its cache and its bill."""
