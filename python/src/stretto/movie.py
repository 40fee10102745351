"""Clips: the frames of a span of time, and the files that contain them."""

from __future__ import annotations

import concurrent.futures
import copy
import dataclasses
import inspect
import itertools
import math
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn, Protocol, TypeAlias, overload, runtime_checkable

import numpy as np
import numpy.typing as npt

from ._clips import clip, drawing, formats
from ._clips.clip import Clip, Dither
from ._clips.drawing import Drawable, Progress, Report, Stop, reporting, workers
from ._clips.formats import Limits, Preset, SaveReport
from ._ffi import files
from ._ffi.numbers import flag, number, positive, seconds_of, shown, whole, wrong_type
from ._model.words import NameSuggestions
from ._pages import page, pictures
from .color import ColorLike
from .errors import InvalidArgument, LimitError
from .reports import USUAL_RATE

__all__ = ["Frame", "Movie", "SaveReport"]

Frame: TypeAlias = npt.NDArray[np.uint8]

#: Largest number of frames of a movie: a day at 100 frames a second. A duration that is longer than a day is
#: probably a mistake of units.
_MAX_FRAMES = 8_640_000


@runtime_checkable
class Timed(Protocol):
    """Interface of an object whose duration is the duration of a movie: a `Timeline`."""

    def _length_in(self, scene: Any, diagnose: bool) -> float:
        """Returns seconds. Raises InvalidArgument if the scene is not the object's own scene, and warns of
        layers outside the scene if `diagnose` is true.
        """
        ...


