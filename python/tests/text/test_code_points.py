"""Tests that the table of Unicode properties in Sources/StrettoText is up to date."""

import pathlib
import subprocess
import sys

import pytest

GENERATOR = pathlib.Path(__file__).parents[2] / "tools" / "generate_code_points.py"


@pytest.mark.process
@pytest.mark.slow
def test_the_table_is_what_the_database_gives() -> None:
    subprocess.run([sys.executable, GENERATOR, "--check"], check=True)
