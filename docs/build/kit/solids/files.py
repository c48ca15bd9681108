"""Write every printed part as STL, to print, and as STEP, to change. The same measures give the same bytes.

STEP files are not in git. `STEP.sha256` has their hashes, in the form that `sha256sum --check` reads.

`assembly.json` beside them tells how the printed parts stand in the hopper or the box that they make.
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from build123d import Part, export_step, export_stl

from firmware_bridge.firmware import wiring
from sim_hardware.dispenser.kit import fingerprint, measures, tokens
from solids.printed import PrintedPart, box_parts, hopper_parts

COMMON = "common"
HASHES = "STEP.sha256"
TIMINGS, WIRING = "timings.toml", "wiring.py"
TIMINGS_SAY = """\
# What the motor of kit.toml asks of the firmware, for each token: `make kit` writes it. Where a number is larger
# than the firmware's default, your wiring needs it: Hopper(..., feed_timeout_ms=5250). `wiring.py` has it for all.
"""
SAME_FOR_ALL = frozenset({"leg"})
"""A hopper's parts that do not depend on its token."""
COARSE, COARSE_ANGLE = 0.05, 0.4
"""A mesh is so much off a curve at most, in millimetres and in radians from facet to facet."""
NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands in each STEP file in place of the time at which it was written."""

HOPPER = re.compile(r"( Hopper\([^()]*barrier=\d+)\),")
"""A hopper's line in the wiring."""
RUNNING_NUMBER = re.compile(rb"(NEXT_ASSEMBLY_USAGE_OCCURRENCE\(')[0-9]+'")
"""The kernel counts the files that a process has written, and writes the count into each."""


def sets() -> Iterator[tuple[str, PrintedPart]]:
    """Yield each part with what it is a part of: the hopper of a token, by its name, or the boxes in `common`."""
    for token in tokens():
        for part in hopper_parts(measures(token)):
            yield token.name, part
    for part in box_parts():
        yield COMMON, part


def shelves() -> Iterator[tuple[str, PrintedPart]]:
    """Yield each part once, with the folder that it lies in: a token's name, or `common`."""
    seen: set[str] = set()
    for name, part in sets():
        if part.name not in SAME_FOR_ALL:
            yield name, part
        elif part.name not in seen:
            seen.add(part.name)
            yield COMMON, part


def write(folder: Path) -> None:
    """Write all parts, and how they stand. Raises ValueError for one that is no sound solid."""
    for shelf, part in shelves():
        (folder / shelf).mkdir(parents=True, exist_ok=True)
        solid = part.on_the_bed
        if not solid.is_valid or len(solid.solids()) != 1:
            raise ValueError(f"{shelf}/{part.name} is no sound solid")
        write_part(solid, folder / shelf / part.name)
    write_assembly(folder / "assembly.json")
    write_hashes(folder)
    write_timings(folder / TIMINGS)
    write_wiring(folder / WIRING)


def write_timings(path: Path) -> None:
    """Write the firmware's timings for the hopper of each token."""
    each = (
        f'\n["{m.token.name}"]\nfeed_timeout_ms = {m.feed_timeout_ms}\nreverse_ms = {m.reverse_ms}\n'
        for m in map(measures, tokens())
    )
    path.write_text(TIMINGS_SAY + "".join(each), "utf-8")


def write_wiring(path: Path) -> None:
    """Write the firmware's wiring with the longest timings of all tokens in each hopper's line."""
    every = [measures(token) for token in tokens()]
    feed, reverse = max(m.feed_timeout_ms for m in every), max(m.reverse_ms for m in every)
    shipped = Path(wiring.__file__).read_text("utf-8")
    timed = HOPPER.sub(rf"\1, feed_timeout_ms={feed}, reverse_ms={reverse}),", shipped)
    path.write_text(timed, "utf-8")


def write_hashes(folder: Path) -> None:
    """Write the hash of each STEP file of a folder."""
    files = sorted(folder.glob("*/*.step"))
    rows = (f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n" for path in files)
    (folder / HASHES).write_text("".join(rows), "utf-8")


def write_assembly(path: Path) -> None:
    """Write how each printed part is turned and moved to where it stands, and which measures all are made from."""
    stands: dict[str, dict[str, dict[str, object]]] = {}
    for name, part in sets():
        stands.setdefault(name, {})[part.name] = {"turned": part.turn_back, "moved": part.moves_back}
    wanted = json.dumps({"measures": fingerprint(), "stands": stands}, indent=1)
    path.write_text(re.sub(r"\[\s+([^\[\]]+?)\s+\]", _on_one_line, wanted) + "\n", "utf-8")


def _on_one_line(numbers: re.Match[str]) -> str:
    return f"[{' '.join(numbers[1].split())}]"


def write_part(solid: Part, stem: Path) -> None:
    """Write one part beside this name, with both endings."""
    solid.label = stem.name
    write_mesh(solid, stem.with_name(f"{stem.name}.stl"))
    step = stem.with_name(f"{stem.name}.step")
    export_step(solid, step, timestamp=NO_TIME)
    step.write_bytes(RUNNING_NUMBER.sub(rb"\g<1>1'", step.read_bytes()))


def write_mesh(solid: Part, path: Path) -> None:
    export_stl(solid, path, tolerance=COARSE, angular_tolerance=COARSE_ANGLE)
