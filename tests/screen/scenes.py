"""One published value for every scene that the table's screen must show well. Names are those of real lists."""

import json
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from table.games.files.offers import Offer
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, Option, Roll, SealedCard
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import Text, text
from table.rules.view import Card, Counter, Piece, Pool, Rolled, SeatView, Step, View
from table.session.focus import CLOSED
from table.session.lobby.choice import Lobby
from table.view.published import (
    CardNote,
    Desk,
    DispenserState,
    FaultNote,
    Focus,
    HandingState,
    HopperState,
    HopperStatus,
    Notice,
    Published,
    ReaderState,
    TokenDelivery,
)
from table.words import Words
from table.words.catalogue import GAMES, HERE
from tests.screen import evenings

WORDS = {
    "scene.name": "{name}",
    "scene.legion": "Star Wars: Legion",
    "scene.infinity": "Infinity",
    "scene.tide": "Tide of Iron",
    "scene.orders": "Orders: {what}",
    "scene.headline.priority": "{seat} has priority",
}
"""The few that no catalogue has: names, and what a game other than Legion would say."""

STEPS = ("select", "resolve", "priority", "orders", "order_pool", "pass_pool", "activation", "end")


def spoken(language: str, folder: Path) -> Words:
    """The table's own catalogues of a language, copied into this folder beside the words of the scenes."""
    there = folder / language
    there.mkdir(exist_ok=True)
    for file in (HERE / language).glob("*.toml"):
        (there / file.name).write_text(file.read_text("utf-8"), "utf-8")
    for file in GAMES.glob(f"*/words/{language}.toml"):
        (there / f"{file.parents[1].name}.toml").write_text(file.read_text("utf-8"), "utf-8")
    lines = [f'"{key}" = {json.dumps(sentence)}' for key, sentence in WORDS.items()]
    (there / "zz_scenes.toml").write_text("\n".join(lines), "utf-8")
    return Words(language, folder)


def name(words: str) -> Text:
    return text("scene.name", name=words)


def steps(now: str) -> tuple[Step, ...]:
    at = STEPS.index(now)
    return tuple(
        Step(one, text(f"legion.step.{one}"), "now" if index == at else "done" if index < at else "ahead")
        for index, one in enumerate(STEPS)
    )


def pieces(*units: tuple[str, str, str]) -> tuple[Piece, ...]:
    return tuple(Piece(str(index), unit, f"rank.{rank}", state) for index, (unit, rank, state) in enumerate(units))


def empire(state: str = "") -> tuple[Piece, ...]:
    return pieces(
        ("Darth Vader", "commander", state),
        ("General Veers", "commander", ""),
        ("Boba Fett", "operative", ""),
        ("Snowtroopers", "corps", state),
        ("Snowtroopers", "corps", ""),
        ("Stormtroopers", "corps", ""),
        ("Stormtroopers", "corps", "gone" if state else ""),
        ("Scout Troopers Strike Team", "special", state),
        ("Imperial Royal Guards", "special", ""),
        ("E-Web Heavy Blaster Team", "support", ""),
        ("74-Z Speeder Bikes", "support", ""),
        ("AT-ST", "heavy", ""),
    )


def rebels(state: str = "") -> tuple[Piece, ...]:
    return pieces(
        ("Luke Skywalker", "commander", state),
        ("Leia Organa", "commander", ""),
        ("R2-D2", "operative", ""),
        *((f"Rebel Troopers {n}", "corps", state if n == 1 else "") for n in range(1, 7)),
        ("Rebel Commandos Strike Team", "special", ""),
        ("Wookiee Warriors", "special", state),
        ("1.4 FD Laser Cannon Team", "support", ""),
        ("Tauntaun Riders", "support", ""),
        ("T-47 Airspeeder", "heavy", ""),
        ("AT-RT", "support", ""),
    )


def seat_view(seat: Seat, **fields: object) -> SeatView:
    side = "Galactic Empire" if seat is BLUE else "Rebel Alliance"
    counters = (
        Counter(text("legion.counter.hand"), 6, "counter.hand"),
        Counter(text("legion.counter.discard"), 1, "counter.discard"),
    )
    base = SeatView(seat, side, counters=counters, pieces=empire() if seat is BLUE else rebels())
    return replace(base, **fields)


def view(
    step: str, headline: Text, blue: SeatView | None = None, red: SeatView | None = None, **fields: object
) -> View:
    phase = text("legion.phase.activation" if step in ("activation", "end") else "legion.phase.command")
    base = View(
        "legion_2024",
        2,
        6,
        phase,
        steps(step),
        (blue or seat_view(BLUE), red or seat_view(RED)),
        headline,
        story=(
            text("legion.tell.round_over", number=1),
            text("legion.tell.order", name="AT-ST"),
        ),
    )
    return replace(base, **fields)


