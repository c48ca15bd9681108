"""`command-table doctor --hands` without hardware: an emulated person answers at a table with a planted mistake."""

from collections.abc import Iterator, Sequence

import click

from lab.built.built_table import BuiltTable
from lab.built.human import EmulatedOperator
from lab.built.plants import Plant
from table.config import Config
from table.devices.hands_on.dialogue import Dialogue, Operator
from table.devices.hands_on.questions import HandsQuestion, HandsReply, reply_words
from table.devices.hands_on.steps import examined
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict
from table.program.doctor.operators import Show
from table.words import Words


class OverheardOperator:
    """Wraps another person, and prints the questions and answers."""

    def __init__(self, operator: Operator, words: Words, show: Show) -> None:
        self._operator, self._words, self._show = operator, words, show

    def show(self, question: HandsQuestion) -> None:
        self._show(f"    ? {self._words.say(question.words)}")
        self._operator.show(question)

    def reply(self) -> HandsReply | None:
        reply = self._operator.reply()
        if reply is not None:
            self._show(f"    > {self._words.say(reply_words(reply))}")
        return reply


def rehearsed(
    config: Config | None, words: Words, steps: Sequence[HandsStep], show: Show, mistake: str
) -> Iterator[HandsVerdict]:
    """Examine an emulated table with this planted mistake; empty for a sound table.

    Without `config` the table has the parts that the mistake needs. Raises `click.BadParameter` for an unknown mistake.
    """
    plant = next((each for each in Plant if each == mistake), None)
    if mistake and plant is None:
        raise click.BadParameter(f"there is no mistake {mistake}; there are {', '.join(Plant)}")
    table = BuiltTable(plant, config)
    operator = OverheardOperator(EmulatedOperator(table), words, show)
    yield from examined(table.parts(), Dialogue(operator, table.time), steps)
