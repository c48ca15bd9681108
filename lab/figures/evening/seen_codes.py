"""Read the codes off the screen, by a decoder that is not ours: zxing-cpp."""

import struct
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

FRAME_BUFFER = "Xvfb_screen0"
WIDTH, HEIGHT, BITS, LINE, COLOURS = 4, 5, 11, 12, 19
"""The places of these fields in the header of an XWD file, which has 32-bit numbers, most significant byte first."""

Pixels: TypeAlias = tuple[bytes, tuple[int, int]]
"""A picture as red, green and blue bytes, with its width and height."""


def missing() -> str:
    """Return a sentence about a package that is missing; empty if none is."""
    return "" if find_spec("zxingcpp") else "there is no zxing-cpp, which `make web-tools` installs"


def codes_on(picture: Pixels) -> tuple[str, ...]:
    """Return the texts of the codes in a picture, from left to right."""
    import zxingcpp

    pixels, (width, height) = picture
    found = zxingcpp.read_barcodes(memoryview(pixels[1::3]).cast("B", (height, width)))
    return tuple(each.text for each in sorted(found, key=lambda each: each.position.top_left.x))


def screen_of(folder: Path) -> Pixels:
    """Return the picture of the screen that Xvfb keeps in this folder. Raises FileNotFoundError."""
    content = (folder / FRAME_BUFFER).read_bytes()
    head = struct.unpack(">25I", content[:100])
    width, height, line = head[WIDTH], head[HEIGHT], head[LINE]
    if (head[BITS], line) != (32, 4 * width):
        raise ValueError(f"the picture has {head[BITS]} bits a pixel and {line} bytes a line")
    begin = head[0] + 12 * head[COLOURS]
    pixels, wanted = content[begin : begin + line * height], bytearray(3 * width * height)
    for at, of in enumerate((2, 1, 0)):  # blue comes first
        wanted[at::3] = pixels[of::4]
    return bytes(wanted), (width, height)
