"""The public view of a match. Only the number of cards in a hand is public."""

from msgspec.structs import replace

from table.games.legion.rules.effects.card_effects import ask_effect
from table.games.legion.rules.keywords import commander_surges
from table.games.legion.rules.keywords.reminders import shown
from table.games.legion.rules.model.armies import RANKS, CommandCard
from table.games.legion.rules.model.labels import plain, unit_icon
from table.games.legion.rules.model.state import ADVANTAGE, LegionBattle, LegionSide, RoundPlay, Troop, played
from table.games.legion.rules.priority.priority_roll import roller
from table.games.legion.rules.reading.card_reading import orders_line
from table.games.legion.rules.selection.card_selection import card_name, sealing
from table.games.legion.rules.selection.divulging import setting_up
from table.rules.counts import Counts, change
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.steps import StepOfTable
from table.rules.text import Text, text
from table.rules.view import Card, Counter, Piece, PieceState, Pool, Rolled, SeatView, StepState, View
from table.rules.view import Step as StepView


def view(system: str, table: tuple[StepOfTable[LegionBattle], ...], battle: LegionBattle) -> View:
    now = [step.id for step in table].index(battle.step)
    return View(
        system=system,
        round=battle.round,
        rounds=battle.rounds,
        phase=text(f"legion.phase.{table[now].phase}"),
        steps=tuple(StepView(s.id, text(f"legion.step.{s.id}"), StepState.at(i, now)) for i, s in enumerate(table)),
        seats=(_seat(battle, BLUE), _seat(battle, RED)),
        headline=_with_reminders(battle, _headline(battle)),
        first=battle.priority,
        rolled=_rolled(battle),
        reveals=battle.reveals,
        over=battle.over,
    )


def _rolled(battle: LegionBattle) -> Rolled | None:
    """Return the last roll with its result. Every roll of this game is for priority."""
    if battle.rolled is None or battle.priority is None:
        return battle.rolled
    return replace(battle.rolled, decided=text("legion.rolled.priority", seat=text(f"seat.{battle.priority}")))


def _seat(battle: LegionBattle, seat: Seat) -> SeatView:
    side = battle.side(seat)
    counters = [
        Counter(text("legion.counter.hand"), len(side.hand), "counter.hand"),
        Counter(text("legion.counter.discard"), len(side.discard), "counter.discard"),
    ]
    if battle.edition.counter and roller(battle) is seat:
        counters.append(Counter(text("legion.counter.round"), battle.round, "counter.round"))
    if battle.edition.passes:
        counters.append(Counter(text("legion.counter.passes"), side.play.passes, f"token.{ADVANTAGE}"))
    counters += [
        Counter(text("legion.counter.parked", rank=text(f"legion.rank.{rank}")), n, f"rank.{rank}")
        for rank, n in side.play.parked
    ]
    if side.play.aside:
        counters.append(Counter(text("legion.counter.aside"), len(side.play.aside), "sign.card"))
    if side.cards_aside:
        counters.append(Counter(text("legion.counter.cards_aside"), len(side.cards_aside), "sign.card"))
    if surged := commander_surges.shown(battle, seat):
        counters.append(
            Counter(text("legion.counter.surges", unit=plain(surged)), commander_surges.NUMBER, "sign.card")
        )
    if battle.edition.scores:
        counters.append(Counter(text("legion.counter.victory"), side.victory, "counter.victory"))
    active = _active(battle, seat)
    pool = Pool(text("legion.pool"), tuple((f"rank.{rank}", n) for rank, n in _in_pool(side.play)))
    return SeatView(
        seat=seat,
        side=side.army.name,
        emblem=f"faction.{side.army.faction}",
        card=_card(battle, seat),
        counters=tuple(counters),
        pools=(pool,) if side.play.pooled else (),
        pieces=tuple(_piece(troop, troop.unit.id in active, side) for troop in side.troops),
    )


