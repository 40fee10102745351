#!/usr/bin/env python3
"""Wrapper of swiftc that caches compiled modules by a digest of all their inputs.

If STRETTO_CACHE is set, the Makefile makes the Swift package manager call this wrapper instead of swiftc (SWIFT_EXEC). A
module whose sources, imports, flags and compiler are unchanged is copied from the cache, in any checkout. A second checkout of
a commit therefore builds in seconds. If a change leaves the interface of a module unchanged, the modules that import it are not
compiled again.

    STRETTO_SWIFTC    the compiler (default: swiftc on the PATH)
    STRETTO_CACHE     the folder of the cache
    STRETTO_CACHE_MB  the size limit of the cache in MB (default: 4000)

If the cache exceeds its size limit, the least recently used modules are removed first.
"""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable

IMPORT = re.compile(rb"^(?:@\w+ |package |internal |public )*import (?:\w+ )?(\w+)", re.MULTILINE)
#: Suffixes of the files that the compiler writes next to a module.
MODULE_SUFFIXES = ("swiftmodule", "swiftdoc", "abi.json", "swiftsourceinfo")
#: System headers that the C modules of Package.swift include.
SYSTEM_HEADERS = {"CLibPNG": ("png.h", "pngconf.h"), "CLibExpat": ("expat.h",)}
#: Folders that tools/text-parts and tools/zlib-parts write, by C module.
MADE = {"CHarfBuzz": "text", "CZlibNG": "zlib"}
#: Version of the format of cache entries.
FORMAT = b"3"
#: Placeholders in cache entries for paths inside the checkout.
ROOT, SCRATCH = "@root@", "@scratch@"


def compiler() -> str:
    return os.environ.get("STRETTO_SWIFTC") or shutil.which("swiftc") or "swiftc"


class Job:
    """Compiler call for one module: its arguments, inputs and outputs."""

    def __init__(self, arguments: list[str]) -> None:
        self.arguments = arguments
        self.module = self.value("-module-name")
        self.interface = pathlib.Path(self.value("-emit-module-path"))
        self.build = self.interface.parent.parent
        self.root = pathlib.Path.cwd()

    def value(self, flag: str) -> str:
        return self.arguments[self.arguments.index(flag) + 1]

    def sources(self) -> list[pathlib.Path]:
        found: list[pathlib.Path] = []
        for argument in self.arguments:
            if argument.startswith("@"):
                found += [pathlib.Path(line.strip("'\"")) for line in pathlib.Path(argument[1:]).read_text().splitlines()]
            elif argument.endswith(".swift"):
                found.append(pathlib.Path(argument))
        return [self.root / path for path in found]

    def outputs(self) -> list[pathlib.Path]:
        """Returns all files that the compiler writes, except the driver's state for incremental builds."""
        paths = [self.interface.with_suffix("." + suffix) for suffix in MODULE_SUFFIXES]
        files = json.loads(pathlib.Path(self.value("-output-file-map")).read_text())
        for entry in files.values():
            paths += [pathlib.Path(path) for kind, path in entry.items() if kind in ("object", "dependencies", "diagnostics")]
        if "-emit-objc-header-path" in self.arguments:
            paths.append(pathlib.Path(self.value("-emit-objc-header-path")))
        return sorted(set(paths))

    def portable(self, text: str) -> str:
        return text.replace(str(self.build), SCRATCH).replace(str(self.root), ROOT)

    def local(self, text: str) -> str:
        return text.replace(SCRATCH, str(self.build)).replace(ROOT, str(self.root))

    def key(self) -> str:
        digest = hashlib.sha256()
        digest.update(compiler_version().encode())
        digest.update(FORMAT)
        digest.update("\0".join(map(self.portable, self.arguments)).encode())
        sources = {path: path.read_bytes() for path in self.sources()}
        for path, content in sorted(sources.items()):
            digest.update(self.portable(str(path)).encode() + b"\0" + hashlib.sha256(content).digest())
        for path in self.imports(sources.values()):
            digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
        return digest.hexdigest()

    def imports(self, sources: Iterable[bytes]) -> list[pathlib.Path]:
        """Returns the files of all direct and indirect imports: interfaces of Swift modules and headers of C modules."""
        seen: set[str] = set()
        found: list[pathlib.Path] = []
        waiting = list(sources)
        while waiting:
            for match in IMPORT.finditer(waiting.pop()):
                name = match.group(1).decode()
                if name in seen or name == self.module:
                    continue
                seen.add(name)
                interface = self.interface.with_name(name + ".swiftmodule")
                if interface.exists():
                    found.append(interface)
                    for folder in ("Sources", "Tests"):
                        waiting += [file.read_bytes() for file in (self.root / folder / name).rglob("*.swift")]
                else:
                    found += self.headers(name)
        return sorted(found)

    def headers(self, module: str) -> list[pathlib.Path]:
        """Returns the headers of a C module of Package.swift, or the file `made-from` of a library that tools/setup builds."""
        folder = self.root / ("include" if module == "CStretto" else f"Sources/{module}")
        other = [self.root / ".build" / MADE[module] / "made-from"] if module in MADE else []
        other += [pathlib.Path("/usr/include", name) for name in SYSTEM_HEADERS.get(module, ())]
        return [path for path in (*folder.rglob("*"), *other) if path.is_file()]