def table(
    at: View | None, *prompts: AnyPrompt, blue: Desk | None = None, red: Desk | None = None, **fields: object
) -> Published:
    base = Published(
        "m1" if at else "",
        at,
        prompts,
        (blue or Desk(BLUE, ReaderState.EMPTY), red or Desk(RED, ReaderState.EMPTY)),
        hoppers=tuple(
            HopperStatus(n, kind, 9) for n, kind in enumerate(("commander", "corps", "special", "support", "heavy"))
        ),
        dispenser=DispenserState.READY,
        commitment="3fa9c04e" * 8 if at else "",
    )
    return replace(base, **fields)


def options(units: tuple[Piece, ...], *ids: int) -> tuple[Option, ...]:
    return tuple(Option(unit.id, name(unit.name), unit.icon) for unit in units if not ids or int(unit.id) in ids)


def seal(seat: Seat) -> SealedCard:
    return SealedCard(key="card", seat=seat, ask=text("legion.select.ask"), rule="LG-10")


def unlock(seat: Seat) -> Confirm:
    return Confirm(key="unlock", seat=seat, ask=text("match.unlock"), rule="TB-02", standing=True, hold=True)


def standing(seat: Seat, units: tuple[Piece, ...]) -> tuple[ChooseOne, ...]:
    return tuple(
        ChooseOne(
            key=key, seat=seat, ask=text(f"legion.{key}.ask"), rule="TB-20", standing=True, options=options(units)
        )
        for key in ("defeat", "order.extra", "promote")
    )


VADER = Card("Implacable", text("scene.orders", what=name("Darth Vader, 1 corps")), 1)
LUKE = Card("Coordinated Bombardment", text("scene.orders", what=name("3 troopers")), 2)


def lobby() -> Published:
    systems = tuple(Option(key, text(f"scene.{key}")) for key in ("legion", "tide", "infinity"))
    return table(
        None,
        ChooseOne(key="system", seat=None, ask=text("lobby.system"), rule="TB-01", options=systems),
        red=Desk(RED, ReaderState.EMPTY, focus=Focus("system", 1)),
    )


def lists() -> Published:
    blue = ChooseOne(
        key="list",
        seat=BLUE,
        ask=text("lobby.list.army", seat=text("seat.blue")),
        rule="TB-02",
        options=tuple(
            Option(str(n), name(one))
            for n, one in enumerate(("Veers and Vader", "Blizzard Force", "Speeder rush", "Tempest", "Fett's men"))
        ),
    )
    red = ChooseOne(
        key="list",
        seat=RED,
        ask=text("lobby.list.army", seat=text("seat.red")),
        rule="TB-02",
        options=(
            Option("0", name("Luke and Leia")),
            Option("1", name("Echo Base")),
            Option("2", text("lobby.on_stick", name="Hoth evening", stick="KINGSTON")),
        ),
    )
    return table(None, blue, red, blue=Desk(BLUE, ReaderState.EMPTY, focus=Focus("list", 2)))


def lobby_wrong() -> Published:
    """Blue reads what is wrong with a list, in whole sentences."""
    upgrades = (
        "Rebel Veterans: two heavy weapons, CM-O/93 Trooper and Stun Baton Veteran, where a unit of this kind takes one"
    )
    wrong = tuple(text("scene.name", name=why) for why in (upgrades, "Hand: 6 cards, and 7 are asked"))
    offers = (Offer("echo", name("Echo Base")), Offer("broken", name("hoth-evening.json"), wrong=wrong))
    prompts = Lobby(("legion_2024",), system="legion_2024", offers=offers).prompts()
    return table(None, *prompts, blue=Desk(BLUE, ReaderState.EMPTY, focus=Focus("wrong", 0)))


def numbers() -> Published:
    asks = tuple(
        Number(key="number", seat=seat, ask=text("match.number", most=999), rule="TB-09", least=0, most=999)
        for seat in (BLUE, RED)
    )
    return table(
        None,
        *asks,
        blue=Desk(BLUE, ReaderState.EMPTY, focus=Focus("number", 407)),
        red=Desk(RED, ReaderState.EMPTY, focus=Focus("number", 38)),
        commitment="3fa9c04e" * 8,
    )


