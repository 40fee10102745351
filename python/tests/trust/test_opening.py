"""Tests of documents that expand when they are opened: each raises an error that names the limit, and stays
within its memory.
"""

from __future__ import annotations

import io
import pathlib
import pickle
import zipfile

import pytest

import confined
import stretto as st

SPACE = '<caml xmlns="http://www.apple.com/CoreAnimation/1.0">'
HEAD = SPACE + '<CALayer bounds="0 0 9 9"{}>'
TAIL = "</CALayer></caml>"
INNER = HEAD.format("") + "<sublayers>"
SHAPE, EMITTER, OUTER = INNER + "<CAShapeLayer", INNER + "<CAEmitterLayer>", "</sublayers>" + TAIL
PLAY = '<p type="CABasicAnimation" keyPath="opacity"/>'

#: A part of a document that is repeated, with the text before and after the repeated part.
GROWING: dict[str, tuple[str, str, str]] = {
    "numbers": (SHAPE + '><lineDashPattern value="', "1 ", '"/></CAShapeLayer>' + OUTER),
    "paths": (SHAPE + ' path="', "h ", '"/>' + OUTER),
    "elements": (HEAD.format(""), "<a/>", TAIL),
    "elements that are kept": (HEAD.format(""), "<a><b/></a>", TAIL),
    "attributes": (HEAD.format(""), '<a b="" c="" d="" e=""/>', TAIL),
    "layers": (INNER, "<CALayer/>", OUTER),
    "animations": (HEAD.format("") + "<animations>", PLAY, "</animations>" + TAIL),
    "cells": (EMITTER + "<emitterCells>", "<CAEmitterCell/>", "</emitterCells></CAEmitterLayer>" + OUTER),
    "transforms": (HEAD.format(' transform="')[:-1], "scale(1)", '">' + TAIL),
    "texts": (HEAD.format(""), "&amp;", TAIL),
    "states": (HEAD.format("") + "<states>", '<LKState name="a"/>', "</states>" + TAIL),
}


def packed(name: str) -> bytes:
    """A zip archive of about 16 kB that expands to 16 MiB."""
    before, middle, after = GROWING[name]
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("main.caml", before + middle * (((1 << 24) - 4096) // len(middle)) + after)
    return file.getvalue()


@pytest.mark.large
@pytest.mark.longer
@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("name", GROWING)
def test_a_small_archive_takes_little_memory_and_time(name: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(packed(name))
    assert path.stat().st_size < 60_000
    code = f"import warnings; warnings.simplefilter('ignore'); st.Scene.open({str(path)!r})"
    found = confined.run(code)
    assert found.megabytes < 300, found
    assert found.seconds < 5, "1 on an idle machine"
    assert found.error == "" or "LimitError" in found.error or "DocumentError" in found.error


@pytest.mark.parametrize(
    ("name", "memory"),
    [
        ("numbers", 200_000),
        ("paths", 200_000),
        ("elements", 200_000),
        ("layers", 6_000_000),
        ("animations", 12_000_000),
        ("cells", 6_000_000),
    ],
)
def test_what_would_take_too_much_memory_is_named(name: str, memory: int) -> None:
    before, middle, after = GROWING[name]
    data = (before + middle * 20_000 + after).encode()
    with pytest.raises(st.LimitError, match=f"{name}.*{memory}"):
        st.Scene.from_bytes(data, memory=memory)


def test_more_memory_opens_more() -> None:
    data = (INNER + "<CALayer/>" * 1000 + OUTER).encode()
    with pytest.raises(st.LimitError, match="layers"):
        st.Scene.from_bytes(data, memory=1_000_000)
    assert len(st.Scene.from_bytes(data, memory=100_000_000).root.sublayers) == 1000
    for wrong in (0, -1):
        with pytest.raises(st.InvalidArgument, match="memory"):
            st.Scene.from_bytes(data, memory=wrong)


@pytest.mark.large
@pytest.mark.longer
@pytest.mark.slow
def test_a_scene_with_a_large_plain_picture_travels_all_the_same() -> None:
    """A scene with a large picture of one colour can be pickled, because pickles are trusted. A document with
    the large picture can be opened only with a higher limit.
    """

    scene = st.Scene(
        8, 8, sublayers=[st.Layer(frame=(0, 0, 8, 8), contents=st.Image.solid(8000, 8000, "red"))]
    )
    assert pickle.loads(pickle.dumps(scene)).render(0)[4, 4].tolist() == [255, 0, 0, 255]


LAYER = '<CALayer name="a" opacity=".5" bounds="0 0 1 1"/>'


def many(count: int) -> str:
    """Code that makes a document with `count` layers."""
    return f"data = ({INNER!r} + {LAYER!r} * {count} + {OUTER!r}).encode()\n"


@pytest.mark.process
@pytest.mark.slow
def test_an_interrupt_ends_opening() -> None:
    code = many(400_000) + "print('ready', flush=True)\nwhile True: st.Scene.from_bytes(data, memory=1 << 32)"
    assert confined.until_interrupted(code, after=0.2) < 2


def test_opening_ends_with_its_time() -> None:
    data = (INNER + "<CALayer/>" * 50_000 + OUTER).encode()
    with pytest.raises(st.Cancelled):
        st.Scene.from_bytes(data, timeout=0.01)
    for wrong in (0, -1, float("nan")):
        with pytest.raises(st.InvalidArgument, match="timeout"):
            st.Scene.from_bytes(data, timeout=wrong)


@pytest.mark.process
@pytest.mark.slow
def test_an_interrupt_ends_saving() -> None:
    code = (
        "scene = st.Scene(9, 9)\n"
        "for _ in range(20_000): scene.add_sublayer(st.Layer(opacity=.5, name='a'))\n"
        "print('ready', flush=True)\nwhile True: scene.to_bytes()"
    )
    assert confined.until_interrupted(code, after=0.2) < 2
