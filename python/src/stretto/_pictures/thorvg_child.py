"""A process that draws one Lottie file by ThorVG, for `_thorvg`.

Strangers' files reach recursion without end and loops of a billion steps in ThorVG. Here they end this
process and no other: it opens no file, takes no more memory and time than it was given, and is a script of
its own, which imports nothing of the package.

Arguments: the folder in which the package `thorvg_python` is, and seconds of processor time for the file.
Stdin brings the length of the file, 8 bytes, and its bytes; the answer is four doubles: width, height, frames
and seconds. Requests follow, six doubles each: the pixels across and down, the width and height that the
picture is drawn at, the frame, and seconds of processor time. Each is answered by the pixels, premultiplied.
A file that ThorVG refuses ends the process with status 3.
"""

import pathlib
import resource
import signal
import struct
import sys
from typing import Any

_REFUSED = 3
#: Memory for what a file holds, in bytes and for each byte of it, and how many pictures of the drawn size.
_ROOM, _PER_BYTE, _PICTURES = 64 << 20, 32, 5
_REQUEST = struct.Struct("<6d")


def _main() -> None:
    sys.path.append(sys.argv[1])
    thorvg: Any = __import__("thorvg_python")

    engine = thorvg.Engine()
    canvas = thorvg.SwCanvas(engine)
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    data = stdin.read(struct.unpack("<q", stdin.read(8))[0])
    room = _taken() + _ROOM + _PER_BYTE * len(data)
    _confine(room)
    signal.setitimer(signal.ITIMER_PROF, float(sys.argv[2]))
    animation = thorvg.LottieAnimation(engine)
    picture = animation.get_picture()
    if picture is None or picture.load_data(data, "lottie", None, True) != 0:
        sys.exit(_REFUSED)
    _, width, height = picture.get_size()
    frames = animation.get_total_frame()[1]
    seconds = animation.get_duration()[1]
    stdout.write(struct.pack("<4d", width, height, frames, seconds))
    stdout.flush()
    is_new = True
    while request := stdin.read(_REQUEST.size):
        wide, high, across, down, frame, limit = _REQUEST.unpack(request)
        signal.setitimer(signal.ITIMER_PROF, limit)
        if is_new:
            is_new = False
            _confine(room + _PICTURES * 4 * int(wide) * int(high))
            canvas.set_target(int(wide), int(high))
            picture.set_size(across, down)
            canvas.add(picture)
        animation.set_frame(frame)
        canvas.update()
        canvas.draw(True)
        canvas.sync()
        buffer: Any = canvas.buffer_arr
        stdout.write(memoryview(buffer).cast("B"))
        stdout.flush()


def _taken() -> int:
    """Bytes of address space that are in use."""
    pages = pathlib.Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    return int(pages) * resource.getpagesize()


def _confine(memory: int) -> None:
    """Limits this process: no more files can be opened, and memory is capped."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))


if __name__ == "__main__":
    _main()
