"""Readers and writers of pictures, and the colours of CSS."""
