"""Scenes as documents, and their states: what `Scene` has for both."""

from __future__ import annotations

import functools
import itertools
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self, Unpack

from ._ffi import ffi, files, handle, interruptible
from ._ffi import signatures as c
from ._ffi.lazy import lazily
from ._ffi.numbers import number, seconds_of, shown, uint32, whole
from ._model import convert, words
from ._model.key_paths import kind_of, spelled
from ._pictures import pillow
from .animation import Animation
from .errors import DocumentError, InvalidArgument, printable, warn
from .font import Font
from .font import font_folders as font_directories
from .image import Image
from .layer import Layer

if TYPE_CHECKING:
    import json
    import pathlib
    from xml.etree import ElementTree

    from . import _documents
    from ._pictures import vectors
else:
    json, pathlib, ElementTree = map(lazily, ("json", "pathlib", "xml.etree.ElementTree"))
    _documents, vectors = lazily("stretto._documents"), lazily("stretto._pictures.vectors")

__all__ = []

_lib = ffi.lib
#: Bytes that no document takes.
_UNLIMITED = 1 << 62
#: Largest number of layers in the text of a scene.
_SHOWN = 24


class Documented(handle.Closable):
    """A scene that can be saved, opened, compared and sent, and that has states."""

    __slots__ = ()
    #: The long calls for the scene, which has them.
    _calls: interruptible.Calls

    # -------------------------------------------------------------- documents

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        font_folders: Iterable[str | os.PathLike[str]] | None = None,
        memory: int | None = None,
        timeout: float | None = None,
    ) -> Self:
        """The scene of a document: a `.ca` folder, a lone `.caml` file, a zip archive of either, or a package
        of several planes such as a `.tendies`, which lie over each other and share their states.

        The format is Core Animation's CAML. Its y grows upwards, so the root's `geometry_flipped` is set,
        unless just one of the bundle's index and the root says that it is flipped; images stand upright
        either way. The scene has the size of the document's root; further planes are scaled to fit it, in
        the middle. Images, also in `data:` addresses, may be PNG, JPEG, WebP, GIF, TIFF or BMP. What is not
        understood is kept, written back by `save`, listed in `warnings`, and told of by one `UserWarning`.

        Documents that `save` wrote bring their fonts. Where there is a name alone, `font_folders`, and the
        folders below them, are looked through for that family; without them, or if they have none, the text
        is in Stretto Sans, with a warning.

        `memory` is how many bytes it may take with its pictures, about, which have 4 bytes a pixel: by
        default 256 times the size of the file, at least 192 MiB and at most 1 GiB. `timeout` is how many
        seconds it may take; Ctrl-C ends it too.

        Raises `LoadError` for what cannot be read, `DocumentError`, which has `path` and `line`, for what is
        no document, `LimitError` for what would take too much memory, and `Cancelled` after the time.
        """
        limits = _limits(memory, timeout)
        return cls._opened(_documents.planes(files.path_like(path)), font_directories(font_folders), *limits)

    @classmethod
    def from_bytes(
        cls,
        data: bytes | bytearray | memoryview,
        *,
        font_folders: Iterable[str | os.PathLike[str]] | None = None,
        memory: int | None = None,
        timeout: float | None = None,
    ) -> Self:
        """The scene of a document in memory: what `to_bytes` gave, a CAML file, or a zip archive. Fonts,
        limits, errors and warnings are those of `open`.
        """
        limits = _limits(memory, timeout)
        given: object = data
        if not isinstance(given, (bytes, bytearray, memoryview)):
            raise TypeError(f"from_bytes takes bytes, not {type(given).__name__} {shown(given)}")
        data, folders = bytes(data), font_directories(font_folders)
        return cls._opened(_documents.archived(data) or [_documents.Lone(data)], folders, *limits)

    @classmethod
    def _from_data(cls, data: bytes) -> Self:
        # A pickle can run any code, so its memory is not limited either.
        with ffi.limits(memory=_UNLIMITED):
            pointer = ffi.new(c.ScenePointer, _lib.stretto_scene_decode, *ffi.bytes_in(data), None)
        made: Self = handle.adopt(pointer)
        return made

    @classmethod
    def _opened(
        cls, planes: Sequence[_documents.Document], folders: Sequence[bytes], memory: int, timeout: float
    ) -> Self:
        for plane in planes:
            if not plane.data:
                raise DocumentError(
                    f"{plane.name}: it is empty; a document is CAML, or a zip archive of it",
                    plane.name,
                )
        calls = interruptible.Calls()
        memory = memory or sum(plane.memory for plane in planes)
        end, pictures = time.monotonic() + timeout, 0

        def read(plane: _documents.Document, into: Callable[..., Any]) -> Any:
            def call() -> Any:
                sources = _Sources(plane, folders, memory - pictures)
                try:
                    made = into(*ffi.bytes_in(plane.data), sources.struct())
                finally:
                    sources.check()
                return made, sources.memory

            # The library takes off the memory of the documents that are in the scene already.
            left = timeout and max(0.001, end - time.monotonic())
            return calls.run(call, memory=memory, timeout=left)

        make = functools.partial(ffi.new, c.ScenePointer, _lib.stretto_scene_decode)
        scene: Self = handle.adopt(read(planes[0], make)[0])
        if len(planes) == 1:
            return cls._told(scene)
        size = ffi.pair("d", _lib.stretto_scene_get_size, scene._pointer)
        scene.close()
        scene = handle.adopt(ffi.new(c.ScenePointer, _lib.stretto_scene_create, *size))
        for plane in planes:
            pictures += read(plane, functools.partial(_lib.stretto_scene_add_document, scene._pointer))[1]
        return cls._told(scene)

    @classmethod
    def _told(cls, scene: Self) -> Self:
        found = scene.warnings
        if found:
            rest = f", and {len(found) - 1} more (scene.warnings)" if len(found) > 1 else ""
            warn(found[0] + rest)
        return scene

    def save(self, path: str | os.PathLike[str], **vector: Unpack[vectors.ScaledOptions]) -> None:
        """Writes the scene as a document, a page that plays, or an animation of vectors.

        The ending of the name is the format:

        - `.caml` is one file with its images and fonts in it. Any other name is a folder, by custom `.ca`,
          with `index.xml`, `main.caml` and `assets/`. Core Animation can play both; properties that it does
          not have are in a namespace of our own. A document that is there already is replaced.
        - `.html` is a page with controls, keys, and the layer and copy under the pointer, in one file of
          about 2 MB that needs no server and no network. Emoji are in it where the scene has an `emoji_font`.
        - `.svg` is an SVG file that moves, for a README, a wiki or a page. It has no script, refers to
          nothing outside, and pauses for readers who prefer reduced motion. `save_svg` writes a still.
        - `.json` is a Lottie animation, for apps and players; `.lottie` is the same as a dotLottie archive.

        The same scene gives the same bytes.

        Args:
            path: The file or folder.
            **vector: Of `.svg`, `.json` and `.lottie` alone. `duration` is the length in seconds, by default
                one loop; `start` the time of the scene at which the file begins, by default that from which
                the scene is periodic; `fps` the frames a second of Lottie (60); `tolerance` the points by
                which something may be drawn off its place (0.1). `fallback` says what is done with a layer
                that the format has no word for: "error" raises, "image" writes pictures of the layer, with
                `scale` pixels a point (2).

        Raises:
            WriteError: If the file cannot be written. The message names the file.
            InvalidArgument: For the ending of a picture, a clip or an archive; for a layer that a vector
                format has no word for; for a scene that never repeats, if `duration` is left out.
            LimitError: For a vector file of more than 20,000 elements or 2,000 particles of one emitter.
            LoadError: For a page where this installation has no engine for pages.
        """
        if not os.fspath(files.path_like(path)):
            raise InvalidArgument("the path is empty; a folder or a file is needed")
        if vectors.is_vector(path):
            vectors.save(self, path, vectors.options(**vector))
            return
        if vector:
            raise InvalidArgument(
                f"{next(iter(vector))} is for .svg, .json and .lottie; {os.fspath(path)!r} is another format"
            )
        if pathlib.Path(path).suffix.lower() in (".html", ".htm"):
            from ._pages import page

            page.save(self, path)  # type: ignore[arg-type]
            return
        with files.writing(path):  # too long a name, for one
            _check_place(pathlib.Path(path))
        self._calls.ask(_lib.stretto_scene_save, self._pointer, ffi.encode_path(pathlib.Path(path)))

    def to_bytes(self) -> bytes:
        """The document as one piece, its images and fonts in it. Pickle and `==` are these bytes.

        A font is the whole file that it was opened from: mind its licence where documents go to others.
        """
        return self._calls.ask(ffi.data, _lib.stretto_scene_encode, self._pointer)

    def digest(self) -> str:
        """The SHA-256 of the document, 64 hexadecimal digits: equal for equal scenes, on every machine.

        Where a text may show an emoji and the scene has no `emoji_font`, the machine's counts, as pictures
        depend on it.
        """
        return self._calls.ask(ffi.text, _lib.stretto_scene_get_digest, self._pointer)

    def to_swift(self) -> str:
        """The scene as Swift source for UIKit and Core Animation: a function `makeScene()` that makes its
        layers, without private API.

        A `ViewReplicator` is built as its `construction`. Anything else that Core Animation has no public
        word for, such as `instance_delays`, is named in a comment where it would stand. Pictures are taken by
        names, "picture 1" and on, from the assets of the app. `LimitError` for more than 64 MiB of source.
        """
        return self._calls.ask(ffi.text, _lib.stretto_scene_export_source, self._pointer)

    def to_lottie(self, **vector: Unpack[vectors.ScaledOptions]) -> str:
        """The scene as a Lottie animation, the text that `save("name.json")` writes.

        Args:
            **vector: As of `save`.

        Returns:
            JSON.

        Raises:
            InvalidArgument: As `save`.
            LimitError: As `save`.
        """
        return vectors.lottie(self, vectors.options(**vector)).decode()

    def to_json(self, indent: int | None = 2) -> str:
        """The document as JSON, for people and programs that want to look: each element is an object with its
        `element`, its attributes, and its `children`. Images are left out. There is no way back.
        `indent` is 0 to 100 spaces; None writes one line.
        """
        spaces = None if indent is None else uint32(indent, "indent")
        if spaces is not None and spaces > 100:
            raise InvalidArgument(f"indent was given {spaces}; it is at most 100 spaces")
        root = ElementTree.fromstring(self.to_bytes().decode())
        return _as_json(root, spaces)

    @property
    def warnings(self) -> list[str]:
        """Warnings about parts of the document that were not understood, each "document:line: a sentence"."""
        pointer, get = self._pointer, _lib.stretto_scene_get_warning
        found = ffi.listed(
            _lib.stretto_scene_get_warning_count, pointer, lambda index: ffi.text(get, pointer, index)
        )
        return [printable(text) for text in found]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Documented) or self is other or self.closed or other.closed:
            return self is other if isinstance(other, Documented) else NotImplemented
        return self.to_bytes() == other.to_bytes()

    # Scenes that are equal now need not be later.
    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return type(self)._from_data, (self.to_bytes(),)

    def __copy__(self) -> Self:
        made: Self = handle.adopt(
            self._calls.ask(ffi.new, c.ScenePointer, _lib.stretto_scene_copy, self._pointer), type(self)
        )
        return made

    def __deepcopy__(self, memo: object) -> Self:
        return self.__copy__()

    def __repr__(self) -> str:
        if self.closed:
            return f"<{type(self).__name__}, closed>"
        width, height = ffi.pair("d", _lib.stretto_scene_get_size, self._pointer)
        lines = [f"<{type(self).__name__}, {width:g} x {height:g} points>"]
        root: Layer = self.root  # type: ignore[attr-defined]
        below = _descendants(root)
        lines += [f"{'  ' * depth}{_in_short(layer)}" for depth, layer in itertools.islice(below, _SHOWN)]
        return "\n".join([*lines, "  ..."] if next(below, None) else lines)

    # -------------------------------------------------------------- states

    @property
    def states(self) -> list[str]:
        """The names of the states: the scene's, then those that layers of a document alone have. The base
        state, the tree as it stands, is "" and not among them.
        """
        pointer, get = self._pointer, _lib.stretto_scene_get_state_name
        return list(
            ffi.listed(
                _lib.stretto_scene_get_state_count, pointer, lambda index: ffi.text(get, pointer, index)
            )
        )

    def set_state(self, name: str, time: float = 0, *, layer: Layer | None = None) -> None:
        """From `time` on, in seconds of the scene, the scene is in the state `name`; "" is the base state.

        A layer below the root of a document may have states of its own. Such a layer goes to its state of
        that name with the scene, and stays where it is if it has none; with `layer=` it goes alone.

        Changes make a list, in order of time. Each sets the values of the state and plays the transition to
        it, by Core Animation's rules: the one between exactly these states, or else those from each state
        that is left to "*", and from "*" to each that is entered. An animation there that names no ends goes
        from what was on screen to what will be. The copies of a replicator see a change at their own time.

        Raises `InvalidArgument` for a name that no state has and a layer without states, `LimitError` above
        4096 changes.
        """
        encoded, seconds = ffi.encode(name, "name"), number(time, "time")
        if layer is None:
            _lib.stretto_scene_set_state(self._pointer, encoded, seconds)
        else:
            _lib.stretto_scene_set_layer_state(self._pointer, _layer(layer)._pointer, encoded, seconds)

    def state(self, time: float = 0, *, layer: Layer | None = None) -> str:
        """The name of the state that was last set at a time, of all or of one layer with states of its own;
        "" is the base state.
        """
        seconds = number(time, "time")
        if layer is None:
            return ffi.text(_lib.stretto_scene_get_state, self._pointer, seconds)
        own = _layer(layer)._pointer
        return ffi.text(_lib.stretto_scene_get_layer_state, self._pointer, own, seconds)

    def clear_states(self) -> None:
        """Takes all changes back: the scene is in its base state at every time. The states stay."""
        _lib.stretto_scene_clear_states(self._pointer)

    def add_state(
        self, name: str, values: Mapping[Layer, Mapping[str, Any]], based_on: str | None = None
    ) -> None:
        """Makes a state: the values that layers have in it, by key path.

            scene.add_state("on", {knob: {"position.x": 70}, track: {"backgroundColor": "green"}})

        It has all values of the state `based_on` too. A layer's `speed` and `autoreverses` may be in it: its
        time then goes on from where it is. Its other timing, `frame` and layers cannot. Raises
        `InvalidArgument` for a name that is taken, and what `Layer.set_value` raises; then there is no such
        state.
        """
        encoded = ffi.encode(name, "name")
        base = None if based_on is None else ffi.encode(based_on, "based_on")
        _lib.stretto_scene_add_state(self._pointer, encoded, base)
        try:
            for layer, properties in convert.mapping(values, "values", "layers").items():
                self._set_in_state(encoded, layer, properties)
        except BaseException:
            _lib.stretto_scene_remove_state(self._pointer, encoded)
            raise

    def _set_in_state(self, name: bytes, layer: Layer, properties: Mapping[str, Any]) -> None:
        pointer = _layer(layer)._pointer
        get = _lib.stretto_scene_get_layer_in_state
        target = ffi.new(c.LayerStatePointer, get, self._pointer, name, pointer)
        try:
            for key_path, value in convert.mapping(properties, "a layer", "key paths").items():
                path = spelled(key_path)
                layer._write(path, kind_of(path, layer._KINDS), value, target, name=key_path)
        finally:
            _lib.stretto_layer_state_release(target)

    def remove_state(self, name: str) -> None:
        """Takes a state away, with its transitions and the changes to it."""
        _lib.stretto_scene_remove_state(self._pointer, ffi.encode(name, "name"))

    def add_transition(
        self,
        from_state: str,
        to_state: str,
        animations: Mapping[Layer, Animation | Sequence[Animation]],
    ) -> None:
        """Sets what plays when the scene goes from a state to another; "*" stands for any, "" for the base
        state.

            scene.add_transition("*", "on", {knob: st.BasicAnimation("position.x", duration=0.3)})

        Each animation begins with the change, plus its own `begin_time`. One without a from, to and by value
        goes from what is on screen to what will be there. An earlier transition between the two is replaced.
        """
        layers: list[Layer] = []
        chosen: list[Animation] = []
        for layer, given in convert.mapping(animations, "animations", "layers").items():
            for animation in (
                [given] if isinstance(given, Animation) else convert.listed(given, "animations", "animations")
            ):
                if not isinstance(animation, Animation):
                    raise TypeError(f"animations takes animations, not {type(animation).__name__}")
                layers.append(_layer(layer))
                chosen.append(animation)
        paths = [getattr(animation, "key_path", None) or "group" for animation in chosen]
        names = [path if paths.index(path) == at else f"{path}-{at}" for at, path in enumerate(paths)]
        try:
            _lib.stretto_scene_set_transition(
                self._pointer,
                ffi.encode(from_state, "from_state"),
                ffi.encode(to_state, "to_state"),
                ffi.pointers(c.LayerPointer, [layer._pointer for layer in layers]),
                ffi.pointers(c.AnimationPointer, [animation._pointer for animation in chosen]),
                ffi.texts([ffi.encode(name, "a key path") for name in names]),
                len(layers),
            )
        except InvalidArgument as error:
            raise InvalidArgument(words.in_python(str(error))) from None


