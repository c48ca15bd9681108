"""All checks of a match file, in their order. Pure: bytes in, a verdict out."""

from collections.abc import Mapping
from typing import Any

from table.records.verify import chance, rules, seals
from table.records.verify.facts import check_opening, facts
from table.records.verify.file import ForeignError, read
from table.records.verify.verdict import Check, CheckState, Verdict
from table.rules.game import Game
from table.rules.text import text


def verify(raw: bytes, games: Mapping[str, Game[Any]], head: str = "") -> Verdict:
    """Check a match file, and return the verdict. Any thread may call; a file of any content raises nothing.

    `head`: the chain's last link, or its beginning, as it is known from elsewhere; nobody can forge a file for it.
    """
    try:
        file = read(raw)
        batches = [facts(number, batch) for number, batch in enumerate(file.batches, 1)]
        check_opening(batches, file.match, file.system)
    except ForeignError as error:
        return Verdict("", "", (Check("chain", CheckState.FAILED, text("verify.foreign", why=str(error))),))
    except ValueError as error:
        return Verdict("", "", (Check("chain", CheckState.FAILED, text("verify.chain.failed", why=str(error))),))
    if head and not file.head.startswith(head.lower()):
        known = Check("chain", CheckState.FAILED, text("verify.chain.other", head=file.head))
    else:
        known = Check("chain", CheckState.PASSED, text("verify.chain.passed", batches=len(batches)))
    lots, chanced = chance.check(batches)
    ended = any(event.type == "SecretDisclosed" for batch in batches for event in batch.events)
    checks = (known, seals.check(batches), *lots, rules.check(file, games))
    return Verdict(file.match, file.head, checks, chanced, ended)
