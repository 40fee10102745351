"""Tests of fonts: the embedded font, font files, and font searches in folders."""

from __future__ import annotations

import contextlib
import copy
import hashlib
import io
import pathlib
import pickle
import sys
import tracemalloc
from collections.abc import Callable

import pytest
from fontTools.ttLib import TTCollection, TTFont

import fonts
import stretto as st


def sans() -> bytes:
    """The bytes of the embedded font."""
    return st.Font()._data()


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    """A folder with font files."""
    (tmp_path / "deep" / "er").mkdir(parents=True)
    for name, data in {
        "b-light.ttf": fonts.plain("Test Face", "Light", 300),
        "c-regular.TTF": fonts.plain("Test Face", "Regular", 400),
        "deep/a-bold.ttf": fonts.plain("Test Face", "Bold", 700, text="AΩ"),
        "deep/er/italic.otf": fonts.plain("Test Face", "Italic", 400, italic=True),
        "other.ttf": fonts.plain("Other", text="漢字"),
        "broken.ttf": b"no font at all",
        "notes.txt": b"fonts are beside this",
    }.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def test_the_sans_is_inside() -> None:
    font = st.Font()
    assert font.family == "Stretto Sans"
    assert font.style == "Regular"
    assert font.path is None
    assert font.axes == {"wght": st.font.FontAxis(100, 400, 900, 400)}
    assert "Open Font License" in font.license
    assert font.ascent == pytest.approx(0.969, abs=0.001)
    assert font.descent == pytest.approx(0.241, abs=0.001)


def test_what_a_font_says_is_what_fonttools_reads(tmp_path: pathlib.Path) -> None:
    data = fonts.plain("Näme", "Demi Bold", 600)
    path = tmp_path / "näme.ttf"
    path.write_bytes(data)
    read = TTFont(path)
    for font in (
        st.Font(path),
        st.Font(str(path)),
        st.Font(data),
        st.Font(bytearray(data)),
        st.Font(io.BytesIO(data)),
    ):
        assert font.family == read["name"].getBestFamilyName() == "Näme"
        assert font.style == read["name"].getBestSubFamilyName() == "Demi Bold"
        assert (font.ascent, font.descent, font.line_gap) == (0.8, 0.2, 0)
        assert font.axes == {}
        assert font == st.Font(data)
    assert st.Font(path).path == path
    assert st.Font(data).path is None
    assert st.Font(path).digest == hashlib.sha256(data).hexdigest()


def test_fonts_have_variations() -> None:
    bold = st.Font().with_variations(wght=700)
    assert bold.axes["wght"].value == 700
    assert bold != st.Font()
    assert bold.digest == st.Font().digest
    assert bold.with_variations(wght=400) == st.Font() == bold.with_variations().with_variations(wght=400)
    assert hash(bold.with_variations(wght=400)) == hash(st.Font())
    assert repr(bold) == "<Font Stretto Sans Regular wght=700>"
    for given, named in (
        ({"wght": 901}, r"wght.*900\.0"),
        ({"slnt": 3}, '"slnt"'),
        ({"wght": float("nan")}, "wght.*nan"),
        ({"weight": 3}, "axis"),
    ):
        with pytest.raises(st.InvalidArgument, match=named):
            st.Font().with_variations(**given)
    with pytest.raises(st.InvalidArgument, match="variable"):
        st.Font(fonts.plain("Still")).with_variations(wght=400)
    with pytest.raises(TypeError, match="number"):
        st.Font().with_variations(wght="bold")  # type: ignore[arg-type]


def test_missing_names_whole_characters() -> None:
    assert st.Font().missing("Hello, wörld! Ω Я\n\t\u200d\ufe0f") == ()
    assert st.Font().missing("a漢b字漢") == ("漢", "字")
    family = "👩\u200d👩\u200d👧"
    assert st.Font().missing(f"x{family}y") == (family,)
    with pytest.raises(st.InvalidArgument, match="Unicode"):
        st.Font().missing("\ud800")


