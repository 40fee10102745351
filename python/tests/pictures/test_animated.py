"""Tests of animated pictures as contents: a layer shows the file's frames at the file's times."""

import concurrent.futures
import contextlib
import copy
import io
import math
import pathlib
import pickle
import struct
import warnings
import zlib
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st
from untyped import untyped

COLORS = ["red", "lime", "blue"]
MILLISECONDS = [100, 250, 50]


def save(path: pathlib.Path | io.BytesIO, format_name: str, **options: object) -> None:
    frames = [Pillow.new("RGBA", (4, 3), color) for color in COLORS]
    options = {"lossless": True} | options if format_name == "WEBP" else options
    frames[0].save(
        path, format_name, save_all=True, append_images=frames[1:], duration=MILLISECONDS, **options
    )


def shown(animation: st.KeyframeAnimation, time: float) -> tuple[int, ...]:
    layer = st.Layer(frame=(0, 0, 4, 3))
    layer.add_animation(animation)
    scene = st.Scene(4, 3)
    scene.add_sublayer(layer)
    return tuple(int(v) for v in scene.render(time)[1, 1])


@pytest.mark.parametrize(("ending", "format_name"), [("gif", "GIF"), ("png", "PNG"), ("webp", "WEBP")])
def test_frames_are_shown_at_the_times_of_the_file(
    tmp_path: pathlib.Path, ending: str, format_name: str
) -> None:
    path = tmp_path / f"moving.{ending}"
    save(path, format_name, loop=0)
    animation = st.animated_contents(path)
    assert animation.duration == pytest.approx(0.4)
    assert animation.repeat_count == math.inf
    red, lime, blue = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)
    for time, colour in ((0, red), (0.099, red), (0.101, lime), (0.349, lime), (0.351, blue), (0.401, red)):
        assert shown(animation, time) == colour, time


def test_a_copy_shows_it_through_its_own_window_and_a_loop_is_known(tmp_path: pathlib.Path) -> None:
    save(tmp_path / "a.gif", "GIF", loop=0)
    dot = st.Layer(frame=(0, 0, 4, 3))
    dot.add_animation(st.animated_contents(tmp_path / "a.gif"))
    row = st.ReplicatorLayer(instance_count=2, instance_delay=-0.1)
    row.instance_transform = st.Transform3D.translation(4, 0)
    row.add_sublayer(dot)
    scene = st.Scene(8, 3)
    scene.add_sublayer(row)
    picture = scene.render(0.05)
    assert tuple(picture[1, 1][:3]) == (255, 0, 0)
    assert tuple(picture[1, 5][:3]) == (0, 255, 0)
    assert scene.loop_duration() == pytest.approx(0.4)


@pytest.mark.parametrize(("loop", "expected"), [(None, 1), (2, 3), (0, math.inf)])
def test_a_gif_repeats_as_often_as_its_loop_count_says(
    tmp_path: pathlib.Path, loop: int | None, expected: float
) -> None:
    save(tmp_path / "a.gif", "GIF", **({} if loop is None else {"loop": loop}))
    assert st.animated_contents(tmp_path / "a.gif").repeat_count == expected
    assert st.animated_contents(tmp_path / "a.gif", repeat_count=5).repeat_count == 5


def test_open_files_and_still_pictures_are_taken() -> None:
    data = io.BytesIO()
    Pillow.new("RGB", (4, 3), "navy").save(data, "PNG")
    data.seek(0)
    still = st.animated_contents(data)
    assert shown(still, 0.05) == shown(still, 77) == (0, 0, 128, 255)
    assert still.duration == 0.1


def test_what_cannot_be_read_is_refused_by_name(tmp_path: pathlib.Path) -> None:
    (tmp_path / "text.gif").write_text("no picture")
    with pytest.raises(st.LoadError, match=r"text\.gif"):
        st.animated_contents(tmp_path / "text.gif")
    with pytest.raises(FileNotFoundError, match=r"none\.gif"):
        st.animated_contents(tmp_path / "none.gif")
    for data in (b"no picture", b""):
        with pytest.raises(st.LoadError, match=f"{len(data)} bytes"):
            st.Image.open(data)


def test_too_many_pixels_are_refused_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stretto._pictures.moving.MOST_PIXELS", 35)
    data = io.BytesIO()
    save(data, "GIF", loop=0)
    data.seek(0)
    with pytest.raises(st.LimitError, match=r"3.*4.*3"):
        st.animated_contents(data)


