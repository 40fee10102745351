"""LTMorphingLabel (github.com/lexrus/LTMorphingLabel): a text that changes into another text, letter by
letter.

The ported Swift code draws all letters in each frame. In the port, each letter is a layer whose animations
are sampled from the functions of the ported Swift code.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import stretto as st

DURATION, DELAY, SIZE = 0.6, 0.026, 40
WIDTH, ROW = 220, 100
#: Time in seconds at which the text is changed.
BEGIN = 0.2
OLD, NEW = "Design", "Thinking"
TIMES = (0, 0.24, 0.3, 0.4, 0.55, 1.2)
EFFECTS = ("scale", "evaporate")


def ease_out_quint(t: float) -> float:
    return (t - 1) ** 5 + 1


def difference(old: str, new: str) -> tuple[dict[int, int], list[int]]:
    """Letters of the old text that move, with their index in the new text, and letters of the new text that
    appear.

    Each letter of the old text moves to the first equal letter of the new text to which no other letter
    moves. A letter that keeps its index does not appear again.
    """
    moved_to: dict[int, int] = {}
    for index, letter in enumerate(old):
        free = [k for k, other in enumerate(new) if other == letter and k not in moved_to.values()]
        if free:
            moved_to[index] = free[0]
    return moved_to, [k for k in range(len(new)) if k not in moved_to.values()]


def progress(effect: str, index: int, is_new: bool, t: float) -> float:
    """Progress of a letter when the label's progress is `t`. Old letters are ahead of the label, and new
    letters are behind the label.
    """
    rank = index if effect == "scale" else round(math.cos(index) * 1.2)
    return min(1.0, max(0.0, t + (-DELAY if is_new else DELAY) * rank))


class Letters:
    """The letters of a text, each as a layer."""

    def __init__(self, effect: str, middle: tuple[float, float]) -> None:
        self.effect, self.middle = effect, middle
        self.layers: list[st.Layer] = []
        # The progress at which the last delayed letter has arrived.
        self.end = 1 + DELAY * max(len(OLD), len(NEW)) + 10 / 60 / DURATION

    def copies_of(self, string: str) -> list[st.text.TextCopy]:
        """Letters of a centred text, with their positions."""
        x, y = self.middle
        text = st.TextLayer(string, font_size=SIZE, position=(x, y - SIZE / 2), alignment_mode="center")
        text.font_features = "-kern"  # the original measures letters without kerning
        return text.copies()

    def add(self, letter: str, copy: st.text.TextCopy, name: str) -> st.TextLayer:
        layer = st.TextLayer(letter, font_size=SIZE, foreground_color="white", name=name)
        layer.position = (self.middle[0] + copy.x, self.middle[1] + copy.y - SIZE / 2)
        self.layers.append(layer)
        return layer

    def move(self, layer: st.TextLayer, key_path: str, value: Callable[[float], float]) -> None:
        """Animates a property as a function of the label's progress, which ends above 1.

        Old letters keep their values until the text is changed. At the change, letters that are ahead of the
        label jump to their progress.
        """
        moving = st.KeyframeAnimation.sampled(
            key_path, lambda time: value(time / DURATION), duration=self.end * DURATION, tolerance=1e-3
        )
        moving.begin_time, moving.removed_on_completion = BEGIN, False
        moving.fill_mode = "both" if layer.name == "new" else "forwards"
        layer.add_animation(moving)

    def stay(self, letter: str, index: int, start: st.text.TextCopy, goal: st.text.TextCopy) -> None:
        def moved(t: float) -> float:
            return (goal.x - start.x) * ease_out_quint(progress(self.effect, index, False, t))

        self.move(self.add(letter, start, "moved"), "transform.translation.x", moved)

    def vanish(self, letter: str, index: int, start: st.text.TextCopy) -> None:
        layer = self.add(letter, start, "old")

        def far(t: float) -> float:
            return progress(self.effect, index, False, t)

        if self.effect == "scale":
            self.move(layer, "opacity", lambda t: 1 - far(t))
            self.shrink(layer, lambda t: 1 - ease_out_quint(far(t)))
        else:
            self.move(layer, "opacity", lambda t: 1 - ease_out_quint(far(t)))
            self.move(layer, "transform.translation.y", lambda t: -0.8 * SIZE * ease_out_quint(far(t)))

    def appear(self, letter: str, index: int, goal: st.text.TextCopy) -> None:
        layer = self.add(letter, goal, "new")

        def far(t: float) -> float:
            return progress(self.effect, index, True, t)

        self.move(layer, "opacity", lambda t: min(1.0, t))
        if self.effect == "scale":
            self.shrink(layer, lambda t: ease_out_quint(far(t)))
        else:
            self.move(layer, "transform.translation.y", lambda t: 1.2 * SIZE * (1 - ease_out_quint(far(t))))

    def shrink(self, layer: st.TextLayer, size: Callable[[float], float]) -> None:
        """Animates a smaller font size. The letter moves down so that its baseline stays in place."""
        self.move(layer, "transform.scale.xy", lambda t: max(1e-4, size(t)))
        self.move(layer, "transform.translation.y", lambda t: SIZE * (1 - max(1e-4, size(t))))


def label(effect: str, middle: tuple[float, float]) -> Letters:
    letters = Letters(effect, middle)
    old, new = letters.copies_of(OLD), letters.copies_of(NEW)
    moved_to, come = difference(OLD, NEW)
    for index, letter in enumerate(OLD):
        if index in moved_to:
            letters.stay(letter, index, old[index], new[moved_to[index]])
        else:
            letters.vanish(letter, index, old[index])
    for index in come:
        letters.appear(NEW[index], index, new[index])
    return letters


def scene() -> st.Scene:
    made = st.Scene(WIDTH, ROW * len(EFFECTS), background="#2b2d42")
    for row, effect in enumerate(EFFECTS):
        made.add_sublayer(*label(effect, (WIDTH / 2, ROW * (row + 0.5))).layers)
    return made
