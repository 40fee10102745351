"""Tests of users' fonts that travel with scenes: as bytes in pickles and documents, as files in folders."""

from __future__ import annotations

import copy
import io
import pathlib
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest
from fontTools.ttLib import TTCollection, TTFont

import fonts
import stretto as st
from workers import spawned

DEJAVU = pathlib.Path("/usr/share/fonts/truetype/dejavu")
HEAD = '<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 120 40"><sublayers>'
TAIL = "</sublayers></CALayer></caml>"


def document(text: str) -> bytes:
    return f"{HEAD}{text}{TAIL}".encode()


def lettered(font: st.Font | None = None) -> st.Scene:
    scene = st.Scene(160, 60, background="black")
    scene.add_sublayer(st.TextLayer("Aöf", font_size=32, position=(8, 8), anchor_point=(0, 0), font=font))
    return scene


def text_of(scene: st.Scene) -> st.TextLayer:
    found = scene.root.sublayers[0]
    assert isinstance(found, st.TextLayer)
    return found


@pytest.fixture
def serif(tmp_path: pathlib.Path) -> st.Font:
    """A font whose file was deleted after it was read."""
    file = tmp_path / "serif.ttf"
    file.write_bytes((DEJAVU / "DejaVuSerif.ttf").read_bytes())
    font = st.Font(file)
    file.unlink()
    return font


def everywhere(font: st.Font) -> st.Scene:
    """A scene with a font in every property that takes a font."""
    scene = lettered(font=font)
    scene.add_sublayer(st.TextLayer("→ B", fallback_fonts=[font], position=(8, 40), anchor_point=(0, 0)))
    styled = st.TextLayer("styled", position=(80, 8), anchor_point=(0, 0))
    styled.characters(1, 3).set_value("font", font)
    scene.add_sublayer(styled)
    scene.add_state("bold", {styled: {"font": font}})
    scene.set_state("bold", 1)
    scene.emoji_font = font
    return scene


@pytest.mark.process
def test_a_pickle_draws_the_same_where_the_font_is_not(serif: st.Font, tmp_path: pathlib.Path) -> None:
    scene = everywhere(serif)
    expected = [scene.render(time) for time in (0, 2)]
    assert (expected[0] != lettered().render(0)).any(), "another font than the library's"
    (tmp_path / "scene.pickle").write_bytes(pickle.dumps(scene))
    program = (
        "import pickle, sys, warnings, numpy as np; warnings.simplefilter('error')\n"
        "scene = pickle.load(open(sys.argv[1] + '/scene.pickle', 'rb'))\n"
        "np.save(sys.argv[1] + '/frames.npy', [scene.render(time) for time in (0, 2)])"
    )
    subprocess.run([sys.executable, "-c", program, tmp_path], check=True)
    assert np.array_equal(np.load(tmp_path / "frames.npy"), expected)
    again = pickle.loads(pickle.dumps(scene))
    assert again == scene
    assert again.emoji_font == serif
    assert text_of(again).font == serif


@pytest.mark.process
def test_workers_draw_with_the_users_font(serif: st.Font) -> None:
    movie = everywhere(serif).movie(2, 2, diagnose=False)
    with spawned() as executor:
        drawn = list(movie.frames(executor=executor))
    assert all(np.array_equal(one, other) for one, other in zip(drawn, movie.frames(), strict=True))


@pytest.mark.parametrize("name", ["scene.ca", "scene.caml"])
def test_a_saved_scene_brings_its_fonts(serif: st.Font, tmp_path: pathlib.Path, name: str) -> None:
    scene = everywhere(serif)
    scene.save(tmp_path / name)
    if name == "scene.ca":
        (file,) = (tmp_path / name / "assets").iterdir()
        assert file.suffix == ".ttf"
        assert file.read_bytes() == (DEJAVU / "DejaVuSerif.ttf").read_bytes(), "one file, however often used"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = st.Scene.open(tmp_path / name)
    assert again == scene
    assert again.digest() == scene.digest()
    assert np.array_equal(again.render(2), scene.render(2))


def test_the_sans_is_named_and_keeps_its_weight(tmp_path: pathlib.Path) -> None:
    heavy = st.Font().with_variations(wght=873)
    scene = lettered(font=heavy)
    scene.save(tmp_path / "scene.ca")
    assert not (tmp_path / "scene.ca" / "assets").exists(), "it is inside the library"
    again = pickle.loads(pickle.dumps(scene))
    assert text_of(again).font == heavy
    assert np.array_equal(again.render(0), scene.render(0))
    assert (scene.render(0) != lettered().render(0)).any()


def test_which_font_of_a_collection_travels() -> None:
    file, collection = io.BytesIO(), TTCollection()
    collection.fonts = [TTFont(io.BytesIO(fonts.plain(name, text="Aöf"))) for name in ("One", "Two")]
    collection.save(file)
    second = st.Font(file.getvalue(), index=1)
    again = text_of(pickle.loads(pickle.dumps(lettered(font=second)))).font
    assert again is not None
    assert (again.family, again == second) == ("Two", True)


def test_equal_scenes_have_equal_fonts(serif: st.Font) -> None:
    one, other = lettered(font=serif), lettered(font=st.Font(DEJAVU / "DejaVuSerif.ttf"))
    assert one == other, "where the bytes came from does not count"
    assert one.digest() == other.digest()
    other.emoji_font = serif
    assert one != other
    assert one.digest() != other.digest()


def test_copies_share_fonts_and_images(serif: st.Font) -> None:
    image = st.Image(np.full((3, 3), 99, np.uint8))
    scene = lettered(font=serif)
    scene.add_sublayer(st.Layer(frame=(40, 40, 9, 9), contents=image))
    for copied in (copy.copy(scene), copy.deepcopy(scene)):
        assert copied == scene
        assert text_of(copied).font is serif
        assert copied.root.sublayers[1].contents is image
    assert copy.deepcopy(text_of(scene)).font is serif