def test_partial_alpha_survives(tmp_path: pathlib.Path) -> None:
    pixels = np.zeros((2, 2, 4), np.uint8)
    pixels[...] = (200, 100, 50, 128)
    frames = [Pillow.fromarray(pixels), Pillow.fromarray(pixels[:, ::-1] // 2)]
    frames[0].save(tmp_path / "a.webp", save_all=True, append_images=frames[1:], lossless=True, duration=40)
    animation = st.animated_contents(tmp_path / "a.webp")
    layer = st.Layer(frame=(0, 0, 2, 2))
    layer.add_animation(animation)
    scene = st.Scene(2, 2)
    scene.add_sublayer(layer)
    assert np.abs(scene.render(0)[0, 0].astype(int) - (200, 100, 50, 128)).max() <= 1


# Animated images

FORMATS = pytest.mark.parametrize("format_name", ["GIF", "PNG", "WEBP"])


def data(format_name: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    save(buffer, format_name, **options)
    return buffer.getvalue()


def counted(count: int, milliseconds: float, format_name: str = "PNG", **options: object) -> bytes:
    """An animated file whose frame k has the red value k."""
    frames = [Pillow.new("RGB", (2, 2), (k, 255 - k, 0)) for k in range(count)]
    buffer = io.BytesIO()
    options = {"lossless": True} | options if format_name == "WEBP" else options
    frames[0].save(
        buffer, format_name, save_all=True, append_images=frames[1:], duration=milliseconds, loop=0, **options
    )
    return buffer.getvalue()


def corner(image: st.Image) -> tuple[int, ...]:
    return tuple(int(v) for v in np.asarray(image)[0, 0])


@FORMATS
@pytest.mark.parametrize("kind", ["path", "text", "file", "bytes"])
def test_an_image_of_a_file_that_moves_knows_its_frames(
    tmp_path: pathlib.Path, format_name: str, kind: str, recwarn: pytest.WarningsRecorder
) -> None:
    path = tmp_path / f"moving.{format_name.lower()}"
    save(path, format_name, loop=0)
    sources = {
        "path": path,
        "text": str(path),
        "file": io.BytesIO(path.read_bytes()),
        "bytes": path.read_bytes(),
    }
    image = st.Image.open(untyped(sources[kind]))
    path.unlink()
    assert isinstance(image, st.Image)
    assert image.is_animated
    assert (image.size, corner(image)) == ((4, 3), (255, 0, 0, 255)), "the first picture"
    assert repr(image) == "<Image, 4 x 3 pixels, the first of 3 frames>"
    assert image.frame_count == len(image.frames) == 3
    assert image.frame_times == [0, 0.1, 0.35]
    assert (image.duration, image.repeat_count) == (0.4, math.inf)
    red, green, blue = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)
    assert [corner(frame) for frame in image.frames] == [red, green, blue]
    assert not image.frames[0].is_animated
    animation = st.animated_contents(image)
    seen = [shown(animation, time) for time in (0, 0.0999, 0.1, 0.3499, 0.35, 0.3999, 0.4)]
    assert seen == [red, red, green, green, blue, blue, red]
    assert not recwarn.list, "merely opening it is no mistake"


@FORMATS
def test_frames_are_had_in_any_order_and_from_threads(format_name: str) -> None:
    frames = st.Image.open(counted(40, 30, format_name)).frames
    order = np.random.default_rng(1).permutation(40).tolist()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda k: corner(frames[k])[0], order))
    assert found == order
    assert [corner(frame)[0] for frame in frames[35::-7]] == [35, 28, 21, 14, 7, 0]
    assert corner(frames[-1])[0] == 39
    with pytest.raises(IndexError, match=r"frame.*40.*40"):
        frames[40]


@pytest.mark.parametrize(
    ("format_name", "milliseconds", "seconds"),
    [
        ("GIF", 30, Fraction(3, 100)),
        ("PNG", 1000 / 24, Fraction(1, 24)),
        ("WEBP", 17, Fraction(17, 1000)),
        ("GIF", 0, Fraction(1, 10)),
    ],
)
def test_times_are_exact_however_many_frames_there_are(
    format_name: str, milliseconds: float, seconds: Fraction
) -> None:
    image = st.Image.open(counted(100, milliseconds, format_name))
    assert image.frame_times == [float(k * seconds) for k in range(100)], "of which .03 added up is not one"
    assert image.duration == float(100 * seconds)
    animation = st.animated_contents(image)
    for k in (1, 10, 50, 99):
        time = float(k * seconds)
        assert [shown_red(animation, when) for when in (time - 1e-6, time)] == [k - 1, k]


