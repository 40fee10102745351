"""Tests that compile C programs against the installed header and library, and run the programs."""

import ctypes
import functools
import itertools
import os
import pathlib
import re
import runpy
import shutil
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

import installed
import stretto
from stretto._ffi import ffi

pytestmark = pytest.mark.process
PROGRAMS = installed.ROOT / "Tests" / "c"
EXAMPLES = installed.ROOT / "examples" / "c"
NATIVE = pathlib.Path(stretto.__file__).parent / "_native"
LOADED = ffi.lib._name


def test_the_typing_dots_compile_with_a_plain_cc_and_print_ok(tmp_path: pathlib.Path) -> None:
    program = installed.compile_c(PROGRAMS / "typing_dots.c", tmp_path, strict=False)
    assert installed.run([program], tmp_path) == "typing dots: ok\n"
    with Image.open(tmp_path / "typing_1.png") as picture:
        assert picture.size == (240, 120)
        assert picture.getchannel("A").getextrema() == (0, 255)


def test_many_frames_in_one_call_are_those_of_single_calls(tmp_path: pathlib.Path) -> None:
    program = installed.compile_c(PROGRAMS / "frames.c", tmp_path)
    assert installed.run([program], tmp_path) == "frames: ok\n"


def test_vector_files_of_a_c_program_are_those_of_python(tmp_path: pathlib.Path) -> None:
    program = installed.compile_c(PROGRAMS / "vectors.c", tmp_path)
    assert installed.run([program], tmp_path) == "vectors: ok\n"
    scene = stretto.Scene.open(tmp_path / "scene.caml")
    files = {
        "default.svg": scene.to_svg(animated=True),
        "default.json": scene.to_lottie(),
        "chosen.svg": scene.to_svg(animated=True, start=0.5, duration=2, fps=30),
        "chosen.json": scene.to_lottie(start=0.5, duration=2, fps=30),
    }
    assert {name: (tmp_path / name).read_text() for name in files} == files
    assert not list(tmp_path.glob("no.*"))


@pytest.mark.slow
@pytest.mark.parametrize("count", [200, pytest.param(1000, marks=pytest.mark.longer)])
def test_children_of_fork_draw_at_once(count: int, tmp_path: pathlib.Path) -> None:
    program = installed.compile_c(PROGRAMS / "fork.c", tmp_path, "-pthread")
    assert installed.run([program, str(count)], tmp_path) == f"fork: 0 of {count} failed\n"


@functools.cache
def fork_first() -> pathlib.Path:
    return installed.compile_c(PROGRAMS / "fork_first.c", installed.prefix(), "-pthread")


@pytest.mark.slow
@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.longer)])
@pytest.mark.parametrize("what", ["dot", "text", "emoji", "emitter", "filter", "png"])
def test_a_child_draws_whatever_another_thread_was_doing_for_the_first_time(
    what: str, step: int, tmp_path: pathlib.Path
) -> None:
    """A forked child can draw while another thread of the parent initialises Swift's globals. Without
    handlers for fork, the child would wait for a lock of a thread that does not exist in the child.
    """
    delays = [k * k for k in range(0, 60, step)]  # microseconds
    ended = {delay: installed.run([fork_first(), what, str(delay)], tmp_path) for delay in delays}
    assert ended == dict.fromkeys(delays, "0\n")


def test_a_static_frame_allocates_nothing(tmp_path: pathlib.Path) -> None:
    """A frame allocates no memory if an equal frame was drawn before: for a grid, and for all copies of the
    benchmark except blurs.
    """
    copies = runpy.run_path(str(installed.ROOT / "python" / "benchmarks" / "copies.py"))
    rows = sorted(copies["ROWS"].keys() - {"a shadow"})
    documents = []
    for index, (row, column) in enumerate(itertools.product(rows, copies["COLUMNS"])):
        documents.append(tmp_path / f"{index}.caml")
        documents[-1].write_bytes(copies["scene_of"](row, 64, column).to_bytes())
    program = installed.compile_c(PROGRAMS / "steady_frame.c", tmp_path)
    printed = installed.run([program, *map(str, documents)], tmp_path).splitlines()
    assert printed == ["0 allocations in ten frames"] * (1 + len(documents))