def compiler_version() -> str:
    path = pathlib.Path(compiler()).resolve()
    status = path.stat()
    return f"{path} {status.st_size} {status.st_mtime_ns}"


def restore(job: Job, entry: pathlib.Path) -> bool:
    """Copies a module from the cache to the package manager's build folder. Returns False if the cache does not contain the
    module.
    """
    try:
        names = json.loads((entry / "names.json").read_text())
        for name, number in names.items():
            target = pathlib.Path(job.local(name))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            source = entry / str(number)
            if target.suffix == ".d":
                target.write_text(job.local(source.read_text()))
            else:
                shutil.copyfile(source, target)
        os.utime(entry)
    except (OSError, ValueError):
        return False
    return True


def keep(job: Job, entry: pathlib.Path) -> None:
    """Adds the compiler's output to the cache atomically."""
    entry.parent.mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp(dir=entry.parent))
    names = {}
    for number, path in enumerate(path for path in job.outputs() if path.exists()):
        names[job.portable(str(path))] = number
        if path.suffix == ".d":
            (work / str(number)).write_text(job.portable(path.read_text()))
        else:
            shutil.copyfile(path, work / str(number))
    (work / "names.json").write_text(json.dumps(names))
    try:
        work.rename(entry)
    except OSError:  # another build was first
        shutil.rmtree(work, ignore_errors=True)


def trim(cache: pathlib.Path) -> None:
    """Removes the least recently used modules until the cache is below its size limit."""
    bound = int(os.environ.get("STRETTO_CACHE_MB", "4000")) * 1_000_000
    entries = []
    for entry in cache.iterdir():
        try:
            size = sum(path.stat().st_size for path in entry.rglob("*") if path.is_file())
            entries.append((entry.stat().st_mtime, size, entry))
        except OSError:
            continue
    total = sum(size for _, size, _ in entries)
    for _, size, entry in sorted(entries):
        if total <= bound:
            return
        total -= size
        shutil.rmtree(entry, ignore_errors=True)


def stable(arguments: list[str]) -> list[str]:
    """Returns the arguments without the checkout's folder name, which the package name and debug information contain."""
    changed = list(arguments)
    if "-package-name" in changed:
        changed[changed.index("-package-name") + 1] = "stretto"
    return [*changed, "-debug-prefix-map", f"{pathlib.Path.cwd()}=."]


def compile_tests(job: Job) -> int:
    """Compiles a test module without the cache, because the package manager discovers tests in the index that the compiler writes.

    A module whose inputs are unchanged is not compiled again.
    """
    key, made_from = job.key(), job.interface.with_suffix(".made-from")
    outputs = [path for path in job.outputs() if path.suffix in (".o", ".swiftmodule", ".d")]
    if made_from.exists() and made_from.read_text() == key and all(path.exists() for path in outputs):
        for path in outputs:
            path.touch()
        return 0
    made_from.unlink(missing_ok=True)
    status = subprocess.run([compiler(), *job.arguments], check=False).returncode
    if status == 0:
        made_from.write_text(key)
    return status


def main(arguments: list[str]) -> int:
    cache = pathlib.Path(os.environ["STRETTO_CACHE"])
    if "-emit-module-path" not in arguments or "-output-file-map" not in arguments:
        os.execv(compiler(), ["swiftc", *arguments])
    if arguments[arguments.index("-module-name") + 1].endswith("Tests"):
        return compile_tests(Job(arguments))
    arguments = stable(arguments)
    job = Job(arguments)
    entry = cache / job.key()
    if restore(job, entry):
        return 0
    status = subprocess.run([compiler(), *arguments], check=False).returncode
    if status == 0:
        keep(job, entry)
        trim(cache)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