@pytest.mark.parametrize("same", [copy.copy, copy.deepcopy, lambda font: pickle.loads(pickle.dumps(font))])
def test_fonts_travel(same: Callable[[st.Font], st.Font]) -> None:
    for font in (st.Font().with_variations(wght=250), st.Font(fonts.plain("Travels"))):
        assert same(font) == font
        assert same(font).family == font.family
    assert len(pickle.dumps(st.Font())) < 1000, "the sans is on the other side too"


def test_fonts_of_a_collection_are_opened_by_index() -> None:
    collection = TTCollection()
    collection.fonts = [TTFont(io.BytesIO(fonts.plain(name))) for name in ("One", "Two")]
    file = io.BytesIO()
    collection.save(file)
    assert [st.Font(file.getvalue(), index=k).family for k in (0, 1)] == ["One", "Two"]
    assert st.Font(file.getvalue(), index=0) != st.Font(file.getvalue(), index=1)
    with pytest.raises(st.InvalidArgument, match="index 2"):
        st.Font(file.getvalue(), index=2)


def packed(data: bytes, flavor: str) -> bytes:
    file = io.BytesIO()
    font = TTFont(io.BytesIO(data))
    font.flavor = flavor
    font.save(file)
    return file.getvalue()


def drawn(font: st.Font) -> bytes:
    scene = st.Scene(120, 40)
    scene.add_sublayer(st.TextLayer("Rag", font=font, font_size=30, position=(60, 20)))
    return scene.render(0).tobytes()


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_packed_fonts_are_those_that_were_packed(tmp_path: pathlib.Path, flavor: str) -> None:
    data = sans()
    small = packed(data, flavor)
    assert len(small) < len(data)
    path = tmp_path / f"sans.{flavor}"
    path.write_bytes(small)
    wanted = st.Font(data)
    for source in (path, str(path), small, io.BytesIO(small)):
        font = st.Font(source)
        assert (font.family, font.axes, font.ascent) == (wanted.family, wanted.axes, wanted.ascent)
        assert drawn(font) == drawn(wanted)
        assert drawn(font.with_variations(wght=900)) == drawn(wanted.with_variations(wght=900))
        assert pickle.loads(pickle.dumps(font)) == font


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_torn_packed_fonts_raise_stretto_errors(flavor: str) -> None:
    whole = packed(fonts.plain("Test Face", "Light", 300), flavor)
    for trial in range(150):
        torn = bytearray(whole)
        if trial % 3:
            torn[trial * 7919 % len(torn)] ^= 1 + trial % 255
        else:
            del torn[trial * 7919 % len(torn) :]
        with contextlib.suppress(st.LoadError, st.LimitError, st.InvalidArgument):
            assert st.Font(bytes(torn)).family is not None


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_packed_fonts_that_grow_without_measure_are_refused(
    monkeypatch: pytest.MonkeyPatch, flavor: str
) -> None:
    data = packed(sans(), flavor)
    monkeypatch.setattr("stretto.font._MOST_UNPACKED", 1 << 16)
    with pytest.raises(st.LimitError, match="unpacks"):
        st.Font(data)


def test_a_woff2_without_its_packages_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    data = packed(fonts.plain("Test Face"), "woff2")
    monkeypatch.setitem(sys.modules, "brotli", None)
    with pytest.raises(st.MissingPackageError, match="woff"):
        st.Font(data)


def test_what_is_no_font_is_refused(tmp_path: pathlib.Path) -> None:
    text = tmp_path / "text.ttf"
    text.write_bytes(b"a text, not a font")
    with pytest.raises(st.LoadError, match=r"text\.ttf"):
        st.Font(text)
    with pytest.raises(st.LoadError, match="given"):
        st.Font(b"")
    with pytest.raises(st.errors.MissingFileError):
        st.Font(tmp_path / "nothing.ttf")
    with pytest.raises(st.LoadError, match=r"Font\.find\('Inter'\)"):
        st.Font("Inter")
    for packed in (b"wOF2" + bytes(100), b"wOFF" + bytes(100), b"wOFF"):
        with pytest.raises(st.LoadError, match="font"):
            st.Font(packed)
    with pytest.raises(TypeError, match="binary"):
        st.Font(7)  # type: ignore[arg-type]


