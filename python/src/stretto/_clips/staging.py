"""Files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import pathlib
import shutil
import tempfile
from collections.abc import Iterator


@contextlib.contextmanager
def staged(folder: pathlib.Path, within: pathlib.Path) -> Iterator[pathlib.Path]:
    """A new folder in `within`, whose files are moved into `folder` when all went well."""
    stage = pathlib.Path(tempfile.mkdtemp(prefix=".stretto-", dir=within))
    try:
        yield stage
        folder.mkdir(exist_ok=True)
        for file in sorted(stage.iterdir()):
            file.replace(folder / file.name)
    finally:
        shutil.rmtree(stage, ignore_errors=True)
