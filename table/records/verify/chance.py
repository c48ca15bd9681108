"""The check of the chance: every roll and draw is recomputed from the disclosed secret and both seats' numbers."""

from collections.abc import Sequence

from table.records.verify.facts import Fact, Facts
from table.records.verify.verdict import Check, CheckState, DerivedChance
from table.rules.fairness import SecretChance, secret_commitment
from table.rules.seats import SEATS, Seat
from table.rules.text import text


def check(batches: Sequence[Facts]) -> tuple[tuple[Check, ...], tuple[DerivedChance, ...]]:
    """Return the checks of rolls and draws, and every result that was derived from the secret. Pure."""
    try:
        check, chanced = _derived(batches, [event for batch in batches for event in batch.events])
    except ValueError as error:
        check, chanced = Check("chance", CheckState.FAILED, text("verify.chance.failed", why=str(error))), ()
    return (check, *by_hand(batches)), chanced


def by_hand(batches: Sequence[Facts]) -> tuple[Check, ...]:
    """Return how many rolls and draws the players made by hand, if they made any."""
    count = sum(event.fields.get("by_hand") is True for batch in batches for event in batch.events)
    return (Check("by_hand", CheckState.OPEN, text("verify.by_hand", count=count)),) if count else ()


def _derived(batches: Sequence[Facts], events: list[Fact]) -> tuple[Check, tuple[DerivedChance, ...]]:
    numbers = _numbers(batches)
    asked = [one for batch in batches for one in batch.chance]
    disclosed = [event.hex("secret") for event in events if event.type == "SecretDisclosed"]
    if not disclosed:
        return Check("chance", CheckState.OPEN, text("verify.chance.open", count=len(asked))), ()
    secret = bytes.fromhex(disclosed[0])
    if len(disclosed) > 1:
        raise ValueError("the secret is disclosed twice")
    if secret_commitment(secret) != events[0].word("commitment"):
        raise ValueError("the disclosed secret is not the one that the match began with")
    chance = SecretChance(secret, tuple(numbers.items())) if len(numbers) == len(SEATS) else None
    chanced = []
    for question, bound, came in asked:
        if chance is None or chance.below(bound, question) != came:
            raise ValueError(f"question {question} (1 in {bound}) was not {came}")
        chanced.append(DerivedChance(question, bound, came, chance.proof(question)))
    return Check("chance", CheckState.PASSED, text("verify.chance.passed", count=len(asked))), tuple(chanced)


def _numbers(batches: Sequence[Facts]) -> dict[Seat, int]:
    """Check that both seats dialled before the chance was used, and that it was not used after the disclosure."""
    numbers: dict[Seat, int] = {}
    disclosed = False
    for number, batch in enumerate(batches, 1):
        if batch.chance and len(numbers) < len(SEATS):
            raise ValueError(f"batch {number} asks the chance before both numbers are dialled")
        if batch.chance and disclosed:
            raise ValueError(f"batch {number} asks the chance when everybody knows its secret")
        for event in batch.events:
            disclosed = disclosed or event.type == "SecretDisclosed"
            if event.type != "NumberDialled":
                continue
            seat = Seat(event.seat)
            if seat in numbers:
                raise ValueError(f"batch {number} dials {seat}'s number again")
            numbers[seat] = event.number("number")
    return numbers
