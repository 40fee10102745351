"""Tests of fonts whose substitutions multiply glyphs: a text has at most 8 glyphs per character plus 4,096
glyphs.
"""

from __future__ import annotations

import numpy as np
import pytest

import confined
import multiplying
import stretto as st


def test_a_few_glyphs_for_a_character_are_all_set() -> None:
    """A short text may have 4,096 glyphs more than 8 per character. Each glyph is 600 units wide, of 1,000
    units per em.
    """
    font = st.Font(multiplying.font(40, 1))
    width = st.TextLayer("a" * 50, font=font, font_size=10).fitting_size()[0]
    assert width == pytest.approx(50 * 40 * 6)


@pytest.mark.slow
@pytest.mark.parametrize("count", [1000, 4000])
def test_a_font_that_multiplies_glyphs_is_cut_to_eight_for_a_character(count: int) -> None:
    font = st.Font(multiplying.font(16, 8))
    text = st.TextLayer("ab" * count, font=font, font_size=10)
    assert text.fitting_size()[0] == pytest.approx(count * 6 * (8 + 1))
    plain = st.TextLayer("b" * 10, font=font, font_size=10)
    assert plain.fitting_size()[0] == pytest.approx(60)


@pytest.mark.process
@pytest.mark.slow
def test_a_long_text_in_such_a_font_takes_no_more_than_others(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("font") / "many.ttf"
    path.write_bytes(multiplying.font(16, 8))
    assert path.stat().st_size < 900
    found = confined.run(f"""
scene = st.Scene(64, 64)
scene.add_sublayer(st.TextLayer("a" * 1000, font=st.Font({str(path)!r}), frame=(0, 0, 64, 64)))
assert scene.render(0).any()
pathlib.Path({str(path) + ".caml"!r}).write_bytes(scene.to_bytes())
again = st.Scene.open({str(path) + ".caml"!r})
assert (again.render(0) == scene.render(0)).all()
""")
    assert found.error == ""
    assert found.megabytes < 300


@pytest.mark.slow
def test_a_scene_with_such_a_text_is_the_same_when_it_is_drawn_again() -> None:
    scene = st.Scene(64, 32)
    scene.add_sublayer(
        st.TextLayer("ab" * 60, font=st.Font(multiplying.font(255, 8)), wrapped=True, frame=(0, 0, 64, 32))
    )
    assert np.array_equal(scene.render(0), scene.render(0))