def _active(battle: LegionBattle, seat: Seat) -> list[str]:
    """Return the active units of a seat, or the unit of the last turn."""
    if battle.going_on:
        return [each.unit for each in battle.going_on if each.seat is seat]
    return [battle.active[1]] if battle.active is not None and battle.active[0] is seat else []


def _in_pool(play: RoundPlay) -> Counts:
    """Return the pool with the tokens that only their owner may see (TB-40, LA-10).

    They stay counted, so the screen does not reveal their ranks.
    """
    pool = play.pool
    for rank in (*((play.looked_at,) if play.looked_at else ()), *play.aside):
        pool = change(pool, rank, 1, RANKS)
    return pool


def _card(battle: LegionBattle, seat: Seat) -> Card | None:
    """Return the round's card. A card that was refused or returned is shown but does not count."""
    play = battle.play(seat)
    card = played(battle, seat)
    if card is not None:
        return Card(card.name, card_orders(card), card.priority_pips)
    if play.refused:
        return Card(card_name(battle, play.refused), text("legion.card.refused"), counts=False)
    if play.barred:
        return Card(card_name(battle, play.barred[-1]), text("legion.card.sent_back"), counts=False)
    return None


def card_orders(card: CommandCard) -> Text:
    """Return the orders line on the face of a card."""
    if card.orders:
        return text("legion.card.orders", orders=card.orders)
    return text("legion.card.unread") if card.slots is None else orders_line(card.slots)


def _piece(troop: Troop, active: bool, side: LegionSide) -> Piece:
    badges = ["badge.commander"] if side.play.commander == troop.unit.id else []
    return Piece(troop.unit.id, troop.name, unit_icon(troop), _standing(troop, active), tuple(badges))


def _standing(troop: Troop, active: bool) -> PieceState:
    if troop.defeated:
        return PieceState.GONE
    if active:
        return PieceState.ACTIVE
    if troop.face_up:
        return PieceState.ORDERED
    return PieceState.DONE if troop.activations >= troop.turns else PieceState.READY


def _with_reminders(battle: LegionBattle, headline: Text) -> Text:
    """Return the headline with the reminders of the moment, until it is over (LA-80)."""
    seat = dict(headline.args).get("seat")
    for each in () if battle.over else shown(battle):
        if isinstance(seat, Text):
            headline = text("legion.headline.reminded", headline=headline, reminder=each, seat=seat)
        else:
            headline = text("legion.headline.reminded", headline=headline, reminder=each)
    return headline


def _headline(battle: LegionBattle) -> Text:
    if battle.over:
        if battle.winner is not None:
            return text("legion.headline.won", seat=_name(battle.winner))
        return text("legion.headline.over")
    if setting_up(battle) and not any(battle.play(seat).divulging for seat in SEATS):
        return text("legion.headline.setup")
    sealers = [seat for seat in SEATS if sealing(battle, seat)]
    if len(sealers) == 1:
        return text("legion.headline.one_selects", seat=_name(sealers[0]))
    if battle.going_on:
        now = battle.going_on[-1]
        name = battle.side(now.seat).troop(now.unit).name
        return text("legion.headline.active", seat=_name(now.seat), unit=plain(name))
    if (acting := _acting(battle)) is not None:
        return acting
    if battle.turn is not None:
        return text("legion.headline.turn", seat=_name(battle.turn))
    return text(f"legion.headline.{battle.step}", round=battle.round)


def _acting(battle: LegionBattle) -> Text | None:
    """Return the headline about the card that acts now; None if no effect is to be resolved."""
    for seat in SEATS:
        play = battle.play(seat)
        acting = play.divulging or (play.card if ask_effect(battle, seat) else "")
        if acting:
            return text("legion.headline.effect", seat=_name(seat), card=card_name(battle, acting))
    return None


def _name(seat: Seat) -> Text:
    return text(f"seat.{seat}")
