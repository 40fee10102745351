"""Tests of staggered letters: a text removes an animation of a letter by the letter's own time, in frames and
in queries.
"""

from __future__ import annotations

import numpy as np
import pytest

import stretto as st


def staggered(removed: bool = True, **properties: float) -> tuple[st.Scene, st.TextLayer]:
    scene = st.Scene(200, 60, background="black")
    text = st.TextLayer("letters", frame=(10, 10, 180, 40), font_size=30, foreground_color="white")
    text.instance_delay = 0.25
    for name, value in properties.items():
        setattr(text, name, value)
    fade = st.BasicAnimation(
        "opacity", from_value=0, to_value=1, duration=0.5, fill_mode="both", removed_on_completion=removed
    )
    text.glyph.add_animation(fade)
    scene.add_sublayer(text)
    return scene, text


@pytest.mark.parametrize(
    "properties", [{}, {"speed": 2}, {"begin_time": 0.3}, {"duration": 1, "repeat_count": 3}]
)
def test_removal_after_a_fade_in_changes_no_frame(properties: dict[str, float]) -> None:
    """Removal on completion changes no frame if an animation ends at the layer's model value."""
    retained, gone = staggered(False, **properties)[0], staggered(True, **properties)[0]
    for time in np.arange(-0.5, 3.5, 0.1):
        assert np.array_equal(retained.render(time), gone.render(time)), time


def test_each_letter_is_the_first_one_later() -> None:
    _, text = staggered()
    text.glyph.add_animation(
        st.BasicAnimation("zPosition", from_value=5, to_value=9, duration=0.5, fill_mode="both")
    )
    for time in np.arange(-0.2, 2.5, 0.05):
        for copy in range(7):
            for key_path in ("opacity", "zPosition"):
                found = text.glyph.presentation_value(key_path, time, instance=(copy,))
                assert found == pytest.approx(text.glyph.presentation_value(key_path, time - 0.25 * copy))


def test_letters_of_late_copies_go_by_their_own_time_too() -> None:
    scene, text = staggered()
    row = st.ReplicatorLayer(text, instance_count=2, instance_delay=1)
    scene.add_sublayer(row)
    value = text.glyph.presentation_value
    assert [value("opacity", 1.25, instance=(k, 0)) for k in (0, 1)] == [1, 0.5]


def test_sublayers_of_a_replicator_keep_core_animations_rule() -> None:
    """Copies of a replicator follow Core Animation: an animation is removed by the undelayed time, for all
    copies at once.
    """
    dot = st.Layer(frame=(0, 0, 5, 5), opacity=0.25)
    row = st.ReplicatorLayer(dot, instance_count=3, instance_delay=0.25)
    dot.add_animation(st.BasicAnimation("opacity", from_value=0, to_value=1, duration=0.5, fill_mode="both"))
    st.Scene(20, 20).add_sublayer(row)
    assert [dot.presentation_value("opacity", 0.51, instance=(k,)) for k in range(3)] == [0.25] * 3


def test_letters_that_are_removed_too_soon_give_no_warning() -> None:
    scene, _ = staggered()
    assert scene.diagnostics() == []
    assert scene.loop_report().steady_from == pytest.approx(0.5 + 6 * 0.25)


def test_times_know_the_delay_of_a_text() -> None:
    scene, text = staggered(speed=2, begin_time=1)
    for copy in range(4):
        for time in (0.5, 3, 7):
            local = text.glyph.local_time(time, instance=(copy,))
            assert text.glyph.instance(copy).convert_time(local) == pytest.approx(time)
            assert text.convert_time(2, text.glyph.instance(copy)) == pytest.approx(2 - 0.25 * copy)
    del scene


def test_copies_and_hits_know_what_a_superlayer_animates_by_name() -> None:
    """An animation of a superlayer that names the text runs in the superlayer's time."""
    scene = st.Scene(300, 100)
    group = st.Layer(frame=(0, 0, 300, 100))
    text = st.TextLayer("mm", name="t", frame=(0, 0, 300, 100), font_size=10, foreground_color="black")
    text.speed = 0  # the text's own time is frozen
    group.add_sublayer(text)
    scene.add_sublayer(group)
    grow = st.BasicAnimation("sublayers.t.fontSize", from_value=10, to_value=80, duration=1, fill_mode="both")
    grow.removed_on_completion = False
    group.add_animation(grow)
    assert text.presentation_value("fontSize", 1) == 80
    small, large = text.copies(0)[1], text.copies(1)[1]
    assert large.width == pytest.approx(8 * small.width)
    x, y = large.x + large.width / 2, large.y + large.height * 0.6
    hits = [scene.hit_test((x + step, y), 1) for step in np.arange(-10, 10, 1)]
    assert {hit.character for hit in hits if hit is not None} == {1}
    assert scene.hit_test((x, y), 0) is None


def test_an_animated_string_is_read_at_each_time() -> None:
    text = st.TextLayer("model")
    text.add_animation(
        st.KeyframeAnimation(
            "string", values=["one", "two", "three"], calculation_mode="discrete", duration=3
        )
    )
    assert [text.presentation_value("string", time) for time in (0, 1.5, 2.9, 3)] == [
        "one", "two", "three", "model",
    ]  # fmt: skip
    assert text.presentation_value("string") == "one"
    assert text.presentation_value("contentsGravity", 0) == "resize"
    with pytest.raises(st.KeyPathError):
        st.Layer().presentation_value("string", 0)
