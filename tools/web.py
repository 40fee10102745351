#!/usr/bin/env python3
"""Builds the engine for web pages.

    tools/web.py all FOLDER                   writes the wasm module, the scripts and their types
    tools/web.py all --without-text FOLDER    leaves HarfBuzz and Stretto Sans out, so texts are invisible
    tools/web.py check                        compiles without optimisation, links, and draws a frame in Node
    tools/web.py modules                      only checks that the modules are valid Embedded Swift for 32 bits

The script compiles the Swift modules as Embedded Swift, lowest first, two at a time. A compiled module is cached by the digest of
its inputs in STRETTO_CACHE, or else in .build/web, so that a second build compiles only the changed modules.
"""

import argparse
import base64
import concurrent.futures
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
from typing import NoReturn

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources"
SCRATCH = ROOT / ".build" / "web"
PARTS = SCRATCH / "parts"
#: Folder with the C libraries of the native build. The headers of HarfBuzz and expat in this folder are enough to check the Swift
#: modules.
LIBRARY_PARTS = ROOT / ".build"
TARGET = "wasm32-unknown-none-wasm"
CACHE = os.environ.get("STRETTO_CACHE")
OBJECTS = pathlib.Path(CACHE) if CACHE else SCRATCH / "objects"

#: Modules that the engine for web pages does not contain.
LEFT_OUT = {"StrettoABI", "StrettoSVG"}
#: Source files that all wasm modules contain.
SHARED = ["Sources/StrettoWeb/Answer.swift"]
#: Compiler pass that is disabled for a module. Swift 6.3.1 crashes in copy-propagation. Swift's inliner makes the code larger,
#: and LLVM still inlines without Swift's inliner. LLVM must inline `swift_retain`, because LLVM would otherwise move loads of a
#: reference count across the call.
WITHOUT = {"StrettoRaster": "copy-propagation"} | dict.fromkeys(
    ["StrettoDocument", "StrettoLayers", "StrettoQuestions", "StrettoText"], "inline"
)
#: Order in which modules are linked. Each module contains copies of functions of other modules, and the linker keeps the first
#: copy of a function.
LINK_ORDER = ["Geometry", "Raster", "Presentation", "Imaging", "Timing", "DisplayList", "Layers", "Text", "Questions",
              "HitTesting", "Document", "Web"]  # fmt: skip
#: Modules of the second wasm module, which exports scenes as Swift source.
SOURCE_ORDER = ["Geometry", "Imaging", "Timing", "Layers", "Text", "Document", "Export", "WebSource"]
#: Modules of the third wasm module, which exports scenes as animated SVG and Lottie.
VECTOR_ORDER = ["Geometry", "Raster", "Presentation", "Imaging", "Timing", "DisplayList", "Layers", "Text", "Questions",
                "Document", "Vector", "WebVector"]  # fmt: skip
#: Stack size in bytes, for trees of 256 levels with 3-D sorting on each level.
STACK = 1 << 22
#: Limit of an engine's memory in bytes.
MOST_MEMORY = 1 << 30

#: Options of binaryen that disable further inlining. Without inlining, the wasm module is larger but a twentieth smaller after
#: compression.
APART = [
    "--always-inline-max-function-size=0",
    "--flexible-inline-max-function-size=0",
    "--one-caller-inline-max-function-size=0",
]
FEATURES = [
    "simd",
    "bulk-memory",
    "nontrapping-float-to-int",
    "sign-ext",
    "mutable-globals",
    "multivalue",
    "reference-types",
]


def fail(message: str) -> NoReturn:
    sys.exit(f"web: {message}")


def run(*command: object, **options: object) -> None:
    subprocess.run([str(word) for word in command], check=True, cwd=ROOT, **options)  # type: ignore[call-overload]


def toolchain() -> pathlib.Path:
    swiftc = shutil.which("swiftc")
    if swiftc is None:
        fail("no swiftc on the PATH")
    return pathlib.Path(swiftc).resolve().parent


def modules() -> dict[str, list[str]]:
    """Returns the Swift modules of the wasm module with their imports, from Package.swift."""
    dump = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, check=True, capture_output=True).stdout
    found = {}
    for target in json.loads(dump)["targets"]:
        if target["type"] == "regular" and target.get("path") is None and target["name"] not in LEFT_OUT:
            found[target["name"]] = [item["byName"][0] for item in target["dependencies"]]
    every = list(found)
    found["StrettoWeb"] = [module for module in every if module not in ("StrettoExport", "StrettoVector")]
    found["StrettoWebSource"] = [f"Stretto{name}" for name in SOURCE_ORDER[:-1]]
    found["StrettoWebVector"] = [f"Stretto{name}" for name in VECTOR_ORDER[:-1]]
    return found