def sealing() -> Published:
    at = view("select", text("legion.headline.select"), story=(text("story.sealed", seat=text("seat.blue")),))
    blue = Desk(BLUE, ReaderState.CARD, locked=True, focus=Focus("unlock", CLOSED))
    return table(at, unlock(BLUE), seal(RED), blue=blue, red=Desk(RED, ReaderState.CARD))


def sealing_troubles() -> Published:
    at = view("select", text("legion.headline.select"))
    return table(at, seal(BLUE), seal(RED), blue=Desk(BLUE, ReaderState.SEVERAL), red=Desk(RED, ReaderState.FOREIGN))


def lock_refused() -> Published:
    """Blue's card may not be played now; red's still lies there from the last round."""
    at = view("select", text("legion.headline.select"))
    blue, red = (CardNote(text(f"session.cannot_lock.{why}"), "LA-50") for why in ("unplayable", "turned"))
    return table(
        at,
        seal(BLUE),
        seal(RED),
        blue=Desk(BLUE, ReaderState.CARD, told=blue),
        red=Desk(RED, ReaderState.CARD, told=red),
    )


def lock_warned() -> Published:
    """By the classic rules blue's card would be replaced."""
    at = view("select", text("legion.headline.select"))
    told = CardNote(text("legion.lock.warned"), "LA-50")
    return table(at, seal(BLUE), seal(RED), blue=Desk(BLUE, ReaderState.CARD, told=told))


def revealed(**fields: object) -> View:
    return view(
        "resolve",
        text("legion.headline.resolve"),
        seat_view(BLUE, card=VADER),
        seat_view(RED, card=LUKE),
        reveals=1,
        **fields,
    )


def reveal() -> Published:
    return table(revealed(), blue=Desk(BLUE, ReaderState.CARD), red=Desk(RED, ReaderState.CARD))


def effects() -> Published:
    at = replace(revealed(), headline=text("legion.headline.resolve"))
    return table(
        at, Confirm(key="effect", seat=BLUE, ask=text("legion.effect.reveal", card="Implacable"), rule="LG-21")
    )


def sent_back() -> Published:
    card = Card("Return of the Jedi", text("legion.card.sent_back"), 3, counts=False)
    at = view(
        "select", text("legion.headline.select"), seat_view(BLUE, card=VADER), seat_view(RED, card=card), reveals=1
    )
    return table(at, seal(RED))


def tie() -> Published:
    at = replace(revealed(), steps=steps("priority"), headline=text("legion.headline.priority"))
    return table(
        at,
        Roll(
            key="roll",
            seat=BLUE,
            ask=text("legion.roll.ask"),
            rule="LG-31",
            die="red_defense",
            faces=("block", "surge", "blank"),
        ),
    )


def rolled() -> Published:
    at = replace(
        revealed(),
        steps=steps("priority"),
        headline=text("scene.headline.priority", seat="Red"),
        first=RED,
        rolled=Rolled("red_defense", "surge", BLUE, 2, decided=text("legion.rolled.priority", seat=text("seat.red"))),
        story=(text("legion.tell.rolled", seat=text("seat.blue"), face=text("die.surge")),),
    )
    return table(at, proof="7f3a21c9")


def after_roll(step: str, headline: Text, **fields: object) -> View:
    blue = seat_view(BLUE, card=VADER, pieces=empire("ordered"))
    red = seat_view(RED, card=LUKE, pieces=rebels("ordered"))
    return replace(
        view(step, headline, blue, red, reveals=1, first=RED, rolled=Rolled("red_defense", "surge", BLUE, 2)), **fields
    )


def nominate() -> Published:
    at = after_roll("orders", text("scene.headline.priority", seat="Red"))
    ask = ChooseOne(
        key="nominate", seat=RED, ask=text("legion.nominate.ask"), rule="LG-41", options=options(rebels(), 0, 1)
    )
    return table(at, ask, proof="7f3a21c9")


def orders() -> Published:
    at = after_roll("orders", text("legion.headline.orders"))
    ask = ChooseOne(
        key="orders", seat=RED, ask=text("legion.orders.ask", left=2), rule="LG-43", options=options(rebels())
    )
    return table(
        at,
        ask,
        proof="7f3a21c9",
        dispenser=DispenserState.BUSY,
        red=Desk(RED, ReaderState.EMPTY, focus=Focus("orders", 9)),
        handing=(
            TokenDelivery("a", RED, "corps", 1, 0, HandingState.ASKED),
            TokenDelivery("b", RED, "special", 2, 1, HandingState.ASKED),
        ),
    )


