"""The judge freezes a match, reads its log, corrects it, and continues it (TB-77).

While the match is frozen, the game asks nothing, no card can be locked, and nothing is revealed. Corrections remain
possible, and questions about doubtful tokens, which do not belong to the game, are still asked. Everything is
journalled.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from table.rules.game import Event
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Option
from table.rules.refusal import Refusal
from table.rules.text import text

RULE = "TB-77"
CARD = "judge"
"""The id of the judge's card in the card book."""
GO_ON = "match.judge.go_on"
LOG = "match.judge.log"
CORRECTING = frozenset({"TB-33", "TB-74", "TB-76"})
"""The ids of the rules whose prompts correct the table."""


def correcting(of_game: Sequence[AnyPrompt]) -> bool:
    """True while a correction is open."""
    return any(prompt.rule in CORRECTING and not prompt.standing for prompt in of_game)


def prompts(state: MatchState[Any], of_game: Sequence[AnyPrompt]) -> Iterator[AnyPrompt]:
    """Return the prompts that replace the game's own. Corrections come first.

    The log is a prompt whose options are its lines.
    """
    correcting = [prompt for prompt in of_game if prompt.rule in CORRECTING]
    yield from (prompt for prompt in correcting if not prompt.standing)
    yield Confirm(key=GO_ON, seat=None, ask=text("match.judge.go_on"), rule=RULE, hold=True)
    yield from (prompt for prompt in correcting if prompt.standing)
    if state.story:
        lines = tuple(Option(str(number), line) for number, line in enumerate(reversed(state.story), 1))
        yield ChooseOne(key=LOG, seat=None, ask=text("match.judge.log"), rule=RULE, options=lines, standing=True)


def called(state: MatchState[Any], command: cmd.CallJudge) -> tuple[Event, ...] | Refusal:
    if state.ended or state.game is None or (not state.numbered and (state.awaiting or state.numbers)):
        return Refusal(RULE, text("match.judge.no_match"))
    return () if state.judged else (ev.JudgeCalled(command.how, command.seat),)
