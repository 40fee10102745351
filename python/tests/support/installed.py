"""The C library as users get it: installed under a prefix, found by pkg-config, and linked with cc."""

import atexit
import functools
import os
import pathlib
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Sequence

import pytest

from stretto._ffi import ffi

ROOT = pathlib.Path(__file__).parents[3]
HEADER = ROOT / "include" / "stretto.h"

#: The built library that `make test` names in the environment, or the library that the package has loaded.
BUILT = pathlib.Path(os.environ.get("STRETTO_BUILT_LIBRARY", ffi.lib._name))

#: Source of a function that returns the peak memory of its process in MiB. The value of `ru_maxrss` would
#: include the peak of the parent process.
PEAK = """
def peak():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024
"""


@functools.cache
def prefix() -> pathlib.Path:
    """A temporary prefix with the header, the library and stretto.pc, which all tests share."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="stretto-prefix-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    subprocess.run([ROOT / "tools" / "install", BUILT, folder], check=True, capture_output=True)
    return folder


def shared_object() -> pathlib.Path:
    """The path of the installed library."""
    return prefix() / "lib" / "libstretto.so.0"


def environment() -> dict[str, str]:
    """An environment in which pkg-config finds stretto.pc, and a program finds the library."""
    lib = prefix() / "lib"
    found = {**os.environ, "PKG_CONFIG_PATH": str(lib / "pkgconfig")}
    found["LD_LIBRARY_PATH"] = ":".join(filter(None, [str(lib), os.environ.get("LD_LIBRARY_PATH")]))
    return found


def run(command: Sequence[str | os.PathLike[str]], folder: pathlib.Path, **more: str) -> str:
    """The output of a command that runs in `folder` with `more` in its environment. Fails if the command
    fails.
    """
    done = subprocess.run(
        [os.fspath(word) for word in command],
        cwd=folder,
        env={**environment(), **more},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    if done.returncode != 0:
        pytest.fail(f"{command} ended with {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def compile_c(source: pathlib.Path, folder: pathlib.Path, *flags: str, strict: bool = True) -> pathlib.Path:
    """Compiles a C program with the commands of the manual, and returns its path."""
    program = folder / source.stem
    stretto = run(["pkg-config", "--cflags", "--libs", "stretto"], folder).split()
    warnings = ["-std=c11", "-Wall", "-Wextra", "-Werror"] if strict else []
    run(["cc", *warnings, source, *flags, *stretto, "-o", program], folder)
    return program


def python_flags() -> list[str]:
    """Compiler flags for a C program that embeds the Python interpreter of the tests."""
    value = sysconfig.get_config_var
    lib = f"-L{value('LIBDIR')}", f"-lpython{value('LDVERSION')}"
    return [f"-I{sysconfig.get_path('include')}", *lib, *(value("LIBS") or "").split(), "-lm"]
