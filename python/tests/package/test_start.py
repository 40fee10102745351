"""Tests that a program with a first picture loads no module that the picture does not need."""

from __future__ import annotations

import subprocess
import sys
import typing

import pytest

import stretto as st
from stretto import reports

#: A Python program that runs another program and prints the modules that were loaded since `import numpy`.
COUNTED = """
import sys, numpy
before = set(sys.modules)
{program}
print(*sorted(set(sys.modules) - before))
"""
FRAME = """
import stretto as st
scene = st.Scene(20, 20, background="black")
scene.add_sublayer(st.Layer(frame=(0, 0, 9, 9), background_color="#d0021b", corner_radius=2))
scene.render(0.5)
"""
#: Modules whose import takes milliseconds, and modules that only clips, documents and graphs need. `logging`
#: and `concurrent.futures` together take 1 ms, and must be loaded before a fork (`_forking`).
HEAVY = {
    "PIL", "multiprocessing", "zipfile", "plistlib", "json", "html", "xml.etree.ElementTree", "shutil",
    "tempfile", "difflib", "tinycss2", "fractions", "matplotlib", "asyncio", "IPython",
}  # fmt: skip
LATER = {"stretto.movie", "stretto._pages.pictures", "stretto._clips",
         "stretto._documents", "stretto.plot", "stretto.reports", "stretto.animated"}  # fmt: skip


def loaded(program: str) -> set[str]:
    run = [sys.executable, "-c", COUNTED.format(program=program)]
    return set(subprocess.run(run, capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.process
def test_a_first_frame_loads_few_modules() -> None:
    found = loaded(FRAME)
    assert "stretto.scene" in found
    assert not found & HEAVY
    assert not found & LATER
    own_modules = [name for name in found if name.partition(".")[0] == "stretto"]
    assert len(own_modules) <= 44, sorted(own_modules)
    assert len(found) - len(own_modules) <= 30, sorted(found - set(own_modules))


@pytest.mark.process
@pytest.mark.parametrize(
    ("program", "module"),
    [
        ("import stretto\nstretto.Movie", "stretto.movie"),
        ("import stretto\nstretto.Hit", "stretto.reports"),
        ("import stretto\nstretto.plot", "stretto.plot"),
        ("import stretto\nstretto.Image.solid(1, 1, 'red')._repr_png_()", "stretto._pages.pictures"),
        ("import stretto\nstretto.Layer(background_color='red')", "tinycss2.color4"),
    ],
)
def test_what_is_asked_for_is_loaded_then(program: str, module: str) -> None:
    assert module in loaded(program)


def test_every_public_name_is_there_and_is_completed() -> None:
    for name in st.__all__:
        assert getattr(st, name) is not None
    assert {name for name in dir(st) if not name.startswith("__")} == {*st.__all__} - {"__version__"}
    star: dict[str, object] = {}
    exec("from stretto import *", star)
    assert set(st.__all__) <= set(star)


def test_what_is_loaded_later_can_be_asked_for_in_hints() -> None:
    assert typing.get_type_hints(st.Scene.movie)["return"] is st.Movie
    assert typing.get_type_hints(st.Scene.loop_report)["return"] is reports.LoopReport
