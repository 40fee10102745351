"""Properties and values of layers: tables, kinds, key paths, and words in messages."""
