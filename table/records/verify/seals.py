"""The check of the seals: every opened card is the locked one, and all locked cards were opened together."""

from collections.abc import Iterable

from table.records.verify.facts import Fact, Facts
from table.records.verify.verdict import Check, CheckState
from table.rules.fairness import seal_commitment
from table.rules.text import text

GONE = ("SealWithdrawn", "SealBroken", "SealVoided")


def check(batches: Iterable[Facts]) -> Check:
    """Return the result for the seals. Pure."""
    locked: dict[str, str] = {}
    opened = 0
    try:
        for number, batch in enumerate(batches, 1):
            opened += _batch(number, batch, locked)
    except ValueError as error:
        return Check("seals", CheckState.FAILED, text("verify.seals.failed", why=str(error)))
    if locked:
        return Check("seals", CheckState.OPEN, text("verify.seals.open", opened=opened, closed=len(locked)))
    return Check("seals", CheckState.PASSED, text("verify.seals.passed", opened=opened))


def _batch(number: int, batch: Facts, locked: dict[str, str]) -> int:
    revealed = [event for event in batch.events if event.type == "SealOpened"]
    if revealed and sorted(event.seat for event in revealed) != sorted(locked):
        raise ValueError(f"batch {number} opens some seals and not others")
    for event in batch.events:
        if event.type == "CardSealed":
            if event.seat in locked:
                raise ValueError(f"batch {number} seals over a seal")
            locked[event.seat] = event.hex("commitment")
        elif event.type in GONE:
            if locked.pop(event.seat, None) is None:
                raise ValueError(f"batch {number} takes back what was never sealed")
        elif event.type == "SealOpened" and locked.pop(event.seat, None) != _commitment(event):
            raise ValueError(f"batch {number} opens another card than was sealed")
    return len(revealed)


def _commitment(event: Fact) -> str:
    """Return the commitment to the opened card, or an empty text if it differs from the one in the event."""
    commitment = seal_commitment(bytes.fromhex(event.hex("salt")), event.word("card"))
    return commitment if commitment == event.hex("commitment") else ""
