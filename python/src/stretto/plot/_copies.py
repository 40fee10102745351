"""Which copies of a layer there are to draw."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from stretto._numbers import instance_indices, shown
from stretto.errors import InvalidArgument, warn
from stretto.layer import Layer, ReplicatorLayer
from stretto.portal import ViewReplicator
from stretto.scene import Scene
from stretto.text import TextLayer

#: More graphs than this in one figure cannot be read.
MOST = 24


def indices(
    layer: Layer,
    scene: Scene | None,
    time: float,
    instances: Iterable[Iterable[int]] | None,
) -> list[tuple[int, ...]]:
    """The copies asked for, or all that can be seen at a time: at most `MOST`, with a warning."""
    if instances is not None:
        return named(instances)
    found = _visible(layer, scene, time) if scene is not None else _counted(layer)
    if not found:
        raise InvalidArgument(
            f"{layer!r} cannot be seen at {time:g} s; choose another time, or name copies with instances="
        )
    if len(found) > MOST:
        warn(f"the first {MOST} of {len(found)} copies are drawn; choose with instances=")
    return found[:MOST]


def named(instances: object) -> list[tuple[int, ...]]:
    """The copies that were asked for; raises TypeError for what names none."""
    if isinstance(instances, (str, bytes)) or not isinstance(instances, Iterable):
        raise TypeError(f"instances takes a list of copies such as [(0,), (2,)], not {shown(instances)}")
    return [_index(index) for index in instances]


def _index(index: object) -> tuple[int, ...]:
    if isinstance(index, (str, bytes)) or not isinstance(index, Iterable):
        step = f"write ({shown(index)},)"
        raise TypeError(f"instances takes a tuple for each copy such as (0,), not {shown(index)}; {step}")
    return tuple(instance_indices(index))


def _visible(layer: Layer, scene: Scene, time: float) -> list[tuple[int, ...]]:
    """Those that are drawn and not wholly transparent, each once however many portals show it."""
    return list(dict.fromkeys(item.index for item in scene.instances(layer, time) if item.color[3] > 0))


def _counted(layer: Layer) -> list[tuple[int, ...]]:
    """All that the replicators, texts and view replicators above make, without a scene to ask."""
    counts: list[int] = []
    above: Layer | None = layer.superlayer
    while above is not None:
        if isinstance(above, (ReplicatorLayer, TextLayer)):
            counts.insert(0, above.instance_count)
        elif isinstance(above, ViewReplicator):
            counts.insert(0, len(above.proxies))
        above = above.superlayer
    return list(itertools.islice(itertools.product(*map(range, counts)), MOST + 1))


def check_layer(layer: Layer) -> None:
    """Raises TypeError for what is no layer."""
    if not isinstance(layer, Layer):
        raise TypeError(f"a Layer is needed, not {type(layer).__name__} {shown(layer)}")