def _limits(memory: int | None, timeout: float | None) -> tuple[int, float]:
    """Limits in bytes and seconds for the library, 0 for those not given."""
    most = 0 if memory is None else whole(memory, "memory")
    if memory is not None and not 0 < most <= _UNLIMITED:
        raise InvalidArgument(f"memory was given {most}; it is bytes, at least 1")
    return most, seconds_of(timeout)


class _Sources:
    """Images and fonts beside a document, for the library to ask for while it reads."""

    def __init__(self, plane: _documents.Document, folders: Sequence[bytes], memory: int) -> None:
        self._plane, self._decoded, self._folders = plane, pillow.Decoded(memory), folders
        # Kept alive until the library has a reference of its own.
        self._kept: Image | Font | None = None
        #: Why the document is not opened, though the library opened it.
        self.problem: BaseException | None = None

    @property
    def memory(self) -> int:
        """Bytes of the pixels of the pictures that were decoded."""
        return self._decoded.memory

    def struct(self) -> Any:
        """The struct for one call, whose callbacks hold this: kept here, it would hold itself."""
        plane = self._plane
        finders = self._loader(self._image), self._loader(lambda path: _documents.font(plane, path))
        return ffi.document_source(os.fsencode(plane.name), plane.index, *finders, self._folders)

    def _image(self, path: str) -> Image | None:
        return _documents.image(self._plane, path, self._decoded)

    def _loader(self, find: Callable[[str], Image | Font | None]) -> Callable[[str], Any]:
        def load(path: str) -> Any:
            if self.problem is not None:
                return None
            try:
                self._kept = find(path)
            except BaseException as error:  # a signal's handler may raise here, and C does not hand it on
                self.problem = error
                return None
            return self._kept._pointer if self._kept else None

        return load

    def check(self) -> None:
        """Raises what was wrong with a file that the library asked for."""
        if self.problem is not None:
            raise self.problem