@pytest.mark.parametrize("name", ["spinner", "wave", "reflection", "patience"])
def test_the_examples_run(name: str, tmp_path: pathlib.Path) -> None:
    program = installed.compile_c(EXAMPLES / f"{name}.c", tmp_path, "-pthread", "-lm")
    printed = installed.run([program], tmp_path).splitlines()
    assert printed[-1] == f"{name}: ok"
    assert (
        printed[:-1]
        == {
            "spinner": [],
            "wave": [
                "17 letters, of which the last stands 324 points to the right of the first",
                "after 0.05 s the letter 9 is in the middle",
            ],
            "reflection": [
                "the card is (242, 115, 51), its reflection (246, 201, 181)",
                "the card is hit in the reflection",
                "through the portal at (120, 225)",
            ],
            "patience": ["ended by another thread", "ended by its time"],
        }[name]
    )


def test_states_of_layers_from_c(tmp_path: pathlib.Path) -> None:
    program = installed.compile_c(PROGRAMS / "layer_states.c", tmp_path)
    assert installed.run([program], tmp_path) == "layer states: ok\n"


@pytest.mark.slow
@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="memcheck runs no other sanitizer")
def test_memcheck_finds_neither_errors_nor_leaks(tmp_path: pathlib.Path) -> None:
    program = installed.compile_c(PROGRAMS / "memory.c", tmp_path)
    known = installed.prefix() / "share" / "stretto" / "valgrind" / "stretto.supp"
    options = ["--leak-check=full", "--error-exitcode=9", f"--suppressions={known}"]
    assert installed.run(["valgrind", *options, program], tmp_path) == "memory: ok\n"


def test_the_examples_are_all_in_their_readme() -> None:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert {f"`{path.name}`" for path in EXAMPLES.glob("*.c")} == set(
        re.findall(r"^\| (`\w+\.c`)", text, re.M)
    )


def host(folder: pathlib.Path, **more: str) -> str:
    """The output of examples/c/host.c. The interpreter in the program finds the package by PYTHONPATH, and
    the package must find the program's library.
    """
    program = installed.compile_c(EXAMPLES / "host.c", folder, *installed.python_flags())
    packages = [path for path in sys.path if path.endswith("site-packages")]
    packages.insert(0, str(pathlib.Path(stretto.__file__).parents[1]))
    return installed.run([program], folder, PYTHONPATH=":".join(packages), STRETTO_LIBRARY="", **more)


def test_a_program_that_embeds_python_shares_its_scene_with_it(tmp_path: pathlib.Path) -> None:
    assert host(tmp_path) == "host: ok\n"


def test_the_host_s_library_is_found_where_the_loader_chose_that_of_an_instruction_set(
    tmp_path: pathlib.Path,
) -> None:
    chosen = tmp_path / "lib" / "glibc-hwcaps" / "x86-64-v2"
    chosen.mkdir(parents=True)
    shutil.copy(installed.shared_object(), chosen)
    found = f"{tmp_path / 'lib'}:{installed.prefix() / 'lib'}"
    assert host(tmp_path, LD_LIBRARY_PATH=found) == "host: ok\n"


def test_a_library_is_named_by_its_soname(tmp_path: pathlib.Path) -> None:
    code = "from stretto._ffi import ffi; print(ffi.lib._name)"
    command = [sys.executable, "-c", code]
    packages = str(pathlib.Path(stretto.__file__).parents[1])
    found = installed.run(command, tmp_path, STRETTO_LIBRARY="libstretto.so.0", PYTHONPATH=packages)
    assert found == f"{installed.shared_object()}\n"