class Movie(NameSuggestions):
    """A sequence of the frames of a scene, each a `uint8` array of shape (height, width, 4).

    `scene.movie(...)` makes a movie. Frame k is drawn at `start + k / fps` when you access it, as by
    `Scene.render`. If the duration is no whole number of frames, the last frame is shown for a shorter time.
    A movie never changes.

    Args:
        scene: The scene.
        duration: Seconds.
        fps: Frames per second. None is 30, or the nearest rate at which the duration is a whole number of
            frames.
        start: Seconds of the scene at the first frame.
        scale: Pixels for each point.
    """

    __slots__ = (
        "_count",
        "_diagnose",
        "_duration",
        "_durations",
        "_fps",
        "_has_own_rate",
        "_scale",
        "_scene",
        "_start",
    )

    def __init__(
        self,
        scene: Drawable,
        *,
        duration: float | None = None,
        fps: float | None = None,
        start: float = 0,
        scale: float = 1,
    ) -> None:
        if isinstance(scene, Timed):
            raise TypeError(f"Movie takes a Scene, not {shown(scene)}; write scene.movie(timeline)")
        if not hasattr(scene, "pixel_size") or not hasattr(scene, "render"):
            raise wrong_type("Movie", "a Scene", scene)
        if duration is None:
            raise InvalidArgument("duration was given None; a Movie needs one, and scene.movie() finds it")
        self._scene = scene
        #: Whether saving warns of a seam, as `Scene.movie` sets.
        self._diagnose = False
        self._duration = _positive(duration, "duration")
        #: Whether the rate was given, so that a movie of another duration keeps the rate.
        self._has_own_rate = fps is not None
        self._fps = _whole_rate(self._duration) if fps is None else _positive(fps, "fps")
        #: Seconds for which each frame is shown; None for equal durations.
        self._durations: tuple[float, ...] | None = None
        self._scale = _positive(scale, "scale")
        self._start = number(start, "start")
        if not math.isfinite(self.start):
            raise InvalidArgument(f"start was given {self.start}; it must be finite")
        if self.duration * self.fps > _MAX_FRAMES:
            raise LimitError(
                f"{self.duration:g} s at {self.fps:g} a second are more than {_MAX_FRAMES} frames"
            )
        # The tolerance keeps a whole number of frames whole, whatever the rounding of duration * fps.
        self._count = max(1, math.ceil(self.duration * self.fps - 1e-6))

    @property
    def scene(self) -> Drawable:
        """The scene that is drawn."""
        return self._scene

    @property
    def duration(self) -> float:
        """Duration in seconds."""
        return self._duration

    @property
    def fps(self) -> float:
        """Frames per second."""
        return self._fps

    @property
    def start(self) -> float:
        """Seconds of the scene at the first frame."""
        return self._start

    @property
    def scale(self) -> float:
        """Pixels for each point."""
        return self._scale

    def __len__(self) -> int:
        return self._count

    def time(self, index: int) -> float:
        """Returns the seconds of the scene at which a frame is drawn."""
        return self.start + number(index, "the number of a frame") / self.fps

    @overload
    def __getitem__(self, index: int) -> Frame: ...
    @overload
    def __getitem__(self, index: slice) -> list[Frame]: ...
    def __getitem__(self, index: int | slice) -> Frame | list[Frame]:
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        position = whole(index, "the number of a frame")
        if not -len(self) <= position < len(self):
            raise IndexError(f"frame {position} of {len(self)}")
        return self.scene.render(self.time(position % len(self)), scale=self.scale)

    def __iter__(self) -> Iterator[Frame]:
        return self.frames()

    def frames(
        self, executor: concurrent.futures.Executor | None = None, progress: Progress = None
    ) -> Iterator[Frame]:
        """Yields the frames in order, each a new `uint8` array of shape (height, width, 4) with straight
        alpha.

        Frames are drawn a few ahead, as by `Scene.render_frames`, or by the executor with the same bytes. At
        most 1 GiB of frames is drawn ahead, so memory does not grow with the duration. Other processes get
        the scene as it is when drawing begins, and must have the same version of this package. A chunk of
        frames that fails is tried once more. If a pool of processes breaks, this process draws the remaining
        frames, with a `RuntimeWarning`.

        Args:
            executor: Any `concurrent.futures.Executor`: threads, processes (spawned or forked), loky, or
                Dask's `client.get_executor()`. A worker draws each frame with one thread.
            progress: True shows a bar (with tqdm, if the extra `progress` is installed). A function is called
                with (done, total) after each frame, and stops the drawing by returning False.

        Raises:
            Cancelled: If the progress function returns a false value other than None.
            Error: If a worker has another version of the package.
        """
        drawing.check_executor(executor)
        return self._reported(executor, progress)

    def _reported(self, executor: concurrent.futures.Executor | None, progress: Progress) -> Iterator[Frame]:
        with reporting(progress) as report:
            yield from self._drawn(range(len(self)), len(self), executor, report)

    def _drawn(
        self,
        indices: Iterable[int],
        total: int | None,
        executor: concurrent.futures.Executor | None,
        report: Report,
        stop: Stop | None = None,
    ) -> Iterator[Frame]:
        drawn = drawing.drawn(self.scene, map(self.time, indices), self.scale, executor, stop)
        for done, frame in enumerate(drawn, 1):
            yield frame
            if total is not None:
                report(done, total)

    def save(
        self,
        path: files.Target,
        *,
        format: str | None = None,  # noqa: A002 (the word that Pillow and matplotlib have for it)
        fps: float | None = None,
        duration: float | None = None,
        durations: Iterable[float] | None = None,
        max_bytes: int | None = None,
        preset: Preset | None = None,
        executor: concurrent.futures.Executor | None = None,
        progress: Progress = None,
        loop: int | None = clip.LOOP,
        matte: ColorLike | None = clip.MATTE,
        quality: float | None = clip.QUALITY,
        effort: int | None = clip.EFFORT,
        compress: int = clip.COMPRESS,
        colors: int = clip.COLORS_OF_ALL,
        dither: Dither | None = clip.DITHER,
        columns: int | None = clip.COLUMNS,
        timeout: float | None = None,
        **unknown: NoReturn,
    ) -> SaveReport:
        """Writes the clip to a file, in the format of the file's ending, or in the format that `format`
        names.

        ============ ======================== ======================================= =====
        format       path                     options                                 clock
        ============ ======================== ======================================= =====
        gif          `.gif`                   `loop`, `matte`, `colors`, `dither`     10 ms
        apng         `.apng`, `.png`          `loop`, `matte`, `colors`, `compress`   1 ms
        webp         `.webp`                  `loop`, `matte`, `quality`, `effort`    1 ms
        mp4          `.mp4` (H.264)           `matte`, `quality`                      1/90 ms
        webm         `.webm` (VP9)            `matte`, `quality`                      1 ms
        mov          `.mov` (ProRes 4444)     `matte`                                 1/90 ms
        png-sequence `name/`, or a folder     `matte`, `compress`                     1 ms
        sprites      only if named; `.png`    `matte`, `columns`, `compress`          1 ms
                     or `.webp`
        ============ ======================== ======================================= =====

        The file lasts exactly as long as the clip, to one tick of the format's clock. The end of each frame
        is rounded to a tick, so rounding errors do not add up. Frames that would last less than a tick are
        left out. A GIF also leaves out frames of less than 20 ms, and APNG and WebP frames of less than 11
        ms, because viewers would slow them down; a warning says so. In GIF, APNG and WebP, equal neighbouring
        frames become one frame.

        A folder of frames contains `frame_0000.png` and so on. A folder and a sheet come with a JSON file in
        the form of Aseprite (`clip.json` in the folder, the name of the sheet with the ending `.json`), with
        the position and the duration in milliseconds of each frame. If a folder contains an earlier clip, the
        new clip replaces the earlier clip.

        Every file contains the version of the package and a description of the scene and the frames. MP4,
        WebM and MOV need PyAV (the extra `video`). A side of an odd number of pixels gets one more pixel in
        MP4, which has even sides only.

        A thread for each processor draws and compresses a few frames at a time, so memory does not grow with
        the duration, except for a sheet. Frames are drawn twice if a palette is made first or two files are
        compared. `max_bytes` keeps up to 256 MiB of frames between attempts. A file is replaced atomically,
        and after an error the former file is still there. Equal movies always give the same bytes, with any
        executor. To give equal bytes, the encoder of MP4 uses one thread and no AVX-512.

        Args:
            path: The file, whose ending selects the format. A `pathlib.Path` without an ending is a folder. A
                file that is open for writing bytes needs `format`, which cannot be a folder or a sheet. If
                the path is a symbolic link, the file that it points to is replaced.
            format: A format of the table, in place of the ending.
            fps: Frames per second, in place of the movie's own.
            duration: Seconds, in place of the movie's own.
            durations: Seconds for which each frame is shown. The pictures of the frames stay.
            executor: Executor that draws the frames, such as a process pool or a cluster's client.
            progress: As in `frames`.
            max_bytes: Largest size in bytes of a GIF, APNG, WebP or WebM. Options that you give stay. To meet
                the limit, the method first reduces colours or quality, then the frame rate down to 10 frames
                per second, then the size.
            preset: Limits of a chat: "slack" (GIF of 128 pixels, 128 KiB and 50 frames), "discord" (APNG, 320
                pixels, 512 KiB, 5 s), "signal" (APNG, 512 pixels, 300 KiB, 3 s) or "telegram" (WebM, 512
                pixels, 256 KiB, 3 s, 30 frames per second). The longer side has this number of pixels. Frames
                are left out, down to two frames, but the size stays.
            loop: Number of repeats after the first play. 0 repeats for ever, and None does not repeat.
            matte: A colour behind the frames, which makes them opaque. None keeps alpha in formats that have
                alpha. A GIF has one bit of alpha and shows pixels that are at least half opaque, with a
                warning for soft edges and fading parts; with a matte it shows every pixel that is not wholly
                transparent. An MP4 has no alpha, and a black background without a matte, with a warning if
                the background is visible.
            quality: 0 (smallest) to 100 (best). The default of video is 65. For WebP, None is lossless, and
                the default is lossless or quality 90, whichever is smaller, as the report says.
            effort: Effort of the WebP encoder to make a smaller file, 0 (fastest) to 6 (smallest). The
                default is 2 for a lossless file, which is thirty times as fast as 6 and a fifth larger, and 4
                for a lossy file.
            compress: Compression level of PNG, 0 (stored) to 9 (smallest).
            colors: Number of colours of a palette, 2 to 255. A GIF has one palette for all frames, made from
                all frames, so colours that appear for a short time only are included. In an APNG the palette
                includes alpha, and by default an APNG is lossless without a palette.
            dither: None, "ordered" (a fixed pattern, so that still parts stay still) or "diffusion" (smoother
                in one frame, but it flickers and makes larger files).
            columns: Frames in a row of the sheet. By default the sheet is about square.
            timeout: Seconds that saving may take. Saving ends within some hundredths of a second after the
                timeout, Ctrl-C or `Scene.cancel`, except for frames that other processes or a video encoder
                have taken.

        Returns:
            A report of the file and of what was given up. As text it is a sentence.

        Raises:
            InvalidArgument: For an ending, a format or a value that is not allowed, an option that the format
                lacks, and a clip that is longer than a preset allows.
            TypeError: For an option that no format has.
            LimitError: For a sheet above 16383 pixels a side, or if no file would be small enough.
            WriteError: If the file cannot be written.
            MissingPackageError: For a video without PyAV.
            Cancelled: After `timeout`, after `Scene.cancel`, or if the progress function returns False.
        """
        given = clip.given(
            loop=loop, matte=matte, quality=quality, effort=effort, compress=compress, colors=colors,
            dither=dither, columns=columns, **unknown,
        )  # fmt: skip
        movie = self._with(fps, duration)
        limits = None
        if preset is not None:
            chat = _chat(preset, movie.duration)
            limits, format = chat.limits, chat.format if format is None else format  # noqa: A001
            scale = chat.side / max(self.scene.size)
            movie = movie._with(min(movie.fps, chat.rate), None, scale)
        if max_bytes is not None:
            most = whole(max_bytes, "max_bytes")
            limits = Limits(most) if limits is None else dataclasses.replace(limits, bytes=most)
        movie = movie if durations is None else movie._lasting(durations)
        return movie._save(path, format, given, limits, executor, progress, seconds_of(timeout))

    def _save(
        self,
        path: files.Target,
        name: str | None,
        options: dict[str, Any],
        limits: Limits | None,
        executor: concurrent.futures.Executor | None,
        progress: Progress,
        seconds: float,
    ) -> SaveReport:
        """Writes the movie, within limits if there are any."""
        stop = Stop(self.scene, seconds)
        with reporting(progress) as report, workers(stop) as threads:

            def draws(movie: Movie) -> Clip:
                def draw(indices: Iterable[int], total: int | None) -> Iterator[Frame]:
                    return movie._drawn(indices, total, executor, report, stop)

                return Clip(movie, draw, threads)

            if limits is None:
                return formats.save(path, name, draws(self), options)
            return formats.save_within(path, name, self, draws, limits, options)

    def _with(self, fps: float | None, duration: float | None, scale: float | None = None) -> Movie:
        """Returns the movie with a different frame rate, duration or scale."""
        if (fps, duration, scale) == (None, None, None):
            return self
        other = Movie(
            self.scene,
            duration=self.duration if duration is None else duration,
            fps=self.fps if fps is None and self._has_own_rate else fps,
            start=self.start,
            scale=self.scale if scale is None else scale,
        )
        other._diagnose = self._diagnose
        if fps is None and duration is None:
            other._durations = self._durations
        return other

    def _lasting(self, durations: Iterable[float]) -> Movie:
        """Returns the movie with a different duration for each frame."""
        each = tuple(_positive(value, "durations") for value in durations)
        if len(each) != len(self):
            raise InvalidArgument(f"durations has {len(each)} numbers; the clip has {len(self)} frames")
        other = copy.copy(self)
        other._durations = each
        return other

    def _shown(self, clock: clip.Clock) -> Iterator[tuple[int, int]]:
        """Pairs (frame, ticks of a clock) of the frames to show. The end of each frame is rounded to a tick,
        so that rounding errors do not add up.
        """
        begins: Iterable[int]
        if self._durations is None:
            begins = (round(clock.ticks * index / self.fps) for index in range(1, len(self)))
            return clip.durations(begins, round(clock.ticks * self.duration), clock)
        *begins, total = (round(clock.ticks * end) for end in itertools.accumulate(self._durations))
        return clip.durations(begins, total, clock)

    def _warn_of_seam(self, loop: int | None) -> None:
        """Warns of a jump between the last and the first frame of a clip that repeats for ever."""
        if self._diagnose and clip.repeats_of(loop) == 0:
            self.scene._warn_of_seam(self)  # type: ignore[attr-defined]

    def save_emoji(
        self,
        path: files.Target,
        *,
        size: int = 128,
        max_bytes: int = 128 * 1024,
        max_frames: int | None = 50,
        loop: int | None = 0,
        matte: ColorLike | None = None,
    ) -> SaveReport:
        """Writes the clip as a GIF for a chat, within a limit of bytes.

        The defaults of `save_emoji` are Slack's limits. Among the files that are small enough, the method
        writes the file with the smallest loss. The method first reduces the palette, with or without
        dithering, whichever is closer to the frames, and then leaves out frames. Duration and size stay.
        `save(max_bytes=)` and `save(preset=)` limit the size of files in other formats and for other chats.
        `emoji_preview_sheet(path)` shows the file as chats do.

        Args:
            path: A path that ends in `.gif`, or a file that is open for writing bytes.
            size: Pixels of the longer side.
            max_bytes: Largest size of the file in bytes.
            max_frames: Largest number of frames. None is no limit.
            loop: As in `save`.
            matte: As in `save`.

        Returns:
            A report of the file and of what was given up. As text it is a sentence.

        Raises:
            LimitError: If no file would be small enough.
            InvalidArgument: As in `save`.
            WriteError: As in `save`.
        """
        wanted = positive(size, "size")
        limits = Limits(max_bytes, max_frames, keeps_size=True)
        scaled = self._with(self.fps, None, wanted / max(self.scene.size))
        return scaled._save(path, "gif", {"loop": loop, "matte": matte}, limits, None, None, 0)

    def player(self, *, limit: int = pictures.LIMIT, autoplay: bool = True) -> pictures.Player:
        """Returns a player for a notebook or a page: `player.save("clip.html")`. A movie shows itself with a
        player.

        Args:
            limit: Largest number of bytes that the player takes in the page. Above the limit the player shows
                the first frame and a message.
            autoplay: Whether the clip plays at once.
        """
        return pictures.Player(self, limit=whole(limit, "limit"), autoplay=flag(autoplay, "autoplay"))

    def to_html(self, *, live: bool = True) -> str:
        """Returns HTML that plays the clip and contains everything that it needs.

        Args:
            live: Whether the page draws the frames itself, with about 2 MB for the engine. Such a clip has
                any duration and sharpness, can be scrubbed, and shows the layer and copy under the pointer.
                If False, the HTML contains a sheet of all frames, as `player().html()`.

        Raises:
            LoadError: If this installation has no engine for pages.
            LimitError: If the sheet would be too large.
        """
        if not flag(live, "live"):
            return self.player().html()
        return page.of_movie(self)

    def _repr_png_(self) -> Any:
        return pictures.first_frame(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:
        def widget() -> Any:
            from ._pages.widget import LiveClip

            return LiveClip(self)

        return pictures.of_movie(self, widget)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Movie):
            return NotImplemented
        return self._settings == other._settings and self.scene == other.scene

    __hash__ = None  # type: ignore[assignment]

    @property
    def _settings(self) -> tuple[float, ...]:
        return self.duration, self.fps, self.start, self.scale

    def __repr__(self) -> str:
        return f"<Movie of {len(self)} frames, {self.duration:g} s>"