def at_range() -> Published:
    at = after_roll("orders", text("legion.headline.orders"))
    ask = ChooseSome(
        key="range",
        seat=BLUE,
        ask=text("legion.range.ask", unit="Darth Vader"),
        rule="LC-35",
        options=options(empire()),
        least=1,
        most=12,
    )
    return table(at, ask, blue=Desk(BLUE, ReaderState.EMPTY, focus=Focus("range", 3, ("0", "3"))))


def two_cards() -> Published:
    """A unit's card was laid on the command card: no card answers then."""
    return replace(
        orders(),
        handing=(),
        desks=(Desk(BLUE, ReaderState.CARD), Desk(RED, ReaderState.SEVERAL, focus=Focus("orders", 9))),
    )


def refused() -> Published:
    return replace(
        orders(), handing=(), notice=Notice(RED, text("legion.refused.ordered", unit="Rebel Troopers 1"), "LG-44")
    )


def pooled(seat: Seat) -> SeatView:
    counts = (
        ("rank.commander", 1),
        ("rank.operative", 1),
        ("rank.corps", 4),
        ("rank.special", 1),
        ("rank.support", 2),
        ("rank.heavy", 1),
    )
    counters = (*seat_view(seat).counters, Counter(text("legion.counter.passes"), 2, "counter.pass"))
    units = empire("ordered") if seat is BLUE else rebels("ordered")
    card = VADER if seat is BLUE else LUKE
    return seat_view(seat, card=card, pieces=units, pools=(Pool(text("legion.pool"), counts),), counters=counters)


def pools() -> Published:
    at = view("order_pool", text("legion.headline.order_pool"), pooled(BLUE), pooled(RED), first=RED, reveals=1)
    ready = tuple(
        Confirm(key=f"ready.{seat}", seat=seat, ask=text("legion.end.ask", round=2), rule="LG-61", hold=True)
        for seat in (BLUE, RED)
    )
    return table(at, *ready)


def activation() -> Published:
    red = replace(
        pooled(RED),
        pieces=tuple(
            replace(unit, state=state, badges=("token.advantage",) if unit.name == "R2-D2" else ())
            for unit, state in zip(
                rebels(), ("done", "done", "done", "ordered", "ordered", "gone", *[""] * 9), strict=True
            )
        ),
    )
    at = view(
        "activation",
        text("legion.headline.turn", seat=text("seat.blue")),
        pooled(BLUE),
        red,
        first=RED,
        reveals=1,
        rolled=Rolled("red_defense", "block", RED, 2, by_hand=True),
        story=(text("legion.tell.drawn", seat=text("seat.red"), token=text("legion.token.operative")),),
    )
    draw = (
        Option("draw", text("legion.turn.draw"), "token.order"),
        Option("pass", text("legion.turn.pass"), "counter.pass"),
    )
    ask = ChooseOne(
        key="act", seat=BLUE, ask=text("legion.turn.ask"), rule="LG-61", options=(*options(empire(), 0, 3, 7), *draw)
    )
    lost = ChooseOne(
        key="defeated",
        seat=BLUE,
        ask=text("legion.defeat.ask"),
        rule="TB-20",
        standing=True,
        hold=True,
        options=options(empire()),
    )
    lost_red = replace(lost, seat=RED, options=options(rebels()))
    return table(at, ask, lost, lost_red)


def waiting() -> Published:
    """Blue has nothing to do, and its buttons stand where they could tell that a unit is defeated."""
    base = activation()
    asked = replace(base.prompts[0], seat=RED, options=options(rebels(), 3, 4))
    always = (*standing(BLUE, empire()), *standing(RED, rebels()))
    return replace(
        base,
        prompts=(asked, *always),
        desks=(Desk(BLUE, ReaderState.EMPTY, focus=Focus("defeat", CLOSED)), Desk(RED, ReaderState.EMPTY)),
    )


def defeat() -> Published:
    """Blue says so: the list is open."""
    base = waiting()
    return replace(base, desks=(Desk(BLUE, ReaderState.EMPTY, focus=Focus("defeat", 3)), base.desks[1]))


def tokens_back() -> Published:
    kinds = ("commander", "operative", "corps", "special", "support", "heavy", "advantage")
    listed = text("match.back.hopper", count=1, kind=text("token.commander"), hopper=1)
    for kind in kinds[1:]:
        listed = text(
            "match.back.and",
            first=text("match.back.hopper", count=12, kind=text(f"token.{kind}"), hopper=2),
            rest=listed,
        )
    ask = Confirm(
        key="back",
        seat=None,
        ask=text("match.tokens_back", tokens=listed),
        rule="TB-78",
        hold=True,
        standing=True,
        chore=73,
    )
    red = ChooseOne(
        key="nominate", seat=RED, ask=text("legion.nominate.ask"), rule="LG-41", options=options(rebels(), 0, 1)
    )
    return table(
        revealed(),
        ask,
        red,
        blue=Desk(BLUE, ReaderState.EMPTY, focus=Focus("back", 0)),
        red=Desk(RED, ReaderState.EMPTY, focus=Focus("nominate", 0)),
    )


