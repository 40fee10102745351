"""The command line: demo, render, graph, preview and doctor."""

from __future__ import annotations

import argparse
import concurrent.futures
import contextlib
import importlib.metadata
import os
import pathlib
import platform
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, cast

from stretto import __version__, reports
from stretto._clips import formats
from stretto._ffi import ffi, library
from stretto._pages import page
from stretto._pictures import vectors
from stretto.errors import Error, InvalidArgument, LoadError, MissingPackageError
from stretto.font import Font
from stretto.layer import Layer
from stretto.scene import Scene
from stretto.text import TextLayer

from . import demos, scripts
from .scripts import ScriptError

Command: TypeAlias = Callable[[argparse.Namespace], int]

_ABOUT = """\
Draws animated layers without a display, and shows one animation as many copies, each with its own time.

  stretto demo spinner                            a clip to look at
  stretto render clocks.py:scene -o clocks.png --time 2   a still
  stretto render clocks.py:make_scene -o clocks.gif --duration 3
  stretto render spinner.py -o spinner.svg                an SVG that moves; .json and .lottie are Lottie
  stretto render wallpaper.tendies -o wallpaper.gif --state Locked@0,Unlock@1 --duration 3
  stretto preview clocks.py:scene                 a page that follows the script as it is saved
  stretto graph clocks.py:scene --layer hand -o time.png  the layer whose name is "hand"
  stretto doctor                                  what is installed, and whether it works
"""
_STATUS = (
    "Exit status: 0 if the command succeeded, 1 if it failed (one line on stderr says why), 2 if the usage "
    "is wrong."
)
#: Exit statuses of shells for a program that Ctrl-C ended, and for a program whose output was closed.
_INTERRUPTED, _PIPE = 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status."""
    options = _parser().parse_args(arguments)
    with warnings.catch_warnings():
        warnings.showwarning = scripts.show_warning
        warnings.simplefilter("always", reports.DiagnosticWarning)
        return _run(options)


def _run(options: argparse.Namespace) -> int:
    command: Command = options.command
    try:
        status = command(options)
        sys.stdout.flush()
        return status
    except ScriptError as error:
        if options.traceback and error.__cause__ is not None:
            raise error.__cause__ from None
        return _fail(error)
    except (Error, ImportError, OSError, TypeError) as error:
        if isinstance(error, BrokenPipeError):
            # Redirect stdout, because Python would otherwise report a second error when it flushes stdout at
            # exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return _PIPE
        if options.traceback:
            raise
        return _fail(error)
    except KeyboardInterrupt:
        return _INTERRUPTED


def _fail(error: Exception) -> int:
    print("stretto:", " ".join(str(error).split()), file=sys.stderr)
    return 1


# Arguments


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="stretto", description=_ABOUT, epilog=_STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--version", action="version", version=f"stretto {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _demo_words(_command(commands, "demo", _demo, "writes a ready-made clip and prints its name"))
    _render_words(_command(commands, "render", _render, "draws a script's scene into a picture or a clip"))
    _graph_words(_command(commands, "graph", _graph, "draws a graph of the times that copies show"))
    _preview_words(
        _command(
            commands,
            "preview",
            _preview,
            "shows a scene on a web page that follows the script",
        )
    )
    _command(commands, "doctor", _doctor, "says what is installed and whether it works")
    return parser


def _command(commands: Any, name: str, run: Command, about: str) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=about[0].upper() + about[1:] + ".", epilog=_STATUS
    )
    made.add_argument("--traceback", action="store_true", help="print the whole Python traceback of an error")
    made.set_defaults(command=run)
    return made


def _demo_words(parser: argparse.ArgumentParser) -> None:
    names = "; ".join(f"{name}: {demo.about}" for name, demo in demos.DEMOS.items())
    parser.add_argument("name", nargs="?", choices=demos.DEMOS, metavar="NAME", help=names)
    parser.add_argument(
        "-o", "--output", metavar="OUT", help="the file, whose suffix selects the format (NAME.gif)"
    )
    parser.add_argument("--scale", type=float, default=2, metavar="S", help="pixels per point (2)")


def _script_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "script", metavar="SCRIPT.py[:NAME]",
        help="a script and, if the script has several scenes, the name of a scene or of a function that "
        "returns a scene; or a document (.ca, .caml, .zip, .tendies)",
    )  # fmt: skip
    parser.add_argument(
        "--state", metavar="NAME@T,...", default="",
        help="states of the scene, each with the time in seconds at which it begins (without @T: 0)",
    )  # fmt: skip


def _render_words(parser: argparse.ArgumentParser) -> None:
    _script_words(parser)
    parser.add_argument(
        "-o", "--output", required=True, metavar="OUT",
        help="the file, whose suffix selects the format; - writes a PNG to the standard output",
    )  # fmt: skip
    parser.add_argument(
        "--time", type=float, metavar="T",
        help="time of a still, or begin of a clip, in seconds (0; for one loop the time at which all "
        "animations have begun)",
    )  # fmt: skip
    parser.add_argument(
        "--duration",
        type=float,
        metavar="T",
        help="seconds of a clip (one loop; without a duration a .png file is a still)",
    )
    parser.add_argument("--fps", type=float, metavar="N", help="frames per second of a clip (about 30)")
    parser.add_argument("--scale", type=float, default=1, metavar="S", help="pixels per point (1)")
    parser.add_argument(
        "--fallback", choices=["error", "image"], default="error",
        help="for .svg, .json and .lottie: raise an error for a layer that the format cannot describe, or "
        "replace the layer by images (error)",
    )  # fmt: skip
    parser.add_argument(
        "--cluster", metavar="ADDRESS",
        help="draw the frames of a clip on a Dask cluster, such as tcp://10.0.0.1:8786",
    )  # fmt: skip


def _graph_words(parser: argparse.ArgumentParser) -> None:
    _script_words(parser)
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help=".png, .svg or .pdf")
    parser.add_argument(
        "--layer", metavar="NAME",
        help="a variable of the script, or the name of a layer (the first animated layer); the copies of a "
        "text are its letters",
    )  # fmt: skip
    parser.add_argument(
        "--key-path", metavar="PATH",
        help="draw the curve of this property with the time window of each copy (the map of times)",
    )  # fmt: skip
    parser.add_argument("--time", type=float, default=0, metavar="T", help="time of the scene in seconds (0)")
    parser.add_argument("--window", type=float, default=1, metavar="T", help="seconds of a time window (1)")
    parser.add_argument(
        "--duration", type=float, metavar="T",
        help="seconds of the map (one loop, or longer if the copies would be indistinguishable)",
    )  # fmt: skip


def _preview_words(parser: argparse.ArgumentParser) -> None:
    _script_words(parser)
    parser.add_argument("--no-browser", action="store_true", help="print the address, and open no browser")
    parser.add_argument("--port", type=int, default=0, metavar="N", help="port of 127.0.0.1 (a free port)")


# Commands


def _demo(options: argparse.Namespace) -> int:
    if options.name is None:
        for name, demo in demos.DEMOS.items():
            print(f"{name:10} {demo.about}")
        return 0
    demo = demos.DEMOS[options.name]
    output = options.output or f"{options.name}.gif"
    scene = demo.make()
    scene.movie(duration=demo.duration, fps=25, start=demo.start, scale=options.scale).save(output)
    print(output)
    return 0


def _render(options: argparse.Namespace) -> int:
    is_vector = options.output != "-" and vectors.is_vector(options.output)
    if options.output != "-" and not is_vector:
        formats.check_target(options.output)
    scene = scripts.loaded(options.script, options.state).scene
    if options.output == "-":
        _refuse_clip(options, "the standard output takes a still")
        if sys.stdout.isatty():
            raise InvalidArgument("a picture is not written to a terminal: use a pipe, or -o with a file")
        scene.save_png(sys.stdout.buffer, time=options.time or 0, scale=options.scale)
        sys.stdout.buffer.flush()
    elif is_vector:
        more = {} if options.fps is None else {"fps": options.fps}
        scene.save(
            options.output, duration=options.duration, start=options.time, fallback=options.fallback, **more
        )
    elif options.duration is None and pathlib.Path(options.output).suffix.lower() == ".png":
        _refuse_clip(options, "--fps is for a clip: give it a --duration")
        scene.save_png(options.output, time=options.time or 0, scale=options.scale)
    else:
        report = scene.loop_report()
        if options.duration is None and not report.duration and not reports.ends(report, options.time or 0):
            raise InvalidArgument(f"a clip needs a --duration, for {reports.why_no_loop(scene, report)}")
        movie = scene.movie(options.duration, options.fps, options.time, options.scale)
        with _executor(options.cluster) as executor:
            movie.save(options.output, executor=executor)
    return 0


@contextlib.contextmanager
def _executor(address: str | None) -> Iterator[concurrent.futures.Executor | None]:
    """The executor of a Dask cluster; None without an address."""
    if address is None:
        yield None
        return
    try:
        import distributed
    except ImportError as error:
        raise MissingPackageError("--cluster", "distributed", "cluster") from error
    try:
        client: Any = cast("Any", distributed).Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise InvalidArgument(f"there is no Dask cluster at {address}: {error}") from error
    with client:
        yield client.get_executor()


def _refuse_clip(options: argparse.Namespace, reason: str) -> None:
    if options.fps is not None or options.duration is not None:
        raise InvalidArgument(reason)


def _graph(options: argparse.Namespace) -> int:
    import matplotlib

    from stretto import plot

    matplotlib.use("Agg")
    script = scripts.loaded(options.script, options.state)
    layer = _layer_of_graph(script, options)
    if options.key_path is None:
        stop = None if options.duration is None else options.time + options.duration
        axes: Any = plot.time_map(layer, scene=script.scene, start=options.time, stop=stop)
    else:
        axes = plot.time_windows(
            layer, options.key_path, scene=script.scene, time=options.time, window=options.window
        )[0]
    try:
        axes.figure.savefig(options.output, dpi=160)
    except ValueError as error:  # matplotlib does not know the ending
        raise InvalidArgument(str(error)) from error
    return 0


def _layer_of_graph(script: scripts.Script, options: argparse.Namespace) -> Layer:
    """The layer with the given name, or its glyph layer if only the letters are animated. If no name is
    given, the result is the first animated layer, if possible a layer whose key path is animated.
    """
    from stretto.plot import _animations

    moving = _animations.moving(script.scene)
    if options.layer:
        named = script.layer(options.layer)
        in_glyph = (
            _first(named.glyph, moving) if isinstance(named, TextLayer) and named not in moving else None
        )
        return in_glyph or named
    found = _first(script.scene.root, _animations.moving(script.scene, options.key_path))
    found = found or _first(script.scene.root, moving)
    if found is None:
        states = script.scene.states
        asked = "" if options.state or not states else f", or a state with --state {states[0]}@0.5"
        raise InvalidArgument(f"no layer of the scene is animated; choose one with --layer{asked}")
    return found


def _first(layer: Layer, moving: set[Layer]) -> Layer | None:
    """The first animated layer, lower layers of the tree first, because lower layers have more copies."""
    for below in layer._below():
        found = _first(below, moving)
        if found is not None:
            return found
    return layer if layer in moving else None


def _preview(options: argparse.Namespace) -> int:
    if not 0 <= options.port < 1 << 16:
        raise InvalidArgument(
            f"--port was given {options.port}; it is from 1 to 65535, or 0 for any that is free"
        )
    try:
        from . import preview
    except ImportError as error:
        raise MissingPackageError("the preview", "werkzeug", "preview") from error
    scripts.check(options.script)
    preview.serve(options.script, options.state, options.port, opens=not options.no_browser)
    return 0


# Doctor

#: Packages and the extras that install them; None for a required package.
_PACKAGES = {
    "numpy": None,
    "Pillow": None,
    "matplotlib": "plot",
    "ipython": "notebook",
    "anywidget": "notebook",
    "av": "video",
    "brotli": "woff",
    "tqdm": "progress",
}
NO_EMOJI = "none: install Debian's fonts-noto-color-emoji, or the wheel that tools/emoji-package makes"


def _doctor(_options: argparse.Namespace) -> int:
    """Prints versions, the loaded library and the extras. Returns 0 if a test picture is correct, otherwise
    1.
    """
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
