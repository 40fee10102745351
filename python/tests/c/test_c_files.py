"""Tests of stretto_scene_write_png: the file is replaced atomically, whatever happens during the call."""

from __future__ import annotations

import fcntl
import os
import pathlib
import signal
import subprocess
import sys
import threading

import pytest
from PIL import Image

import stretto as st
from stretto._ffi import ffi, signatures


def scene(color: str = "red", side: float = 40) -> st.Scene:
    return st.Scene(side, side, background=color)


def write(path: pathlib.Path, color: str = "red", side: float = 40) -> None:
    made = scene(color, side)
    ffi.lib.stretto_scene_write_png(made._pointer, 0.0, 1.0, os.fsencode(path))


def color_of(path: pathlib.Path) -> object:
    with Image.open(path) as picture:
        return picture.convert("RGB").getpixel((0, 0))


def names(folder: pathlib.Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_and_no_temporary_file_is_left(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.png"
    write(path)
    path.chmod(0o640)
    write(path, "blue")
    assert color_of(path) == (0, 0, 255)
    assert path.stat().st_mode & 0o777 == 0o640
    assert names(tmp_path) == ["a.png"]


def test_a_new_file_has_the_mode_of_a_new_file(tmp_path: pathlib.Path) -> None:
    write(tmp_path / "a.png")
    (tmp_path / "b").touch()
    assert (tmp_path / "a.png").stat().st_mode == (tmp_path / "b").stat().st_mode


def test_a_link_stays_and_its_target_is_written(tmp_path: pathlib.Path) -> None:
    (tmp_path / "there").mkdir()
    target = tmp_path / "there" / "a.png"
    first, second = tmp_path / "first.png", tmp_path / "second.png"
    second.symlink_to("first.png")
    first.symlink_to(pathlib.Path("there", "a.png"))
    write(second)
    assert color_of(target) == (255, 0, 0)
    write(second, "blue")
    assert color_of(target) == (0, 0, 255)
    assert first.is_symlink()
    assert second.is_symlink()


def blue(path: pathlib.Path) -> str:
    """A line of Python that writes a blue picture and imports nothing but Stretto."""
    return (
        "import stretto as st; from stretto._ffi import ffi; "
        "scene = st.Scene(40, 40, background='blue'); "
        f"ffi.lib.stretto_scene_write_png(scene._pointer, 0.0, 1.0, {os.fsencode(path)!r})"
    )


@pytest.mark.process
def test_what_cannot_be_written_stays_as_it_was(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.png"
    write(path)
    before = path.read_bytes()
    program = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
try:
    {blue(path)}
except st.WriteError as error:
    print(error)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.stdout == f"{path} cannot be written: File too large\n", ran.stderr
    assert path.read_bytes() == before
    assert names(tmp_path) == ["a.png"]


#: A library for LD_PRELOAD that kills the process when the process calls the function STEP.
KILLER = """
#include <signal.h>
#include <sys/types.h>
int STEP() { return raise(SIGKILL); }
"""


@pytest.mark.process
@pytest.mark.parametrize(
    ("call", "before", "left"),
    [
        ("fchmod", True, 0),  # the new file is still empty
        ("linkat", True, 0),  # the new file is complete and has no name
        ("linkat", False, 0),
        ("rename", True, 1),  # a replacement has a temporary name
        ("rename", False, 0),  # a new file is never renamed
    ],
)
def test_a_killed_process_leaves_the_file_as_it_was(
    call: str, before: bool, left: int, tmp_path: pathlib.Path
) -> None:
    folder, shim = tmp_path / "folder", tmp_path / "killer.so"
    folder.mkdir()
    (tmp_path / "killer.c").write_text(KILLER.replace("STEP", call))
    subprocess.run(["cc", "-shared", "-fPIC", tmp_path / "killer.c", "-o", shim], check=True)
    path = folder / "a.png"
    if before:
        write(path)
    environment = {**os.environ, "LD_PRELOAD": str(shim), "PYTHONDONTWRITEBYTECODE": "1"}
    ended = subprocess.run([sys.executable, "-c", blue(path)], env=environment, check=False).returncode
    is_killed = ended == -signal.SIGKILL
    assert is_killed == (before or call == "linkat")
    if before:
        assert color_of(path) == (255, 0, 0)
    assert len(names(folder)) == (before or not is_killed) + left


def test_another_writer_to_the_folder_cannot_interfere(tmp_path: pathlib.Path) -> None:
    """Another user with access to the folder cannot block the write or redirect it by a link, because the
    name of the temporary file is random.
    """
    path = tmp_path / "a.png"
    foreseen = tmp_path / ".stretto-a.png.part"
    with foreseen.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        write(path)
    assert color_of(path) == (255, 0, 0)
    foreseen.unlink()
    foreseen.mkdir()
    write(path, "blue")
    assert color_of(path) == (0, 0, 255)
    foreseen.rmdir()
    (tmp_path / "mine").write_text("untouched")
    foreseen.symlink_to("mine")
    scene().save(tmp_path / "x.ca")
    write(path)
    assert (tmp_path / "mine").read_text() == "untouched"
    assert names(tmp_path) == [".stretto-a.png.part", "a.png", "mine", "x.ca"]


def test_many_that_save_one_name_leave_one_whole_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.png"
    threads = [
        threading.Thread(target=lambda: [write(path, "red", 60) for _ in range(20)], daemon=True)  # type: ignore[func-returns-value]
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert color_of(path) == (255, 0, 0)
    assert names(tmp_path) == ["a.png"]


@pytest.mark.parametrize("name", ["", "no/such/folder/a.png", "."])
def test_where_nothing_can_be_written_the_file_is_named(name: str, tmp_path: pathlib.Path) -> None:
    with pytest.raises(st.WriteError, match="written"):
        write(tmp_path / name)
    assert names(tmp_path) == []


def test_what_is_no_file_is_written_as_it_is(tmp_path: pathlib.Path) -> None:
    write(pathlib.Path("/dev/null"))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    thread = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    thread.start()
    write(pipe)
    thread.join()
    assert read[0].startswith(b"\x89PNG")
    assert pipe.is_fifo()


def test_a_picture_with_a_longer_side_than_the_header_says_is_refused(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "long.png"
    Image.new("RGB", (32_769, 1)).save(path)
    out = signatures.ImagePointer()
    with pytest.raises(st.LimitError, match="32769 x 1"):
        ffi.lib.stretto_image_open(os.fsencode(path), ffi.ctypes.byref(out))  # type: ignore[attr-defined]
    Image.new("RGB", (32_768, 1)).save(path)
    ffi.lib.stretto_image_open(os.fsencode(path), ffi.ctypes.byref(out))  # type: ignore[attr-defined]
    ffi.lib.stretto_image_release(out)
