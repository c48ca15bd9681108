"""Generate the list of parts in `docs/build/build.md` (`make docs`)."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec
from msgspec import Struct

from firmware_bridge.firmware.wiring import HOPPERS

FILE = Path("build") / "kit" / "parts.toml"
Each = Literal["table", "seat", "hopper", "driver"]
SEATS, PER_DRIVER = 2, 2
OPTIONS: Mapping[str, str] = MappingProxyType(
    {
        "readers": "readers and screen",
        "rc522": "in place of the PN532 boards and their leads",
        "case": "in place of boards, leads and printed trays",
        "panels": "panels",
        "dispenser": "dispenser",
    }
)


class PartToBuy(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    option: Literal["readers", "rc522", "case", "panels", "dispenser"]
    each: Each
    count: int
    """The number for each table, seat, hopper or driver."""
    look_for: str
    origin: str
    """The drawing that the measures are from; or why there is none."""
    measures: Mapping[str, float] = MappingProxyType({})
    """In millimetres."""
    at_most: Mapping[str, float] = MappingProxyType({})
    """Limits that the printed parts set to these measures (`docs/build/kit/proofs`)."""
    free: str = ""
    """A sentence on where the part is, if no printed part limits it."""

    def needed(self, hoppers: int) -> int:
        """Return the number for a whole table with this many hoppers."""
        return (
            self.count * {"table": 1, "seat": SEATS, "hopper": hoppers, "driver": -(-hoppers // PER_DRIVER)}[self.each]
        )


class PartsList(Struct, frozen=True, forbid_unknown_fields=True):
    part: tuple[PartToBuy, ...]


def read_parts(docs: Path) -> Sequence[PartToBuy]:
    """Return the list in its order. Raises OSError, and msgspec.ValidationError with the wrong key."""
    return msgspec.toml.decode((docs / FILE).read_bytes(), type=PartsList).part


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
