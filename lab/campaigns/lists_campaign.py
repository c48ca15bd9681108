"""`command-table campaign lists`: is every list read as it was written, and never taken for another?

Legal random sides are written in each format of list builders, and read. Where a format cannot tell two things apart
(`docs/play/lists.md` lists all), the reader must report it. Then one byte, one word or one line of each list is
damaged. The result must be the same list, or an error, or exactly what the damaged list now says, according to a second
reader that knows only the builders' grammar.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from lab.figure import Figure, control_of, none_of
from lab.systems import all_trials
from lab.trials.list_trial import ListOutcome, ListTrial

CONTROL_LISTS = 100
SHOWN = 3
"""The maximum number of findings in a figure's note."""
WELL = (ListOutcome.RIGHT, ListOutcome.REPORTED)
Damage = Callable[[bytes, random.Random], bytes]


@dataclass
class Tried:
    """The outcomes of all lists, counted."""

    fresh: Counter[tuple[str, ListOutcome]] = field(default_factory=Counter)
    """The outcomes of undamaged lists, by format."""
    damaged: Counter[ListOutcome] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @property
    def forms(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(form for form, _ in self.fresh))

    def readable(self, form: str) -> tuple[int, int]:
        """Return how many lists of a format were read or reported, and their total number."""
        return sum(self.fresh[form, each] for each in WELL), sum(self.fresh[form, each] for each in ListOutcome)


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Write and read `count` sides of each game that has a trial of its lists."""
    played = trials()
    tried = tries(played, count, seed, done)
    for form in tried.forms:
        well, number = tried.readable(form)
        reported = tried.fresh[form, ListOutcome.REPORTED]
        note = f"{number - reported} right, {reported} with names that this format cannot tell apart"
        yield Figure(f"lists.readable.{form}", 100 * well / number, "%", ">= 100", well == number, number, note=note)
    yield _wrong("lists.wrong", tried)
    for which in ("silent", "hasty"):
        worse = tries([trial.worse()[which] for trial in played], min(count, CONTROL_LISTS), seed)
        unread = sum(number - well for well, number in map(worse.readable, worse.forms))
        found, of = (len(worse.wrong), "wrong") if which == "silent" else (unread, "readable")
        yield control_of(f"lists.{of}.control", found, "lists", sum(worse.fresh.values()))


def trials() -> tuple[ListTrial, ...]:
    """Return the list trials of all games."""
    return tuple(trials.list_trial() for _, trials in all_trials() if trials.list_trial is not None)


def tries(
    played: tuple[ListTrial, ...] | list[ListTrial], count: int, seed: int, done: Callable[[int], None] = lambda _: None
) -> Tried:
    """Write and read this many sides of each trial, and read every list three times more with damage."""
    tried = Tried()
    for place, trial in enumerate(played):
        rng = random.Random(seed)
        for number in range(count):
            _one_side(trial, rng, tried)
            done((place * count + number) // len(played))
    return tried


def _one_side(trial: ListTrial, rng: random.Random, tried: Tried) -> None:
    side = trial.side(rng)
    for form in trial.forms:
        if not (words := trial.written(side, form)):
            continue
        written = words.encode()
        reading = trial.read(side, form, written)
        tried.fresh[form, reading] += 1
        if reading is ListOutcome.WRONG:
            tried.wrong.append(f"{form}: {words}")
        for name, damage in DAMAGES.items():
            harmed = damage(written, rng)
            reading = trial.read_damaged(side, form, harmed)
            tried.damaged[reading] += 1
            if reading is ListOutcome.WRONG:
                tried.wrong.append(f"{form}, {name}: {harmed.decode(errors='replace')}")


def _wrong(name: str, tried: Tried) -> Figure:
    number = sum(tried.fresh.values()) + sum(tried.damaged.values())
    damaged = ", ".join(f"{tried.damaged[each]} {each}" for each in ListOutcome if tried.damaged[each])
    note = "; ".join((f"damaged lists: {damaged}", *tried.wrong[:SHOWN]))
    return none_of(name, tried.wrong, "lists", number, note=note)


def _byte(written: bytes, rng: random.Random) -> bytes:
    """Return the list with one byte replaced, removed or inserted."""
    place, sign = rng.randrange(len(written)), bytes((rng.choice(_BYTES),))
    return rng.choice(
        (
            written[:place] + sign + written[place + 1 :],
            written[:place] + written[place + 1 :],
            written[:place] + sign + written[place:],
        )
    )


def _word(written: bytes, rng: random.Random) -> bytes:
    """Return the list with one word removed, doubled, or swapped with the next."""
    return _part(written, b" ", rng)


def _line(written: bytes, rng: random.Random) -> bytes:
    """Return the list with one line removed, doubled, or swapped with the next."""
    return _part(written, b"\n", rng)


def _part(written: bytes, between: bytes, rng: random.Random) -> bytes:
    parts = written.split(between)
    place = rng.randrange(len(parts))
    before, part, behind = parts[:place], parts[place], parts[place + 1 :]
    middle = rng.choice(([], [part, part], [*behind[:1], part]))
    return between.join([*before, *middle, *(behind[1:] if len(middle) == 2 and middle != [part, part] else behind)])


_BYTES = (*range(32, 127), 10, 0, 195, 255)
DAMAGES: dict[str, Damage] = {"byte": _byte, "word": _word, "line": _line}
