"""`stretto doctor`: the versions installed, the library that was loaded, and whether it draws."""

from __future__ import annotations

import importlib.metadata
import os
import pathlib
import platform

from stretto import __version__
from stretto._ffi import ffi, library
from stretto._pages import page
from stretto.errors import LoadError
from stretto.font import Font
from stretto.scene import Scene

#: Package: the extra that brings it, or none for what is always needed.
_PACKAGES = {
    "numpy": None,
    "Pillow": None,
    "matplotlib": "plot",
    "ipython": "notebook",
    "anywidget": "notebook",
    "av": "video",
    "tqdm": "progress",
}
NO_EMOJI = "none: install Debian's fonts-noto-color-emoji, or what make wheel-emoji makes"


def report() -> int:
    """Prints it all; 0 if a picture came out right, else 1."""
    path = pathlib.Path(ffi.lib._name)
    lines = {
        "stretto": __version__,
        "library": f"{path} ({_origin(path)})",
        "interface": f"ABI {ffi.lib.stretto_abi_version()}, this package needs {library.ABI}",
        "processor": _processor(),
        "system": f"{platform.system()} {platform.machine()}, {' '.join(platform.libc_ver())}",
        "Python": f"{platform.python_version()}, {platform.python_implementation()}",
    }
    lines |= {name: _version(name, extra) for name, extra in _PACKAGES.items()}
    emoji = Font.emoji()
    lines["emoji font"] = emoji.family if emoji else NO_EMOJI
    lines["page engine"] = _page_engine()
    right = bool((Scene(2, 2, "red").render(0) == (255, 0, 0, 255)).all())
    lines["drawing"] = "works" if right else "FAILS: a red pixel came out wrong"
    width = max(map(len, lines))
    for name, value in lines.items():
        print(f"{name:{width}}  {value}")
    return 0 if right else 1


def _origin(path: pathlib.Path) -> str:
    if os.environ.get("STRETTO_LIBRARY"):
        return "named by STRETTO_LIBRARY"
    return "for x86-64-v3" if path.parent.name == "x86-64-v3" else "for any processor"


def _processor() -> str:
    cores = f"{os.cpu_count()} processors"
    if platform.machine() not in ("x86_64", "AMD64"):
        return f"{platform.machine()}, {cores}"
    if library._has_v3():
        return f"x86-64-v3 (AVX2, FMA), {cores}"
    forced = os.environ.get("STRETTO_BASELINE", "0") not in ("", "0")
    return f"x86-64 baseline{' by STRETTO_BASELINE' if forced else ''}, {cores}"


def _version(name: str, extra: str | None) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return f"not installed: pip install 'stretto[{extra}]'" if extra else "MISSING"


def _page_engine() -> str:
    try:
        return f"installed ({len(page.engine()) / 1e6:.1f} MB)"
    except LoadError as error:
        return f"not installed: {error}"
