"""The facts of the current command cards from `card_facts.csv`: when they act, and on what."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from table.games.legion.data.command_cards import CardEffect
from table.games.legion.data.unit_cards import several
from table.games.legion.rules.model.acts import Act, CardAct
from table.games.legion.rules.model.armies import Timing

UNREAD = "unknown"
"""Stands for a time or an orders line that is unknown."""


class Confidence(StrEnum):
    """The certainty of a row's times and acts."""

    SURE = "sure"
    LIKELY = "likely"
    """A part of the card was illegible: the players can read it off instead (TB-76)."""
    UNKNOWN = "unknown"


class CardCode(StrEnum):
    """The codes of the column `acts` that become other fields of a card."""

    RETURNS = "returns_to_hand"
    HAND_PIPS = "pips_count_as"
    """The code repeats `hand_pips` of `cards_current.csv`."""
    PRIORITY_PIPS = "table_pips"


class Reminder(StrEnum):
    """The codes of the column `acts` that no rule reads. The players remember them."""

    FACE_UP = "reads_faceup"
    FACE_DOWN = "reads_facedown"
    ORDERED = "reads_ordered"
    ISSUER = "reads_issuer"
    DEFEATED = "reads_defeated"
    ROUND = "reads_round"
    DIVULGED = "reads_divulged"
    OTHER_TOKENS = "other_tokens_on_card"
    DEFEATS_OWN = "defeats_own"
    DEFEAT_DEFERRED = "defeat_deferred"
    SCORES = "scores_vp"


ACTS = frozenset(act.value for act in Act)


def card_effect(row: Mapping[str, str]) -> CardEffect:
    """Return the facts of a row. An uncertain row gives only its orders line, if that is known."""
    orders = "" if row["orders_check"].startswith(UNREAD) else row["orders"]
    confidence = Confidence(row["confidence"])
    if confidence is Confidence.UNKNOWN:
        return CardEffect(orders=orders)
    timings, _ = read_times(row["timing"])
    codes = tuple(_codes(row["acts"]))
    pips = dict(codes).get(CardCode.PRIORITY_PIPS)
    return CardEffect(
        timing=timings[0],
        later=timings[1:],
        returns=(CardCode.RETURNS, "") in codes,
        acts=tuple(CardAct(Act(code), argument) for code, argument in codes if code in ACTS),
        orders=orders,
        permanent=(Act.PERMANENT, "") in codes,
        pips=None if pips is None else int(pips),
        likely=confidence is Confidence.LIKELY,
    )


def read_times(cell: str) -> tuple[tuple[Timing, ...], bool]:
    """Return the times in a cell, and True if they are complete: `untimed+unknown` is not."""
    words = several(cell, "+")
    timings = tuple(Timing(word) for word in words if word != UNREAD)
    return timings, len(timings) == len(words)


def _codes(cell: str) -> Iterator[tuple[str, str]]:
    """Yield each code with its argument: `token_to_pool:own;use_parked_token`."""
    for each in several(cell, ";"):
        code, _, argument = each.partition(":")
        yield code, argument