class Compiler:
    """Compiles Swift modules and caches the results."""

    #: Target of the compiler, name of the target in the cache, and flags for the headers of the target's C library.
    target, kind = TARGET, "wasm"
    headers: tuple[str, ...] = ("-isystem", "/usr/include/wasm32-wasi", "-msimd128")
    parts = PARTS

    def __init__(self, *, optimised: bool, text: bool = True, code: bool = True) -> None:
        self.optimised, self.text, self.code = optimised, text, code
        self.modules = modules()
        self.version = subprocess.run(["swiftc", "--version"], capture_output=True, text=True, check=True).stdout
        self.keys: dict[str, str] = {}

    def command(self, module: str) -> list[str]:
        level = "-Osize" if self.optimised else "-Onone"
        words = ["swiftc", "-target", self.target, "-swift-version", "6", "-wmo", "-parse-as-library", level]
        if self.optimised:
            # The pass closure-specialize copies a function for each closure argument, for example for each of 21 blend modes.
            words += ["-Xllvm", "-sil-disable-pass=closure-specialize"]
            if module in WITHOUT:
                words += ["-Xllvm", f"-sil-disable-pass={WITHOUT[module]}"]
        words += ["-enforce-exclusivity=unchecked", "-warnings-as-errors"]
        words += ["-enable-experimental-feature", "Embedded", "-enable-experimental-feature", "Extern"]
        words += ["-Xfrontend", "-function-sections", "-Xfrontend", "-disable-stack-protector"]
        words += ["-module-name", module, "-package-name", "stretto"]
        words += ["-I", "Sources/CLibExpat", "-I", "Sources/CZlibNG", "-I", "Sources/CLanes"]
        # A build without HarfBuzz cannot open fonts.
        if self.text or "StrettoText" not in [module, *self.needs(module)]:
            words += ["-I", "Sources/CHarfBuzz"]
        # Header paths are relative to the checkout, so that all checkouts share one cache.
        parts = (self.parts if self.code else LIBRARY_PARTS).relative_to(ROOT)
        for word in (
            *self.headers,
            f"-I{parts}/include",
            f"-I{parts}/text/include",
            f"-I{parts}/zlib/include",
        ):
            words += ["-Xcc", word]
        return words

    def needs(self, module: str) -> list[str]:
        """Returns all direct and indirect imports of a module. The interfaces of imported modules contain code that the module
        inlines.
        """
        found: dict[str, None] = {}
        for name in self.modules[module]:
            if name in self.modules:
                found |= dict.fromkeys([*self.needs(name), name])
        return list(found)

    def sources(self, module: str) -> list[str]:
        shared = SHARED if module in ("StrettoWebSource", "StrettoWebVector") else []
        return [*shared, *sorted(str(path.relative_to(ROOT)) for path in (SOURCES / module).glob("**/*.swift"))]

    def key(self, module: str) -> str:
        if module not in self.keys:
            self.keys[module] = self.digest(module)
        return self.keys[module]

    def digest(self, module: str) -> str:
        """Returns the digest of all inputs of a module."""
        digest = hashlib.sha256((self.version + " ".join(self.command(module))).encode())
        for name in self.needs(module):
            digest.update(self.key(name).encode())
        for path in self.sources(module):
            digest.update(path.encode() + b"\0" + (ROOT / path).read_bytes())
        return digest.hexdigest()[:32]

    def folder(self, module: str) -> pathlib.Path:
        return OBJECTS / f"{self.kind}-{module}-{self.key(module)}"

    def compile(self, module: str) -> None:
        made = self.folder(module)
        if made.exists():
            os.utime(made)
            return
        started = time.monotonic()
        half_made = made.with_suffix(f".{os.getpid()}")
        shutil.rmtree(half_made, ignore_errors=True)
        half_made.mkdir(parents=True)
        words = self.command(module)
        for name in self.needs(module):
            words += ["-I", str(self.folder(name))]
        words += ["-emit-module-path", str(half_made / f"{module}.swiftmodule"), *self.sources(module)]
        words += ["-c", "-o", str(half_made / f"{module}.o")] if self.code else ["-emit-module"]
        run(*words)
        if self.digest(module) != self.keys[module]:
            fail(f"{module} was edited while it was compiled; build again")
        shutil.rmtree(made, ignore_errors=True)
        half_made.rename(made)
        print(f"web: {module}, {time.monotonic() - started:.0f} s", flush=True)

    def compile_all(self) -> None:
        """Compiles two modules at a time, each after its imports."""
        for module in self.modules:
            self.key(module)
        waiting = list(self.modules)
        running: dict[concurrent.futures.Future[None], str] = {}
        done: set[str] = set()
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            while waiting or running:
                for module in [module for module in waiting if done.issuperset(self.needs(module))][: 2 - len(running)]:
                    waiting.remove(module)
                    running[pool.submit(self.compile, module)] = module
                for future in concurrent.futures.wait(running, return_when="FIRST_COMPLETED").done:
                    done.add(running.pop(future))
                    try:
                        future.result()
                    except (subprocess.CalledProcessError, SystemExit) as error:
                        print(f"web: {error}", file=sys.stderr, flush=True)
                        os._exit(1)