def chore() -> Published:
    """The same tokens while nobody looks at them: a sign beside each seat's counters."""
    base = tokens_back()
    return replace(base, desks=(Desk(BLUE, ReaderState.EMPTY, focus=Focus("nominate", 0)), base.desks[1]))


def tokens_at_end() -> Published:
    """All that lay in the trays goes back at once, and every hopper is named."""
    base = over()
    back = replace(tokens_back().prompts[0], standing=False, chore=0, key="match.tokens_back")
    return replace(base, prompts=(back,), desks=tuple(replace(desk, focus=None) for desk in base.desks))


def by_hand() -> Published:
    return replace(
        activation(),
        handing=(TokenDelivery("a", BLUE, "special", 1, 0, HandingState.BY_HAND),),
        dispenser=DispenserState.READY,
        hoppers=(HopperStatus(0, "corps", 1, HopperState.LOW), HopperStatus(1, "heavy", 0, HopperState.EMPTY)),
    )


def fault() -> Published:
    faults = (FaultNote("dispenser.jam", "3"), FaultNote("reader.missing", "red", "no answer to 3 selects"))
    return replace(
        orders(),
        faults=faults,
        dispenser=DispenserState.GONE,
        desks=(Desk(BLUE, ReaderState.EMPTY), Desk(RED, ReaderState.GONE, focus=Focus("orders", 1))),
    )


def fault_and_by_hand() -> Published:
    """The dispenser is gone: what it owes is taken by hand, and that must be seen as long as the fault is."""
    return replace(
        by_hand(),
        faults=(FaultNote("dispenser.silent", "dispenser"),),
        dispenser=DispenserState.GONE,
        commitment="3fa9c04e" * 8,
    )


def fault_and_refusal() -> Published:
    faults = (FaultNote("reader.missing", "red", "no answer to 3 selects"),)
    return replace(refused(), faults=faults)


def jam() -> Published:
    """Blue is asked what to do about the missing token; the dispenser stopped, and says so."""
    ask = ChooseOne(
        key="payout",
        seat=BLUE,
        ask=text("match.payout.jam", count=1, kind=text("token.special")),
        rule="TB-11",
        options=(
            Option("again", text("match.payout.again")),
            Option("by_hand", text("match.payout.by_hand", count=1)),
        ),
    )
    return replace(
        activation(), prompts=(ask,), faults=(FaultNote("dispenser.stopped", "3"),), dispenser=DispenserState.READY
    )


def unknown() -> Published:
    ask = Number(
        key="count",
        seat=BLUE,
        ask=text("match.payout.unknown", count=2, kind=text("token.special")),
        rule="TB-10",
        least=0,
        most=2,
    )
    handing = (TokenDelivery("a", BLUE, "special", 2, 0, HandingState.UNKNOWN),)
    return replace(activation(), prompts=(ask,), handing=handing)


def over() -> Published:
    story = tuple(text("legion.tell.round_over", number=n) for n in range(1, 7))
    at = view("end", text("legion.headline.over"), story=story, over=True)
    choices = (Option("archive", text("session.next_match")), Option("again", text("lobby.back")))
    return table(
        at, ChooseOne(key="after", seat=None, ask=text("match.close"), rule="TB-40", options=choices, hold=True)
    )


SCENES: dict[str, Callable[[], Published]] = {
    one.__name__: one
    for one in (
        lobby,
        lists,
        lobby_wrong,
        numbers,
        sealing,
        sealing_troubles,
        lock_refused,
        lock_warned,
        reveal,
        effects,
        sent_back,
        tie,
        rolled,
        nominate,
        orders,
        at_range,
        two_cards,
        refused,
        pools,
        activation,
        waiting,
        defeat,
        tokens_back,
        chore,
        tokens_at_end,
        by_hand,
        jam,
        unknown,
        fault,
        fault_and_by_hand,
        fault_and_refusal,
        over,
    )
}


def every_scene() -> dict[str, Published]:
    """The made-up ones, which show what is rare, and those of real evenings."""
    return {name: scene() for name, scene in SCENES.items()} | evenings.shots()
