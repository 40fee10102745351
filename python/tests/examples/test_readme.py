"""Tests that the programs in the README run as printed."""

import pathlib
import re
import sys

import pytest

import installed

README = installed.ROOT / "README.md"


def blocks(language: str) -> list[str]:
    found = re.findall(
        rf"^```{language}\n(.*?)^```$", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert found, f"the README prints no {language}"
    return found


@pytest.mark.process
@pytest.mark.parametrize("program", blocks("python"))
def test_the_python_of_the_readme_runs(program: str, tmp_path: pathlib.Path) -> None:
    source = tmp_path / "program.py"
    source.write_text(program, encoding="utf-8")
    installed.run([sys.executable, source], tmp_path)
    assert list(tmp_path.glob("*.gif")) or list(tmp_path.glob("*.png")), "it makes a picture"


@pytest.mark.process
@pytest.mark.parametrize("program", blocks("c"))
def test_the_c_of_the_readme_runs(program: str, tmp_path: pathlib.Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(program, encoding="utf-8")
    installed.run([installed.compile_c(source, tmp_path)], tmp_path)
    assert list(tmp_path.glob("*.png")), "it makes a picture"


def test_what_the_readme_links_to_is_there() -> None:
    text = README.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text) + re.findall(r'(?:href|src)="([^"]+)"', text)
    assert len(links) > 20
    assert [link for link in links if not (installed.ROOT / link).exists()] == []


def test_the_readme_is_read_in_five_minutes() -> None:
    assert len(README.read_text(encoding="utf-8").split()) < 1000