def link(compiler: Compiler, out: pathlib.Path, order: list[str], *, small: bool) -> None:
    """Links Swift modules and C libraries into a wasm module, and shrinks the module with binaryen."""
    folder = toolchain()
    builtins = sorted(pathlib.Path("/usr/lib").glob("llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a"))
    if not builtins:
        fail("the runtime of clang for wasm is missing: tools/setup /usr/bin/python3 web")
    objects: list[object] = [compiler.folder(f"Stretto{name}") / f"Stretto{name}.o" for name in order]
    parts = [
        "host",
        "decimals",
        "xmlparse",
        "xmlrole",
        "xmltok",
        *(["harfbuzz", "sans", "unicode"] if compiler.text else []),
    ]
    objects += [PARTS / f"{name}.o" for name in parts]
    objects.append(PARTS / "zlib" / "libz-ng.a")
    objects.append(folder.parent / "lib" / "swift" / "embedded" / TARGET / "libswiftUnicodeDataTables.a")
    out.parent.mkdir(parents=True, exist_ok=True)
    linked = SCRATCH / f"linked-{out.name}"
    run(folder / "wasm-ld", "--no-entry", "--gc-sections", "--strip-all", "-O2", "--stack-first", "-z", f"stack-size={STACK}",
        f"--max-memory={MOST_MEMORY}", "--export-memory", *objects, "-L", "/usr/lib/wasm32-wasi", "-lc", "-lm", builtins[-1],
        "-o", linked)  # fmt: skip
    if not small:
        shutil.move(linked, out)
        return
    if not shutil.which("wasm-opt"):
        fail("wasm-opt is missing: tools/setup /usr/bin/python3 web")
    # Flat code without nested expressions lets binaryen merge more of it.
    passes = ["-Oz", "-Oz", "--flatten", "--rereloop", "-Oz", "-Oz"]
    run("wasm-opt", *(f"--enable-{name}" for name in FEATURES), *APART, *passes, linked, "-o", out)


# MARK: scripts

#: Folder of the scripts that are joined into one script. Each script comes before the scripts that import the script.
SCRIPTS = ROOT / "web" / "src"
ENTRIES = ["library.js", "element.js", "explorer.js", "stage.js"]
#: Public names, which are the exports of stretto.js and the properties of `stretto` in stretto.engine.js.
EXPORTS = [
    "open",
    "player",
    "use",
    "memorySize",
    "StrettoError",
    "Scene",
    "Layer",
    "Player",
    "SceneElement",
    "ExplorerElement",
]

ABOUT = "// Stretto in web pages: docs/book/first/web.md says how it is used. Made by tools/web.py from web/src.\n"

MODULE_END = """
const library = strettoLibrary();
library.setHost(async () => {
  const address = new URL("stretto.wasm", import.meta.url);
  if (address.protocol !== "file:" || !globalThis.process?.versions?.node) return address;
  return (await import("node:fs/promises")).readFile(address);
}, `(${strettoLibrary})().serveStage(self);`);
library.defineElements();
export const { %s } = library;
"""

CLASSIC = """(function engine() {
  // Ids of a page are globals too, until something takes their place.
  if (globalThis.stretto?.StrettoError) return;
%s
  const library = strettoLibrary();
  const packed = "%s";
  library.setHost(() => library.unpacked(library.fromBase64(packed)), `(${strettoLibrary})().serveStage(self);`);
  // For pages that are written by pages.
  library.script = () => `(${engine})();`;
  globalThis.stretto = library;
  library.defineElements();
})();
"""

#: Template of a script that contains a wasm module and exports scenes with the wasm module.
EXPORT_SCRIPT = """(() => {
%s
  globalThis.%s = strettoLibrary().%s("%s");
})();
"""


def scripts(entries: list[str], given: list[str]) -> str:
    """Joins scripts into the body of one function, so that a worker can receive the text of the function.

    Args:
        entries: scripts to include, with the scripts that they import.
        given: names that the function returns.
    """
    parts: dict[str, str] = {}

    def add(name: str) -> None:
        if name in parts:
            return
        text = (SCRIPTS / name).read_text(encoding="utf-8")
        parts[name] = ""
        for needed in re.findall(r'^import .* from "\./(.*)";$', text, re.MULTILINE):
            add(needed)
        text = re.sub(r"^import .*;\n", "", text, flags=re.MULTILINE)
        # Each script is placed after the scripts that the script imports.
        del parts[name]
        parts[name] = re.sub(r"^export (?=async function|function|class|const)", "", text, flags=re.MULTILINE).strip()

    for entry in entries:
        add(entry)
    body = "\n\n".join(parts.values())
    return f"function strettoLibrary() {{\n\n{body}\n\nreturn {{ {', '.join(given)} }};\n}}\n"


