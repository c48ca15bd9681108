"""Compress the window's typefaces for the pages (`make fonts`). Nothing else needs fonttools and brotli."""

from pathlib import Path

from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[2]
FONTS, SERVED = ROOT / "table/screen/drawing/fonts", ROOT / "table/network/web/shipped/fonts"

if __name__ == "__main__":
    for face in sorted(FONTS.glob("*.ttf")):
        font = TTFont(face, recalcTimestamp=False)
        font.flavor = "woff2"
        font.save(SERVED / face.with_suffix(".woff2").name)