# Fonts in documents by other programs


def test_a_font_that_is_only_named_is_searched_in_the_given_folders(tmp_path: pathlib.Path) -> None:
    data = document('<CATextLayer string="A"><font type="string" value="plain"/></CATextLayer>')
    with pytest.warns(UserWarning, match="plain"):
        scene = st.Scene.from_bytes(data)
    assert text_of(scene).font is None
    assert b'font="plain"' in scene.to_bytes(), "the name is kept"
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "font.ttf").write_bytes(fonts.plain("Plain"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = text_of(st.Scene.from_bytes(data, font_folders=[tmp_path])).font
        reopened = text_of(st.Scene.from_bytes(scene.to_bytes(), font_folders=[tmp_path])).font
    assert found is not None
    assert found.family == "Plain"
    assert reopened == found
    text_of(scene).font = st.Font(fonts.plain("Other"))
    assert b"plain" not in scene.to_bytes(), "until another is set"


def test_a_font_file_that_is_missing_is_reported(serif: st.Font, tmp_path: pathlib.Path) -> None:
    lettered(font=serif).save(tmp_path / "scene.ca")
    (file,) = (tmp_path / "scene.ca" / "assets").iterdir()
    moved = file.rename(tmp_path / "moved.ttf")
    with pytest.warns(UserWarning, match=r'font.*"DejaVu Serif"'):
        scene = st.Scene.open(tmp_path / "scene.ca")
    assert text_of(scene).font is None
    assert text_of(st.Scene.open(tmp_path / "scene.ca", font_folders=[tmp_path])).font == serif
    file.write_bytes(moved.read_bytes()[:5000])
    with pytest.warns(UserWarning, match=r'font.*"DejaVu Serif"'):
        st.Scene.open(tmp_path / "scene.ca")


@pytest.mark.parametrize(
    ("attributes", "warning"),
    [
        ('stretto:src="../font.ttf"', "leads out of the bundle"),
        ('stretto:src="/etc/passwd"', "absolute path"),
        ('stretto:src="a.ttf" stretto:index="-1"', "index"),
        ('stretto:src="a.ttf" stretto:index="1e99"', "index"),
        ('stretto:src="a.ttf"', "Stretto Sans stands in its place"),
    ],
)
def test_wrong_attributes_of_a_font_are_warned_of(attributes: str, warning: str) -> None:
    text = f'<CATextLayer string="A"><font value="X" {attributes}/></CATextLayer>'
    own = HEAD.replace("<caml", '<caml xmlns:stretto="urn:stretto:document:1"')
    with pytest.warns(UserWarning, match=warning):
        st.Scene.from_bytes(f"{own}{text}{TAIL}".encode())


@pytest.mark.parametrize("variations", ["nan nan", "1", "2003265652 1e300", "-1 5", "2003265652 nan"])
def test_untrusted_axis_values_are_clamped_to_their_range(variations: str) -> None:
    font = f'<font value="Stretto Sans" stretto:variations="{variations}"/>'
    text = f'<CATextLayer string="A">{font}</CATextLayer>'
    own = HEAD.replace("<caml", '<caml xmlns:stretto="urn:stretto:document:1"')
    opened = text_of(st.Scene.from_bytes(f"{own}{text}{TAIL}".encode())).font
    assert opened is not None
    assert 100 <= opened.axes["wght"].value <= 900


def test_font_folders_are_folders() -> None:
    with pytest.raises(TypeError, match="folders"):
        st.Scene.from_bytes(document(""), font_folders="/usr/share/fonts")


# The emoji font


@pytest.mark.process
def test_the_digest_knows_the_machines_emoji(tmp_path: pathlib.Path) -> None:
    """The digest of a picture depends on the machine's emoji font only if the picture has an emoji."""
    for name in ("one", "two"):
        (tmp_path / f"{name}.ttf").write_bytes(fonts.pictures(family=name))
    program = (
        "import sys, stretto as st; from stretto._ffi import ffi\n"
        "ffi.lib.stretto_font_set_emoji_path(sys.argv[1].encode())\n"
        "for text in ('A — 漢', '🎉'):\n"
        "    scene = st.Scene(9, 9); scene.add_sublayer(st.TextLayer(text)); print(scene.digest())\n"
        "    scene.emoji_font = st.Font(); print(scene.digest())"
    )
    plain: list[str] = []
    emoji: list[str] = []
    for name in ("one", "two"):
        command = [sys.executable, "-c", program, str(tmp_path / f"{name}.ttf")]
        done = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        plain += [done[0]]
        emoji += [done[2]]
        assert done[3] not in emoji
    assert len(set(plain)) == 1
    assert len(set(emoji)) == 2


@pytest.mark.process
def test_the_emoji_font_is_read_for_emoji_alone(tmp_path: pathlib.Path) -> None:
    """A dash, a quotation mark or an ideograph does not make the library read the 11 MB of the emoji font."""
    program = (
        "import stretto as st\n"
        "def size(): return int(open('/proc/self/statm').read().split()[1]) * 4096\n"
        "scene = st.Scene(9, 9); text = st.TextLayer('A'); scene.add_sublayer(text); scene.render(0)\n"
        "before = size()\n"
        "text.string = 'A — “漢字” → नमस्ते'; scene.render(0); print(size() - before)\n"
        "text.string = '🎉'; scene.render(0); print(size() - before)"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert int(done[0]) < 4 << 20
    assert int(done[1]) > 8 << 20, "the machine's, which tools/setup installs"
