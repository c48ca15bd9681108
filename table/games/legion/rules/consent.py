"""Answers that need the opponent's consent (TB-51).

The acts of cards in play are free, as often as the card says. No other question is open while consent is awaited.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from dataclasses import replace as with_fields
from types import MappingProxyType
from typing import TypeAlias

from msgspec.structs import replace

from table.games.legion.rules.card_acts.act_events import GiftUsed
from table.games.legion.rules.card_acts.acts_in_play import in_play
from table.games.legion.rules.card_acts.gifts import Opening
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.labels import NO, YES, plain
from table.games.legion.rules.model.state import Consent, LegionBattle
from table.games.legion.rules.model.story_lines import seat_name
from table.games.legion.rules.selection.card_selection import sealing
from table.rules.chance import Chance
from table.rules.commands import Answer
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event, SeatEvent
from table.rules.kept import once_a_state
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question, Steps
from table.rules.text import Text, text

RULE = "TB-51"
AGREE, DROP = "consent.agree", "consent.drop"
FIRST = 10
"""The weight of a question while a card allows its answer. No other question weighs more."""
ACTS = MappingProxyType(
    {
        "order.extra": frozenset({Act.EXTRA_ORDER, Act.TOKEN_ASSIGN_FACEUP, Act.ORDER_OUTSIDE_STEP}),
        "turn.extra": frozenset({Act.ACTIVATE_OUT_OF_TURN}),
        "token.return": frozenset({Act.EXTRA_ACTIVATION}),
        "token.down": frozenset({Act.TOKEN_FLIP_FACEDOWN, Act.TOKEN_ASSIGN_FACEDOWN}),
        "token.back": frozenset({Act.TOKEN_TO_POOL}),
        "park": frozenset({Act.TOKEN_PARK_CHOSEN, Act.TOKEN_PARK_RANDOM}),
        "advantage": frozenset({Act.ADVANTAGE_GAIN}),
        "card.recover": frozenset({Act.RECOVER_FROM_DISCARD}),
    }
)
"""The acts of cards that allow the answers of a question."""
LAYING = ("select", "resolve")
"""The steps in which a seat may have to lock a card."""

Describe: TypeAlias = Callable[[LegionBattle, Seat, Value], Text]
"""Returns a description of an answer's effect."""
Opens: TypeAlias = Callable[[LegionBattle, Seat, Value], Opening]
"""Returns the uses of acts that allow an answer without consent, or None if it needs consent."""


class ConsentAsked(Event, frozen=True, tag=True):
    """A seat asks for the opponent's consent."""

    consent: Consent


class ConsentGiven(SeatEvent, frozen=True, tag=True):
    """The opponent of this seat agrees."""


class ConsentDenied(SeatEvent, frozen=True, tag=True):
    """The opponent of this seat does not agree. `withdrawn`: this seat withdrew the question."""

    withdrawn: bool = False


def _denied(x: ConsentDenied) -> Text:
    if x.withdrawn:
        return text("legion.story.withdrawn", seat=seat_name(x))
    return text("legion.story.denied", seat=text(f"seat.{x.seat.opponent}"))


@dataclass(frozen=True)
class ByConsent(Question[LegionBattle]):
    """A question whose answers may need the opponent's consent."""

    agreed: Callable[[LegionBattle, Seat, Value, Chance], Sequence[Event]] = lambda *_: ()
    """Returns the events of an answer once the opponent agrees."""


def by_consent(
    question: Question[LegionBattle], describe: Describe, opens: Opens = lambda *_: None, *, stays_free: bool = False
) -> ByConsent:
    """Return the question with consent. It is closed while a card is to be locked.

    `stays_free`: it stays open then, because it offers only answers that need no consent.
    """

    acts = ACTS.get(question.key, frozenset())

    def prompt(battle: LegionBattle, seat: Seat) -> AnyPrompt | None:
        if laying(battle) and not stays_free:
            return None
        asked = question.prompt(battle, seat)
        if asked is None or not acts or acts.isdisjoint(_in_play(battle)):
            return asked
        return _with_card(battle, seat, asked, opens)

    def answer(battle: LegionBattle, seat: Seat, value: Value, chance: Chance) -> Sequence[Event]:
        if (opened := opens(battle, seat, value)) is not None:
            return (*opened, *question.answer(battle, seat, value, chance))
        answered = value if isinstance(value, str | int) else None
        return (ConsentAsked(Consent(seat, question.key, answered, describe(battle, seat, value))),)

    return ByConsent(
        question.key, question.rule, prompt, answer, question.refuse, question.closed, agreed=question.answer
    )


