"""The human at an emulated table who makes one mistake, in a reply or with a part."""

from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import TypeVar

from msgspec import Struct

from lab.built.built_table import BuiltTable
from lab.built.human import ANSWER_S, EmulatedOperator
from table.devices.hands_on.questions import Deed, HandsQuestion, HandsReply

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
