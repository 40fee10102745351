"""Golden pictures: files that a person looked at, with which the tests compare new pictures."""

from __future__ import annotations

import io
import pathlib
import tempfile

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

Pixels = npt.NDArray[np.uint8]


def is_near(drawn: Pixels, golden: Pixels, level: int = 2, most: int = 2, fraction: float = 0) -> bool:
    """True if two pictures have equal sizes and nearly equal values.

    At most the fraction `fraction` of the values may differ by more than `level` of 255, and no value by more
    than `most`. The last bit may differ on a processor whose sine function rounds differently.
    """
    if drawn.shape != golden.shape:
        return False
    apart = np.abs(drawn.astype(int) - golden)
    return bool(apart.max() <= most and (apart > level).mean() <= fraction)


class Goldens:
    """Compares pictures with the golden files. With `update`, rewrites the golden files that differ."""

    def __init__(self, update: bool) -> None:
        self.update = update
        self.written: list[pathlib.Path] = []

    def picture(
        self, path: pathlib.Path, drawn: Pixels, level: int = 2, most: int = 2, fraction: float = 0
    ) -> None:
        """Fails unless the pixels (straight RGBA) are near the pixels of a PNG file, as `is_near` defines."""
        same = False
        if path.exists():
            with Image.open(path) as file:
                same = is_near(drawn, np.asarray(file.convert("RGBA")), level, most, fraction)
        if not same:
            data = io.BytesIO()
            Image.fromarray(drawn).save(data, "png", optimize=True)
            self.differs(path, data.getvalue())

    def differs(self, path: pathlib.Path, made: bytes) -> None:
        """Fails because a golden file differs from the new picture, and saves the new picture in a temporary
        folder.
        """
        if self.update:
            path.write_bytes(made)
            self.written.append(path)
            return
        shown = pathlib.Path(tempfile.mkdtemp(prefix="stretto-golden-")) / path.name
        shown.write_bytes(made)
        reason = "is not what is drawn now" if path.exists() else "is missing"
        pytest.fail(f"{path} {reason}: compare it with {shown}; `tools/goldens` keeps what is drawn")
