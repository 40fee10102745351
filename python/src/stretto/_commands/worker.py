"""The process in which a script runs: it makes the scene once, and answers questions about it.

Questions are objects in JSON, and so are answers; a picture follows its answer as bytes. What the script does
to its process (an endless loop, a crash) is seen by the server, and by nobody else.
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

#: Pixels of a frame at most; a larger zoom is shown by the browser.
_MOST_PIXELS = 1 << 23
#: Seconds of a scene that never repeats, and the least of one that does nothing.
_ENDLESS, _STILL = 10.0, 1.0
#: Points of a graph, copies in it, and copies that are outlined.
_POINTS, _MOST_LINES, _MOST_OUTLINES = 601, 24, 200
#: Lines of the script before and after the one that failed.
_AROUND = 2
#: The parts of a value by how many numbers it has.
_PARTS = {2: ("x", "y"), 4: ("red", "green", "blue", "alpha")}
#: Parts of a matrix that are drawn.
_OF_MATRICES = ("rotation.z", "scale.x", "translation.x", "translation.y")


class Stage:
    """A scene, and the layer in it that was clicked on."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.chosen: Layer | None = None
        self.instance: tuple[int, ...] = ()
        #: Curves of it and of the layers around it: a layer, a key path and which of its numbers.
        self.curves: list[tuple[Layer, str, int]] = []
        self.time = 0.0

    def about(self) -> dict[str, Any]:
        """Everything that the page needs before it shows a frame."""
        report = self.scene.loop_report()
        lasts = report.steady_from + (_ENDLESS if report.duration is None else report.duration)
        found = [str(diagnostic) for diagnostic in self.scene.diagnostics()]
        width, height = self.scene.size
        # Time at which the player goes on when the clip is over.
        again = report.steady_from if report.duration else 0.0
        return {
            "kind": "loaded", "width": width, "height": height, "duration": lasts or _STILL, "again": again,
            "note": str(report).splitlines()[0], "diagnostics": list(dict.fromkeys(found)),
        }  # fmt: skip

    def frame(self, time: float, scale: float) -> tuple[dict[str, Any], bytes]:
        """The picture at a time, and where the chosen layer is in it."""
        width, height = self.scene.size
        scale = min(scale, math.sqrt(_MOST_PIXELS / (width * height)))
        pixels = self.scene.render(time, scale=scale)
        answer = {"kind": "frame", "time": time, "outlines": self._outlines(time)}
        return answer, png.encoded(pixels, compress=1)

    def hit(self, x: float, y: float, time: float) -> dict[str, Any]:
        """The layer at a point, and what of it and of the layers around it can be drawn."""
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
        """The numbers of one of the curves, over all of the scene's time, a line a copy."""
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
        """Adds a curve for each number of a layer that is animated."""
        rows = [
            name
            for animation in layer.animations.values()
            for name, _, _ in _animations.of_animation(None, animation)
        ]
        for key_path in dict.fromkeys(rows):
            try:
                shape = layer._sample(key_path, 0, 0, 1, ()).shape
            except Error:
                continue  # a string, a picture or a path
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
        """The corners of the chosen layer's bounds, for each copy, in the scene."""
        if self.chosen is None:
            return []
        found = []
        x, y, width, height = self.chosen.bounds
        corners = np.array(
            [[x, y, 0, 1], [x + width, y, 0, 1], [x + width, y + height, 0, 1], [x, y + height, 0, 1]]
        )
        for item in self.scene.instances(self.chosen, time)[:_MOST_OUTLINES]:
            placed = corners @ np.asarray(item.transform)
            if (placed[:, 3] > 0).all():
                found.append(np.round(placed[:, :2] / placed[:, 3:], 2).tolist())
        return found

    def answer(self, question: dict[str, Any]) -> tuple[dict[str, Any], bytes | None]:
        """The answer to a question of the page, whose words the server has checked, and maybe a picture."""
        match question["ask"]:
            case "frame":
                return self.frame(question["time"], question["scale"])
            case "hit":
                return self.hit(question["x"], question["y"], question["time"]), None
            case _:
                return self.graph(min(max(0, question["curve"]), len(self.curves) - 1)), None


def _failure(error: BaseException, reference: str) -> dict[str, Any]:
    """An error of the script, with its line and those around it."""
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
    beside = path.resolve().parent
    modules = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    own = [name for name in modules if name and beside in pathlib.Path(name).resolve().parents]
    return [str(path), *own]


def main() -> None:
    """Runs a script and answers questions until the server is gone."""
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
