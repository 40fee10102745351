"""Readers and writers of picture files."""
