#!/usr/bin/env python3
"""Prints the requirements of the Python package, its extras and its tests from python/pyproject.toml, for `pip install -r`."""

import pathlib
import tomllib

with (pathlib.Path(__file__).parents[1] / "python" / "pyproject.toml").open("rb") as file:
    read = tomllib.load(file)
extras = read["project"]["optional-dependencies"]
wanted = [*read["project"]["dependencies"], *read["dependency-groups"]["dev"]]
for names in extras.values():
    wanted += names
print(*(name for name in wanted if not name.startswith("stretto")), sep="\n")
