"""Scenes of users' scripts and documents."""

from __future__ import annotations

import contextlib
import dataclasses
import pathlib
import runpy
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any, TextIO, cast

from stretto.errors import Error, InvalidArgument
from stretto.layer import Layer
from stretto.scene import Scene
from stretto.text import TextLayer

_DOCUMENTS = ".ca", ".caml", ".zip", ".tendies", ".wallpaper"
#: Endings of files that are not scripts, for which there is a separate error message.
_NO_SCRIPTS = frozenset(
    [".gif", ".png", ".apng", ".webp", ".jpg", ".jpeg", ".mp4", ".webm", ".svg", ".pdf", ".json", ".ipynb"]
)


class ScriptError(Error):
    """A script has failed. The exception of the script is the cause (`__cause__`) of this error."""


@dataclasses.dataclass(frozen=True)
class Script:
    """The scene of a script, and the script's global names."""

    scene: Scene
    variables: dict[str, Any]

    def layer(self, name: str) -> Layer:
        """Returns the layer in the script's variable `name`, or else the first layer with the name. The
        ending ".glyph" stands for the glyph layer of a text.
        """
        text, dot, part = name.rpartition(".")
        found = self.variables.get(name)
        if isinstance(found, Layer):
            return found
        with contextlib.suppress(InvalidArgument):
            return self.scene.find(name)
        if dot and part == "glyph":
            around = self.layer(text)
            if isinstance(around, TextLayer):
                return around.glyph
            raise InvalidArgument(f"{around!r} has no glyph; a TextLayer has")
        raise InvalidArgument(f"there is no layer {name!r}, neither as a variable nor as a layer's name")


def load(reference: str) -> Script:
    """Runs `script.py` or `script.py:name` and returns its scene, or opens a document.

    `name` is the name of a `Scene`, or of a function that returns a scene. Without a name the script must
    have exactly one scene. Output of the script goes to stderr. The script does not run as `__main__`.
    """
    document = pathlib.Path(reference)
    if document.is_dir() or (document.suffix.lower() in _DOCUMENTS and document.is_file()):
        return Script(Scene.open(reference), {})
    path, name = check(reference)
    with _as_program(path):
        try:
            variables = runpy.run_path(str(path), run_name="__stretto__")
            return Script(_scene(variables, name, path), variables)
        except (Error, KeyboardInterrupt):
            raise
        except (Exception, SystemExit) as error:
            line = line_of(error, path)
            where = f"{path}:{line}" if line else path
            raise ScriptError(f"{where}: {type(error).__name__}: {error}") from error


def check(reference: str) -> tuple[pathlib.Path, str | None]:
    """Returns the path and the name in a reference. Raises `InvalidArgument` if there is no such script or
    document.
    """
    path, name = split(reference)
    if not path.exists():
        kind = "document" if path.suffix.lower() in _DOCUMENTS else "script"
        raise InvalidArgument(f"there is no {kind} {path}")
    if path.suffix.lower() in _NO_SCRIPTS:
        raise InvalidArgument(f"{path} is neither a script nor a document (.ca, .caml, .zip, .tendies)")
    return path, name


def split(reference: str) -> tuple[pathlib.Path, str | None]:
    path, colon, name = reference.rpartition(":")
    if colon and name.isidentifier() and not pathlib.Path(reference).exists():
        return pathlib.Path(path), name
    return pathlib.Path(reference), None


def _scene(variables: dict[str, Any], name: str | None, path: pathlib.Path) -> Scene:
    if name is not None:
        if name not in variables:
            raise InvalidArgument(
                f"{path} has no {name!r}; it has {_choices(variables) or 'no scene at all'}"
            )
        found = variables[name]
        if not isinstance(found, Scene) and callable(found):
            found = cast("Callable[[], Any]", found)()
        if not isinstance(found, Scene):
            raise InvalidArgument(f"{name!r} of {path} is no Scene but {type(found).__name__}")
        return found
    scenes = {id(value): value for value in variables.values() if isinstance(value, Scene)}
    choices = _choices(variables)
    if not scenes and not choices:
        raise InvalidArgument(
            f"{path} makes no scene; a variable with one is needed, such as scene = st.Scene(160, 60), or a "
            "function that returns one"
        )
    if len(scenes) != 1:
        raise InvalidArgument(
            f"{path} leaves {len(scenes)} scenes; name one as {path.name}:NAME, from {choices}"
        )
    return next(iter(scenes.values()))


def _choices(variables: dict[str, Any]) -> str:
    """The scenes, and the functions of the script that may return a scene."""
    scenes = [name for name, value in variables.items() if isinstance(value, Scene)]
    functions = [
        name
        for name, value in variables.items()
        if getattr(value, "__module__", None) == "__stretto__" and "scene" in name.lower()
    ]
    return ", ".join(scenes + functions)


def line_of(error: BaseException, path: pathlib.Path) -> int | None:
    """Returns the line of the script that raised an exception, or None if other code raised the exception."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if pathlib.Path(frame.filename).name == path.name]
    if isinstance(error, SyntaxError):
        lines = [error.lineno]
    return lines[-1] if lines else None


@contextlib.contextmanager
def _as_program(path: pathlib.Path) -> Iterator[None]:
    """Sets arguments and search path as for a program, and redirects the standard output."""
    arguments, search = sys.argv, sys.path[:]
    sys.argv, sys.path[:] = [str(path)], [str(path.parent.resolve()), *search]
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        sys.argv, sys.path[:] = arguments, search


def show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Prints a warning in one line."""
    print("stretto: warning:", " ".join(str(message).split()), file=sys.stderr)


def loaded(reference: str, states: str) -> Script:
    """Returns the script or document with changes of state ("on@0.5,off@2")."""
    script = load(reference)
    for change in filter(None, states.split(",")):
        name, _, time = change.rpartition("@") if "@" in change else (change, "", "0")
        try:
            script.scene.set_state(name.strip(), float(time))
        except ValueError as error:
            if isinstance(error, Error):
                advice = "; a time is written behind @, as on@0.5" if set(name) & set("=:") else ""
                raise InvalidArgument(f"{error}{advice}") from None
            raise InvalidArgument(f"--state {change}: {time!r} is no time in seconds") from error
    return script
