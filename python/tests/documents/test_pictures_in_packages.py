"""Tests of pictures in a package of several planes: slow decoding, large pictures, and timeouts."""

from __future__ import annotations

import io
import os
import pathlib
import signal
import threading
import time
import warnings
import zipfile
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st
from stretto._pictures import pillow

SPACE = '<caml xmlns="http://www.apple.com/CoreAnimation/1.0">'
#: Number of pictures in one plane, and the seconds that decoding one picture takes.
COUNT, SLOW = 4, 0.03
#: Width and height of a picture in pixels, large enough that the library checks the timeout after each
#: picture.
SIDE = 512


def png(shade: int, width: int = 2, height: int = 2) -> bytes:
    file = io.BytesIO()
    Pillow.fromarray(np.full((height, width), shade, np.uint8)).save(file, "PNG")
    return file.getvalue()


def plane(first: int, pictures: list[bytes]) -> dict[str, bytes]:
    """A document that shows each picture in a square of 10 points, starting with square number `first`."""
    layers = "".join(
        f'<CALayer bounds="0 0 10 10" position="{10 * (first + k) + 5} 5">'
        f'<contents type="CGImage" src="assets/{k}.png"/></CALayer>'
        for k in range(len(pictures))
    )
    root = f'<CALayer bounds="0 0 80 10"><sublayers>{layers}</sublayers></CALayer>'
    files = {"main.caml": f"{SPACE}{root}</caml>".encode()}
    return files | {f"assets/{k}.png": data for k, data in enumerate(pictures)}


def package(path: pathlib.Path, planes: dict[str, dict[str, bytes]]) -> pathlib.Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/Wallpaper.plist", b"")
        for name, files in planes.items():
            for file, data in files.items():
                archive.writestr(f"a/{name}.ca/{file}", data)
    return path


def of_eight_squares(tmp_path: pathlib.Path) -> pathlib.Path:
    shades = [png(30 * k + 20, SIDE, SIDE) for k in range(2 * COUNT)]
    planes = {"background": plane(0, shades[:COUNT]), "floating": plane(COUNT, shades[COUNT:])}
    return package(tmp_path / "x.tendies", planes)


def slowly(monkeypatch: pytest.MonkeyPatch, before: Callable[[], object]) -> None:
    """Calls `before` before each picture is decoded."""
    opened = pillow.opened

    def slow(data: bytes, name: str, decoded: pillow.Decoded | None = None) -> Any:
        before()
        return opened(data, name, decoded)

    monkeypatch.setattr(pillow, "opened", slow)


def on_a_thread(call: Callable[[], object]) -> BaseException | None:
    """The exception that a call raises on another thread."""
    raised: list[BaseException] = []

    def work() -> None:
        try:
            call()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return raised[0] if raised else None


def shades(scene: st.Scene) -> list[int]:
    return [int(value) for value in scene.render(0)[5, 5::10, 0]]


@pytest.mark.slow
def test_no_picture_is_lost_when_decoding_is_slow(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No picture is lost if decoding eight pictures takes six times as long as the main thread may stay in
    the library.
    """
    path = of_eight_squares(tmp_path)
    slowly(monkeypatch, lambda: time.sleep(SLOW))
    opened: list[st.Scene] = []

    def open_it() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            opened.append(st.Scene.open(path))

    open_it()
    assert on_a_thread(open_it) is None
    for scene in opened:
        assert shades(scene) == [30 * k + 20 for k in range(2 * COUNT)]
        assert scene.warnings == []


@pytest.mark.slow
@pytest.mark.parametrize("timeout", [0.02, 0.1, 0.17])
def test_a_timeout_while_pictures_are_decoded_is_a_cancelled_call(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, timeout: float
) -> None:
    """The timeout of one call covers all planes. A timeout that expires in the first or in the second plane
    raises Cancelled.
    """
    path = of_eight_squares(tmp_path)
    slowly(monkeypatch, lambda: time.sleep(SLOW))
    with pytest.raises(st.Cancelled):
        st.Scene.open(path, timeout=timeout)
    assert isinstance(on_a_thread(lambda: st.Scene.open(path, timeout=timeout)), st.Cancelled)


def test_an_interrupt_while_a_picture_is_decoded_is_raised(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = of_eight_squares(tmp_path)
    slowly(monkeypatch, lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        st.Scene.open(path)


@pytest.mark.slow
def test_warnings_of_a_plane_that_is_read_twice_are_given_once(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planes = {name: plane(0, [b"no picture"] * COUNT) for name in ("background", "floating")}
    path = package(tmp_path / "x.tendies", planes)
    slowly(monkeypatch, lambda: time.sleep(SLOW))
    with pytest.warns(UserWarning, match="which is not there"):
        scene = st.Scene.open(path)
    assert len(scene.warnings) == 2 * COUNT


@pytest.mark.slow
def test_pictures_may_take_the_memory_of_a_document(tmp_path: pathlib.Path) -> None:
    """A package may hold 41 pictures of 1000 x 822 pixels, because their 135 MB are below the limit of 192
    MiB for the smallest package.
    """
    planes = {"background": plane(0, [png(k, 1000, 822) for k in range(41)]), "floating": plane(0, [])}
    scene = st.Scene.open(package(tmp_path / "x.tendies", planes))
    assert scene.warnings == []


@pytest.mark.parametrize(("first", "second"), [(8, None), (8, 0), (0, 8), (4, 4)])
def test_pictures_are_counted_in_bytes_of_memory(
    tmp_path: pathlib.Path, first: int, second: int | None
) -> None:
    """Eight pictures of 300 x 300 pixels count as 2.9 MB, however the planes share the pictures."""
    pictures = [png(k, 300, 300) for k in range(8)]
    planes = {"background": plane(0, pictures[:first])}
    if second is not None:
        planes["floating"] = plane(first, pictures[first:])
    path = package(tmp_path / "x.tendies", planes)
    with pytest.raises(st.LimitError, match=r"picture.* allowed"):
        st.Scene.open(path, memory=2_800_000)
    assert len(set(shades(st.Scene.open(path, memory=3_500_000)))) == 8
