"""The process that runs a script for the preview, and answers questions about its scene.

Questions and answers are JSON objects. The bytes of a picture follow the JSON object of an answer. A crash or
an endless loop of the script affects only this process.
"""

from __future__ import annotations

import json
import math
import pathlib
import sys
import warnings
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from stretto import plot
from stretto._commands import scripts
from stretto._pictures import png
from stretto.errors import Error
from stretto.layer import Layer
from stretto.plot import _animations, _style, _time
from stretto.scene import Scene

#: Largest number of pixels of a frame. The browser enlarges a frame with this number of pixels if the page
#: needs more pixels.
_MOST_PIXELS = 1 << 23
#: Seconds that are shown of a scene that never repeats, and smallest duration of a scene without motion.
_ENDLESS, _STATIC = 10.0, 1.0
#: Number of points of a curve, largest number of copies in a graph, and largest number of outlined copies.
_POINTS, _MOST_LINES, _MOST_OUTLINES = 601, 24, 200
#: Number of lines of the script that are shown before and after the line that failed.
_AROUND = 2
#: Names of the components of a value, by their number.
_PARTS = {2: ("x", "y"), 4: ("red", "green", "blue", "alpha")}
#: Components of a transform that are drawn.
_OF_MATRICES = ("rotation.z", "scale.x", "translation.x", "translation.y")


