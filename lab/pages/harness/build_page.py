"""The parts to buy in `docs/build/build.md`, from the list of parts (`make docs`)."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from firmware_bridge.firmware.wiring import HOPPERS
from lab.pages.harness.parts_list import OPTIONS, PartToBuy, read_parts

PAGE = Path("build") / "build.md"
BEGIN, END = "<!-- Made by `make docs` from here -->\n", "<!-- to here. -->\n"


def renewed(page: str, parts: Sequence[PartToBuy]) -> str:
    """Return the page with today's parts in their place. Raises ValueError where the page has none."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError("the page has no place for the parts")
    return "".join((before, begin, *_tables(parts), "\n", end, after))


def _tables(parts: Sequence[PartToBuy]) -> Iterator[str]:
    for option, title in OPTIONS.items():
        yield f"\n**{title[0].upper()}{title[1:]}**\n\n"
        several = any(part.each in ("hopper", "driver") for part in parts if part.option == option)
        one = " one hopper |" if several else ""
        yield f"| part |{one} {f'{len(HOPPERS)} hoppers' if several else 'for a table'} | look for |\n"
        yield f"|---|{'--:|' if several else ''}--:|---|\n"
        for part in parts:
            if part.option == option:
                alone = f" {part.needed(1)} |" if several else ""
                yield f"| {part.name} |{alone} {part.needed(len(HOPPERS))} | {part.look_for} |\n"


def write(docs: Path) -> None:
    page = docs / PAGE
    page.write_text(renewed(page.read_text("utf-8"), read_parts(docs)), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]).resolve())
