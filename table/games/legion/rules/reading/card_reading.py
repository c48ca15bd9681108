"""Reading a revealed card: its owner reads the facts that the data lack, and the opponent agrees (TB-24).

The questions come in turn: pips, times, and the orders line part by part (which units, how many). The facts are stored
for later matches.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import reduce
from typing import Any, TypeAlias

from msgspec.structs import replace

from table.games.legion.rules.model.armies import CommandCard, Rank, Slot, Timing
from table.games.legion.rules.model.labels import NO, YES, YES_OR_NO, plain
from table.games.legion.rules.model.state import LegionBattle, bare_card, played
from table.games.legion.rules.reading.reading_events import CardFactsAgreed, CardFactsDisputed, CardReadOff
from table.rules.chance import Chance
from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.prompts import AnyPrompt, AskedCard, ChooseOne, ChooseSome, Number, Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.steps import NO_WORDS, Question, Words, marks
from table.rules.text import Text, text
from table.rules.view import Card

Answered: TypeAlias = Callable[[LegionBattle, Seat, Value, Chance], Sequence[Event]]
RULE = "TB-24"
MOST_PIPS = 9
EFFECTS: tuple[Timing, ...] = tuple(timing for timing in Timing if timing not in (Timing.NONE, Timing.SETUP))
"""The timings of an effect of a card that is played, in the order of LG-20."""


class CardPart(StrEnum):
    """The parts of a card that are read off, in the order of their questions."""

    PIPS = "pips"
    TIMING = "timing"
    SUGGESTED = "suggested"
    """The data's uncertain orders line, for the owner to confirm."""
    WHOM = "whom"
    """The units of the next part of the orders line."""
    COUNT = "count"
    """The number of orders of that part."""
    AGREE = "agree"
    """The opponent's consent."""


def unread(battle: LegionBattle, seat: Seat) -> CommandCard | None:
    """Return the seat's card while a fact of it must be read off and agreed; otherwise None."""
    card = played(battle, seat)
    return card if card and None in (card.priority_pips, card.timing, card.slots) else None


def _to_read(battle: LegionBattle, seat: Seat) -> CommandCard | None:
    """Return the card to read off. A card that was read off wrongly comes without its earlier facts."""
    again = battle.play(seat).rereading
    return bare_card(battle, seat, again) if again else unread(battle, seat)


def all_read(battle: LegionBattle) -> bool:
    return all(unread(battle, seat) is None for seat in SEATS)


def _next(battle: LegionBattle, seat: Seat) -> CardPart | None:
    """Return the part of the seat's card that is asked for now, or None if no card is read off."""
    card, reading = _to_read(battle, seat), battle.play(seat).reading
    if card is None:
        return None
    if card.priority_pips is None and reading.pips is None:
        return CardPart.PIPS
    if card.timing is None and reading.timing is None:
        return CardPart.TIMING
    if card.slots is None and not reading.slots_done:
        if reading.whom:
            return CardPart.COUNT
        return CardPart.WHOM if card.suggested is None or reading.declined else CardPart.SUGGESTED
    return CardPart.AGREE


def _card(battle: LegionBattle, seat: Seat, part: CardPart) -> CommandCard | None:
    return _to_read(battle, seat) if _next(battle, seat) is part else None


Ask: TypeAlias = Callable[[LegionBattle, Seat, CommandCard], tuple[Words, Mapping[str, Any]]]
"""Returns the values of a part's sentence beside the card, and the fields of its prompt that only this part has."""


def _question(
    part: CardPart, kind: type[ChooseOne | ChooseSome | Number], ask: Ask, answer: Answered
) -> Question[LegionBattle]:
    """Return the question for a part of the seat's own card, open while that part is next."""

    def prompt(battle: LegionBattle, seat: Seat) -> AnyPrompt | None:
        if (card := _card(battle, seat, part)) is None:
            return None
        words, fields = ask(battle, seat, card)
        sentence = text(f"legion.read.{part}", card=card.name, **words)
        return kind(key=f"read.{part}", seat=seat, ask=sentence, rule=RULE, about=_face(battle, seat, card), **fields)

    return Question(f"read.{part}", RULE, prompt, answer)


def _any_of(options: tuple[Option, ...]) -> Mapping[str, Any]:
    return {"options": options, "least": 0, "most": len(options)}