def test_a_scene_of_another_library_in_the_process_is_refused_in_words(tmp_path: pathlib.Path) -> None:
    """A scene of a second copy of the library raises an error in the first copy. Before a fix, handles were
    numbers from 1 on, so the handle of a scene in one copy of the library could be the handle of a layer in
    the other copy.
    """
    other = tmp_path / "other.so.0"
    shutil.copy(installed.shared_object(), other)
    theirs = ctypes.CDLL(str(other))
    made = ctypes.c_void_p()
    theirs.stretto_scene_create.argtypes = [ctypes.c_double, ctypes.c_double, ctypes.c_void_p]
    scenes = [stretto.Scene(9, 9) for _ in range(99)]
    for _ in range(99):
        assert theirs.stretto_scene_create(9, 9, ctypes.byref(made)) == 0
        with pytest.raises(
            stretto.ClosedError,
            match=re.escape(f"another libstretto is none here; this package uses {LOADED}"),
        ):
            stretto.Scene.from_handle(made.value or 0)
    assert len(scenes) == 99


def test_the_program_in_the_header_compiles_without_a_warning_and_runs(tmp_path: pathlib.Path) -> None:
    comment = installed.HEADER.read_text(encoding="utf-8").partition("*/")[0]
    lines = [line.removeprefix(" *").removeprefix("     ") for line in comment.splitlines()]
    first = next(index for index, line in enumerate(lines) if line.startswith("#include"))
    last = max(index for index, line in enumerate(lines) if line == "}")
    source = tmp_path / "row.c"
    source.write_text("\n".join(lines[first : last + 1]) + "\n", encoding="utf-8")
    installed.run([installed.compile_c(source, tmp_path)], tmp_path)
    with Image.open(tmp_path / "row.png") as picture:
        assert picture.size == (260, 80)
        dots = [picture.getpixel((x, 40)) for x in (40, 100, 160, 220)]
        assert dots in ([(255, 76, 51, 255)] * 4, [(255, 77, 51, 255)] * 4)  # 0.3 * 255 is 76.5
        assert picture.getpixel((70, 40)) == (0, 0, 0, 0)


def test_a_file_that_cannot_be_read_to_its_end_is_refused(tmp_path: pathlib.Path) -> None:
    """A read error in the middle of a file raises an error. Before a fix, the library accepted the start of
    the document as the whole document.
    """
    scene = stretto.Scene(20, 20)
    for k in range(6000):  # more than one read of 64 KiB
        scene.add_sublayer(stretto.Layer(name=f"layer number {k}"))
    scene.save(tmp_path / "large.ca")
    assert (tmp_path / "large.ca" / "main.caml").stat().st_size > 3 << 16
    program = installed.compile_c(PROGRAMS / "broken_disk.c", tmp_path)
    whole = installed.run([program, "large.ca", "-1"], tmp_path)
    assert whole == "0 \n"
    for calls in range(5):
        found = installed.run([program, "large.ca", str(calls)], tmp_path)
        assert re.fullmatch(r"5 .*(index\.xml|main\.caml) cannot be read: Input/output error\n", found), found


def test_a_picture_that_c_cannot_read_is_reported(tmp_path: pathlib.Path) -> None:
    """A picture that C cannot read gives a warning in plain words. The warning used to contain Swift's
    description ABIError(status: 5, message: ...).
    """
    scene = stretto.Scene(20, 20)
    scene.add_sublayer(stretto.Layer(contents=stretto.Image(np.full((2, 3, 4), 90, np.uint8))))
    scene.save(tmp_path / "one.ca")
    (asset,) = (tmp_path / "one.ca" / "assets").iterdir()
    asset.write_bytes(b"GIF89a")
    program = installed.compile_c(PROGRAMS / "broken_disk.c", tmp_path)
    reason = "is not a PNG; the C library reads no other images, which cannot be read"
    assert installed.run([program, "one.ca", "-1"], tmp_path).endswith(
        f" contents assets/{asset.name} {reason}\n"
    )