def shown_red(animation: st.KeyframeAnimation, time: float) -> int:
    return shown(animation, time)[0]


def test_frames_are_decoded_when_they_are_asked_for() -> None:
    """A file with a damaged last frame can be opened, has the right duration, and gives all other frames."""
    whole = data("PNG", loop=0)
    torn = bytearray(whole)
    torn[whole.rindex(b"fdAT") + 12] ^= 0xFF
    image = st.Image.open(bytes(torn))
    assert image.frame_count == 3
    assert corner(image.frames[1]) == (0, 255, 0, 255)
    with pytest.raises(st.LoadError, match=r"3.*3"):
        image.frames[2]
    with pytest.raises(st.LoadError, match="picture 3 of 3"):
        st.animated_contents(image)
    assert corner(image.frames[1]) == (0, 255, 0, 255)


@FORMATS
def test_frames_taken_in_order_are_decoded_once(format_name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    image = st.Image.open(counted(20, 30, format_name))
    opened: list[object] = []
    opens = Pillow.open

    def counting(file: Any, **more: Any) -> Any:
        opened.append(file)
        return opens(file, **more)

    monkeypatch.setattr(Pillow, "open", counting)
    assert [corner(frame)[0] for frame in image.frames] == list(range(20))
    # Pillow decodes the frames of an APNG or GIF file one by one from the start, so going back starts again.
    # The frames of a WebP file were decoded when the file was opened.
    in_order = 0 if format_name == "WEBP" else 20
    assert len(opened) == in_order
    assert corner(image.frames[0])[0] == 0
    assert len(opened) == in_order + 1, "and going back begins again"


def test_the_default_image_of_an_apng_is_no_frame() -> None:
    """The default image of an APNG file is for programs that show a still picture, and is not a frame."""
    image = st.Image.open(data("PNG", loop=2, default_image=True))
    assert corner(image) == (255, 0, 0, 255)
    assert [corner(frame)[:3] for frame in image.frames] == [(0, 255, 0), (0, 0, 255)]
    assert image.frame_count == len(image.frame_times) == len(st.animated_contents(image).values) == 2
    assert image.repeat_count == 2


def test_an_apng_of_one_frame_and_another_default_image_has_that_frame() -> None:
    buffer = io.BytesIO()
    first, second = (Pillow.new("RGB", (4, 3), color) for color in ("red", "lime"))
    first.save(buffer, "PNG", save_all=True, append_images=[second], default_image=True, duration=70)
    image = st.Image.open(buffer.getvalue())
    assert image.is_animated
    assert corner(image) == (255, 0, 0, 255)
    assert [corner(frame) for frame in image.frames] == [(0, 255, 0, 255)]
    assert image.duration == 0.07


@pytest.mark.parametrize("format_name", ["PNG", "WEBP"])
def test_frames_are_turned_as_the_first_picture_is(format_name: str) -> None:
    """All frames have the orientation of the EXIF data: the library rotates the first picture of a PNG file,
    and Pillow rotates the other frames.
    """
    exif = Pillow.Exif()
    exif[0x0112] = 6
    image = st.Image.open(data(format_name, loop=0, exif=exif.tobytes()))
    assert {image.size, *(frame.size for frame in image.frames)} == {(3, 4)}


def test_an_apng_is_known_behind_a_long_text(tmp_path: pathlib.Path) -> None:
    whole = data("PNG", loop=0)
    long = whole[:33] + struct.pack(">I4s", 20_000, b"prVt") + bytes(20_000)
    long += struct.pack(">I", zlib.crc32(b"prVt" + bytes(20_000))) + whole[33:]
    (tmp_path / "long.png").write_bytes(long)
    for source in (long, tmp_path / "long.png"):
        assert st.Image.open(source).frame_count == 3


def test_what_does_not_move_has_itself_as_its_frame() -> None:
    pages = [Pillow.new("RGB", (4, 3), color) for color in COLORS]
    tiff = io.BytesIO()
    pages[0].save(tiff, "TIFF", save_all=True, append_images=pages[1:])
    one = io.BytesIO()
    pages[0].save(one, "GIF")
    for image in (st.Image.open(tiff.getvalue()), st.Image.open(one.getvalue()), st.Image.solid(4, 3, "red")):
        assert not image.is_animated
        assert list(image.frames) == [image]
        assert (image.frame_count, image.frame_times, image.duration, image.repeat_count) == (1, [0], 0, 1)
        with pytest.raises(st.InvalidArgument, match=r"Image\.open"):
            st.animated_contents(image)


@FORMATS
def test_as_a_value_it_is_static_and_warns_once(tmp_path: pathlib.Path, format_name: str) -> None:
    path = tmp_path / f"moving.{format_name.lower()}"
    save(path, format_name, loop=0)
    image = st.Image.open(path)
    layer = st.Layer(frame=(0, 0, 4, 3))
    hint = rf"moving\.{format_name.lower()} moves, and {{}} shows its first.*animated_contents.*frames\[0\]"
    with pytest.warns(UserWarning, match=hint.format("contents")) as found:
        layer.contents = image
    assert len(found) == 1
    assert found[0].filename == __file__
    assert layer.contents is image
    with pytest.warns(UserWarning, match=hint.format("contents")):
        layer.contents = path
    with pytest.warns(UserWarning, match=hint.format("contents")):
        st.EmitterCell(contents=image)
    with pytest.warns(UserWarning, match=hint.format("to_value")):
        st.BasicAnimation("contents", to_value=image)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        layer.contents = image.frames[0]
        layer.add_animation(st.animated_contents(image))


def test_copies_pickles_and_the_end_of_it() -> None:
    image = st.Image.open(data("GIF", loop=0))
    assert copy.copy(image) is copy.deepcopy(image) is image
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(image)
    scene = st.Scene(4, 3)
    scene.add_sublayer(st.Layer(frame=(0, 0, 4, 3)))
    scene.sublayers[0].add_animation(st.animated_contents(image))
    again = pickle.loads(pickle.dumps(scene))
    for time in (0, 0.2, 0.36):
        assert (again.render(time) == scene.render(time)).all()
    frames = image.frames
    image.close()
    image.close()
    assert repr(image) == "<Image, closed>"
    for read in ("is_animated", "frames", "frame_count", "frame_times", "duration", "repeat_count"):
        with pytest.raises(st.ClosedError):
            getattr(image, read)
    assert corner(frames[2]) == (0, 0, 255, 255), "what was taken stays"
    assert scene.render(0.2)[1, 1, 1] == 255


@pytest.mark.slow
@pytest.mark.parametrize(
    "format_name", ["GIF", "PNG", "WEBP", *(["AVIF"] if ".avif" in Pillow.registered_extensions() else [])]
)
def test_torn_files_raise_what_names_them(tmp_path: pathlib.Path, format_name: str) -> None:
    """A file with changed bytes or a cut end gives a picture, or raises an error of this package."""
    whole = counted(5, 30, format_name)
    rng = np.random.default_rng(7)
    for trial in range(150):
        torn = bytearray(whole)
        if trial % 3:
            torn[int(rng.integers(len(torn)))] ^= int(rng.integers(1, 256))
        else:
            del torn[int(rng.integers(len(torn))) :]
        with warnings.catch_warnings(), contextlib.suppress(st.LoadError, st.LimitError, st.InvalidArgument):
            warnings.simplefilter("ignore")
            image = st.Image.open(bytes(torn))
            assert len(image.frame_times) == image.frame_count
            assert len(list(image.frames)) == image.frame_count


# Videos and Lottie files

#: A Lottie file with a red square of 10 pixels, whose middle moves from x = 10 to x = 30 in 2 s.
LOTTIE = """{"v":"5.5.0","fr":10,"ip":0,"op":20,"w":40,"h":20,"ddd":0,"assets":[],"layers":[{"ddd":0,"ind":1,
"ty":4,"sr":1,"ks":{"o":{"a":0,"k":100},"r":{"a":0,"k":0},"p":{"a":1,"k":[{"t":0,"s":[10,10,0],"e":[30,10,0],
"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},{"t":20,"s":[30,10,0]}]},"a":{"a":0,"k":[0,0,0]},
"s":{"a":0,"k":[100,100,100]}},"ao":0,"shapes":[{"ty":"gr","it":[{"ty":"rc","d":1,"s":{"a":0,"k":[10,10]},
"p":{"a":0,"k":[0,0]},"r":{"a":0,"k":0}},{"ty":"fl","c":{"a":0,"k":[1,0,0,1]},"o":{"a":0,"k":100},"r":1},
{"ty":"tr","p":{"a":0,"k":[0,0]},"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]},"r":{"a":0,"k":0},
"o":{"a":0,"k":100}}]}],"ip":0,"op":20,"st":0,"bm":0}]}"""


def red_columns(animation: st.KeyframeAnimation, time: float, width: int = 40) -> tuple[int, int]:
    """The first and the last red column of a frame."""
    scene = st.Scene(width, width // 2)
    layer = st.Layer(frame=(0, 0, width, width // 2))
    layer.add_animation(animation)
    scene.add_sublayer(layer)
    found = np.flatnonzero(scene.render(time)[width // 4, :, 0] > 128)
    return int(found[0]), int(found[-1])


@pytest.mark.process
def test_a_lottie_file_is_a_source(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "box.json"
    path.write_text(LOTTIE)
    animation = st.animated_contents(path)
    assert (animation.duration, len(animation.values)) == (2, 20)
    assert animation.repeat_count == math.inf
    assert [red_columns(animation, time) for time in (0.05, 0.51, 1.01, 2.51)] == [
        (5, 14),
        (10, 19),
        (15, 24),
        (10, 19),
    ]
    part = st.animated_contents(path, start=0.5, stop=1, size=(80, 40), fps=20, repeat_count=1)
    assert (part.duration, len(part.values), part.repeat_count) == (0.5, 10, 1)
    assert red_columns(part, 0.01, 80) == (20, 39)


def make_video(path: pathlib.Path) -> None:
    """Writes a video of 2 s with ten frames per second. Frame k has 16 + 8 k white columns."""
    av = pytest.importorskip("av")
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=10)
        stream.width, stream.height, stream.pix_fmt = 192, 64, "yuv420p"
        stream.options = {"crf": "10"}
        for k in range(20):
            pixels = np.zeros((64, 192, 3), np.uint8)
            pixels[:, : 16 + 8 * k] = 255
            container.mux(stream.encode(av.VideoFrame.from_ndarray(pixels, format="rgb24")))
        container.mux(stream.encode())


def white_columns(animation: st.KeyframeAnimation, time: float) -> int:
    scene = st.Scene(192, 64)
    layer = st.Layer(frame=(0, 0, 192, 64))
    layer.add_animation(animation)
    scene.add_sublayer(layer)
    return int((scene.render(time)[32, :, 0] > 128).sum())


def test_a_video_is_a_source(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "clip.mp4"
    make_video(path)
    animation = st.animated_contents(path)
    assert animation.duration == pytest.approx(2)
    assert len(animation.values) == 20
    assert [white_columns(animation, time) for time in (0.05, 0.45, 1.95, 2.05)] == [16, 48, 168, 16]
    part = st.animated_contents(path, start=1, stop=1.35, size=(48, 16))
    assert part.duration == pytest.approx(0.35)
    assert part.values[0].size == (48, 16)
    assert len(part.values) == 4
    assert abs(white_columns(part, 0.05) - 96) <= 4, "the frame at 1 s"


@pytest.mark.large
@pytest.mark.process
@pytest.mark.slow
def test_what_videos_and_lottie_files_refuse(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = tmp_path / "wrong.mp4"
    wrong.write_bytes(b"no video" * 50)
    with pytest.raises(st.LoadError, match=r"wrong\.mp4"):
        st.animated_contents(wrong)
    empty = tmp_path / "empty.json"
    empty.write_text("{}")
    with pytest.raises(st.LoadError, match=r"empty\.json"):
        st.animated_contents(empty)
    with pytest.raises(st.LoadError, match=r"none\.mp4"):
        st.animated_contents(tmp_path / "none.mp4")
    box = tmp_path / "box.json"
    box.write_text(LOTTIE)
    with pytest.raises(st.InvalidArgument, match="start 2"):
        st.animated_contents(box, start=2, stop=1)
    with pytest.raises(st.InvalidArgument, match="size"):
        st.animated_contents(box, size=(0, 5))
    with monkeypatch.context() as fewer:
        fewer.setattr("stretto._pictures.moving.MOST_PIXELS", 3 * 64 * 64)
        with pytest.raises(st.LimitError, match="size"):
            st.animated_contents(box, size=(64, 64))
    for fps in (0, 0.05, 1001, math.nan):
        with pytest.raises(st.InvalidArgument, match=r"fps.*1000"):
            st.animated_contents(box, fps=fps)
    for size in ((1, 2, 3), (0, 5), (8193, 5), (None, None), 0, 8193):
        with pytest.raises(st.InvalidArgument, match=r"size.*8192"):
            st.animated_contents(box, size=untyped(size))
    for wrong_size in (1.5, (1.5, 2), "12", True):
        with pytest.raises(TypeError, match="size"):
            st.animated_contents(box, size=untyped(wrong_size))
    large = tmp_path / "large.json"
    large.write_text(LOTTIE.replace('"w":40', '"w":400000000').replace('"h":20', '"h":200000000'))
    with pytest.raises(st.LimitError, match="8192"):
        st.animated_contents(large)
    large.write_text(LOTTIE.replace('"w":40', '"w":8192').replace('"h":20', '"h":8192'))
    with monkeypatch.context() as patch:
        patch.setattr("stretto._pictures.lottie.Drawing.frame", None)  # fails if a frame is drawn
        with pytest.raises(st.LimitError, match="size"):
            st.animated_contents(large)
    monkeypatch.setattr("stretto._pictures.moving._MOST_FRAMES", 19)
    with pytest.raises(st.LimitError, match="19"):
        st.animated_contents(box)
    with pytest.raises(st.LoadError, match="5 s"):
        st.animated_contents(box, start=5)
    for name, text in {
        "no frames": LOTTIE.replace('"op":20,"w"', '"op":0,"w"'),
        "no width": LOTTIE.replace('"w":40', '"w":0'),
        "no height": LOTTIE.replace('"h":20', '"h":0'),
        "no rate": LOTTIE.replace('"fr":10', '"fr":0'),
    }.items():
        wrong = tmp_path / f"{name}.json"
        wrong.write_text(text)
        with pytest.raises(st.LoadError, match=name):
            st.animated_contents(wrong)
    save(tmp_path / "a.gif", "GIF", loop=0)
    with pytest.raises(st.InvalidArgument, match="videos"):
        st.animated_contents(tmp_path / "a.gif", start=1)


def apng_of(
    frames: list[tuple[tuple[int, int], Pillow.Image, int, int]], size: tuple[int, int] = (4, 4)
) -> bytes:
    """An APNG file of frames, each with a position, a `blend_op` and a `dispose_op`."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    parts = [
        chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 6, 0, 0, 0)),
        chunk(b"acTL", struct.pack(">II", len(frames), 0)),
    ]
    number = 0
    for index, ((left, top), picture, blend, dispose) in enumerate(frames):
        control = (number, *picture.size, left, top, 1, 10, dispose, blend)
        parts.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", *control)))
        rows = b"".join(b"\0" + row.tobytes() for row in np.asarray(picture.convert("RGBA")))
        data, number = zlib.compress(rows), number + 1
        parts.append(chunk(b"fdAT", struct.pack(">I", number) + data) if index else chunk(b"IDAT", data))
        number += bool(index)
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts) + chunk(b"IEND", b"")


BLUE, CLEAR, HALF = (0, 0, 255, 255), (0, 0, 0, 0), (255, 0, 0, 128)


@pytest.mark.parametrize(("ground", "wanted"), [(BLUE, (128, 0, 127, 255)), (CLEAR, HALF)])
def test_a_frame_of_an_apng_is_composited_over_the_one_before(
    ground: tuple[int, ...], wanted: tuple[int, ...]
) -> None:
    below, above = (Pillow.new("RGBA", (4, 4), color) for color in (ground, HALF))
    image = st.Image.open(io.BytesIO(apng_of([((0, 0), below, 0, 0), ((0, 0), above, 1, 0)])))
    assert tuple(image.frames[1].to_array()[0, 0]) == wanted


#: For each `dispose_op` of a small frame over blue: the pixel in the frame's area after the next frame, which
#: is transparent there.
DISPOSED = {0: (128, 0, 127, 255), 1: CLEAR, 2: BLUE}


@pytest.mark.parametrize(("dispose", "wanted"), DISPOSED.items())
def test_a_frame_of_an_apng_is_disposed_of(dispose: int, wanted: tuple[int, ...]) -> None:
    frames = [
        ((0, 0), Pillow.new("RGBA", (4, 4), BLUE), 0, 0),
        ((1, 1), Pillow.new("RGBA", (2, 2), HALF), 1, dispose),
        ((0, 0), Pillow.new("RGBA", (1, 1), CLEAR), 1, 0),
    ]
    image = st.Image.open(io.BytesIO(apng_of(frames)))
    shown = [frame.to_array() for frame in image.frames]
    assert tuple(shown[1][1, 1]) == (128, 0, 127, 255)
    assert tuple(shown[2][1, 1]) == wanted
    assert tuple(shown[2][3, 3]) == tuple(shown[2][0, 0]) == BLUE
    assert (image.frames[1].to_array() == shown[1]).all(), "in any order"
