"""All checks of a match file, in their order. Pure: bytes in, a verdict out."""

from collections.abc import Mapping
from typing import Any

from table.records.verify import chance, clock, rules, seals
from table.records.verify.facts import check_opening, check_players, facts
from table.records.verify.file import ForeignError, MatchFile, read
from table.records.verify.verdict import Check, CheckState, Verdict
from table.rules.game import Game
from table.rules.shown_codes import grouped, is_of
from table.rules.text import text


def verify(raw: bytes, games: Mapping[str, Game[Any]], head: str = "") -> Verdict:
    """Check a match file, and return the verdict. Any thread may call; it never raises, whatever the file contains.

    `head`: a link of the chain that the screen showed, in its normal form (`shown_codes.normal`). It cannot be forged:
    up to that link, the file is a record of the match that showed it.
    """
    try:
        file = read(raw)
        batches = [facts(number, batch) for number, batch in enumerate(file.batches, 1)]
        check_opening(batches, file.match, file.system)
        check_players(batches, file.players)
    except ForeignError as error:
        return Verdict("", "", (Check("chain", CheckState.FAILED, text("verify.foreign", why=str(error))),))
    except ValueError as error:
        return Verdict("", "", (Check("chain", CheckState.FAILED, text("verify.chain.failed", why=str(error))),))
    chain = Check("chain", CheckState.PASSED, text("verify.chain.passed", batches=len(batches)))
    lots, chanced = chance.check(batches)
    timed, _ = clock.check(batches)
    ended = any(event.type == "SecretDisclosed" for batch in batches for event in batch.events)
    ruled, outcome = rules.check(file, games)
    checks = (chain, _known(file, head), seals.check(batches), *lots, *timed, ruled)
    return Verdict(file.match, file.head, checks, chanced, ended, outcome)


def _known(file: MatchFile, head: str) -> Check:
    """Check the file against a code that the match showed. Without one, the file may be of any match."""
    if not head:
        return Check("known", CheckState.OPEN, text("verify.known.open"))
    number = next((number for number, link in enumerate(file.links, 1) if is_of(head, link)), 0)
    if not number:
        return Check("known", CheckState.FAILED, text("verify.known.failed", head=grouped(file.head)))
    if number == len(file.links):
        return Check("known", CheckState.PASSED, text("verify.known.passed"))
    line = text("verify.known.part", known=number, batches=len(file.links))
    return Check("known", CheckState.OPEN, line)
