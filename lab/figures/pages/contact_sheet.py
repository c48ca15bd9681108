"""Write one page with small pictures of all pages, overlays and phones, to be looked at: `make sheet`.

Whole pictures of those with faults lie beside it.
"""

import sys
from base64 import b64encode
from collections.abc import Iterable
from html import escape
from pathlib import Path

from lab.chromium import chromium, missing_browser
from lab.figures.evening.whole_matches import GAMES
from lab.figures.pages.bot_matches import bots_match
from lab.figures.pages.combinations import pictures
from lab.figures.pages.moments import moments
from lab.figures.pages.photographs import Photograph, photographer
from table.words.progress import Progress
from table.words.terminal import print_line

NAME = "contact-sheet.html"
HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Contact sheet</title><style>
body { margin: 1rem; background: #20242a; color: #eee; font: 13px/1.3 system-ui, sans-serif; columns: 300px; }
figure { margin: 0 0 1rem; break-inside: avoid; }
img { display: block; max-width: 100%; border: 1px solid #555; }
.fault { color: #ff9; }
</style></head><body>
"""


def sheet(taken: Iterable[Photograph]) -> str:
    """Return the page, the pictures of each sight together."""
    figures = []
    for each in sorted(taken, key=lambda each: each.picture.sight.name):
        image = f'<img loading="lazy" alt="" src="data:image/webp;base64,{b64encode(each.webp).decode()}">'
        faults = "".join(f'<br><span class="fault">{escape(fault)}</span>' for fault in each.faults)
        figures.append(f"<figure>{image}<figcaption>{escape(each.picture.caption)}{faults}</figcaption></figure>")
    return f"{HEAD}{''.join(figures)}</body></html>\n"


def main(folder: Path, most: int | None = None) -> None:
    if why := missing_browser():
        sys.exit(why)
    folder.mkdir(parents=True, exist_ok=True)
    all_moments = [moment for game in GAMES for moment in moments(bots_match(game))]
    wanted = [*pictures(all_moments, most)]
    taken = []
    with Progress() as progress, chromium() as browser, photographer(browser, folder) as by:
        for each in by.take(wanted, shown=True):
            taken.append(each)
            progress.say(f"{len(taken)} of {len(wanted)} pictures")
    (folder / NAME).write_text(sheet(taken), "utf-8")
    print_line(f"{len(taken)} pictures, {sum(bool(each.faults) for each in taken)} with faults: {folder / NAME}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
