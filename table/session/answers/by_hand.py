"""Tokens that players hand out themselves (TB-09): the table records them as taken, and shows each seat one note.

By the rules each pay-out is a question, which blocks undo and clock while it is open. Play does not wait for the
tokens, so the table answers these questions immediately. The note is not journalled: its seat dismisses it, or it ends
with the round, the match, or the power.
"""

from collections import Counter

from table.records.open_match import OpenMatch
from table.rules.commands import Answer
from table.rules.match.hoppers import is_ours, kind_name
from table.rules.match.ledger import TokenJob
from table.rules.match.payouts import HAND, TOKENS_BACK
from table.rules.prompts import AnyPrompt, Confirm
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.session.journal_writer import JournalWriter

RULE = "TB-09"


class TokensByHand:
    """The tokens of this round that seats take from the supply, with their notes. The session's thread only."""

    def __init__(self, writer: JournalWriter, *, noted: bool = True) -> None:
        """`noted` shows the notes.

        A table without any hardware counts tokens, and does not ask players to take them.
        """
        self._writer, self._notes = writer, noted
        self._round = ("", 0)
        """The match and the round of these pay-outs."""
        self._noted: tuple[TokenJob, ...] = ()

    @property
    def noted(self) -> tuple[TokenJob, ...]:
        """Return the pay-outs in the notes, in their state before the tokens were taken."""
        play = self._writer.play
        if not self._noted or play is None or play.state.ended is not None or _round(play) != self._round:
            return ()
        return self._noted

    def take(self) -> bool:
        """Answer the first question about tokens taken by hand, and note the payout. Return False if there is none."""
        play = self._writer.play
        if play is None:
            return False
        job = _asked(play)
        if job is None:
            return not self._notes and self._gives_back(play)
        if not isinstance(self._writer.do(Answer(job.seat, HAND + job.id)), tuple):
            return False
        if self._notes:
            self._noted, self._round = (*self.noted, job), _round(play)
        return True

    def _gives_back(self, play: OpenMatch) -> bool:
        """Note all tokens that the rules take back as returned, without a question. Return False if there are none."""
        asked = any(prompt.key == TOKENS_BACK for prompt in play.prompts())
        return asked and isinstance(self._writer.do(Answer(play.seats[0], TOKENS_BACK)), tuple)

    def put_away(self, answer: Answer) -> bool:
        """Remove the note of this seat if the answer names any of its pay-outs. Return True if it was removed."""
        if not answer.prompt.startswith(HAND) or answer.value is not None or not _of(self.noted, answer.seat):
            return False
        self._noted = _of(self.noted, answer.seat.opponent)
        return True

    def around(self, prompts: tuple[AnyPrompt, ...]) -> tuple[AnyPrompt, ...]:
        """Return these prompts with a prompt for each seat's note, and without those that the table answers.

        Without any hardware, prompts about hoppers are removed as well; a match from another table may have some.
        """
        kept = (
            prompt for prompt in prompts if not prompt.key.startswith(HAND) and (self._notes or not is_ours(prompt.key))
        )
        notes = (_note(mine) for mine in (_of(self.noted, seat) for seat in SEATS) if mine)
        return (*kept, *notes)


def _round(play: OpenMatch) -> tuple[str, int]:
    return play.state.id, play.match.round(play.state)


def _asked(play: OpenMatch) -> TokenJob | None:
    """Return the first pay-out that the rules ask about."""
    asked = (prompt.key for prompt in (play.prompts() if play.state.ledger.jobs else ()) if prompt.key.startswith(HAND))
    return next((play.state.ledger.job(key.removeprefix(HAND)) for key in asked), None)


def _of(jobs: tuple[TokenJob, ...], seat: Seat) -> tuple[TokenJob, ...]:
    return tuple(job for job in jobs if job.seat is seat)


def _note(jobs: tuple[TokenJob, ...]) -> Confirm:
    """Return the note of a seat, by the key of its first pay-out."""
    tokens = Counter[str]()
    for job in jobs:
        tokens[job.kind] += job.missing
    return Confirm(
        key=HAND + jobs[0].id, seat=jobs[0].seat, ask=_take(tokens), rule=RULE,
        hold=True, standing=True, chore=tokens.total(),
    )  # fmt: skip


def _take(tokens: Counter[str]) -> Text:
    if len(tokens) == 1:
        ((kind, count),) = tokens.items()
        return text("match.take", count=count, kind=kind_name(kind))
    first, *more = (text("match.take.part", count=count, kind=kind_name(kind)) for kind, count in tokens.items())
    listed = first
    for part in more:
        listed = text("match.back.and", first=listed, rest=part)
    return text("match.take.several", tokens=listed)
