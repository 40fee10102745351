"""Properties and values of layers, with their tables, kinds and key paths, and words in messages."""
