"""The facts about a revealed card that are not in the data: its owner reads them off, and the opponent agrees (TB-24).

The questions come one after the other: pips, timing (or two), and the orders line part by part (which units, then how
many). The facts are remembered.
"""

from msgspec.structs import replace

from table.games.legion.rules.model.armies import CommandCard, Rank, Slot, Timing
from table.games.legion.rules.model.labels import plain
from table.games.legion.rules.model.state import LegionBattle, bare_card, played
from table.games.legion.rules.reading.reading_events import CardFactsAgreed, CardFactsDisputed, CardReadOff
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import AskedCard, ChooseOne, ChooseSome, Number, Option, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question
from table.rules.text import Text, text
from table.rules.view import Card

RULE = "TB-24"
MOST_PIPS = 9
EFFECTS: tuple[Timing, ...] = tuple(timing for timing in Timing if timing not in (Timing.NONE, Timing.SETUP))
"""The timings of an effect of a card that is played, in the order of LG-20."""
YES, NO = "yes", "no"


def unread(battle: LegionBattle, seat: Seat) -> CommandCard | None:
    """Return the seat's card while a fact about it is still to be read off and agreed; otherwise None."""
    card = played(battle, seat)
    return card if card and None in (card.priority_pips, card.timing, card.slots) else None


def _to_read(battle: LegionBattle, seat: Seat) -> CommandCard | None:
    """Return the card to read off. A card that was read off wrongly comes without the facts of before."""
    again = battle.play(seat).rereading
    return bare_card(battle, seat, again) if again else unread(battle, seat)


def all_read(battle: LegionBattle) -> bool:
    return all(unread(battle, seat) is None for seat in SEATS)


def _missing(battle: LegionBattle, seat: Seat) -> str:
    """Return the next question about a card: `pips`, `timing`, `suggested`, `whom`, `count`, `agree`, or empty."""
    card, reading = _to_read(battle, seat), battle.play(seat).reading
    if card is None:
        return ""
    if card.priority_pips is None and reading.pips is None:
        return "pips"
    if card.timing is None and reading.timing is None:
        return "timing"
    if card.slots is None and not reading.slots_done:
        if reading.whom:
            return "count"
        return "whom" if card.suggested is None or reading.declined else "suggested"
    return "agree"


def _card(battle: LegionBattle, seat: Seat, question: str) -> CommandCard | None:
    return _to_read(battle, seat) if _missing(battle, seat) == question else None


def _face(battle: LegionBattle, seat: Seat, card: CommandCard) -> AskedCard:
    """Return the card as it lies there, with the pips as far as they are known."""
    read = battle.play(seat).reading.pips
    return AskedCard(seat, Card(card.name, pips=card.priority_pips if read is None else read))


def _read(battle: LegionBattle, seat: Seat, **changes: object) -> list[Event]:
    return [CardReadOff(seat, replace(battle.play(seat).reading, **changes))]


def _ask_pips(battle: LegionBattle, seat: Seat) -> Number | None:
    card = _card(battle, seat, "pips")
    ask = text("legion.read.pips", card=card.name) if card else None
    about = _face(battle, seat, card) if card else None
    return Number(key="read.pips", seat=seat, ask=ask, rule=RULE, about=about, least=0, most=MOST_PIPS) if ask else None


