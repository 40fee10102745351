"""Tests of the test helpers: golden pictures are compared and rewritten, and a test that starts a process
needs a marker.
"""

from __future__ import annotations

import pathlib
import subprocess

import numpy as np
import pytest
from PIL import Image

from goldens import Goldens, Pixels


@pytest.fixture
def picture() -> Pixels:
    values = np.zeros((8, 6, 4), np.uint8)
    values[..., 0], values[..., 3] = np.arange(6) * 40, 255
    return values


def test_a_picture_that_differs_fails_and_stays(tmp_path: pathlib.Path, picture: Pixels) -> None:
    golden = tmp_path / "a.png"
    with pytest.raises(pytest.fail.Exception, match=r"a\.png"):
        Goldens(update=False).picture(golden, picture)
    Image.fromarray(picture).save(golden)
    before = golden.read_bytes()
    Goldens(update=False).picture(golden, picture)
    picture[0, 0, 1] = 3
    with pytest.raises(pytest.fail.Exception, match=r"a\.png"):
        Goldens(update=False).picture(golden, picture)
    assert golden.read_bytes() == before


def test_only_pictures_that_differ_are_written_again(tmp_path: pathlib.Path, picture: Pixels) -> None:
    golden, goldens = tmp_path / "a.png", Goldens(update=True)
    goldens.picture(golden, picture)
    before = golden.read_bytes()
    near = picture.copy()
    near[3, 3, 1] += 2
    goldens.picture(golden, near)
    assert (golden.read_bytes(), goldens.written) == (before, [golden])
    near[3, 3, 1] += 1
    goldens.picture(golden, near)
    assert goldens.written == [golden, golden]
    Goldens(update=False).picture(golden, near)


def test_a_given_fraction_of_values_may_differ_more(tmp_path: pathlib.Path, picture: Pixels) -> None:
    golden, other = tmp_path / "a.png", picture.copy()
    Image.fromarray(picture).save(golden)
    other[0, 0, 1] = 30
    Goldens(update=False).picture(golden, other, most=30, fraction=1 / picture.size)
    for limits in ({"most": 29, "fraction": 1.0}, {"most": 30, "fraction": 0.5 / picture.size}):
        with pytest.raises(pytest.fail.Exception, match="drawn"):
            Goldens(update=False).picture(golden, other, **limits)  # type: ignore[arg-type]


def test_a_test_that_starts_a_process_must_say_so() -> None:
    with pytest.raises(AssertionError, match=r"pytest\.mark\.process"):
        subprocess.run(["true"], check=True)
