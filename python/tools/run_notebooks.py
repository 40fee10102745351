"""Runs the example notebooks and stores their output as text and small still pictures.

    python python/tools/run_notebooks.py

The notebooks are in python/examples/notebooks, and the script replaces them.
"""

from __future__ import annotations

import base64
import html
import io
import json
import os
import pathlib
import re
import tempfile
from typing import Any

import nbformat
from nbclient import NotebookClient
from PIL import Image as Pillow

FOLDER = pathlib.Path(__file__).parent.parent / "examples" / "notebooks"
#: Longest side of a stored picture, in pixels.
LONGEST = 880
_CLIP = re.compile(r'data-clip="([^"]*)"')
_SHEET = re.compile(r'src="data:image/png;base64,([^"]*)"')


def read(path: pathlib.Path) -> Any:
    return nbformat.read(path, as_version=nbformat.NO_CONVERT)  # type: ignore[no-untyped-call]


def run(notebook: Any, folder: pathlib.Path) -> None:
    """Runs a notebook in a folder for its files, and replaces the notebook's output with text and small still
    pictures.
    """
    client = NotebookClient(notebook, timeout=600, startup_timeout=600, kernel_name="python3")
    client.execute(cwd=str(folder), env={**os.environ, "OUT": str(folder)})
    for key in ("language_info", "widgets"):
        notebook.metadata.pop(key, None)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            if "data" in output:
                output["data"] = _reduced(output["data"])
                # The metadata of a PNG picture contain the size at which a notebook shows the picture.
                about = output["metadata"]
                output["metadata"] = {key: about[key] for key in ("image/png",) if key in about}


def _reduced(data: Any) -> dict[str, str]:
    """Returns the text and one picture of an output. If the output is a player, the picture is the first
    frame of the player.
    """
    reduced = {"text/plain": data.get("text/plain", "")}
    sheet = _SHEET.search(data.get("text/html", ""))
    if "image/png" in data:
        reduced["image/png"] = _small(Pillow.open(io.BytesIO(base64.b64decode(data["image/png"]))))
    elif sheet:
        clip = json.loads(html.unescape(_CLIP.findall(data["text/html"])[0]))
        picture = Pillow.open(io.BytesIO(base64.b64decode(sheet[1])))
        reduced["image/png"] = _small(picture.crop((0, 0, clip["width"], clip["height"])))
    elif "text/html" in data:
        reduced["text/html"] = data["text/html"]
    return reduced


def _small(picture: Pillow.Image) -> str:
    picture.thumbnail((LONGEST, LONGEST))
    file = io.BytesIO()
    picture.save(file, "png", optimize=True)
    return base64.b64encode(file.getvalue()).decode("ascii")


def main() -> None:
    for path in sorted(FOLDER.glob("*.ipynb")):
        notebook = read(path)
        with tempfile.TemporaryDirectory() as folder:
            run(notebook, pathlib.Path(folder))
        nbformat.write(notebook, path)  # type: ignore[no-untyped-call]
        print(f"{path.name}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
