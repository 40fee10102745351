"""Tests of videos, Lottie files and GIFs with features that plain decoders ignore."""

import gzip
import io
import json
import pathlib
import struct
import warnings
import zipfile
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st
from stretto._pictures.frames import over
from stretto._pictures.lottie import Drawing
from stretto.animated import native_size
from untyped import untyped

RED, CLEAR, BLUE = (255, 0, 0, 255), (0, 0, 0, 0), (0, 0, 255, 255)


def first(source: object, **options: Any) -> Any:
    """The pixels of the first frame of a file."""
    return st.animated_contents(untyped(source), **options).values[0].to_array()


# GIF


def gif_of(dispose: int, *, transparent: bool) -> bytes:
    """A GIF of 4 x 4 pixels with three frames: blue, two red rows with disposal method `dispose`, and one
    blue pixel in the corner.

    If `transparent`, the last frame has a transparent colour index.
    """
    header = (
        b"GIF89a" + struct.pack("<HHBBB", 4, 4, 0x81, 0, 0) + bytes([0, 0, 0, 255, 0, 0, 0, 0, 255, 9, 9, 9])
    )

    def frame(box: tuple[int, int, int, int], index: int, disposal: int, clear: bool = False) -> bytes:
        left, top, width, height = box
        picture = Pillow.new("P", (width, height), index)
        picture.putpalette([0, 0, 0, 255, 0, 0, 0, 0, 255, 9, 9, 9])
        buffer = io.BytesIO()
        picture.save(buffer, "GIF", optimize=False)
        data = buffer.getvalue()
        codes = data[data.index(b",\0\0\0\0") + 10 : -1]  # the smallest code's length, and the blocks
        if data[data.index(b",\0\0\0\0") + 9] & 0x80:
            codes = codes[3 << (data[data.index(b",\0\0\0\0") + 9] & 7) + 1 :]
        control = b"\x21\xf9\x04" + struct.pack("<BHBB", disposal << 2 | clear, 10, 3, 0)
        return control + b"," + struct.pack("<HHHHB", left, top, width, height, 0) + codes

    frames = [
        frame((0, 0, 4, 4), 2, 1),
        frame((0, 1, 4, 2), 1, dispose),
        frame((0, 0, 1, 1), 2, 1, clear=transparent),
    ]
    return header + b"".join(frames) + b";"


@pytest.mark.parametrize("transparent", [False, True])
@pytest.mark.parametrize(("dispose", "wanted"), [(0, RED), (1, RED), (2, CLEAR), (3, BLUE)])
def test_a_frame_of_a_gif_is_disposed_of(dispose: int, wanted: tuple[int, ...], transparent: bool) -> None:
    image = st.Image.open(gif_of(dispose, transparent=transparent))
    shown = [frame.to_array() for frame in image.frames]
    assert image.frame_times == [0, 0.1, 0.2]
    assert tuple(shown[1][1, 2]) == RED
    assert tuple(shown[2][1, 2]) == tuple(shown[2][2, 0]) == wanted
    assert tuple(shown[2][0, 0]) == tuple(shown[2][3, 3]) == BLUE
    assert (image.frames[1].to_array() == shown[1]).all(), "in any order"


def test_frames_of_many_gifs_are_those_of_pillow() -> None:
    """Frames equal those of Pillow, which disposes of frames as browsers do if the GIF has a transparent
    index.
    """
    rng = np.random.default_rng(3)
    for trial in range(12):
        frames = []
        for _ in range(5):
            pixels = np.full((12, 16, 4), 255, np.uint8)
            pixels[..., :3] = rng.integers(0, 4, (12, 16, 1)) * 60
            pixels[..., 3] = np.where(rng.random((12, 16)) < 0.4, 0, 255)
            frames.append(Pillow.fromarray(pixels))
        buffer = io.BytesIO()
        frames[0].save(
            buffer, "GIF", save_all=True, append_images=frames[1:], duration=50, disposal=[1, 2, 3][trial % 3]
        )
        image = st.Image.open(buffer.getvalue())
        with Pillow.open(buffer) as file:
            for index, frame in enumerate(image.frames):
                file.seek(index)
                wanted = np.asarray(file.convert("RGBA"))
                found = frame.to_array()
                assert (found[..., 3] == wanted[..., 3]).all()
                assert (found[wanted[..., 3] > 0] == wanted[wanted[..., 3] > 0]).all()