def test_the_header_is_also_cpp(tmp_path: pathlib.Path) -> None:
    source = tmp_path / "header.cpp"
    source.write_text("#include <stretto.h>\nint main() { return stretto_abi_version() < STRETTO_ABI; }\n")
    flags = installed.run(["pkg-config", "--cflags", "--libs", "stretto"], tmp_path).split()
    installed.run(
        ["cc", "-x", "c++", "-Wall", "-Wextra", "-Werror", source, "-o", "header", *flags], tmp_path
    )
    installed.run([tmp_path / "header"], tmp_path)


def test_the_stripped_library_is_at_most_11_megabytes() -> None:
    assert installed.shared_object().stat().st_size <= 11_000_000


def test_the_stripped_library_names_neither_where_nor_when_it_was_built() -> None:
    data = installed.shared_object().read_bytes()
    found = {path.decode() for path in re.findall(rb"(?<=\0)/[\w.@+~-]+(?:/[\w.@+~ -]+)+(?=\0)", data)}
    of_the_system = ("/dev/", "/proc/", "/usr/share/", "/usr/local/share/", "/.local/share/")
    # Swift's runtime library contains the path of one of its source files.
    embedded = "/home/build-user/swift/lib/Demangling/Demangler.cpp"
    assert {path for path in found if not path.startswith(of_the_system)} <= {embedded}
    assert "/usr/share/fonts" in found
    assert str(installed.ROOT).encode() not in data
    assert re.findall(rb"\b20\d\d-[01]\d-[0-3]\d\b|\b[0-2]\d:[0-5]\d:[0-5]\d\b", data) == []


@pytest.mark.slow
@pytest.mark.longer
def test_two_builds_in_one_folder_have_the_same_bytes() -> None:
    if not (installed.ROOT / ".build" / "release").exists():
        pytest.skip("the library was not compiled here")
    scratch = installed.ROOT / ".build" / "twice"
    # The compiler orders some code by memory addresses, so `setarch -R` switches address randomisation off.
    command = ["setarch", "-R", "swift", "build", "--scratch-path", str(scratch), "-c", "release"]
    command += ["--product", "stretto"]
    built = []
    for _ in range(2):
        shutil.rmtree(scratch, ignore_errors=True)
        subprocess.run(command, cwd=installed.ROOT, check=True)
        built.append((scratch / "release" / "libstretto.so").read_bytes())
    shutil.rmtree(scratch)
    assert built[0] == built[1]


@pytest.mark.parametrize(
    "name",
    [
        "include/stretto.h",
        "lib/libstretto.so",
        "lib/pkgconfig/stretto.pc",
        "share/doc/stretto/licenses/HarfBuzz.txt",
        "share/doc/stretto/licenses/Inter.txt",
        "share/doc/stretto/licenses/zlib-ng.txt",
        "share/stretto/valgrind/stretto.supp",
    ],
)
def test_install_respects_destdir(name: str, tmp_path: pathlib.Path) -> None:
    command = [installed.ROOT / "tools" / "install", installed.BUILT, "/opt/stretto", tmp_path]
    subprocess.run(command, check=True, capture_output=True)  # type: ignore[arg-type]
    path = tmp_path / "opt" / "stretto" / name
    assert path.exists()
    if path.suffix == ".pc":
        assert path.read_text(encoding="utf-8").startswith("prefix=/opt/stretto\n")


@pytest.mark.skipif(not NATIVE.exists(), reason="the package runs from its sources and holds no library")
def test_the_library_of_the_package_can_be_linked_where_it_lies(tmp_path: pathlib.Path) -> None:
    source, program = tmp_path / "linked.c", tmp_path / "linked"
    source.write_text("#include <stretto.h>\nint main(void) { return !stretto_abi_version(); }\n")
    library = NATIVE / "libstretto.so.0"
    flags = [f"-I{installed.HEADER.parent}", library, f"-Wl,-rpath,{NATIVE}"]
    subprocess.run(["cc", source, "-o", program, *flags], check=True)  # type: ignore[list-item]
    subprocess.run([program], check=True, env={})