def _layer(value: object) -> Layer:
    if not isinstance(value, Layer):
        raise TypeError(f"a Layer is needed, not {type(value).__name__} {shown(value)}")
    return value


def _as_json(root: Any, indent: int | None) -> str:
    """An element as JSON, laid out as `json.dumps` does. A loop: trees are deeper than Python's recursion."""

    def line(depth: int) -> str:
        return "" if indent is None else "\n" + " " * indent * depth

    text = json.JSONEncoder(ensure_ascii=False).encode
    comma = ", " if indent is None else ","
    pieces: list[str] = []
    steps: list[Any] = [(root, 0)]
    while steps:
        step = steps.pop()
        if isinstance(step, str):
            pieces.append(step)
            continue
        element, depth = step
        found = {"element": _word(element.tag)}
        found |= {_word(name): value for name, value in element.attrib.items() if name != "data"}
        items = [f"{text(name)}: {text(value)}" for name, value in found.items()]
        pieces += ["{", line(depth + 1), (comma + line(depth + 1)).join(items)]
        steps.append(line(depth) + "}")
        for index, child in reversed(list(enumerate(element))):
            if index == len(element) - 1:
                steps.append(line(depth + 1) + "]")
            steps += [(child, depth + 2), line(depth + 2), comma if index else ""]
        if len(element):
            pieces += [comma, line(depth + 1), '"children": [']
    return "".join(pieces)