def _say_pips(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> list[Event]:
    return _read(battle, seat, pips=value)


def _ask_timing(battle: LegionBattle, seat: Seat) -> ChooseSome | None:
    """Ask for the timings. A card can have two effects, each at its own time; none marked means no effect."""
    if (card := _card(battle, seat, "timing")) is None:
        return None
    options = tuple(Option(timing.value, text(f"legion.timing.{timing.value}")) for timing in EFFECTS)
    ask, about = text("legion.read.timing", card=card.name), _face(battle, seat, card)
    return ChooseSome(
        key="read.timing", seat=seat, ask=ask, rule=RULE, about=about, options=options, least=0, most=len(options)
    )


def _say_timing(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> list[Event]:
    marked = value if isinstance(value, tuple) else ()
    timings = tuple(timing for timing in EFFECTS if timing in marked) or (Timing.NONE,)
    return _read(battle, seat, timing=timings[0], later=timings[1:])


def _yes_or_no() -> tuple[Option, ...]:
    return (Option(YES, text("legion.yes"), "sign.yes"), Option(NO, text("legion.no"), "sign.no"))


def _ask_suggested(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    card = _card(battle, seat, "suggested")
    if card is None or card.suggested is None:
        return None
    ask = text("legion.read.suggested", card=card.name, orders=orders_line(card.suggested))
    about = _face(battle, seat, card)
    return ChooseOne(key="read.suggested", seat=seat, ask=ask, rule=RULE, about=about, options=_yes_or_no())


def _say_suggested(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> list[Event]:
    card = _to_read(battle, seat)
    if value == NO or card is None or card.suggested is None:
        return _read(battle, seat, declined=True)
    return _read(battle, seat, slots=card.suggested, slots_done=True)


def _ask_whom(battle: LegionBattle, seat: Seat) -> ChooseSome | None:
    """Ask which units the next part of the orders line means. Fitting one mark is enough; none marked ends the line."""
    if (card := _card(battle, seat, "whom")) is None:
        return None
    options, about = _whom(battle, seat), _face(battle, seat, card)
    ask = text("legion.read.whom", card=card.name, part=len(battle.play(seat).reading.slots) + 1)
    return ChooseSome(
        key="read.whom", seat=seat, ask=ask, rule=RULE, about=about, options=options, least=0, most=len(options)
    )


def _whom(battle: LegionBattle, seat: Seat) -> tuple[Option, ...]:
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


def _say_whom(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> list[Event]:
    whom = value if isinstance(value, tuple) else ()
    return _read(battle, seat, whom=whom, slots_done=not whom)


def _ask_count(battle: LegionBattle, seat: Seat) -> Number | None:
    if (card := _card(battle, seat, "count")) is None:
        return None
    most = len(battle.side(seat).troops) - len(battle.play(seat).reading.slots)
    ask = text("legion.read.count", card=card.name, whom=_who(_slot(battle.play(seat).reading.whom)))
    about = _face(battle, seat, card)
    return Number(key="read.count", seat=seat, ask=ask, rule=RULE, about=about, least=1, most=most)


def _say_count(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> list[Event]:
    """Add this many orders to the line. It ends at the latest when it has as many orders as there are units."""
    reading = battle.play(seat).reading
    slots = (*reading.slots, *([_slot(reading.whom)] * int(str(value))))
    return _read(battle, seat, slots=slots, whom=(), slots_done=len(slots) >= len(battle.side(seat).troops))


def _slot(whom: tuple[str, ...]) -> Slot:
    if "any" in whom:
        return Slot()
    said = [tuple(each.split(":", 1)) for each in whom]
    return Slot(
        names=tuple(name for kind, name in said if kind == "name"),
        ranks=tuple(Rank(name) for kind, name in said if kind == "rank"),
        types=tuple(name for kind, name in said if kind == "type"),
        either=True,
    )


def _agreement(battle: LegionBattle, seat: Seat) -> CardFactsAgreed | None:
    """Return all that the opponent of `seat` has read off, or None while it is not complete."""
    card, reading = _card(battle, seat.opponent, "agree"), battle.play(seat.opponent).reading
    if card is None:
        return None
    pips = card.priority_pips if reading.pips is None else reading.pips
    timing, later = (card.timing, card.later) if card.timing else (reading.timing, reading.later)
    slots = reading.slots if card.slots is None else card.slots
    if pips is None or timing is None:
        return None
    return CardFactsAgreed(seat.opponent, card.id, card.name, pips, timing, slots, later)


def _ask_agree(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    if (said := _agreement(battle, seat)) is None:
        return None
    when, line = times((said.timing, *said.later)), orders_line(said.slots)
    ask = text("legion.read.agree", card=said.name, pips=said.pips, timing=when, orders=line)
    about = AskedCard(said.seat, Card(said.name, text("legion.read.said", timing=when, orders=line), said.pips))
    return ChooseOne(key="read.agree", seat=seat, ask=ask, rule=RULE, about=about, options=_yes_or_no())


def _say_agree(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> list[Event]:
    said = _agreement(battle, seat)
    if said is None:
        return []
    return [said] if value == YES else [CardFactsDisputed(said.seat, said.name)]


def times(timings: tuple[Timing, ...]) -> Text:
    """Return the timings of a card's effects within a sentence: `when it is revealed and in the End Phase`."""
    *first, last = (text(f"legion.time.{timing.value}") for timing in timings)
    line: Text | None = None
    for each in first:
        line = each if line is None else text("legion.time.comma", first=line, second=each)
    return last if line is None else text("legion.orders.and", first=line, second=last)


def _joined(parts: list[Text]) -> Text:
    line = parts[0]
    for part in parts[1:]:
        line = text("legion.orders.and", first=line, second=part)
    return line


def orders_line(slots: tuple[Slot, ...]) -> Text:
    """Return an orders line in words: `2 x any unit`."""
    parts = [_part(slot, slots.count(slot)) for slot in dict.fromkeys(slots)]
    return _joined(parts) if parts else text("legion.orders.none")


def _part(slot: Slot, count: int) -> Text:
    return (
        text("legion.orders.every", whom=_who(slot))
        if slot.every
        else text("legion.orders.part", count=count, whom=_who(slot))
    )


def _who(slot: Slot) -> Text:
    words: list[Text] = [plain(name) for name in slot.names]
    words += [text(f"legion.rank.{rank}") for rank in slot.ranks]
    words += [plain(word) for word in (*slot.types, *slot.factions, *slot.affiliations)]
    words += [text(f"legion.keyword.{keyword}") for keyword in slot.keywords]
    if not words:
        return text("legion.whom.any")
    line = words[0]
    joint = "legion.orders.or" if slot.either or not (slot.ranks and slot.types) else "legion.orders.that_is"
    for word in words[1:]:
        line = text(joint, first=line, second=word)
    return line


QUESTIONS = (
    Question[LegionBattle]("read.pips", RULE, _ask_pips, _say_pips),
    Question[LegionBattle]("read.timing", RULE, _ask_timing, _say_timing),
    Question[LegionBattle]("read.suggested", RULE, _ask_suggested, _say_suggested),
    Question[LegionBattle]("read.whom", RULE, _ask_whom, _say_whom),
    Question[LegionBattle]("read.count", RULE, _ask_count, _say_count),
    Question[LegionBattle]("read.agree", RULE, _ask_agree, _say_agree),
)