def test_the_fast_path_of_compositing_equals_the_general_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    source, below = (rng.integers(0, 256, (20, 20, 4), np.uint8) for _ in range(2))
    source[..., 3] = np.where(source[..., 3] > 128, 255, 0)
    below[below[..., 3] == 0] = 0
    short = over(source, below)
    monkeypatch.setattr(np, "isin", lambda *_: np.zeros(1, bool))
    assert (over(source, below) == short).all()


# Videos


def save_video(path: pathlib.Path, codec: str = "libx264", aspect: Fraction | None = None) -> None:
    """Writes a video of five frames of 64 x 32 pixels, whose left quarter is white."""
    av: Any = pytest.importorskip("av")
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=10)
        stream.width, stream.height, stream.pix_fmt = 64, 32, "yuv420p"
        if aspect is not None:
            stream.codec_context.sample_aspect_ratio = aspect
        pixels = np.zeros((32, 64, 3), np.uint8)
        pixels[:, :16] = 255
        for _ in range(5):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(pixels, format="rgb24")))
        container.mux(stream.encode())


def turn(path: pathlib.Path, matrix: tuple[int, ...]) -> None:
    """Writes the matrix (a, b, c, d) of a video's orientation to the header of its track."""
    data = bytearray(path.read_bytes())
    start = data.index(b"tkhd") + 4 + 4 + 20 + 8 + 8
    a, b, c, d = (value << 16 for value in matrix)
    data[start : start + 36] = struct.pack(">9i", a, b, 0, c, d, 0, 0, 0, 1 << 30)
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("matrix", "size", "white"),
    [
        ((1, 0, 0, 1), (64, 32), np.s_[:, :16]),
        ((0, 1, -1, 0), (32, 64), np.s_[:16, :]),
        ((-1, 0, 0, -1), (64, 32), np.s_[:, 48:]),
        ((0, -1, 1, 0), (32, 64), np.s_[48:, :]),
    ],
)
def test_a_video_is_turned_upright(
    tmp_path: pathlib.Path, matrix: tuple[int, ...], size: tuple[int, int], white: Any
) -> None:
    """Pixel (x, y) of the video is shown at (a x + c y, b x + d y), by ISO/IEC 14496-12."""
    path = tmp_path / "turned.mp4"
    save_video(path)
    turn(path, matrix)
    picture = first(path)
    assert native_size(path) == size
    assert picture.shape[1::-1] == size
    assert (picture[white][..., 0] > 200).mean() > 0.95
    assert (picture[..., 0] > 128).mean() == pytest.approx(0.25, abs=0.03)


