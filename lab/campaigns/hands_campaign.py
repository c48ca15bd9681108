"""`campaign hands`: does the interactive doctor name every building mistake, even if one answer is wrong?

Every known mistake is planted alone. An emulated person does what the doctor asks, and once answers wrongly, acts on
another part, or skips the question: at each question of the steps that concern the mistake if the count allows, else at
random questions. A mistake is named correctly if its own step finds it under its name, and no other mistake is named.
Sound tables, most with a slip of the person, must give no finding. The control believes every first answer.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import TypeVar

from msgspec import Struct

from lab.built.built_table import BuiltTable
from lab.built.human import ANSWER_S, EmulatedOperator
from lab.built.plants import EXPECTED, Expected, Plant
from lab.figure import Figure, control_of, none_of
from lab.log_silence import unwarned
from table.devices.hands_on.dialogue import Dialogue
from table.devices.hands_on.questions import Deed, HandsQuestion, HandsReply
from table.devices.hands_on.steps import NEEDS, examined
from table.devices.hands_on.verdicts import HandsStep

Named = TypeVar("Named", bound=str)

TAKES_A_PART = (Deed.PRESS, Deed.LAY, Deed.HOLD_TOKEN)
"""The acts in which a person can take the wrong part. All other acts can only be skipped."""


class SlipKind(StrEnum):
    WRONG = "wrong"
    """A mistake: a wrong answer, the wrong part, or `done` without the act."""
    SKIPPED = "skipped"


class Slip(Struct, frozen=True):
    kind: SlipKind
    at: int
    """The number of the question at which it happens, counted from 0."""


class SlippingOperator(EmulatedOperator):
    """Hands and eyes at a `BuiltTable` that slip once."""

    def __init__(self, table: BuiltTable, slip: Slip | None = None, chance: Random | None = None) -> None:
        super().__init__(table)
        self._slip, self._chance = slip, chance or Random(0)
        self._slips: SlipKind | None = None
        """The slip at the question that is asked now."""

    def show(self, question: HandsQuestion) -> None:
        self._slips = self._slip.kind if self._slip is not None and self._slip.at == self.asked else None
        super().show(question)

    def _does(self, question: HandsQuestion) -> None:
        if self._slips is None or (self._slips is SlipKind.WRONG and question.deed in TAKES_A_PART):
            super()._does(question)

    def _answer(self, question: HandsQuestion) -> HandsReply | None:
        if self._slips is None:
            return super()._answer(question)
        if self._slips is SlipKind.SKIPPED:
            return HandsReply.SKIP if self._waited_s() >= ANSWER_S else None
        if question.deed is Deed.SLIDE:
            true = HandsReply.DONE if self._waited_s() >= ANSWER_S else None
        else:
            true = super()._answer(question)
        return None if true is None else self._other(true, question.replies)

    def _part(self, named: str, parts: tuple[str, ...]) -> str:
        return named if self._slips is None else self._other(named, parts)

    def _other(self, right: Named, known: Sequence[Named]) -> Named:
        others = [each for each in known if each != right]
        return self._chance.choice(others) if others else right


SHOWN = 5
"""The maximum number of misses in a figure's note."""
BELIEVING, CAREFUL = 1, 2
CONTROL_TABLES = 20


@dataclass
class HandsCounts:
    tried: int = 0
    missed: list[str] = field(default_factory=list)


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Examine `count` sound tables, and each mistake with up to `count` slips."""
    with unwarned():
        yield from _figures(count, seed, done)


def _figures(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    planted = plants(count, seed, done)
    note = "; ".join((f"{len(Plant)} mistakes", *planted.missed[:SHOWN]))
    share = 100 * (planted.tried - len(planted.missed)) / planted.tried
    yield Figure("doctor.hands", share, "%", ">= 100", not planted.missed, planted.tried, note=note)
    sound = tables(count, seed)
    yield none_of("doctor.hands.false_alarms", sound.missed, "tables", sound.tried, "; ".join(sound.missed[:SHOWN]))
    few = min(count, CONTROL_TABLES)
    believed = plants(few, seed, agreeing=BELIEVING)
    fooled = len(believed.missed) + len(tables(few, seed, BELIEVING).missed)
    yield control_of("doctor.hands.control", fooled, "fooled", believed.tried + few)


def plants(most: int, seed: int, done: Callable[[int], None] = lambda _: None, agreeing: int = CAREFUL) -> HandsCounts:
    """Plant each mistake: once without a slip, then with up to `most` slips."""
    counts, chance = HandsCounts(), random.Random(f"hands/{seed}")
    for number, (plant, expected) in enumerate(EXPECTED.items()):
        questions = _try(counts, plant, expected, None, agreeing)
        slips = [Slip(kind, at) for at in range(questions) for kind in SlipKind]
        for slip in slips if len(slips) <= most else chance.sample(slips, most):
            _try(counts, plant, expected, slip, agreeing)
        done(most * (number + 1) // len(EXPECTED))
    return counts


def tables(count: int, seed: int, agreeing: int = CAREFUL) -> HandsCounts:
    """Examine sound tables completely. At every fourth one the person makes no slip."""
    counts, chance = HandsCounts(), random.Random(f"sound/{seed}")
    questions = 0
    for number in range(count):
        slip = Slip(chance.choice(tuple(SlipKind)), chance.randrange(questions)) if number % 4 else None
        found, asked = _found(None, tuple(HandsStep), slip, agreeing, number)
        questions = questions or asked
        counts.tried += 1
        if found:
            counts.missed.append(f"{slip}: {', '.join(sorted(each.mistake for each in found))}")
    return counts


def _try(counts: HandsCounts, plant: Plant, expected: Expected, slip: Slip | None, agreeing: int) -> int:
    """Examine one table and return the number of questions asked."""
    steps = tuple(step for step in (NEEDS.get(expected.step), expected.step) if step is not None)
    found, asked = _found(plant, steps, slip, agreeing, counts.tried)
    counts.tried += 1
    if found != {expected}:
        named = ", ".join(sorted(each.mistake for each in found)) or "nothing"
        counts.missed.append(f"{plant} with {slip}: {named}")
    return asked


def _found(
    plant: Plant | None, steps: Sequence[HandsStep], slip: Slip | None, agreeing: int, seed: int
) -> tuple[set[Expected], int]:
    table = BuiltTable(plant)
    human = SlippingOperator(table, slip, random.Random(seed))
    verdicts = examined(table.parts(), Dialogue(human, table.time, agreeing), steps)
    return {Expected(each.step, each.mistake) for each in verdicts if each.mistake is not None}, human.asked
