"""Generate the list of parts in `docs/build/build.md` (`make docs`)."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from firmware_bridge.firmware.wiring import HOPPERS
from lab.pages.harness.parts_list import OPTIONS, PartToBuy

PAGE = Path("build") / "build.md"


def section(parts: Sequence[PartToBuy]) -> str:
    """Return the tables of the parts."""
    return "\n".join(_tables(parts))


def _tables(parts: Sequence[PartToBuy]) -> Iterator[str]:
    for option, title in OPTIONS.items():
        chosen = [part for part in parts if part.option == option]
        several = any(part.each in ("hopper", "driver") for part in chosen)
        one = " one hopper |" if several else ""
        rows = [
            f"**{title[0].upper()}{title[1:]}**",
            "",
            f"| part |{one} {f'{len(HOPPERS)} hoppers' if several else 'for a table'} | look for |",
            f"|---|{'--:|' if several else ''}--:|---|",
        ]
        for part in chosen:
            alone = f" {part.needed(1)} |" if several else ""
            rows.append(f"| {part.name} |{alone} {part.needed(len(HOPPERS))} | {part.look_for} |")
        yield "\n".join(rows) + "\n"
