"""Noto Color Emoji: stretto takes it from here wherever this package is installed. Nothing else is in it."""
