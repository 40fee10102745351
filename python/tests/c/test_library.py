"""Tests of the search for the shared library that the package loads."""

from __future__ import annotations

import ctypes
import pathlib
import subprocess
import sys

import pytest

from stretto import errors
from stretto._ffi import ffi, library, signatures


@pytest.fixture
def native(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A package folder with a baseline build and an x86-64-v3 build of the library."""
    (tmp_path / "x86-64-v3").mkdir()
    for folder in (tmp_path, tmp_path / "x86-64-v3"):
        (folder / "libnobody-has.so.0").touch()
    monkeypatch.setattr(library, "_NATIVE", tmp_path)
    monkeypatch.setattr(library, "_SONAME", "libnobody-has.so.0")
    monkeypatch.delenv("STRETTO_LIBRARY", raising=False)
    monkeypatch.delenv("STRETTO_BASELINE", raising=False)
    return tmp_path


def found(native: pathlib.Path) -> list[str]:
    first, *rest = library._candidates()
    assert first == (library._SONAME, library._LOADED)
    return [str(pathlib.Path(path).relative_to(native)) for path, _ in rest]


def cpu(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path, flags: str) -> None:
    file = tmp_path / "cpuinfo"
    file.write_text(f"processor\t: 0\nflags\t\t: {flags}\n")
    monkeypatch.setattr(library, "_CPU", file)


def test_a_newer_processor_gets_the_build_for_it(
    native: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cpu(monkeypatch, native, " ".join(["fpu", *library._V3_FLAGS]))
    assert found(native) == ["x86-64-v3/libnobody-has.so.0", "libnobody-has.so.0"]
    monkeypatch.setenv("STRETTO_BASELINE", "1")
    assert found(native) == ["libnobody-has.so.0"]


def test_an_older_processor_gets_the_plain_build(
    native: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for missing in library._V3_FLAGS:
        cpu(monkeypatch, native, " ".join(library._V3_FLAGS - {missing}))
        assert found(native) == ["libnobody-has.so.0"]
    monkeypatch.setattr(library, "_CPU", native / "nothing")
    assert found(native) == ["libnobody-has.so.0"]


def test_a_named_library_is_the_only_one_tried(native: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRETTO_LIBRARY", "/somewhere/libstretto.so.0")
    assert list(library._candidates()) == [("/somewhere/libstretto.so.0", ctypes.DEFAULT_MODE)]
    monkeypatch.setenv("STRETTO_LIBRARY", "libstretto.so.0")
    assert list(library._candidates()) == [("libstretto.so.0", ctypes.DEFAULT_MODE)]


def test_every_path_that_failed_is_reported(native: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cpu(monkeypatch, native, " ".join(library._V3_FLAGS))
    with pytest.raises(library.LoadError) as caught:  # type: ignore[attr-defined]
        library.load()
    assert str(caught.value).count(f"  {native}") == 2
    assert "STRETTO_LIBRARY" in str(caught.value)


def test_a_library_of_someone_else_is_refused(native: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRETTO_LIBRARY", "libm.so.6")
    with pytest.raises(library.LoadError, match="libstretto"):  # type: ignore[attr-defined]
        library.load()


def test_an_older_library_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "ABI", 1000)
    with pytest.raises(library.LoadError, match="old"):  # type: ignore[attr-defined]
        library._check_abi(ctypes.CDLL(_loaded()), _loaded())


def test_a_library_that_lacks_a_function_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(signatures.SIGNATURES, "stretto_of_tomorrow", (None, []))
    with pytest.raises(errors.LoadError, match="stretto_of_tomorrow"):
        ffi._declare(library.load())


def _loaded() -> str:
    return str(ffi.lib._name)


@pytest.mark.process
def test_a_sub_interpreter_fails_as_numpy_does_and_harms_nobody() -> None:
    """In a sub-interpreter the import of Stretto fails like the import of NumPy, because a process can load
    NumPy only once. If a sub-interpreter can load NumPy, the import of Stretto works.
    """
    program = """
import importlib, stretto
scene = stretto.Scene(2, 2, "red")
name = "_xxsubinterpreters" if sys.version_info < (3, 13) else "_interpreters"
interpreters = importlib.import_module(name)
errors = {}
for module in ("numpy", "stretto"):
    made = interpreters.create()
    try:
        failed = interpreters.run_string(made, f"import {module}")
        errors[module] = str(failed) if failed else ""
    except Exception as error:
        errors[module] = str(error)
    interpreters.destroy(made)
assert (errors["numpy"] == "") == (errors["stretto"] == ""), errors
assert errors["numpy"] in errors["stretto"], errors
assert (scene.render(0) == (255, 0, 0, 255)).all()
print("drawn")
"""
    ran = subprocess.run([sys.executable, "-c", "import sys" + program], capture_output=True, text=True)
    assert ran.stdout == "drawn\n", ran.stderr