def packed(module: pathlib.Path) -> str:
    """Returns a wasm module compressed with gzip and encoded in base64, for embedding in a script."""
    return base64.b64encode(gzip.compress(module.read_bytes(), 9, mtime=0)).decode()


def write_scripts(folder: pathlib.Path) -> None:
    """Writes stretto.js with its types, and stretto.engine.js, which contains the wasm module."""
    body = scripts(ENTRIES, [*EXPORTS, "Graph", "serveStage", "setHost", "defineElements", "unpacked", "fromBase64"])
    (folder / "stretto.js").write_text(ABOUT + body + MODULE_END % ", ".join(EXPORTS), encoding="utf-8")
    shutil.copy(ROOT / "web" / "stretto.d.ts", folder / "stretto.d.ts")
    classic = CLASSIC % (body, packed(folder / "stretto.wasm"))
    (folder / "stretto.engine.js").write_text(ABOUT + classic, encoding="utf-8")


def write_export_script(folder: pathlib.Path, name: str, variable: str, entry: str, module: pathlib.Path) -> None:
    """Writes an export script with its own wasm module. The playground loads an export script on demand."""
    script = EXPORT_SCRIPT % (scripts(["exports.js"], [entry]), variable, entry, packed(module))
    (folder / name).write_text(ABOUT + script, encoding="utf-8")


#: JavaScript that draws a red square on white, and prints the size of the frame, two pixels and the hit layer.
CHECK = """
import { readFileSync } from "node:fs";
const stretto = await import(process.argv[1]);
const scene = await stretto.open(`<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 40 20"
  geometryFlipped="1" backgroundColor="1 1 1"><sublayers><CALayer name="square" bounds="0 0 10 10" position="20 10"
  backgroundColor="1 0 0"/></sublayers></CALayer></caml>`);
const { width, height, data } = scene.render(0.5, { scale: 2 });
const pixel = (x, y) => Array.from(data.slice(4 * (y * width + x), 4 * (y * width + x) + 4)).join(" ");
console.log(width, height, pixel(40, 20), pixel(0, 0), scene.hit(20, 10, 0).name);
"""
CHECKED = "80 40 255 0 0 255 255 255 255 255 square"


def check(compiler: Compiler) -> None:
    """Links the wasm module and draws a frame with the scripts for web pages."""
    folder = SCRATCH / "check"
    folder.mkdir(parents=True, exist_ok=True)
    link(compiler, folder / "stretto.wasm", LINK_ORDER, small=False)
    write_scripts(folder)
    (folder / "package.json").write_text('{ "type": "module" }')
    command = ["node", "--input-type=module", "--eval", CHECK, (folder / "stretto.js").as_uri()]
    found = subprocess.run(command, capture_output=True, text=True)
    if found.stdout.strip() != CHECKED:
        fail(f"the frame is another one: {found.stdout}{found.stderr}")
    print("wasm-check: ok")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check")
    commands.add_parser("modules")
    everything = commands.add_parser("all")
    everything.add_argument("--fast", action="store_true", help="do not shrink the linked module with binaryen")
    everything.add_argument("--without-text", action="store_true", help="leave HarfBuzz and Stretto Sans out of the module")
    everything.add_argument("folder", type=pathlib.Path)
    given = parser.parse_args()
    if given.command == "modules":
        (LIBRARY_PARTS / "include").mkdir(exist_ok=True)
        for header in ("expat.h", "expat_external.h"):
            shutil.copy(f"/usr/include/{header}", LIBRARY_PARTS / "include")
        Compiler(optimised=False, code=False).compile_all()
        print("wasm-modules: ok")
        return
    run("tools/web-parts", PARTS)
    if given.command == "check":
        compiler = Compiler(optimised=False)
        compiler.compile_all()
        check(compiler)
        return
    compiler = Compiler(optimised=True, text=not given.without_text)
    compiler.compile_all()
    folder = given.folder
    folder.mkdir(parents=True, exist_ok=True)
    link(compiler, folder / "stretto.wasm", LINK_ORDER, small=not given.fast)
    write_scripts(folder)
    if not given.without_text:
        source, vectors = SCRATCH / "stretto.source.wasm", SCRATCH / "stretto.vectors.wasm"
        link(compiler, source, SOURCE_ORDER, small=not given.fast)
        link(compiler, vectors, VECTOR_ORDER, small=not given.fast)
        write_export_script(folder, "stretto.source.js", "strettoSource", "sourceWriter", source)
        write_export_script(folder, "stretto.vectors.js", "strettoVectors", "vectorWriter", vectors)


if __name__ == "__main__":
    main()
