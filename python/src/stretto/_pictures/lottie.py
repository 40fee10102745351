"""Lottie files before they are drawn: what they hold within themselves, and the pictures beside them."""

from __future__ import annotations

import base64
import json
import pathlib
from typing import Any

from stretto._ffi import files
from stretto._ffi.files import Folder
from stretto.errors import LimitError, LoadError

#: Layers of all compositions, each as often as it is shown.
_MOST_LAYERS = 1 << 16
_KINDS = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp", ".svg": "svg+xml"}


def checked(name: str) -> bytes:
    """The file as ThorVG may have it: with the pictures beside it in it, so that it opens no other.

    Raises `LoadError` for what is no Lottie file, holds itself, or names a picture outside of its folder;
    `LimitError` for one that shows more than 2^16 layers.
    """
    data = files.read(name)
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        why = "it nests too deep" if isinstance(error, RecursionError) else error
        raise LoadError(f"{name} cannot be read as a Lottie file: {why}") from None
    listed = found.get("assets") if isinstance(found, dict) else None
    assets = [asset for asset in listed if isinstance(asset, dict)] if isinstance(listed, list) else []
    if isinstance(found, dict):
        shown = _Shown(name, {str(asset.get("id")): asset for asset in assets})
        shown.count(found, ())
    embedded = [_embed(asset, name) for asset in assets]
    return json.dumps(found).encode() if any(embedded) else data


class _Shown:
    """Counts the layers of compositions, each composition once."""

    def __init__(self, name: str, assets: dict[str, Any]) -> None:
        self._name, self._assets = name, assets
        self._counts: dict[str, int] = {}

    def count(self, composition: dict[str, Any], above: tuple[str, ...]) -> int:
        """The layers of a composition that is shown by these. Raises errors of `checked`."""
        layers = composition.get("layers")
        total = 0
        for layer in layers if isinstance(layers, list) else []:
            reference = layer.get("refId") if isinstance(layer, dict) else None
            total += 1 if reference is None else 1 + self._below(str(reference), above)
            if total > _MOST_LAYERS:
                raise LimitError(f"{self._name} shows more than {_MOST_LAYERS} layers")
        return total

    def _below(self, reference: str, above: tuple[str, ...]) -> int:
        if reference in above:
            raise LoadError(f"{self._name}: its composition {reference[:40]!r} contains itself")
        if len(above) >= 64:
            raise LimitError(f"{self._name} has compositions nested more than 64 deep")
        if reference not in self._counts:
            self._counts[reference] = self.count(self._assets.get(reference, {}), (*above, reference))
        return self._counts[reference]


def _embed(asset: dict[str, Any], name: str) -> bool:
    """Puts the picture beside the file that an asset names into the asset. False if it names none."""
    file, folder = asset.get("p"), asset.get("u")
    if not isinstance(file, str) or file.startswith("data:") or not file:
        return False
    path = (folder if isinstance(folder, str) else "") + file
    if path.startswith("/") or ".." in path.split("/"):
        raise LoadError(f"{name} names the picture {path[:80]!r}, which is outside of its folder")
    data = Folder(pathlib.Path(name).absolute().parent).read(path)
    kind = _KINDS.get(pathlib.PurePath(path).suffix.lower(), "png")
    asset["u"], asset["e"] = "", 1
    asset["p"] = f"data:image/{kind};base64," + base64.b64encode(data or b"").decode("ascii")
    return True