class Stage:
    """A scene, with the layer that was clicked."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.chosen: Layer | None = None
        self.instance: tuple[int, ...] = ()
        #: Curves of the clicked layer and of its superlayers: layer, key path and index of the component.
        self.curves: list[tuple[Layer, str, int]] = []
        self.time = 0.0

    def about(self) -> dict[str, Any]:
        """Returns everything that the page needs before its first frame."""
        report = self.scene.loop_report()
        lasts = report.steady_from + (_ENDLESS if report.duration is None else report.duration)
        found = [str(diagnostic) for diagnostic in self.scene.diagnostics()]
        width, height = self.scene.size
        # Time at which the player continues after the end of the clip.
        again = report.steady_from if report.duration else 0.0
        return {
            "kind": "loaded", "width": width, "height": height, "duration": lasts or _STATIC, "again": again,
            "note": str(report).splitlines()[0], "diagnostics": list(dict.fromkeys(found)),
        }  # fmt: skip

    def frame(self, time: float, scale: float) -> tuple[dict[str, Any], bytes]:
        """Returns the picture at a time, and the outlines of the clicked layer."""
        width, height = self.scene.size
        scale = min(scale, math.sqrt(_MOST_PIXELS / (width * height)))
        pixels = self.scene.render(time, scale=scale)
        answer = {"kind": "frame", "time": time, "outlines": self._outlines(time)}
        return answer, png.encoded(pixels, compress=1)

    def hit(self, x: float, y: float, time: float) -> dict[str, Any]:
        """Returns the layer at a point, and the curves of the layer and of its superlayers."""
        found = self.scene.hit_test(x, y, time)
        self.chosen, self.time, self.curves = None, time, []
        if found is None:
            return {"kind": "hit", "name": None, "curves": []}
        self.chosen, self.instance = found.layer, found.instance
        moving = _animations.moving(self.scene)
        layer: Layer | None = found.layer
        names: list[str] = []
        while layer is not None and layer != self.scene.root:
            names.insert(0, layer.name or type(layer).__name__)
            if layer in moving:
                self._add_curves(layer)
            layer = layer.superlayer
        local = found.layer.local_time(time, found.instance)
        about = f"{_style.name_copy(found.instance)}, at {local:.2f} s of its own time"
        return {
            "kind": "hit", "name": " / ".join(names), "about": about, "outlines": self._outlines(time),
            "curves": list(map(self._title, self.curves)),
        }  # fmt: skip

    def graph(self, curve: int) -> dict[str, Any]:
        """Returns the numbers of one curve over the time of the scene, one line for each copy."""
        layer, key_path, component = self.curves[curve]
        about = self.about()
        copies = list(dict.fromkeys(item.instance for item in self.scene.instances(layer, self.time)))
        lines = []
        for position, instance in enumerate(copies[:_MOST_LINES]):
            across, up = _time.over_time(
                layer, key_path, instance, (0.0, about["duration"]), _POINTS, component
            )
            lines.append({
                "name": _style.name_copy(instance),
                "color": plot.COLORS[position % len(plot.COLORS)],
                "own": layer == self.chosen and instance == self.instance,
                "across": [round(float(value), 6) for value in across],
                "up": [None if math.isnan(value) else round(float(value), 6) for value in up],
            })  # fmt: skip
        return {"kind": "graph", "title": self._title(self.curves[curve]), "lines": lines, "all": len(copies)}

    def _add_curves(self, layer: Layer) -> None:
        """Adds a curve for each animated number of a layer."""
        rows = [
            name
            for animation in layer.animations.values()
            for name, _, _ in _animations.of_animation(None, animation)
        ]
        for key_path in dict.fromkeys(rows):
            try:
                shape = layer._sample(key_path, 0, 0, 1, ()).shape
            except Error:
                continue  # the value is a string, a picture or a path
            count = shape[1] if len(shape) == 2 else 1
            if count == 16:
                self.curves += [(layer, f"{key_path}.{part}", 0) for part in _OF_MATRICES]
            else:
                self.curves += [(layer, key_path, part) for part in range(count)]

    def _title(self, curve: tuple[Layer, str, int]) -> str:
        layer, key_path, component = curve
        shape = layer._sample(key_path, 0, 0, 1, ()).shape
        parts = _PARTS.get(shape[1]) if len(shape) == 2 else None
        if parts is not None and shape[1] == 4 and not key_path.endswith("Color"):
            parts = ("x", "y", "width", "height")
        part = f" ({parts[component]})" if parts else ""
        return f"{layer.name or type(layer).__name__}: {key_path}{part}"

    def _outlines(self, time: float) -> list[list[list[float]]]:
        """The corners of the bounds of each copy of the clicked layer, in the scene."""
        if self.chosen is None:
            return []
        found = []
        x, y, width, height = self.chosen.bounds
        corners = np.array(
            [[x, y, 0, 1], [x + width, y, 0, 1], [x + width, y + height, 0, 1], [x, y + height, 0, 1]]
        )
        for item in self.scene.instances(self.chosen, time)[:_MOST_OUTLINES]:
            projected = corners @ np.asarray(item.transform)
            if (projected[:, 3] > 0).all():
                found.append(np.round(projected[:, :2] / projected[:, 3:], 2).tolist())
        return found

    def answer(self, question: dict[str, Any]) -> tuple[dict[str, Any], bytes | None]:
        """Returns the answer to a question, and a picture or None. The server of the preview has already
        checked the question.
        """
        match question["ask"]:
            case "frame":
                return self.frame(question["time"], question["scale"])
            case "hit":
                return self.hit(question["x"], question["y"], question["time"]), None
            case _:
                return self.graph(min(max(0, question["curve"]), len(self.curves) - 1)), None


def _failure(error: BaseException, reference: str) -> dict[str, Any]:
    """An error of the script, with the line that failed and the lines around it."""
    path, _ = scripts.split(reference)
    cause = error.__cause__ if isinstance(error, scripts.ScriptError) and error.__cause__ else error
    line = scripts.line_of(cause, path)
    source: list[tuple[int, str]] = []
    if line is not None and path.is_file():
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        first = max(1, line - _AROUND)
        source = list(enumerate(lines[first - 1 : line + _AROUND], start=first))
    message = f"{type(cause).__name__}: {cause}"
    return {"kind": "failed", "message": message, "file": path.name, "line": line, "source": source}


def _files(reference: str) -> list[str]:
    """Paths of the files to watch: the script and its modules, or the document."""
    path, _ = scripts.split(reference)
    folder = path.resolve().parent
    modules = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    own = [name for name in modules if name and folder in pathlib.Path(name).resolve().parents]
    return [str(path), *own]


def main() -> None:
    """Runs a script, and answers questions until the server closes the connection."""
    connection = Connection(int(sys.argv[1]))
    reference, states = sys.argv[2:4]

    def send(answer: dict[str, Any], picture: bytes | None = None) -> None:
        connection.send_bytes(json.dumps({**answer, "picture": picture is not None}).encode())
        if picture is not None:
            connection.send_bytes(picture)

    try:
        with warnings.catch_warnings():
            warnings.showwarning = scripts.show_warning
            stage = Stage(scripts.loaded(reference, states).scene)
            about = stage.about()
        send({**about, "files": _files(reference)})
    except BaseException as error:
        send({**_failure(error, reference), "files": _files(reference)})
        return
    while True:
        try:
            question = json.loads(connection.recv_bytes())
        except (EOFError, OSError):
            return
        try:
            send(*stage.answer(question))
        except (Error, ArithmeticError, LookupError, TypeError, ValueError) as error:
            send({"kind": "failed", "message": str(error)})


if __name__ == "__main__":
    main()
