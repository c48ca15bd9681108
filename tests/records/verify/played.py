"""Match files of a small game, played at an imaginary table."""

from pathlib import Path

from examples.skirmish import Skirmish
from table import __version__
from table.records.journal import SqliteJournal
from table.records.matches import stored
from table.records.verify.file import read, written
from table.records.verify.verdict import CheckState, Verdict
from table.records.verify.verifier import verify
from table.rules.match.match import Match
from table.rules.seats import BLUE, RED
from tests.session.kit import SessionTable

GAMES = {"skirmish": Skirmish()}
STATED = Match(GAMES["skirmish"]).revision(__version__).stated
"""What such a file states of the rules that decided it."""


def skirmish(folder: Path, *, finished: bool = True, by_hand: bool = False) -> SessionTable:
    """A tie that the die breaks, a seal that is broken and one that is withdrawn, and the end."""
    table = SessionTable(folder).begun()
    table.plays(blue=2, red=2)
    table.answers(BLUE, "tie", "red" if by_hand else None)
    table.answers(BLUE, "next")
    for seat in (BLUE, RED):
        table.lifts(seat)
    table.lays(BLUE, 4)
    table.holds(BLUE)
    table.lifts(BLUE)
    if finished:
        table.plays(blue=1, red=3)
        table.answers(BLUE, "match.end", "finish")
        table.answers(RED, "match.agree", "agree")
    else:
        table.lays(RED, 5)
        table.holds(RED)
    return table


def file_of(folder: Path) -> bytes:
    journal = SqliteJournal.open(stored(folder)[0])
    content = b"".join(written(journal))
    journal.close()
    return content


def states(verdict: Verdict) -> dict[str, CheckState]:
    return {check.part: check.state for check in verdict.checks}


def verdict(content: bytes, head: str = "") -> Verdict:
    return verify(content, GAMES, head)


def verdict_of_who_saw_it(content: bytes) -> Verdict:
    """Return the verdict for somebody who knows the end of the chain."""
    return verdict(content, read(content).head)
