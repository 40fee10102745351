"""The engine for web pages in tests: the folder to which `make web` writes it, and a function that runs it in
Node.
"""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import stretto as st

#: Folder to which `make web` writes the module and its scripts.
FOLDER = pathlib.Path(os.environ.get("STRETTO_WEB", pathlib.Path(__file__).parents[3] / "dist" / "web"))
NODE = shutil.which("node")

needs_web = pytest.mark.skipif(
    not (FOLDER / "stretto.js").exists(), reason="the engine for web pages is not built: make web"
)
needs_node = pytest.mark.skipif(NODE is None, reason="no Node to run the engine in: install Debian's nodejs")


def in_node(program: str, given: object = None, seconds: float = 300) -> Any:
    """Runs the body of an async JavaScript function with `stretto` and `given`, and returns its result as
    JSON values.
    """
    text = (
        f"import * as stretto from {json.dumps((FOLDER / 'stretto.js').as_uri())};"
        "import { readFileSync } from 'node:fs'; import { webcrypto } from 'node:crypto';"
        "globalThis.crypto ??= webcrypto;"
        "const given = JSON.parse(readFileSync(0, 'utf8'));"
        "const bytes = (text) => new Uint8Array(Buffer.from(text, 'base64'));"
        f"const result = await (async () => {{ {program} }})();"
        "console.log(JSON.stringify(result ?? null));"
    )
    ran = subprocess.run(
        [str(NODE), "--input-type=module", "--eval", text],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=seconds,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def digests(document: bytes, times: Iterable[float], scale: float) -> list[str]:
    """SHA-256 digests of the library's frames of a document, from straight RGBA pixels."""
    with st.Scene.from_bytes(document) as scene:
        return [
            hashlib.sha256(np.ascontiguousarray(scene.render(time, scale=scale)).tobytes()).hexdigest()
            for time in times
        ]
