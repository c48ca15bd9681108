"""Every pour that the campaign makes, and the file that keeps them: a run adds those that are not in it yet."""

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from firmware_bridge.firmware.settings import Settings, checksum
from poured.payout import WITHIN, paid
from poured.scene import STEPS_S, WAY, Pour
from sim_hardware.dispenser.kit import hopper_fingerprint, measures, token, tokens

Row = dict[str, Any]
"""A pour and what came, as the file has it."""

KEPT = Path(__file__).with_name("pours.jsonl")
HALVED = Path(__file__).with_name("halved.jsonl")
"""Some of the same pours with half the step."""
HALVED_POURS = 20
MIDDLE_SEEDS, EDGE_SEEDS, CONTROL_SEEDS = 20, 2, 5
TOLERANCE = 0.25
"""The millimetres by which a printer is off."""
EDGES = (
    Pour(friction=0.6),
    Pour(friction=0.15),
    Pour(larger=1.0),
    Pour(larger=-1.0),
    Pour(larger=1.0, friction=0.6),
    Pour(bow=0.2),
    Pour(bow=0.4),
    Pour(bow=0.3, friction=0.6),
    Pour(tilt=5.0),
    Pour(tilt=5.0, downhill=90.0),
    Pour(tilt=5.0, downhill=180.0),
    Pour(tilt=5.0, downhill=270.0),
    Pour(untrue=0.15),
    Pour(untrue=0.3),
    Pour(pocket=TOLERANCE),
    Pour(pocket=-TOLERANCE),
    Pour(gap=TOLERANCE),
    Pour(gap=-TOLERANCE),
    Pour(floor=TOLERANCE),
    Pour(floor=-TOLERANCE),
)
"""With these 20 edges, each of the five tokens is poured twice: 200 pours."""
CONTROL_TOKEN = "25x2.0"
CONTROLS = ("roof", "timings")
TIMINGS = checksum([Settings()])
EARLIER_TIMINGS = {"feed_timeout_ms": 800, "reverse_ms": 650, "retries": 2}
"""Those of firmware 0.1.0, which the disc never makes a whole turn with."""


@dataclass(frozen=True, slots=True)
class Planned:
    """One pour of a token. `control` names what the hopper had before."""

    token: str
    pour: Pour
    control: str | None = None

    @property
    def part(self) -> str:
        """Return `middle`, `edges` or `control`."""
        if self.control:
            return "control"
        return "middle" if replace(self.pour, seed=1) == Pour() else "edges"

    def row(self) -> Row:
        return {
            "token": self.token,
            "measures": hopper_fingerprint(self.token),
            "timings": TIMINGS,
            "way": WAY,
            "control": self.control,
            **asdict(self.pour),
        }


def every_pour() -> tuple[Planned, ...]:
    """Return all pours. A part of them, from the first on, has every token and every edge as soon as it can."""
    names = [each.name for each in tokens()]
    middle = [Planned(name, Pour(seed=seed)) for seed in range(1, MIDDLE_SEEDS + 1) for name in names]
    edges = [
        Planned(name, replace(edge, seed=seed)) for seed in range(1, EDGE_SEEDS + 1) for edge in EDGES for name in names
    ]
    controls = [
        Planned(CONTROL_TOKEN, Pour(seed=seed), control) for control in CONTROLS for seed in range(1, CONTROL_SEEDS + 1)
    ]
    return (*controls, *_mixed(middle, edges))


def _mixed(few: list[Planned], many: list[Planned]) -> Iterator[Planned]:
    """Yield both evenly, each in its order."""
    every = [
        ((n + 1) / len(part), which, each) for which, part in enumerate((few, many)) for n, each in enumerate(part)
    ]
    return (each for *_, each in sorted(every, key=lambda one: one[:2]))


def pours_to_halve() -> list[Planned]:
    """Return the pours that are made with half the step, too: drawn by chance, always the same."""
    shipped = [each for each in every_pour() if not each.control]
    return random.Random("hopper/halved").sample(shipped, HALVED_POURS)


def poured(planned: Planned, steps_s: Sequence[float] = STEPS_S) -> Row:
    """Pour and pay, and return the row to keep."""
    came = paid(
        measures(token(planned.token)),
        planned.pour,
        planned.control == "roof",
        EARLIER_TIMINGS if planned.control == "timings" else None,
        steps_s,
    )
    return {**planned.row(), **json.loads(json.dumps(asdict(came)))}


def halved(planned: Planned) -> Row:
    """Pour and pay with half the step."""
    return poured(planned, STEPS_S[1:])


def is_valid(row: Row) -> bool:
    """True if the engine let no body of this pour too deep into another."""
    return bool(row["deepest"] <= WITHIN * token(row["token"]).thickness)


def kept(file: Path = KEPT) -> list[Row]:
    """Return the kept pours that were made with the present measures and timings, in the present way."""
    every = map(json.loads, file.read_text("utf-8").splitlines())
    return [
        row
        for row in every
        if (row["measures"], row["timings"], row.get("way")) == (hopper_fingerprint(row["token"]), TIMINGS, WAY)
    ]


def keep(row: Row, path: Path = KEPT) -> None:
    """Add a pour to the file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def planned_of(row: Row) -> Planned:
    """Return what a kept row was planned as."""
    pour = Pour(**{each.name: row[each.name] for each in fields(Pour)})
    return Planned(row["token"], pour, row["control"])


def lacking(rows: Iterable[Row], planned: Iterable[Planned] | None = None) -> list[Planned]:
    """Return the planned pours that are not among these, by default of all that the campaign makes."""
    there = set(map(planned_of, rows))
    return [each for each in (every_pour() if planned is None else planned) if each not in there]