#: Names of the options of `Movie.save`.
SAVE_OPTIONS = tuple(
    name for name, item in inspect.signature(Movie.save).parameters.items() if item.kind is item.KEYWORD_ONLY
)


def _chat(preset: str, duration: float) -> formats.Chat:
    """The chat of a preset. Raises InvalidArgument for an unknown preset, or a clip that is too long for the
    chat.
    """
    chat = formats.CHATS.get(preset) if isinstance(preset, str) else None
    if chat is None:
        raise InvalidArgument(
            f"preset was given {shown(preset)}; it is {', '.join(map(repr, formats.CHATS))}"
        )
    if duration > chat.seconds:
        raise InvalidArgument(
            f"preset {preset!r} takes {chat.seconds:g} s, and the clip has {duration:g} s; give duration="
        )
    return chat


def _whole_rate(duration: float) -> float:
    """The rate nearest to 30 frames per second at which the duration is a whole number of frames."""
    frames = max(1, round(duration * USUAL_RATE))
    rate = frames / duration
    return float(USUAL_RATE) if math.isclose(rate, USUAL_RATE, rel_tol=1e-9) else rate


def _positive(value: float, what: str) -> float:
    result = number(value, what)
    if not (result > 0 and math.isfinite(result)):
        raise InvalidArgument(f"{what} was given {result}; it must be above 0 and finite")
    return result
