"""Finds libstretto, loads it, and checks that it is new enough."""

from __future__ import annotations

import ctypes
import os
import pathlib
import platform
from collections.abc import Iterator

from stretto.errors import LoadError

#: The STRETTO_ABI that this package needs.
ABI = 1

_NATIVE = pathlib.Path(__file__).parents[1] / "_native"
_SONAME = "libstretto.so.0"
#: Mode of the loader that finds a loaded library, and never loads a library.
_LOADED = os.RTLD_NOLOAD | os.RTLD_NOW
_CPU = pathlib.Path("/proc/cpuinfo")
# Features of x86-64-v3 by their names in /proc/cpuinfo (abm is lzcnt).
_V3_FLAGS = frozenset({"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"})


def load() -> ctypes.CDLL:
    """Loads the library that STRETTO_LIBRARY names, or the one that the process has loaded already, or else
    the one inside this package.

    Raises:
        LoadError: If no library can be loaded. The message has every path and the loader's error for the
            path.
    """
    tried: list[str] = []
    for name, mode in _candidates():
        try:
            library = ctypes.CDLL(name, mode)
        except OSError as error:
            if mode == _LOADED:
                continue
            tried.append(f"  {error}" if name in str(error) else f"  {name}: {error}")
            continue
        _check_abi(library, name)
        return library if os.sep in name else ctypes.CDLL(_path(library))
    raise LoadError(
        "libstretto could not be loaded. Tried:\n"
        + ("\n".join(tried) or f"  {_NATIVE / _SONAME}: no such file")
        + f"\nThis system has {' '.join(platform.libc_ver())}, {platform.machine()}. Install a wheel for it"
        + " (pip install --force-reinstall stretto), or set STRETTO_LIBRARY to a libstretto.so."
    )


def _candidates() -> Iterator[tuple[str, int]]:
    """Names and modes for the loader.

    A name without a slash is a soname, which the loader searches. Without STRETTO_LIBRARY the loader only
    looks for a library that is loaded already, because a library in a system folder may be untrusted.
    """
    override = os.environ.get("STRETTO_LIBRARY")
    if override:
        yield str(pathlib.Path(override).absolute()) if os.sep in override else override, ctypes.DEFAULT_MODE
        return
    yield _SONAME, _LOADED
    folders = (_NATIVE / "x86-64-v3", _NATIVE) if _has_v3() else (_NATIVE,)
    for folder in folders:
        if (folder / _SONAME).exists():
            yield str(folder / _SONAME), ctypes.DEFAULT_MODE


class _Symbol(ctypes.Structure):
    """The C struct `Dl_info`."""

    _fields_ = [
        ("path", ctypes.c_char_p),
        ("base", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
    ]


def _path(library: ctypes.CDLL) -> str:
    """The file of a library that the loader found by its soname."""
    found = _Symbol()
    ctypes.CDLL(None).dladdr(library.stretto_abi_version, ctypes.byref(found))
    return os.fsdecode(found.path)


def _has_v3() -> bool:
    """Whether the build for x86-64-v3 can be used. STRETTO_BASELINE=1 selects the build for all x86-64
    processors. The build for x86-64-v3 and the build for all x86-64 processors draw the same pixels.
    """
    if os.environ.get("STRETTO_BASELINE", "0") not in ("", "0"):
        return False
    return cpu_flags() >= _V3_FLAGS


def cpu_flags() -> set[str]:
    """Features of the processor by Linux's names; empty if the features are unknown."""
    try:
        text = _CPU.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return set()
    flags = next((line.partition(":")[2] for line in text.splitlines() if line.startswith("flags")), "")
    return set(flags.split())


def _check_abi(library: ctypes.CDLL, path: str) -> None:
    try:
        function = library.stretto_abi_version
    except AttributeError:
        raise LoadError(f"{path} is not libstretto: it has no stretto_abi_version") from None
    function.restype, function.argtypes = ctypes.c_uint32, []
    found = int(function())
    if found < ABI:
        raise LoadError(f"{path} is too old: its ABI number is {found}, this package needs {ABI} or more")
