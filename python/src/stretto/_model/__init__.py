"""Modules for the properties of layers: tables, key paths, conversion of values, and names in messages."""
