"""Tests that the table of Unicode properties in Sources/StrettoText is up to date."""

import pathlib
import re
import subprocess
import sys
import tarfile

import pytest

GENERATOR = pathlib.Path(__file__).parents[2] / "tools" / "generate_code_points.py"
TABLE = pathlib.Path(__file__).parents[3] / "Sources/StrettoText/Unicode/CodePointData.swift"
HARFBUZZ = pathlib.Path(__file__).parents[3] / ".build/text/uharfbuzz.tar.gz"


@pytest.mark.process
@pytest.mark.slow
def test_the_table_is_what_the_database_gives() -> None:
    subprocess.run([sys.executable, GENERATOR, "--check"], check=True)


@pytest.mark.skipif(not HARFBUZZ.exists(), reason="HarfBuzz was not compiled here")
def test_harfbuzz_has_the_version_of_unicode_of_the_table() -> None:
    with tarfile.open(HARFBUZZ) as archive:
        (name,) = (name for name in archive.getnames() if name.endswith("/harfbuzz/src/hb-ucd-table.hh"))
        member = archive.extractfile(name)
        assert member is not None
        head = member.read(4000).decode()
    versions = [re.findall(r"Unicode (\d+\.\d+\.\d+)", text) for text in (TABLE.read_text(), head)]
    assert versions[0] == versions[1]
    assert len(versions[0]) == 1
