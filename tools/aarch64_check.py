#!/usr/bin/env python3
"""Checks that aarch64 draws the same bytes as this machine (`tools/aarch64_check.py`).

The modules are compiled as optimised Embedded Swift with SIMD for aarch64, and linked with Debian's C library into one program
(Tests/aarch64). The emulator qemu-user runs the compiled program, which draws frames, writes PNGs and samples values. The script
compares the results of the emulated program with the results of the native library.
"""

import hashlib
import pathlib
import shutil
import subprocess
import sys

import web

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = ROOT / ".build" / "aarch64"
PARTS, PROGRAM = SCRATCH / "parts", SCRATCH / "program"
PYTHON = ROOT / ".venv" / "bin" / "python"
C_LIBRARY = "/usr/aarch64-linux-gnu"
TOOLS = ("qemu-aarch64", "aarch64-linux-gnu-gcc")
#: Flags of clang for the C files.
CLANG = ("--target=aarch64-linux-gnu", "-isystem", f"{C_LIBRARY}/include", "-ffp-contract=off")
CXX = ("-isystem", f"{C_LIBRARY}/include/c++/12", "-isystem", f"{C_LIBRARY}/include/c++/12/aarch64-linux-gnu")


class Compiler(web.Compiler):
    """Compiles Swift modules for aarch64."""

    target, kind, parts = "aarch64-none-none-elf", "aarch64", PARTS
    headers = ("-isystem", f"{C_LIBRARY}/include")

    def command(self, module: str) -> list[str]:
        # All modules are optimised for speed, because modules that are optimised for size crash in loads of a
        # released string.
        words = [word for word in super().command(module) if not word.startswith("-sil-disable-pass")]
        return ["-O" if word == "-Osize" else word for word in words if word != "-Xllvm"]

    def program(self) -> pathlib.Path:
        """Compiles the PNG encoder that the emulated program calls."""
        made = SCRATCH / "PNG.o"
        words = self.command("Check")
        for module in self.modules:
            words += ["-I", str(self.folder(module))]
        web.run(*words, "Tests/aarch64/PNG.swift", "-c", "-o", made)
        return made


def compiled(source: pathlib.Path, *flags: str) -> pathlib.Path:
    """Compiles a C file to an object file."""
    made = PARTS / f"{source.stem}.o"
    web.run(web.toolchain() / "clang", *CLANG, "-O2", *flags, "-c", source, "-o", made)
    return made


def c_parts() -> list[pathlib.Path]:
    """Compiles HarfBuzz, Stretto Sans, zlib-ng, expat and the program in Tests/aarch64 for aarch64."""
    web.run("tools/text-parts", PYTHON, PARTS / "text", *CLANG, *CXX, "-nostdinc++", "-fno-PIC")
    web.run("tools/zlib-parts", PYTHON, PARTS / "zlib", *CLANG)
    web.run("ar", "x", "--output", PARTS, PARTS / "text" / "libstretto-text.a", "harfbuzz.o")
    # The script tools/text-parts compiles Stretto Sans for this machine only, so the font is compiled again for aarch64.
    sans = PARTS / "text" / "stretto-sans.ttf"
    digest = hashlib.sha256(sans.read_bytes()).hexdigest()
    words = ", ".join(f"0x{digest[k : k + 8]}" for k in range(0, 64, 8))
    (PARTS / "sans.c").write_text(
        f'#include <stddef.h>\nstatic const unsigned char bytes[] = {{\n#embed "{sans}"\n}};\n'
        f"static const unsigned digest[] = {{{words}}};\n"
        "const unsigned char *stretto_sans(size_t *size) { return *size = sizeof bytes, bytes; }\n"
        "const unsigned *stretto_sans_digest(void) { return digest; }\n"
    )
    found = subprocess.run(["tools/expat-source", PARTS / "expat"], cwd=ROOT, check=True, capture_output=True, text=True)
    expat = pathlib.Path(found.stdout.strip()) / "lib"
    (PARTS / "include").mkdir(exist_ok=True)
    for header in expat.glob("expat*.h"):
        shutil.copy(header, PARTS / "include")
    host = ROOT / "Sources" / "StrettoWeb" / "host"
    flags = ("-w", "-I", str(host), "-DXML_STATIC")
    objects = [compiled(expat / f"{name}.c", *flags) for name in ("xmlparse", "xmlrole", "xmltok")]
    program = compiled(ROOT / "Tests" / "aarch64" / "program.c", "-Wall", "-Werror")
    objects += [compiled(host / "decimals.c", "-Wall", "-Werror"), compiled(PARTS / "sans.c", "-std=c23")]
    return [program, *objects, PARTS / "harfbuzz.o", PARTS / "zlib" / "libz-ng.a"]


def link(objects: list[pathlib.Path]) -> None:
    """Links a static program with the toolchain's linker and Debian's C library."""
    gcc = subprocess.run(["aarch64-linux-gnu-gcc", "-print-libgcc-file-name"], check=True, capture_output=True, text=True).stdout
    folders = [word for folder in (f"{C_LIBRARY}/lib", str(pathlib.Path(gcc).parent)) for word in ("-L", folder, "-B", folder)]
    tables = web.toolchain().parent / "lib" / "swift" / "embedded" / Compiler.target / "libswiftUnicodeDataTables.a"
    web.run(web.toolchain() / "clang", CLANG[0], "-fuse-ld=lld", "-static", *folders, "-Wl,--gc-sections",
            "-Wl,--allow-multiple-definition", "-o", PROGRAM, *objects, tables, "-lm")  # fmt: skip


def main() -> None:
    web.run("tools/setup", sys.executable, "aarch64")
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        print(f"aarch64-check: skipped, without {' and '.join(missing)} (tools/setup {sys.executable} aarch64)")
        return
    PARTS.mkdir(parents=True, exist_ok=True)
    parts = c_parts()
    compiler = Compiler(optimised=True)
    compiler.compile_all()
    modules = [compiler.folder(f"Stretto{name}") / f"Stretto{name}.o" for name in web.LINK_ORDER]
    link([parts[0], compiler.program(), *modules, *parts[1:]])
    web.run(PYTHON, "python/tests/support/aarch64.py", PROGRAM)


main()