@pytest.mark.parametrize("table", ["cmap", "glyf", "head"])
def test_a_font_without_a_table_is_refused(table: str) -> None:
    data = bytearray(fonts.plain("Whole"))
    at = data.index(table.encode())
    data[at : at + 4] = b"zzzz"
    with pytest.raises(
        st.LoadError, match=rf'"{table}" is missing' if table != "glyf" else "neither outlines"
    ):
        st.Font(bytes(data))


def test_find_takes_the_nearest_weight(folder: pathlib.Path) -> None:
    def found(**wanted: float) -> str:
        font = st.Font.find("test face", folders=[folder], **wanted)  # type: ignore[arg-type]
        assert font.path is not None
        return font.path.name

    assert found() == found(weight=450) == found(weight=500) == "c-regular.TTF"
    assert found(weight=350) == found(weight=100) == "b-light.ttf"
    assert found(weight=501) == found(weight=900) == "a-bold.ttf"
    assert found(italic=True) == "italic.otf"
    with pytest.raises(st.LoadError, match=r"font.*'Test'"):
        st.Font.find("Test", folders=[folder])
    with pytest.raises(st.InvalidArgument, match="1000"):
        st.Font.find("Test Face", weight=0, folders=[folder])
    with pytest.raises(TypeError, match="folders"):
        st.Font.find("Test Face", folders=str(folder))


def test_find_sets_a_variable_font_to_the_weight(tmp_path: pathlib.Path) -> None:
    (tmp_path / "sans.ttf").write_bytes(sans())
    font = st.Font.find("Stretto Sans", weight=650, folders=[tmp_path])
    assert font == st.Font().with_variations(wght=650)


def test_covering_lists_in_order_of_paths(folder: pathlib.Path) -> None:
    def names(text: str) -> list[str]:
        fonts = st.Font.covering(text, folders=[folder])
        return [font.path.name for font in fonts if font.path]

    assert names("漢字") == ["other.ttf"]
    assert names("A") == ["b-light.ttf", "c-regular.TTF", "a-bold.ttf", "italic.otf"]
    assert names("AΩ") == ["a-bold.ttf"]
    assert names("A漢") == []


def test_folders_that_lead_in_a_circle_are_read_once(folder: pathlib.Path) -> None:
    for k in range(9):
        (folder / f"again {k}").symlink_to(folder, target_is_directory=True)
        (folder / "inner").mkdir(exist_ok=True)
        (folder / "inner" / f"up {k}").symlink_to(folder / "inner", target_is_directory=True)
    found = [font.path for font in st.Font.covering("A", folders=[folder])]
    assert len(found) == len(set(found)) == 4


def test_installed_fonts_are_used_only_when_asked_for(
    monkeypatch: pytest.MonkeyPatch, folder: pathlib.Path
) -> None:
    monkeypatch.setenv("HOME", str(folder))
    assert st.Font().digest == st.Font().digest
    (folder / ".fonts").mkdir()
    (folder / ".fonts" / "x.ttf").write_bytes(fonts.plain("Only Here"))
    assert st.Font.find("Only Here").family == "Only Here"


def test_fallback_fonts_are_held_and_drawn_with() -> None:
    """Fallback fonts are used in their order, and only for characters that the font of the text lacks."""
    wide, tall = (st.Font(fonts.plain(name, "Regular", 400, "\u6f22")) for name in ("Wide", "Tall"))
    text = st.TextLayer("\u6f22", position=(0, 40), font_size=20)
    assert text.fallback_fonts == ()
    plain = text.path().bounds
    text.fallback_fonts = [tall, wide]
    assert text.fallback_fonts == (tall, wide)
    assert text.path().bounds != plain
    text.fallback_fonts = ()
    assert (text.fallback_fonts, text.path().bounds) == ((), plain)


def test_fonts_are_compared_without_copies_of_their_files(tmp_path: pathlib.Path) -> None:
    (tmp_path / "sans.ttf").write_bytes(sans())
    font, same = st.Font(tmp_path / "sans.ttf"), st.Font(tmp_path / "sans.ttf")
    assert font == same  # the comparison computes the digest once
    tracemalloc.start()
    try:
        assert hash(font) == hash(same)
        assert font == same
        assert font != font.with_variations(wght=650)
        assert tracemalloc.get_traced_memory()[1] < len(sans()) / 4
    finally:
        tracemalloc.stop()