def _word(name: str) -> str:
    namespace, _, word = name.rpartition("}")
    return f"stretto:{word}" if "stretto" in namespace else word


def _descendants(layer: Layer, depth: int = 1) -> Iterator[tuple[int, Layer]]:
    yield depth, layer
    for below in layer.sublayers:
        yield from _descendants(below, depth + 1)


def _in_short(layer: Layer) -> str:
    name = f" {layer.name!r}" if layer.name else ""
    animated = f", {len(layer.animation_keys)} animations" if layer.animation_keys else ""
    return f"{type(layer).__name__}{name} ({', '.join(f'{item:g}' for item in layer.frame)}){animated}"


#: Endings of what a document is not.
_OTHER_ENDINGS = frozenset(
    [
        ".gif",
        ".png",
        ".apng",
        ".webp",
        ".mp4",
        ".webm",
        ".mov",
        ".jpg",
        ".jpeg",
        ".pdf",
        ".zip",
        ".tendies",
        ".txt",
        ".py",
    ]
)


def _check_place(path: pathlib.Path) -> None:
    """Raises for a place where no document should be written."""
    if path.suffix.lower() in _OTHER_ENDINGS:
        raise InvalidArgument(
            f'save was given {str(path)!r}; a document is a folder "name.ca" or a file "name.caml". '
            f'For a clip use movie().save("name.gif"), for a picture save_png("name.png")'
        )
    if path.is_dir() and any(path.iterdir()) and not (path / "main.caml").exists():
        raise InvalidArgument(
            f"{path} is a folder with other files in it; save the document under another name"
        )
