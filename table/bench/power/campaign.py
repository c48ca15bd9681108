"""`command-table campaign power`: the host's plug is pulled at every write, and the match goes on where it was."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from table.bench.figures import Figure
from table.bench.headless import Furnished
from table.bench.power.evening import Evening, play
from table.bench.power.recording import Control
from table.bench.power.verdict import Moment, moments, wrong
from table.bench.power.volume import Keep, Volume, dropped, kept, torn
from table.bench.scratch import scratch
from table.bench.systems import systems

TURNS = 30
"""The most in a match of the sweep; in the random evenings, twice that."""
CONTROLS: Mapping[Control, tuple[str, str]] = MappingProxyType(
    {
        "unsynced": ("power.control", "a journal that syncs nothing"),
        "early": ("power.early.control", "a journal that says too early that a batch is on disk"),
    }
)
CONTROL_CUTS = 40
TOLD = 3


@dataclass
class Tried:
    cuts: int = 0
    points: int = 0
    """Deeds of the disk after which the plug was pulled."""
    wrong: list[str] = field(default_factory=list)

    @property
    def resumed(self) -> float:
        return 100 * (self.cuts - len(self.wrong)) / max(self.cuts, 1)


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Half of `count` go over the deeds of one evening of each system, all of them if it is enough; half are random."""
    rng, played, tried = random.Random(seed), tuple(systems()), Tried()
    turns = max(1, min(TURNS, count // len(played)))
    with scratch() as folder:
        furnished = Furnished(folder)
        swept, deeds = 0, 0
        for system in played:
            evening = play(furnished, system, rng.getrandbits(32), turns)
            deeds += len(evening.deeds) + 1
            swept += _sweep(furnished, evening, count // (2 * len(played)), rng, tried)
            done(tried.cuts)
        while tried.cuts < count:
            system = played[rng.randrange(len(played))]
            evening = play(furnished, system, rng.getrandbits(32), rng.randint(1, 2 * turns))
            _random(furnished, evening, min(RANDOM_EACH, count - tried.cuts), rng, tried)
            done(tried.cuts)
        spoiled = {control: Tried() for control in CONTROLS}
        for control, lost in spoiled.items():
            evening = play(furnished, played[0], seed, turns, control)
            _random(furnished, evening, CONTROL_CUTS, rng, lost)
    note = "; ".join(tried.wrong[:TOLD])
    yield Figure("power.resumed", round(tried.resumed, 4), "%", "100 %", not tried.wrong, tried.cuts, note=note)
    yield Figure(
        "power.points", swept, "points", n=deeds, note=f"of {deeds} writes, syncs and names in the evenings swept"
    )
    for control, (name, note) in CONTROLS.items():
        lost = spoiled[control]
        yield Figure(name, lost.resumed, "%", "fails", bool(lost.wrong), lost.cuts, note=note)


RANDOM_EACH = 400
"""Cuts in one random evening: to play it takes as long as some of them."""


def _sweep(furnished: Furnished, evening: Evening, most: int, rng: random.Random, tried: Tried) -> int:
    """With all that was not synced gone, there, and torn. Gives the points."""
    every = max(1, -(-3 * (len(evening.deeds) + 1) // max(most, 1)))
    points = 0
    for n, (volume, moment) in enumerate(_over(evening)):
        if n % every:
            continue
        points += 1
        ways: tuple[tuple[str, Keep], ...] = (("dropped", dropped), ("kept", kept), ("torn", torn(rng)))
        for name, keep in ways if volume.unsynced else ways[:1]:
            _cut(furnished, evening, volume, moment, (f"{n}, {name}", keep), rng, tried)
    return points


def _random(furnished: Furnished, evening: Evening, cuts: int, rng: random.Random, tried: Tried) -> None:
    at = sorted(rng.choices(range(len(evening.deeds) + 1), k=cuts), reverse=True)
    for n, (volume, moment) in enumerate(_over(evening)):
        while at and at[-1] == n:
            at.pop()
            _cut(furnished, evening, volume, moment, (f"{n}, torn", torn(rng)), rng, tried)


def _over(evening: Evening) -> Iterator[tuple[Volume, Moment]]:
    volume, when = Volume(), moments(evening)
    yield volume, next(when)
    for deed, moment in zip(evening.deeds, when, strict=True):
        volume.took(deed)
        yield volume, moment


def _cut(
    furnished: Furnished,
    evening: Evening,
    volume: Volume,
    moment: Moment,
    way: tuple[str, Keep],
    rng: random.Random,
    tried: Tried,
) -> None:
    tried.cuts += 1
    said = wrong(furnished, evening, volume.image(way[1]), moment, rng)
    if said:
        tried.wrong.append(f"{evening.system.game.system}, cut {way[0]}: {said}")