TIMES = _any_of(tuple(Option(timing.value, text(f"legion.timing.{timing.value}")) for timing in EFFECTS))
"""The times of effects. A card can have several; no mark means no effect."""


def _face(battle: LegionBattle, seat: Seat, card: CommandCard) -> AskedCard:
    """Return the card for the screen, with its pips if they are known."""
    read = battle.play(seat).reading.pips
    return AskedCard(seat, Card(card.name, pips=card.priority_pips if read is None else read))


def _read(battle: LegionBattle, seat: Seat, **changes: object) -> list[Event]:
    return [CardReadOff(seat, replace(battle.play(seat).reading, **changes))]


def _answer_pips(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> list[Event]:
    return _read(battle, seat, pips=value)


def _answer_timing(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> list[Event]:
    marked = marks(value)
    timings = tuple(timing for timing in EFFECTS if timing in marked) or (Timing.NONE,)
    return _read(battle, seat, timing=timings[0], later=timings[1:])


def _ask_suggested(_battle: LegionBattle, _seat: Seat, card: CommandCard) -> tuple[Words, Mapping[str, Any]]:
    return {"orders": orders_line(card.suggested or ())}, {"options": YES_OR_NO}


def _answer_suggested(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> list[Event]:
    card = _to_read(battle, seat)
    if value == NO or card is None or card.suggested is None:
        return _read(battle, seat, declined=True)
    return _read(battle, seat, slots=card.suggested, slots_done=True)


def _ask_whom(battle: LegionBattle, seat: Seat, _: CommandCard) -> tuple[Words, Mapping[str, Any]]:
    """Ask which units the next part of the orders line means. A unit must fit one mark; no mark ends the line."""
    return {"part": len(battle.play(seat).reading.slots) + 1}, _any_of(_kinds(battle, seat))


def _kinds(battle: LegionBattle, seat: Seat) -> tuple[Option, ...]:
    troops = [troop for troop in battle.side(seat).troops if troop.rank]
    names = dict.fromkeys(troop.unit.name for troop in troops)
    ranks = [rank for rank in Rank if any(troop.rank is rank for troop in troops)]
    words = sorted({word for troop in troops for word in troop.unit.unit_type.split()})
    return (
        Option("any", text("legion.whom.any")),
        *(Option(f"rank:{rank}", text(f"legion.rank.{rank}"), f"rank.{rank}") for rank in ranks),
        *(Option(f"type:{word}", plain(word)) for word in words),
        *(Option(f"name:{name}", plain(name)) for name in names),
    )


def _answer_whom(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> list[Event]:
    whom = marks(value)
    return _read(battle, seat, whom=whom, slots_done=not whom)


def _ask_count(battle: LegionBattle, seat: Seat, _: CommandCard) -> tuple[Words, Mapping[str, Any]]:
    side = battle.side(seat)
    most = len(side.troops) - len(side.play.reading.slots)
    return {"whom": _who(_slot(side.play.reading.whom))}, {"least": 1, "most": most}


def _answer_count(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> list[Event]:
    """Add orders to the line. It ends when it has an order for each unit."""
    reading = battle.play(seat).reading
    slots = (*reading.slots, *([_slot(reading.whom)] * int(str(value))))
    return _read(battle, seat, slots=slots, whom=(), slots_done=len(slots) >= len(battle.side(seat).troops))


def _slot(whom: tuple[str, ...]) -> Slot:
    if "any" in whom:
        return Slot()
    parts = [tuple(each.split(":", 1)) for each in whom]
    return Slot(
        names=tuple(name for kind, name in parts if kind == "name"),
        ranks=tuple(Rank(name) for kind, name in parts if kind == "rank"),
        types=tuple(name for kind, name in parts if kind == "type"),
        either=True,
    )


def _agreement(battle: LegionBattle, seat: Seat) -> CardFactsAgreed | None:
    """Return the facts that the opponent of `seat` has read off, or None while they are incomplete."""
    card, reading = _card(battle, seat.opponent, CardPart.AGREE), battle.play(seat.opponent).reading
    if card is None:
        return None
    pips = card.priority_pips if reading.pips is None else reading.pips
    timing, later = (card.timing, card.later) if card.timing else (reading.timing, reading.later)
    slots = reading.slots if card.slots is None else card.slots
    if pips is None or timing is None:
        return None
    return CardFactsAgreed(seat.opponent, card.id, card.name, pips, timing, slots, later)


def _ask_agree(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    if (facts := _agreement(battle, seat)) is None:
        return None
    when, line = times((facts.timing, *facts.later)), orders_line(facts.slots)
    ask = text("legion.read.agree", card=facts.name, pips=facts.pips, timing=when, orders=line)
    about = AskedCard(facts.seat, Card(facts.name, text("legion.read.facts", timing=when, orders=line), facts.pips))
    return ChooseOne(key="read.agree", seat=seat, ask=ask, rule=RULE, about=about, options=YES_OR_NO)


def _answer_agree(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> list[Event]:
    facts = _agreement(battle, seat)
    if facts is None:
        return []
    return [facts] if value == YES else [CardFactsDisputed(facts.seat, facts.name)]


def times(timings: tuple[Timing, ...]) -> Text:
    """Return the times of a card's effects as part of a sentence: `when it is revealed and in the End Phase`."""
    *first, last = (text(f"legion.time.{timing.value}") for timing in timings)
    return _joined([_joined(first, "legion.time.comma"), last]) if first else last


def _joined(parts: Sequence[Text], by: str = "legion.orders.and") -> Text:
    return reduce(lambda line, part: text(by, first=line, second=part), parts)


def orders_line(slots: tuple[Slot, ...]) -> Text:
    """Return an orders line in words: `2 x any unit`."""
    parts = [_part(slot, slots.count(slot)) for slot in dict.fromkeys(slots)]
    return _joined(parts) if parts else text("legion.orders.none")


def _part(slot: Slot, count: int) -> Text:
    if slot.every:
        return text("legion.orders.every", whom=_who(slot))
    return text("legion.orders.part", count=count, whom=_who(slot))


def _who(slot: Slot) -> Text:
    words = [plain(name) for name in slot.names]
    words += [text(f"legion.rank.{rank}") for rank in slot.ranks]
    words += [plain(word) for word in (*slot.types, *slot.factions, *slot.affiliations)]
    words += [text(f"legion.keyword.{keyword}") for keyword in slot.keywords]
    joint = "legion.orders.or" if slot.either or not (slot.ranks and slot.types) else "legion.orders.that_is"
    return _joined(words, joint) if words else text("legion.whom.any")


QUESTIONS = (
    _question(CardPart.PIPS, Number, lambda *_: (NO_WORDS, {"least": 0, "most": MOST_PIPS}), _answer_pips),
    _question(CardPart.TIMING, ChooseSome, lambda *_: (NO_WORDS, TIMES), _answer_timing),
    _question(CardPart.SUGGESTED, ChooseOne, _ask_suggested, _answer_suggested),
    _question(CardPart.WHOM, ChooseSome, _ask_whom, _answer_whom),
    _question(CardPart.COUNT, Number, _ask_count, _answer_count),
    Question[LegionBattle](f"read.{CardPart.AGREE}", RULE, _ask_agree, _answer_agree),
)


def prompts_again(battle: LegionBattle) -> tuple[AnyPrompt, ...]:
    """Return the only prompts while a card is read off again (TB-76); otherwise none."""
    if not (battle.blue.play.rereading or battle.red.play.rereading):
        return ()
    asked = (question.prompt(battle, seat) for question in QUESTIONS for seat in SEATS)
    return tuple(prompt for prompt in asked if prompt is not None)


def decide_again(battle: LegionBattle, answer: Answer, chance: Chance) -> Sequence[Event] | Refusal | None:
    """Return the events of an answer, or its refusal; None if no card is read off again.

    The earlier facts count until the opponent agrees to the new ones.
    """
    if not (asked := prompts_again(battle)):
        return None
    prompt = next((p for p in asked if p.key == answer.prompt and p.seat is answer.seat), None)
    if prompt is None:
        return Refusal(RULE, text("refused.correcting"))
    if not prompt.accepts(answer.value):
        return Refusal(RULE, text("refused.not_offered"))
    question = next(question for question in QUESTIONS if question.key == answer.prompt)
    return question.answer(battle, answer.seat, answer.value, chance)
