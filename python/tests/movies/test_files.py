"""Tests that files are replaced atomically, whatever is written and however the write ends."""

from __future__ import annotations

import contextlib
import io
import os
import pathlib
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PIL import Image as Pillow
from test_movies_formats import lively

import installed
import stretto as st

OLD = b"what was there before"
#: All calls that write files, each with a file name.
WRITERS: dict[str, Callable[[st.Scene, Any], object]] = {
    "still.png": lambda scene, path: scene.save_png(path, scale=4),
    "page.html": lambda scene, path: scene.movie(1, 10).player().save(path),
    "clip.gif": lambda scene, path: scene.movie(1, 10, scale=2).save(path, format="gif"),
    "clip.apng": lambda scene, path: scene.movie(1, 10).save(path, format="apng"),
    "clip.webp": lambda scene, path: scene.movie(1, 10).save(path, format="webp"),
    "clip.mp4": lambda scene, path: scene.movie(1, 10).save(path, format="mp4"),
    "clip.webm": lambda scene, path: scene.movie(1, 10).save(path, format="webm"),
    "sheet.png": lambda scene, path: scene.movie(1, 10).save(path, format="sprites"),
    "emoji.gif": lambda scene, path: scene.movie(1, 10).save_emoji(path),
}
ALONE = [name for name in WRITERS if name not in ("sheet.png", "emoji.gif")]


@contextlib.contextmanager
def full_disk(size: int) -> Iterator[None]:
    """Limits the size of every file that the process writes to `size` bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("name", WRITERS)
def test_what_cannot_be_written_leaves_what_was_there(tmp_path: pathlib.Path, name: str) -> None:
    path, scene = tmp_path / name, lively("white")
    path.write_bytes(OLD)
    with full_disk(300), pytest.raises(st.WriteError, match=name):
        WRITERS[name](scene, path)
    assert path.read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [path], "nothing is left beside it"
    WRITERS[name](scene, path)
    assert path.read_bytes() != OLD


@pytest.mark.parametrize("name", WRITERS)
def test_what_cannot_be_written_leaves_nothing_where_nothing_was(tmp_path: pathlib.Path, name: str) -> None:
    with full_disk(300), pytest.raises(st.WriteError, match=name):
        WRITERS[name](lively("white"), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", WRITERS)
def test_a_symbolic_link_stays_one(tmp_path: pathlib.Path, name: str) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / name, tmp_path / name
    target.write_bytes(OLD)
    link.symlink_to(target)
    WRITERS[name](lively("white"), link)
    assert link.is_symlink()
    assert target.read_bytes() != OLD
    assert not target.is_symlink()


@pytest.mark.parametrize("name", ALONE)
def test_an_open_file_gets_the_same_bytes(tmp_path: pathlib.Path, name: str) -> None:
    scene, buffer = lively("white"), io.BytesIO(b"before")
    WRITERS[name](scene, tmp_path / name)
    buffer.seek(0, io.SEEK_END)
    WRITERS[name](scene, buffer)
    assert buffer.getvalue() == b"before" + (tmp_path / name).read_bytes()
    with pytest.raises(st.InvalidArgument, match="binary"):
        WRITERS[name](scene, io.StringIO())


def test_open_files_need_a_format_of_one_file() -> None:
    movie = lively().movie(0.2, 10)
    with pytest.raises(st.InvalidArgument, match="format"):
        movie.save(io.BytesIO())
    for name in ("png-sequence", "sprites"):
        with pytest.raises(st.InvalidArgument, match="file"):
            movie.save(io.BytesIO(), format=name)
    with pytest.raises(TypeError, match="binary"):
        movie.save(3)  # type: ignore[arg-type]


def test_a_pipe_is_written_and_not_replaced(tmp_path: pathlib.Path) -> None:
    pipe, read = tmp_path / "pipe.png", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    lively().save_png(pipe)
    reader.join()
    assert pipe.is_fifo()
    assert Pillow.open(io.BytesIO(read[0])).size == (64, 48)


@pytest.mark.parametrize("name", ["x.jpg", "x.gif", "X.WEBP", "x.svg"])
def test_save_png_writes_what_the_name_says_or_nothing(tmp_path: pathlib.Path, name: str) -> None:
    with pytest.raises(
        st.InvalidArgument, match="PNG.*" + ("save_svg" if name.endswith("svg") else r"\.png")
    ):
        lively().save_png(tmp_path / name)
    assert not list(tmp_path.iterdir())
    for allowed in ("x.PNG", "x"):
        lively().save_png(str(tmp_path / allowed))
        assert (tmp_path / allowed).read_bytes().startswith(b"\x89PNG")


def test_names_that_no_file_has_are_refused(tmp_path: pathlib.Path) -> None:
    for name in ("a\0b.png", "a" * 300 + ".png"):
        with pytest.raises((st.InvalidArgument, st.WriteError), match=r"NUL|written"):
            lively().save_png(tmp_path / name)
    with pytest.raises(st.WriteError, match="nowhere"):
        lively().save_png(tmp_path / "nowhere" / "x.png")


KILLED = """
import os, signal, sys
import stretto as st
movie = st.Scene(40, 40, background="red").movie(1, 10)
def progress(done, total):
    if done == 5:
        print("half", flush=True)
        sys.stdin.read(1)
movie.save(sys.argv[1], progress=progress)
"""


@pytest.mark.process
def test_what_a_killed_process_left_is_swept_and_what_a_living_one_writes_is_not(
    tmp_path: pathlib.Path,
) -> None:
    path, scene = tmp_path / "a.gif", lively()
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=installed.environment(),
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "half\n"
        (stage,) = tmp_path.glob(".stretto-*")
        scene.movie(0.2, 10).save(path)
        assert stage.exists(), "its process lives"
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert stage.exists()
    (tmp_path / ".stretto-of-a-user").mkdir()
    scene.movie(0.2, 10).save(path)
    assert sorted(found.name for found in tmp_path.iterdir()) == [".stretto-of-a-user", "a.gif"]


@pytest.mark.process
def test_a_name_that_the_locale_cannot_encode_raises_an_error_that_names_the_fix(
    tmp_path: pathlib.Path,
) -> None:
    code = """
import pathlib, sys
import stretto as st
scene = st.Scene(9, 9, background="red")
for use in (scene.save_png, st.Image.open, lambda path: scene.movie(1, 2, diagnose=False).save(path)):
    try:
        use(pathlib.Path(sys.argv[1], "\\u00e4.png"))
    except st.InvalidArgument as error:
        print(ascii(str(error)))
"""
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    arguments = [sys.executable, "-c", code, str(tmp_path)]
    completed = subprocess.run(arguments, env=os.environ | locale, capture_output=True, text=True, check=True)
    lines = completed.stdout.splitlines()
    assert len(lines) == 3
    for line in lines:
        assert "encoding here, ascii, has not: " in line
        assert "; PYTHONUTF8=1 in the environment lets Python use UTF-8" in line
