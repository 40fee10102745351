"""Properties and values of layers: tables, kinds, key paths, and the words of error messages."""
