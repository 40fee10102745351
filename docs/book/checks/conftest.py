"""Lets the checks import the book's own code."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "extensions"))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
