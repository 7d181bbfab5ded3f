"""Who grades the pieces of a run: this process, several processes, a Ray cluster."""
