"""Put the pictures of an evening side by side, as a moving picture: the table's screen, and both phones.

`python lab/pages/moving_picture.py FOLDER FILE.webp`: Pillow alone is needed, and nothing of this project.
"""

import sys
from pathlib import Path

from PIL import Image

HEIGHT, GAP = 320, 8
GROUND = (15, 17, 23)
SHOWN_MS, LAST_MS, QUICK_MS, QUICK_FROM = 1600, 3200, 350, 7
"""The time that each picture is shown. Those of the reveal, from `QUICK_FROM` on, follow each other quickly."""
QUALITY = 60


def main(folder: Path, file: Path) -> None:
    count = len(list(folder.glob("*-table.png")))
    pictures = [_joined(folder, number) for number in range(count)]
    durations = [QUICK_MS if number >= QUICK_FROM else SHOWN_MS for number in range(count - 1)] + [LAST_MS]
    first, *rest = pictures
    first.save(file, save_all=True, append_images=rest, duration=durations, loop=0, quality=QUALITY, method=6)


def _joined(folder: Path, number: int) -> Image.Image:
    parts = [_part(folder / f"{number:02}-{name}.png") for name in ("blue", "table", "red")]
    width = sum(part.width for part in parts) + GAP * (len(parts) - 1)
    picture, left = Image.new("RGB", (width, HEIGHT), GROUND), 0
    for part in parts:
        picture.paste(part, (left, 0))
        left += part.width + GAP
    return picture


def _part(file: Path) -> Image.Image:
    """Return a picture in its size; a dark phone before it has scanned a code."""
    if not file.exists():
        return Image.new("RGB", (HEIGHT * 360 // 640, HEIGHT), GROUND)
    with Image.open(file) as found:
        return found.convert("RGB").resize((found.width * HEIGHT // found.height, HEIGHT), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
