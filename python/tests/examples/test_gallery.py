"""Tests of the gallery: pictures equal the golden pictures, and every property appears in the gallery."""

import inspect
import pathlib
import re
import sys

import numpy as np
import pytest

from goldens import Goldens
from stretto._model import properties as _properties

FOLDER = pathlib.Path(__file__).parents[2] / "examples" / "gallery"
GOLDENS = pathlib.Path(__file__).parent / "goldens"
sys.path.insert(0, str(FOLDER))
import book  # noqa: E402
import pages  # noqa: E402

ENTRIES = book.entries()
# Properties without a gallery entry, and the test that covers each of them.
WITHOUT_A_PICTURE = {
    "name": "only a name",
    "string": "what every text is made with",
    "font": "test_text_pictures",
    "timing_functions": "test_animations",
    "technique": "a word that is kept: test_proxies",
    "hides_source_layer": "test_proxies",
    "matches_opacity": "test_proxies",
    "matches_position": "test_proxies",
    "matches_transform": "test_proxies",
    "inherits_time": "test_proxies",
    "repeat_duration": "test_animations",
    "start_progress": "test_transitions",
    "end_progress": "test_transitions",
    "allows_overdamping": "test_motion",
    "enabled": "test_particles",
}


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.chapter}-{entry.make.__name__}")
def test_a_picture_equals_its_golden_picture(entry: pages.Entry, goldens: Goldens) -> None:
    drawn = entry.make().render(entry.at)
    goldens.picture(GOLDENS / f"{entry.chapter}-{entry.make.__name__}.png", drawn)
    assert len(np.unique(drawn.reshape(-1, 4), axis=0)) > 1, "there is something to be seen"


def test_no_golden_is_left_over_and_no_title_is_there_twice() -> None:
    names = [f"{entry.chapter}-{entry.make.__name__}.png" for entry in ENTRIES]
    assert sorted(names) == sorted(path.name for path in GOLDENS.glob("*.png"))
    titles = [entry.title for entry in ENTRIES]
    assert sorted(titles) == sorted(set(titles))


@pytest.mark.slow
def test_entries_with_a_duration_move() -> None:
    for entry in ENTRIES:
        if entry.seconds is not None:
            scene = entry.make()
            frames = [scene.render(entry.seconds * part) for part in (0, 0.13, 0.37)]
            assert any(not np.array_equal(frames[0], other) for other in frames[1:]), entry.title


def test_every_property_is_in_the_book() -> None:
    # The pattern finds keywords, attributes and key paths, but not names of variables.
    use = re.compile(r"\w+(?==)|(?<=\.)\w+|(?<=\")\w+")
    words = {word for path in FOLDER.glob("*.py") for word in use.findall(path.read_text("utf-8"))}
    properties = {
        name
        for kind in vars(_properties).values()
        if inspect.isclass(kind) and kind.__name__.endswith("Properties")
        for name in vars(kind)
        if not name.startswith("_")
    }
    missing = properties - words - set(WITHOUT_A_PICTURE)
    assert not missing, f"add an entry to {FOLDER} for {sorted(missing)}"


@pytest.mark.slow
def test_the_page_shows_every_entry_with_its_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "picture", lambda entry: "data:,")
    page = book.book()
    assert page.count("<article") == len(ENTRIES)
    assert all(f'id="{entry.make.__name__}"' in page for entry in ENTRIES)
    assert "st.ReplicatorLayer(" in page