@pytest.mark.parametrize(("aspect", "size"), [(Fraction(2, 1), (128, 32)), (Fraction(1, 2), (64, 64))])
def test_pixels_of_a_video_are_made_square(
    tmp_path: pathlib.Path, aspect: Fraction, size: tuple[int, int]
) -> None:
    path = tmp_path / "wide.mp4"
    save_video(path, aspect=aspect)
    assert native_size(path) == size
    picture = first(path)
    assert picture.shape[1::-1] == size
    assert (picture[:, : size[0] // 4 - 2, 0] > 200).all()
    assert (picture[:, size[0] // 4 + 2 :, 0] < 50).all()


def half_red() -> st.Scene:
    scene = st.Scene(64, 32)
    scene.add_sublayer(st.Layer(frame=(0, 0, 32, 32), background_color=(1, 0, 0, 0.5)))
    return scene


def test_the_alpha_of_our_own_webm_is_read(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("av")
    path = tmp_path / "clip.webm"
    half_red().movie(duration=1, fps=10).save(path)
    for source in (path, path.read_bytes(), io.BytesIO(path.read_bytes())):
        animation = st.animated_contents(source)
        assert (len(animation.values), animation.duration) == (10, 1)
        for image in (animation.values[0], animation.values[9]):
            picture = image.to_array().astype(int)
            assert np.abs(picture[4:28, 4:28] - (255, 0, 0, 128)).max() <= 4
            assert (picture[:, 36:, 3] == 0).all()
    assert len(st.animated_contents(path, start=0.5).values) == 5


def test_the_alpha_of_vp8_is_read(tmp_path: pathlib.Path) -> None:
    av: Any = pytest.importorskip("av")
    path = tmp_path / "old.webm"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libvpx", rate=10, options={"auto-alt-ref": "0"})
        stream.width, stream.height, stream.pix_fmt = 64, 32, "yuva420p"
        pixels = half_red().render(0)
        for _ in range(3):
            frame = av.VideoFrame.from_ndarray(pixels, format="rgba")
            container.mux(stream.encode(frame.reformat(format="yuva420p")))
        container.mux(stream.encode())
    picture = first(path).astype(int)
    assert np.abs(picture[4:28, 4:28, 3] - 128).max() <= 4
    assert (picture[:, 36:, 3] <= 2).all()


SIZES: list[tuple[object, tuple[int, int]]] = [
    (None, (64, 32)),
    ((20, 30), (20, 30)),
    ((16, None), (16, 8)),
    ((None, 8), (16, 8)),
    (16, (16, 8)),
    ((128, None), (128, 64)),
    ("fit", (64, 32)),
]


@pytest.mark.parametrize(("size", "wanted"), SIZES)
def test_a_video_is_made_at_a_size(tmp_path: pathlib.Path, size: object, wanted: tuple[int, int]) -> None:
    path = tmp_path / "clip.mp4"
    save_video(path)
    assert first(path, size=size).shape[1::-1] == wanted


def test_a_size_that_fits_is_within_the_limits(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "clip.mp4"
    save_video(path)
    monkeypatch.setattr("stretto._pictures.moving.MOST_PIXELS", 5 * 32 * 16 + 100)
    with pytest.raises(st.LimitError, match="smaller size"):
        st.animated_contents(path)
    animation = st.animated_contents(path, size="fit")
    assert [image.size for image in animation.values] == [(32, 16)] * 5


@pytest.mark.parametrize("size", ["fill", (None, None), (1, 2, 3), (0, None)])
def test_other_sizes_are_refused(tmp_path: pathlib.Path, size: object) -> None:
    save_video(tmp_path / "clip.mp4")
    with pytest.raises((st.InvalidArgument, TypeError), match="size"):
        first(tmp_path / "clip.mp4", size=size)


# Lottie files


def transform(opacity: float = 100, position: float = 20) -> dict[str, Any]:
    values = {"o": opacity, "r": 0, "p": [position, position, 0], "a": [0, 0, 0], "s": [100, 100, 100]}
    return {key: {"a": 0, "k": value} for key, value in values.items()}


def layer(kind: int, **more: Any) -> dict[str, Any]:
    """A Lottie layer of 2 s in the middle of a picture of 40 x 40 pixels."""
    return {"ty": kind, "ind": 1, "ks": transform(), "ip": 0, "op": 20, "st": 0, "sr": 1, "bm": 0} | more


def shapes(*more: dict[str, Any], **fill: Any) -> list[dict[str, Any]]:
    """Lottie shapes of a red square of 20 pixels."""
    origin = {"a": 0, "k": [0, 0]}
    square = {"ty": "rc", "d": 1, "s": {"a": 0, "k": [20, 20]}, "p": origin, "r": {"a": 0, "k": 0}}
    paint = {"ty": "fl", "c": {"a": 0, "k": [1, 0, 0, 1]}, "o": {"a": 0, "k": 100}, "r": 1} | fill
    return [{"ty": "gr", "it": [square, *more, paint, {"ty": "tr", **transform(position=0)}]}]


def lottie(*layers: dict[str, Any], **more: Any) -> bytes:
    head = {"v": "5.7.0", "fr": 10, "ip": 0, "op": 20, "w": 40, "h": 40, "assets": [], "layers": layers}
    return json.dumps(head | more).encode()


SQUARE = lottie(layer(4, shapes=shapes()))


def dot_lottie(**files: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def manifest(**more: Any) -> bytes:
    return json.dumps({"version": "1.0", "animations": [{"id": "one"}, {"id": "two"}]} | more).encode()


EMPTY = lottie()
PACKED = {
    "tgs": gzip.compress(SQUARE),
    "first": dot_lottie(**{"manifest.json": manifest(), "animations/one.json": SQUARE}),
    "version 2": dot_lottie(**{"manifest.json": manifest(), "a/one.json": SQUARE, "a/two.json": EMPTY}),
    "active": dot_lottie(
        **{
            "manifest.json": manifest(activeAnimationId="two"),
            "animations/one.json": EMPTY,
            "animations/two.json": SQUARE,
        }
    ),
    "initial": dot_lottie(
        **{
            "manifest.json": manifest(initial={"animation": "two"}),
            "a/one.json": EMPTY,
            "a/two.json": SQUARE,
        }
    ),
    "no manifest": dot_lottie(**{"animations/any.json": SQUARE}),
}


@pytest.mark.process
@pytest.mark.parametrize("kind", PACKED)
def test_packed_lottie_files_are_read(tmp_path: pathlib.Path, kind: str) -> None:
    pytest.importorskip("thorvg_python")
    path = tmp_path / "sticker.lottie"
    path.write_bytes(PACKED[kind])
    for source in (path, PACKED[kind], io.BytesIO(PACKED[kind])):
        assert tuple(first(source, stop=0.1)[20, 20]) == RED
    assert native_size(path) == (40, 40)


@pytest.mark.process
def test_a_dot_lottie_has_its_pictures_and_its_sides() -> None:
    pytest.importorskip("thorvg_python")
    picture = io.BytesIO()
    Pillow.new("RGB", (20, 20), "blue").save(picture, "PNG")
    asset = {"id": "p", "w": 20, "h": 20, "u": "/images/", "p": "p.png", "e": 0}
    shown = lottie(layer(2, refId="p"), assets=[asset | {"u": "images/"}])
    data = dot_lottie(**{"animations/one.json": shown, "images/p.png": picture.getvalue()})
    assert tuple(first(data, stop=0.1)[30, 30]) == BLUE
    assert first(data, stop=0.1, size=(None, 20)).shape == (20, 20, 4)
    outside = dot_lottie(**{"animations/one.json": lottie(layer(2, refId="p"), assets=[asset])})
    with pytest.raises(st.LoadError, match="outside"):
        st.animated_contents(outside)


BOMBS = {
    "gzip": gzip.compress(SQUARE + b" " * (1 << 25)),
    "zip": dot_lottie(**{"animations/one.json": SQUARE + b" " * (1 << 25)}),
    "manifest": dot_lottie(**{"manifest.json": b" " * (1 << 25), "animations/one.json": SQUARE}),
}


@pytest.mark.parametrize("kind", BOMBS)
def test_archives_that_grow_without_measure_are_refused(kind: str) -> None:
    with pytest.raises(st.LimitError, match="unpacked"):
        st.animated_contents(BOMBS[kind])


BROKEN = {
    "gzip cut off": PACKED["tgs"][:-20],
    "gzip of nothing": gzip.compress(b""),
    "gzip of a list": gzip.compress(b"[]"),
    "zip cut off": PACKED["first"][:-30],
    "zip without animation": dot_lottie(**{"readme.txt": b"none"}),
    "zip that is changed": PACKED["first"].replace(b"PK\x01\x02", b"PK\x09\x02"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_archives_are_refused(kind: str) -> None:
    with pytest.raises(st.LoadError, match="cannot be read as a Lottie file"):
        st.animated_contents(BROKEN[kind])


@pytest.mark.process
def test_archives_with_any_byte_changed_raise_stretto_errors() -> None:
    rng = np.random.default_rng(2)
    for kind in ("tgs", "active"):
        for _ in range(60):
            torn = bytearray(PACKED[kind])
            torn[int(rng.integers(4, len(torn)))] ^= int(rng.integers(1, 256))
            try:
                st.animated_contents(bytes(torn), stop=1e-3, size=(1, 1))
            except (st.LoadError, st.LimitError):
                continue


@pytest.mark.process
def test_the_opacity_of_a_solid_counts_once() -> None:
    pytest.importorskip("thorvg_python")
    ks = transform(50) | {"a": {"a": 0, "k": [10, 10, 0]}}
    picture = first(lottie(layer(1, sw=20, sh=20, sc="#ff0000", ks=ks)), stop=0.1)
    assert tuple(picture[20, 20]) == (255, 0, 0, 127)
    rows, columns = np.nonzero(picture[..., 3])
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (10, 29, 10, 29)
    opaque = first(lottie(layer(1, sw=20, sh=20, sc="#ff0000")), stop=0.1)
    assert tuple(opaque[30, 30]) == RED


def expressive(program: str) -> bytes:
    moved = transform()
    moved["p"]["x"] = program
    return lottie(layer(4, shapes=shapes(), ks=moved))


@pytest.mark.process
def test_expressions_that_never_end_are_left_out() -> None:
    pytest.importorskip("thorvg_python")
    with pytest.warns(UserWarning, match="without its expressions") as caught:
        picture = first(expressive("while (true) {}"), stop=0.1)
    assert len(caught) == 1
    assert tuple(picture[20, 20]) == RED
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        first(SQUARE, stop=0.1)


@pytest.mark.process
def test_an_error_that_has_nothing_to_do_with_expressions_stays() -> None:
    pytest.importorskip("thorvg_python")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(st.LoadError, match="from 9 s on"):
            st.animated_contents(SQUARE, start=9)


@pytest.mark.process
def test_the_end_of_the_process_is_reported() -> None:
    pytest.importorskip("thorvg_python")
    with Drawing(SQUARE, "square.json") as drawing:
        drawing._process.kill()
        with pytest.raises(st.LoadError, match=r"square\.json.*drawing process ended"):
            drawing.frame(0, (40, 40), (40, 40))


LEFT_OUT = {
    "zig-zag": layer(4, shapes=shapes({"ty": "zz", "s": {"a": 0, "k": 5}, "r": {"a": 0, "k": 5}})),
    "offset of paths": layer(4, shapes=shapes({"ty": "op", "a": {"a": 0, "k": 5}, "lj": 1})),
    "twist": layer(4, shapes=shapes({"ty": "tw", "a": {"a": 0, "k": 90}, "c": {"a": 0, "k": [0, 0]}})),
    "trim of paths one after another": layer(
        4,
        shapes=shapes(
            {"ty": "tm", "s": {"a": 0, "k": 0}, "e": {"a": 0, "k": 50}, "o": {"a": 0, "k": 0}, "m": 2}
        ),
    ),
    "blend modes of fills": layer(4, shapes=shapes(bm=1)),
    "expansion of masks": layer(
        4,
        shapes=shapes(),
        masksProperties=[
            {
                "mode": "a",
                "pt": {
                    "a": 0,
                    "k": {"i": [[0, 0]] * 3, "o": [[0, 0]] * 3, "v": [[-9, -9], [9, -9], [0, 9]], "c": True},
                },
                "o": {"a": 0, "k": 100},
                "x": {"a": 0, "k": 6},
            }
        ],
    ),
}


@pytest.mark.process
@pytest.mark.parametrize("words", LEFT_OUT)
def test_elements_that_thorvg_leaves_out_are_reported(words: str) -> None:
    pytest.importorskip("thorvg_python")
    with pytest.warns(UserWarning, match=f"ThorVG .*: {words}"):
        st.animated_contents(lottie(LEFT_OUT[words]), stop=0.1)


@pytest.mark.process
def test_a_mask_without_expansion_and_a_common_trim_give_no_warning() -> None:
    pytest.importorskip("thorvg_python")
    mask = LEFT_OUT["expansion of masks"]["masksProperties"][0] | {"x": {"a": 0, "k": 0}}
    trim = {"ty": "tm", "s": {"a": 0, "k": 0}, "e": {"a": 0, "k": 50}, "o": {"a": 0, "k": 0}, "m": 1}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        st.animated_contents(lottie(layer(4, shapes=shapes(trim), masksProperties=[mask])), stop=0.1)
