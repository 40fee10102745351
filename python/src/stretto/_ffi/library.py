"""Finds libstretto, loads it, and checks that it is new enough."""

from __future__ import annotations

import ctypes
import os
import pathlib
import platform
from collections.abc import Iterator

from stretto.errors import LoadError

#: The STRETTO_ABI that this package was written against.
ABI = 1

_NATIVE = pathlib.Path(__file__).parents[1] / "_native"
_PATTERN = "libstretto.so.0"
_CPU = pathlib.Path("/proc/cpuinfo")
# Features of x86-64-v3, in the words of /proc/cpuinfo (abm is lzcnt).
_V3_FLAGS = frozenset({"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"})


def load() -> ctypes.CDLL:
    """The library: the one that STRETTO_LIBRARY names, or else the one inside this package.

    Raises `LoadError` with every path that was tried and the loader's word on each.
    """
    tried: list[str] = []
    for path in _candidates():
        try:
            library = ctypes.CDLL(os.fspath(path))
        except OSError as error:
            tried.append(f"  {error}" if str(path) in str(error) else f"  {path}: {error}")
            continue
        _check_abi(library, path)
        return library
    raise LoadError(
        "libstretto could not be loaded. Tried:\n"
        + ("\n".join(tried) or f"  {_NATIVE / _PATTERN}: no such file")
        + f"\nThis system has {' '.join(platform.libc_ver())}, {platform.machine()}. Install a wheel for it"
        + " (pip install --force-reinstall stretto), or set STRETTO_LIBRARY to a libstretto.so."
    )


def _candidates() -> Iterator[pathlib.Path]:
    """Never a system folder, never the current one: a stranger's library must not be picked up."""
    override = os.environ.get("STRETTO_LIBRARY")
    if override:
        yield pathlib.Path(override).absolute()
        return
    if _has_v3():
        yield from sorted((_NATIVE / "x86-64-v3").glob(_PATTERN))
    yield from sorted(_NATIVE.glob(_PATTERN))


def _has_v3() -> bool:
    """Whether the build for newer processors may be used. STRETTO_BASELINE=1 says no; the pixels are the
    same.
    """
    if os.environ.get("STRETTO_BASELINE", "0") not in ("", "0"):
        return False
    return cpu_flags() >= _V3_FLAGS


def cpu_flags() -> set[str]:
    """Features of the processor, in Linux's words; empty where they are unknown."""
    try:
        text = _CPU.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return set()
    flags = next((line.partition(":")[2] for line in text.splitlines() if line.startswith("flags")), "")
    return set(flags.split())


def _check_abi(library: ctypes.CDLL, path: pathlib.Path) -> None:
    try:
        function = library.stretto_abi_version
    except AttributeError:
        raise LoadError(f"{path} is not libstretto: it has no stretto_abi_version") from None
    function.restype, function.argtypes = ctypes.c_uint32, []
    found = int(function())
    if found < ABI:
        raise LoadError(f"{path} is too old: its ABI number is {found}, this package needs {ABI} or more")
