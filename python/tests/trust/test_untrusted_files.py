"""Tests of files that are made to crash, block or fill the process that opens them."""

from __future__ import annotations

import base64
import binascii
import contextlib
import io
import json
import os
import pathlib
import plistlib
import random
import re
import struct
import warnings
import zipfile
import zlib
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow

import confined
import drawings
import stretto as st

SPACE = 'xmlns="http://www.apple.com/CoreAnimation/1.0"'
CAML = f'<caml {SPACE}><CALayer bounds="0 0 9 9"/></caml>'.encode()


def document(inside: str) -> bytes:
    return f'<caml {SPACE}><CALayer bounds="0 0 9 9">{inside}</CALayer></caml>'.encode()


def png(width: int, height: int) -> bytes:
    """A PNG file of a black 1-bit grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", binascii.crc32(kind + data))

    rows = zlib.compressobj(9)
    row = bytes(1 + (width + 7) // 8)
    data = b"".join(rows.compress(row) for _ in range(height)) + rows.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def gif(width: int, height: int, frames: int) -> bytes:
    """A GIF file that claims to be `width` by `height` pixels, with frames of one pixel."""
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + bytes((0, 0, 0, 255, 255, 255))
    frame = b"!\xf9\x04\x08\x0a\0\0\0" + b"," + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\x02\x02\x4c\x01\0"
    return head + frame * frames + b";"


# Property lists


def bundle(folder: pathlib.Path, index: bytes) -> pathlib.Path:
    (folder / "a.ca").mkdir()
    (folder / "a.ca" / "main.caml").write_bytes(CAML)
    (folder / "a.ca" / "index.plist").write_bytes(index)
    return folder / "a.ca"


def test_a_property_list_whose_lists_share_lists_is_refused(tmp_path: pathlib.Path) -> None:
    shared: list[Any] = []
    for _ in range(60):
        shared = [shared, shared]
    index = plistlib.dumps({"rootDocument": "main.caml", "a": shared}, fmt=plistlib.FMT_BINARY)
    assert len(index) < 1000
    with pytest.raises(st.DocumentError, match=r"index\.plist.*65536"):
        st.Scene.open(bundle(tmp_path, index))


def test_a_property_list_that_holds_itself_is_refused(tmp_path: pathlib.Path) -> None:
    inner: list[Any] = ["?"]
    index = plistlib.dumps({"a": inner}, fmt=plistlib.FMT_BINARY)
    # The reference in the array's object (byte 0xA1 and a reference) is replaced by a reference to the array
    # itself.
    offset = index.index(b"\xa1", 8)
    objects = index[8:offset].count(b"\xa1")
    assert objects == 0
    number = {marker: at for at, marker in enumerate(_offsets(index))}[offset]
    index = index[: offset + 1] + bytes((number,)) + index[offset + 2 :]
    with pytest.raises(st.DocumentError, match=r"index\.plist"):
        st.Scene.open(bundle(tmp_path, index))


def _offsets(data: bytes) -> list[int]:
    """Offsets of the objects of a binary property list, by object number."""
    size, _, count, _, table = struct.unpack(">6xBBQQQ", data[-32:])
    return [int.from_bytes(data[table + k * size : table + (k + 1) * size], "big") for k in range(count)]


# Pictures


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["GIF", "PNG"])
def test_pixels_of_one_picture_are_counted_before_they_are_decoded(kind: str) -> None:
    data = gif(30000, 30000, 1) if kind == "GIF" else png(30000, 30000)
    assert len(data) < 150_000
    with pytest.raises(st.LimitError, match=r"900000000|30000"):
        st.Image.open(data)


def test_a_small_gif_of_many_large_frames_is_refused_as_an_animation() -> None:
    data = gif(4000, 4000, 40)
    assert len(data) < 2000
    image = st.Image.open(data)
    assert (image.size, image.frame_count) == ((4000, 4000), 40)
    with pytest.raises(st.LimitError, match=r"40.*4000.*4000"):
        st.animated_contents(image)
    with pytest.raises(st.LimitError, match=r"40.*4000.*4000"):
        _ = image.frame_times


def test_a_gif_of_very_many_tiny_frames_is_refused_as_an_animation() -> None:
    with pytest.raises(st.LimitError, match=r"20000.*1 x 1.*16384"):
        st.animated_contents(st.Image.open(gif(1, 1, 20_000)))
    assert len(st.animated_contents(st.Image.open(gif(1, 1, 50))).values) == 50


@pytest.mark.slow
def test_pixels_of_all_pictures_of_a_document_are_counted_together(tmp_path: pathlib.Path) -> None:
    """Twenty pictures of 33 million pixels (134 MB) each are within the limit of a picture, but not within
    the limit of a document.
    """
    (tmp_path / "a.ca").mkdir()
    data = gif(5790, 5790, 1)
    for k in range(20):
        (tmp_path / "a.ca" / f"{k}.gif").write_bytes(data)
    layers = "".join(f'<CALayer><contents type="CGImage" src="{k}.gif"/></CALayer>' for k in range(20))
    (tmp_path / "a.ca" / "main.caml").write_bytes(document(f"<sublayers>{layers}</sublayers>"))
    with pytest.raises(st.LimitError, match=r"1\.gif.*268192800"):
        st.Scene.open(tmp_path / "a.ca")


@pytest.mark.slow
def test_a_data_address_that_is_too_long_is_refused() -> None:
    inside = f'<contents type="CGImage" src="data:image/jpeg;base64,{"A" * ((1 << 26) + 4)}"/>'
    with pytest.raises(st.LimitError, match=r"data:.*6710"):
        st.Scene.from_bytes(document(inside))


EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(touched) (w) file closefile\nshowpage\n"
PPM = b"P6 1 1 255\n\1\2\3"


@pytest.mark.parametrize("data", [EPS, PPM], ids=["EPS", "PPM"])
def test_only_pictures_of_known_formats_are_read_under_any_file_name(
    data: bytes, tmp_path: pathlib.Path
) -> None:
    """Pillow would start Ghostscript to read an EPS file, and the test must not start a process."""
    path = tmp_path / "a.png"
    path.write_bytes(data)
    for read in (st.Image.open, st.animated_contents, lambda given: st.Layer(contents=given)):
        with pytest.raises(st.LoadError, match=r"a\.png"):
            read(path)
    with pytest.raises(st.LoadError, match="format"):
        st.Image.open(data)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP", "AVIF", "BMP", "TIFF"])
def test_formats_are_known_by_their_content(kind: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.bin"
    Pillow.new("RGB", (16, 8), (0, 0, 255)).save(path, kind)
    image = st.Image.open(path)
    assert image.size == (16, 8)
    assert np.abs(image.to_array()[4, 8].astype(int) - (0, 0, 255, 255)).max() < 9


def test_tall_pictures_are_converted_in_bands() -> None:
    """A picture of 600 rows with different greys keeps its palette and transparency, although the picture is
    converted in bands.
    """
    rows = np.arange(600, dtype=np.uint32)
    grey = Pillow.fromarray(np.repeat((rows % 251).astype(np.uint8)[:, None], 3, axis=1))
    file = io.BytesIO()
    grey.convert("P").save(file, "GIF", transparency=7)
    found = st.Image.open(file.getvalue()).to_array()
    with Pillow.open(io.BytesIO(file.getvalue())) as picture:
        expected = np.asarray(picture.convert("RGBA"))
    opaque = expected[..., 3] == 255
    assert np.array_equal(found[opaque], expected[opaque])
    assert (found[~opaque] == 0).all()
    assert 0 < (~opaque).sum() < opaque.sum()


# SVG and Lottie


RECT = {
    "ty": "gr",
    "it": [
        {"ty": "rc", "p": {"a": 0, "k": [8, 8]}, "s": {"a": 0, "k": [16, 16]}, "r": {"a": 0, "k": 0}},
        {"ty": "fl", "c": {"a": 0, "k": [1, 0, 0, 1]}, "o": {"a": 0, "k": 100}},
        {"ty": "tr", "s": {"a": 0, "k": [100, 100]}, "o": {"a": 0, "k": 100}},
    ],
}
STATIC_TRANSFORM = {"o": {"a": 0, "k": 100}, "s": {"a": 0, "k": [100, 100, 100]}}


def shapes(items: list[Any], **more: Any) -> dict[str, Any]:
    return {"ty": 4, "ind": 1, "ip": 0, "op": 3, "st": 0, "ks": STATIC_TRANSFORM, "shapes": items, **more}


def shown(reference: str) -> dict[str, Any]:
    return {
        "ty": 0,
        "ind": 1,
        "refId": reference,
        "ip": 0,
        "op": 3,
        "st": 0,
        "w": 16,
        "h": 16,
        "ks": STATIC_TRANSFORM,
    }


def lottie(layers: list[Any], assets: list[Any] | None = None) -> str:
    head = {"v": "5.5.2", "fr": 3, "ip": 0, "op": 3, "w": 16, "h": 16, "ddd": 0}
    return json.dumps({**head, "assets": assets or [], "layers": layers})


COPIES = {
    "ty": "rp",
    "c": {"a": 0, "k": 1e9},
    "o": {"a": 0, "k": 0},
    "tr": {"p": {"a": 0, "k": [1, 0]}, "s": {"a": 0, "k": [100, 100]}},
}
STAR = {"ty": "sr", "sy": 1, "pt": {"a": 0, "k": 1e9}, "or": {"a": 0, "k": 9}, "ir": {"a": 0, "k": 4}}
TENFOLD = [{"id": f"{k}", "layers": [shown(f"{k + 1}")] * 10} for k in range(9)]
LOTTIES: dict[str, tuple[str, str]] = {
    "holds itself": (lottie([shown("a")], [{"id": "a", "layers": [shown("a")]}]), "'a' contains itself"),
    "ten to the ninth layers": (lottie([shown("0")], TENFOLD), "more than 65536 layers"),
    "a thousand million copies": (lottie([shapes([RECT, COPIES])]), "cannot be drawn|too long"),
    "a star of as many points": (
        lottie([shapes([{"ty": "gr", "it": [STAR, *RECT["it"][1:]]}])]),
        "cannot be drawn|too long",
    ),
    "parents in a ring": (
        lottie([shapes([RECT], parent=2), shapes([RECT], ind=2, parent=1)]),
        "cannot be drawn|too long",
    ),
    "deep lists": (lottie([])[:-1] + ', "x": ' + "[" * 50_000 + "]" * 50_000 + "}", "nests too deep"),
}


@pytest.mark.process
@pytest.mark.parametrize("name", LOTTIES)
def test_a_lottie_file_ends_no_process_but_that_which_draws_it(name: str, tmp_path: pathlib.Path) -> None:
    pytest.importorskip("thorvg_python")
    text, message = LOTTIES[name]
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises((st.LoadError, st.LimitError), match=message):
        st.animated_contents(path)


def lottie_with_image(path: str, folder: str) -> str:
    layer = {"ty": 2, "ind": 1, "refId": "i", "ip": 0, "op": 3, "st": 0, "ks": STATIC_TRANSFORM}
    return lottie([layer], [{"id": "i", "w": 16, "h": 16, "u": folder, "p": path, "e": 0}])


@pytest.mark.process
def test_pictures_of_a_lottie_file_are_in_its_folder(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("thorvg_python")
    (tmp_path / "in" / "images").mkdir(parents=True)
    green = Pillow.new("RGBA", (16, 16), (0, 255, 0, 255))
    for address in ("secret.png", "in/images/own.png"):
        green.save(tmp_path / address)
    (tmp_path / "in" / "link.png").symlink_to(tmp_path / "secret.png")
    path = tmp_path / "in" / "a.json"
    path.write_text(lottie_with_image("own.png", "images/"))
    assert st.animated_contents(path).values[0].to_array()[8, 8].tolist() == [0, 255, 0, 255]
    for address in ("../secret.png", str(tmp_path / "secret.png")):
        path.write_text(lottie_with_image(address, ""))
        with pytest.raises(st.LoadError, match="folder"):
            st.animated_contents(path)
    path.write_text(lottie_with_image("link.png", ""))
    assert not st.animated_contents(path).values[0].to_array().any(), "a link is not followed"


def svg(inside: str, size: int = 16) -> bytes:
    space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {space} width="{size}" height="{size}">{inside}</svg>'.encode()


#: Each group shows the previous group ten times.
USES = "".join(f'<g id="a{k + 1}">' + f'<use xlink:href="#a{k}"/>' * 10 + "</g>" for k in range(9))
MULTIPLIED = svg(f'<defs><g id="a0"><rect width="4" height="4"/></g>{USES}</defs><use href="#a9"/>')


@pytest.mark.process
def test_an_svg_file_that_multiplies_is_given_up() -> None:
    pytest.importorskip("resvg_py")
    with pytest.raises((st.LoadError, st.LimitError), match=r"drawn|long|limit"):
        st.Image.open(MULTIPLIED)


@pytest.mark.process
def test_an_svg_file_that_multiplies_becomes_no_layers() -> None:
    pytest.importorskip("wasmtime")
    with pytest.raises((st.LoadError, st.LimitError), match=r"drawn|long|limit"):
        st.Layer.from_svg(MULTIPLIED)


#: Numbers that replace each number of a drawing in turn.
EXTREMES = ("0", "-0", "1e30", "-1e30", "3e38", "1e-38", "-1", "1e9", "65536", "NaN", "1e400")


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(16))
def test_any_number_of_a_drawing_may_be_extreme(seed: int) -> None:
    pytest.importorskip("wasmtime")
    chance = random.Random(seed)
    text = drawings.sheet(seed, 2, 2)
    spans = [found.span() for found in re.finditer(r"(?<![#\w])-?\d+(\.\d+)?", text)]
    for start, end in sorted(chance.sample(spans, 3), reverse=True):
        text = text[:start] + chance.choice(EXTREMES) + text[end:]
    with warnings.catch_warnings(), contextlib.suppress(st.LoadError, st.LimitError):
        warnings.simplefilter("ignore")
        layer = st.Layer.from_svg(text)
        assert st.Scene(120, 120, sublayers=[layer]).render(0).shape == (120, 120, 4)


@pytest.mark.process
def test_an_svg_file_reads_no_other(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("resvg_py")
    secret = tmp_path / "secret.png"
    Pillow.new("RGBA", (16, 16), (0, 255, 0, 255)).save(secret)
    picture = '<image href="{}" width="16" height="16"/>'
    for path in (str(secret), f"file://{secret}"):
        with pytest.warns(UserWarning, match="the file"):
            assert not st.Image.open(svg(picture.format(path))).to_array().any()
    nested = base64.b64encode(svg(picture.format(secret))).decode()
    inner = picture.format(f"data:image/svg+xml;base64,{nested}")
    assert not st.Image.open(svg(inner)).to_array().any()
    effect = (
        f'<filter id="f"><feImage href="{secret}"/></filter><rect width="9" height="9" filter="url(#f)"/>'
    )
    with pytest.warns(UserWarning, match="the file"):
        assert not st.Image.open(svg(effect)).to_array().any()
    entity = f'<!DOCTYPE svg [<!ENTITY e SYSTEM "{secret}">]>'.encode() + svg("<text>&e;</text>")
    with pytest.raises(st.LoadError, match="cannot be read"):
        st.Image.open(entity)
    inside = "data:image/png;base64," + base64.b64encode(secret.read_bytes()).decode()
    found = st.Image.open(svg(picture.format(inside))).to_array()
    assert found[8, 8].tolist() == [0, 255, 0, 255]


@pytest.mark.process
def test_an_svg_file_of_a_hundred_bytes_takes_no_gigabyte() -> None:
    pytest.importorskip("resvg_py")
    with pytest.raises(st.LimitError, match="67108864"):
        st.Image.open(svg("", 8192))
    assert st.Image.open(svg("", 8192), scale=0.25).size == (2048, 2048)


# Videos, pipes, names


def test_a_video_is_known_by_its_content(tmp_path: pathlib.Path) -> None:
    """A playlist with a video's file name raises an error, because FFmpeg would open the files that the
    playlist names.
    """
    pytest.importorskip("av")
    path = tmp_path / "a.mp4"
    for text in (f"ffconcat version 1.0\nfile '{tmp_path}/b.mp4'\n", "#EXTM3U\n#EXTINF:1,\n/etc/passwd\n"):
        path.write_text(text)
        with pytest.raises(st.LoadError, match=r"a\.mp4"):
            st.animated_contents(path)


def test_a_pipe_is_refused_and_nobody_waits(tmp_path: pathlib.Path) -> None:
    pipe = tmp_path / "a.caml"
    os.mkfifo(pipe)
    for read in (st.Scene.open, st.Image.open, st.animated_contents):
        with pytest.raises(st.LoadError, match=r"a\.caml.*pipe"):
            read(pipe)


@pytest.mark.process
def test_pipes_inside_documents_are_not_waited_for(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.ca").mkdir()
    os.mkfifo(tmp_path / "a.ca" / "a.png")
    inside = '<contents type="CGImage" src="a.png"/>'
    (tmp_path / "a.ca" / "main.caml").write_bytes(document(inside))
    code = f"import warnings; warnings.simplefilter('ignore'); st.Scene.open({str(tmp_path / 'a.ca')!r})"
    assert confined.run(code, timeout=20).error == ""


def test_files_of_an_archive_without_a_name_are_passed_over(tmp_path: pathlib.Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("main.caml", CAML)
        archive.writestr("Q", b"")
    (tmp_path / "b.zip").write_bytes((tmp_path / "a.zip").read_bytes().replace(b"Q", b"\0"))
    assert st.Scene.open(tmp_path / "b.zip").size == (9, 9)


ESCAPE = "\x9b31m"


def test_no_character_that_a_terminal_obeys_is_in_a_message() -> None:
    name = f'<CALayer name="{ESCAPE}" delegate="\u202e"/>'
    data = document(f'<sublayers><CALayer filters="{ESCAPE}"/>{name}</sublayers>')
    with pytest.warns(UserWarning, match=r"\\x9b31m"):
        scene = st.Scene.from_bytes(data)
    texts = [*scene.warnings, repr(scene), repr(scene.root.sublayers[1])]
    error = st.LoadError(f"{ESCAPE}\x1b]0;title\x07 \u202e")
    texts += [str(error), str(st.DocumentError(ESCAPE)), str(st.errors.MissingFileError(2, "none", ESCAPE))]
    for text in texts:
        assert not set(text) & {"\x1b", "\x9b", "\x07", "\u202e"}, text
    assert str(error) == r"\x9b31m\x1b]0;title\x07 \u202e"
    assert scene.root.sublayers[1].name == ESCAPE, "names themselves stay as they are"