@once_a_state
def _in_play(battle: LegionBattle) -> frozenset[Act]:
    """Return the acts of all cards in play, and of those that were divulged."""
    if not battle.edition.keywords:
        return frozenset()
    divulged = (card for s in SEATS for card in battle.side(s).army.hand if card.id in battle.play(s).divulged)
    cards = (*(card for seat in SEATS for card in in_play(battle, seat)), *divulged)
    return frozenset(each.act for card in cards for each in card.acts)


def _with_card(battle: LegionBattle, seat: Seat, asked: AnyPrompt, opens: Opens) -> AnyPrompt:
    """Return the prompt in the name of the card that allows an answer now. It stands beside the questions (LA-85)."""
    if isinstance(asked, ChooseOne):
        opened = {option.id: opens(battle, seat, option.id) for option in asked.options}
        gift = next((each[0] for each in opened.values() if each), None)
        options = tuple(sorted(asked.options, key=lambda option: opened[option.id] is None))
        if gift is None and any(each is not None for each in opened.values()):
            return replace(asked, options=options, often=FIRST, ready=True, hold=True)
        if gift is not None:
            return replace(asked, options=options, ask=_by(gift, asked.ask), often=FIRST, ready=True, hold=True)
    elif isinstance(asked, Confirm) and (given := opens(battle, seat, None)):
        return replace(asked, ask=_by(given[0], asked.ask), often=FIRST, ready=True, hold=True)
    return asked


def _by(gift: GiftUsed, ask: Text) -> Text:
    return text("legion.gift.ask", card=gift.name, ask=ask)


def describe_unit(key: str) -> Describe:
    """Return a function that describes an answer which names a unit of the seat."""
    return lambda battle, seat, value: text(
        f"legion.consent.{key}", unit=plain(battle.side(seat).troop(str(value)).name)
    )


def laying(battle: LegionBattle) -> bool:
    """True while a card is to be locked."""
    return battle.step in LAYING and _sealing(battle)


@once_a_state
def _sealing(battle: LegionBattle) -> bool:
    return any(sealing(battle, seat) for seat in SEATS)


def prompts(battle: LegionBattle) -> tuple[AnyPrompt, ...]:
    """Return the only prompts while consent is awaited; otherwise none."""
    asked = battle.consent
    if asked is None:
        return ()
    ask = text("legion.consent.ask", seat=text(f"seat.{asked.seat}"), what=asked.what)
    options = tuple(Option(word, text(f"legion.{word}"), f"sign.{word}") for word in (NO, YES))
    return (
        ChooseOne(key=AGREE, seat=asked.seat.opponent, ask=ask, rule=RULE, options=options, hold=True),
        Confirm(key=DROP, seat=asked.seat, ask=text("legion.consent.drop"), rule=RULE, standing=True),
    )


def decide(
    battle: LegionBattle, answer: Answer, chance: Chance, steps: Steps[LegionBattle]
) -> Sequence[Event] | Refusal | None:
    """Return the events of an answer, or its refusal; None if no consent is awaited."""
    asked = battle.consent
    if asked is None:
        return None
    prompt = next((p for p in prompts(battle) if p.key == answer.prompt and p.seat is answer.seat), None)
    if prompt is None:
        return Refusal(RULE, text("legion.refused.consent"))
    if not prompt.accepts(answer.value):
        return Refusal(RULE, text("refused.not_offered"))
    if answer.value != YES:
        return (ConsentDenied(asked.seat, withdrawn=answer.prompt == DROP),)
    question = steps.question(battle.step, asked.key)
    agreed = question.agreed if isinstance(question, ByConsent) else ByConsent.agreed
    return (ConsentGiven(asked.seat), *agreed(battle, asked.seat, asked.value, chance))


def after_look(question: Question[LegionBattle]) -> Question[LegionBattle]:
    """Return the question, closed for a seat that looks at a token of its pool."""

    def prompt(battle: LegionBattle, seat: Seat) -> AnyPrompt | None:
        return None if battle.play(seat).looked_at else question.prompt(battle, seat)

    return with_fields(question, prompt=prompt, closed=_closed)


def _closed(battle: LegionBattle, seat: Seat) -> Refusal | None:
    return Refusal("TB-40", text("legion.refused.looking")) if battle.play(seat).looked_at else None


ROWS: tuple[EventRow[LegionBattle], ...] = (
    EventRow(
        ConsentAsked,
        lambda b, x: replace(b, consent=x.consent),
        lambda x: text("legion.story.asks", seat=seat_name(x.consent), what=x.consent.what),
    ),
    EventRow(ConsentGiven, lambda b, _: replace(b, consent=None), no_line),
    EventRow(ConsentDenied, lambda b, _: replace(b, consent=None), _denied),
)
