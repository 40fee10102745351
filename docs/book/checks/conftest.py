"""Makes the modules in docs/book/extensions importable for the checks of the book."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "extensions"))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
