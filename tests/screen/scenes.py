"""One published value for every scene that the table's screen must show well. Names are those of real lists."""

from collections.abc import Callable

from msgspec.structs import replace

from table.choosing import CLOSED
from table.games.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, Option, Roll, SealedCard
from table.games.seats import BLUE, RED, Seat
from table.games.text import Text, text
from table.games.view import Card, Counter, Piece, Pool, Rolled, SeatView, Step, View
from table.published import Desk, FaultNote, Focus, Handing, Hopper, Notice, Published

WORDS = {
    "scene.name": "{name}",
    "scene.legion": "Star Wars: Legion",
    "scene.infinity": "Infinity",
    "scene.tide": "Tide of Iron",
    "scene.command": "Command Phase",
    "scene.activation": "Activation Phase",
    "scene.system": "Which game is played?",
    "scene.list": "Which army list?",
    "scene.number": "Choose your number, 0 to 999. With the other seat's it decides every roll.",
    "scene.play": "Play a command card",
    "scene.effect": "Is the effect done?",
    "scene.roll": "Who rolls the die?",
    "scene.nominate": "Who is the commander?",
    "scene.order": "Who gets the next order?",
    "scene.some": "Which are at range 1-3?",
    "scene.act": "Activate, draw or pass?",
    "scene.draw": "Draw an order token",
    "scene.pass": "Pass",
    "scene.defeated": "A unit is defeated",
    "scene.end": "Round over: units and tokens put away?",
    "scene.after": "What now?",
    "scene.archive": "Archive the match",
    "scene.again": "Play the same lists again",
    "scene.pool": "Order pool",
    "scene.passes": "Passes",
    "scene.hand": "Hand",
    "scene.discard": "Discarded",
    "scene.orders": "Orders: {what}",
    "scene.barred": "Not in the army: sent back",
    "scene.headline.select": "Both seats choose in secret",
    "scene.headline.reveal": "The cards are revealed",
    "scene.headline.effects": "Blue resolves {card}",
    "scene.headline.tie": "Equal pips: the die decides priority",
    "scene.headline.priority": "{seat} has priority",
    "scene.headline.orders": "{seat} issues orders: {n} of {all}",
    "scene.headline.pools": "The pools are made",
    "scene.headline.turn": "Turn: {unit} is active",
    "scene.headline.over": "Blue wins, 9 to 6",
    "scene.headline.resume": "Power came back: seal your cards again",
    "scene.story.locked": "{seat} locked a card.",
    "scene.story.rolled": "Equal pips. The die shows {face}: {seat} has priority.",
    "scene.story.order": "{unit} has an order.",
    "scene.story.drew": "{seat} drew {rank}.",
    "scene.story.round": "Round {round}: {blue} against {red}.",
    "scene.refused": "{unit} has an order already in this phase.",
    "fault.dispenser.jam": "Hopper {part} is jammed. Switch it off, free the disc, then confirm.",
    **{
        f"scene.step.{key}": name
        for key, name in {
            "select": "Select cards",
            "resolve": "Effects",
            "priority": "Priority",
            "orders": "Issue orders",
            "pool": "Order pool",
            "passes": "Pass pool",
            "activation": "Activation",
            "end": "End",
        }.items()
    },
}

STEPS = ("select", "resolve", "priority", "orders", "pool", "passes", "activation", "end")


def name(words: str) -> Text:
    return text("scene.name", name=words)


def steps(now: str) -> tuple[Step, ...]:
    at = STEPS.index(now)
    return tuple(
        Step(one, text(f"scene.step.{one}"), "now" if index == at else "done" if index < at else "ahead")
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
        Counter(text("scene.hand"), 6, "counter.hand"),
        Counter(text("scene.discard"), 1, "counter.discard"),
    )
    base = SeatView(seat, side, counters=counters, pieces=empire() if seat is BLUE else rebels())
    return replace(base, **fields)


def view(
    step: str, headline: Text, blue: SeatView | None = None, red: SeatView | None = None, **fields: object
) -> View:
    phase = text("scene.activation" if step in ("activation", "end") else "scene.command")
    base = View(
        "legion_2024",
        2,
        6,
        phase,
        steps(step),
        (blue or seat_view(BLUE), red or seat_view(RED)),
        headline,
        story=(
            text("scene.story.round", round=1, blue=name("Ambush"), red=name("Push")),
            text("scene.story.order", unit="AT-ST"),
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
        (blue or Desk(BLUE, "empty"), red or Desk(RED, "empty")),
        hoppers=tuple(
            Hopper(n, kind, 9) for n, kind in enumerate(("commander", "corps", "special", "support", "heavy"))
        ),
        dispenser="ready",
        commitment="3fa9c04e" * 8 if at else "",
    )
    return replace(base, **fields)


def options(units: tuple[Piece, ...], *ids: int) -> tuple[Option, ...]:
    return tuple(Option(unit.id, name(unit.name), unit.icon) for unit in units if not ids or int(unit.id) in ids)


def seal(seat: Seat) -> SealedCard:
    return SealedCard(key="card", seat=seat, ask=text("scene.play"), rule="LG-10")


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
        ChooseOne(key="system", seat=None, ask=text("scene.system"), rule="TB-01", options=systems),
        red=Desk(RED, "empty", focus=Focus("system", 1)),
    )


def lists() -> Published:
    blue = ChooseOne(
        key="list",
        seat=BLUE,
        ask=text("scene.list"),
        rule="TB-02",
        options=tuple(
            Option(str(n), name(one))
            for n, one in enumerate(("Veers and Vader", "Blizzard Force", "Speeder rush", "Tempest", "Fett's men"))
        ),
    )
    red = ChooseOne(
        key="list",
        seat=RED,
        ask=text("scene.list"),
        rule="TB-02",
        options=tuple(Option(str(n), name(one)) for n, one in enumerate(("Luke and Leia", "Echo Base"))),
    )
    return table(None, blue, red, blue=Desk(BLUE, "empty", focus=Focus("list", 2)))


def numbers() -> Published:
    asks = tuple(
        Number(key="number", seat=seat, ask=text("scene.number"), rule="TB-09", least=0, most=999)
        for seat in (BLUE, RED)
    )
    return table(
        None,
        *asks,
        blue=Desk(BLUE, "empty", focus=Focus("number", 407)),
        red=Desk(RED, "empty", focus=Focus("number", 38)),
        commitment="3fa9c04e" * 8,
    )


def sealing() -> Published:
    at = view("select", text("scene.headline.select"), story=(text("scene.story.locked", seat="Blue"),))
    blue = Desk(BLUE, "card", locked=True, focus=Focus("unlock", CLOSED))
    return table(at, unlock(BLUE), seal(RED), blue=blue, red=Desk(RED, "card"))


def sealing_troubles() -> Published:
    at = view("select", text("scene.headline.resume"))
    return table(at, seal(BLUE), seal(RED), blue=Desk(BLUE, "several"), red=Desk(RED, "foreign"))


def revealed(**fields: object) -> View:
    return view(
        "resolve",
        text("scene.headline.reveal"),
        seat_view(BLUE, card=VADER),
        seat_view(RED, card=LUKE),
        reveals=1,
        **fields,
    )


def reveal() -> Published:
    return table(revealed(), blue=Desk(BLUE, "card"), red=Desk(RED, "card"))


def effects() -> Published:
    at = replace(revealed(), headline=text("scene.headline.effects", card="Implacable"))
    return table(at, Confirm(key="effect", seat=BLUE, ask=text("scene.effect"), rule="LG-21"))


def sent_back() -> Published:
    card = Card("Return of the Jedi", text("scene.barred"), 3, counts=False)
    at = view(
        "select", text("scene.headline.select"), seat_view(BLUE, card=VADER), seat_view(RED, card=card), reveals=1
    )
    return table(at, seal(RED))


def tie() -> Published:
    at = replace(revealed(), steps=steps("priority"), headline=text("scene.headline.tie"))
    return table(
        at,
        Roll(
            key="roll",
            seat=BLUE,
            ask=text("scene.roll"),
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
        rolled=Rolled("red_defense", "surge", BLUE, 2),
        story=(text("scene.story.rolled", face="surge", seat="Red"),),
    )
    return table(at, proof="7F3A-21C9")


def after_roll(step: str, headline: Text, **fields: object) -> View:
    blue = seat_view(BLUE, card=VADER, pieces=empire("ordered"))
    red = seat_view(RED, card=LUKE, pieces=rebels("ordered"))
    return replace(
        view(step, headline, blue, red, reveals=1, first=RED, rolled=Rolled("red_defense", "surge", BLUE, 2)), **fields
    )


def nominate() -> Published:
    at = after_roll("orders", text("scene.headline.priority", seat="Red"))
    ask = ChooseOne(key="nominate", seat=RED, ask=text("scene.nominate"), rule="LG-41", options=options(rebels(), 0, 1))
    return table(at, ask, proof="7F3A-21C9")


def orders() -> Published:
    at = after_roll("orders", text("scene.headline.orders", seat="Red", n=2, all=3))
    ask = ChooseOne(key="orders", seat=RED, ask=text("scene.order"), rule="LG-43", options=options(rebels()))
    return table(
        at,
        ask,
        proof="7F3A-21C9",
        dispenser="busy",
        red=Desk(RED, "empty", focus=Focus("orders", 9)),
        handing=(Handing("a", RED, "corps", 1, 0, "asked"), Handing("b", RED, "special", 2, 1, "asked")),
    )


def at_range() -> Published:
    at = after_roll("orders", text("scene.headline.orders", seat="Blue", n=1, all=2))
    ask = ChooseSome(
        key="range", seat=BLUE, ask=text("scene.some"), rule="LC-35", options=options(empire()), least=1, most=12
    )
    return table(at, ask, blue=Desk(BLUE, "empty", focus=Focus("range", 3, ("0", "3"))))


def refused() -> Published:
    return replace(orders(), handing=(), notice=Notice(RED, text("scene.refused", unit="Rebel Troopers 1"), "LG-44"))


def pooled(seat: Seat) -> SeatView:
    counts = (
        ("rank.commander", 1),
        ("rank.operative", 1),
        ("rank.corps", 4),
        ("rank.special", 1),
        ("rank.support", 2),
        ("rank.heavy", 1),
    )
    counters = (*seat_view(seat).counters, Counter(text("scene.passes"), 2, "counter.pass"))
    units = empire("ordered") if seat is BLUE else rebels("ordered")
    card = VADER if seat is BLUE else LUKE
    return seat_view(seat, card=card, pieces=units, pools=(Pool(text("scene.pool"), counts),), counters=counters)


def pools() -> Published:
    at = view("pool", text("scene.headline.pools"), pooled(BLUE), pooled(RED), first=RED, reveals=1)
    ready = tuple(
        Confirm(key=f"ready.{seat}", seat=seat, ask=text("scene.end"), rule="LG-61", hold=True) for seat in (BLUE, RED)
    )
    return table(at, *ready)


def activation() -> Published:
    red = replace(
        pooled(RED),
        pieces=tuple(
            replace(unit, state=state, badges=("token.advantage",) if state == "active" else ())
            for unit, state in zip(
                rebels(), ("done", "done", "active", "ordered", "ordered", "gone", *[""] * 9), strict=True
            )
        ),
    )
    at = view(
        "activation",
        text("scene.headline.turn", unit="R2-D2"),
        pooled(BLUE),
        red,
        first=RED,
        reveals=1,
        rolled=Rolled("red_defense", "block", RED, 2, by_hand=True),
        story=(text("scene.story.drew", seat="Red", rank=text("token.operative")),),
    )
    draw = (Option("draw", text("scene.draw"), "token.order"), Option("pass", text("scene.pass"), "counter.pass"))
    ask = ChooseOne(
        key="act", seat=BLUE, ask=text("scene.act"), rule="LG-61", options=(*options(empire(), 0, 3, 7), *draw)
    )
    lost = ChooseOne(
        key="defeated",
        seat=BLUE,
        ask=text("scene.defeated"),
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
        base, prompts=(asked, *always), desks=(Desk(BLUE, "empty", focus=Focus("defeat", CLOSED)), Desk(RED, "empty"))
    )


def defeat() -> Published:
    """Blue says so: the list is open."""
    base = waiting()
    return replace(base, desks=(Desk(BLUE, "empty", focus=Focus("defeat", 3)), base.desks[1]))


def tokens_back() -> Published:
    kinds = ("commander", "operative", "corps", "special", "support", "heavy", "advantage")
    listed = text("match.back.hopper", count=1, kind=text("token.commander"), hopper=1)
    for kind in kinds[1:]:
        listed = text(
            "match.back.and",
            first=text("match.back.hopper", count=12, kind=text(f"token.{kind}"), hopper=2),
            rest=listed,
        )
    ask = Confirm(key="back", seat=None, ask=text("match.tokens_back", tokens=listed), rule="TB-12", hold=True)
    red = ChooseOne(
        key="effect", seat=RED, ask=text("legion.timing.none"), rule="LG-21", options=options(rebels(), 0, 1)
    )
    return table(
        revealed(),
        ask,
        red,
        blue=Desk(BLUE, "empty", focus=Focus("back", 0)),
        red=Desk(RED, "empty", focus=Focus("effect", 0)),
    )


def by_hand() -> Published:
    return replace(
        activation(),
        handing=(Handing("a", BLUE, "special", 1, 0, "by_hand"),),
        dispenser="ready",
        hoppers=(Hopper(0, "corps", 1, "low"), Hopper(1, "heavy", 0, "empty")),
    )


def fault() -> Published:
    faults = (FaultNote("dispenser.jam", "3"), FaultNote("reader.missing", "red", "no answer to 3 selects"))
    return replace(
        orders(),
        faults=faults,
        dispenser="gone",
        desks=(Desk(BLUE, "empty"), Desk(RED, "gone", focus=Focus("orders", 1))),
    )


def jam() -> Published:
    return replace(activation(), faults=(FaultNote("dispenser.jam", "3"),), dispenser="ready")


def unknown() -> Published:
    ask = Number(
        key="count",
        seat=BLUE,
        ask=text("match.payout.unknown", count=2, kind=text("token.special")),
        rule="TB-30",
        least=0,
        most=2,
    )
    handing = (Handing("a", BLUE, "special", 2, 0, "unknown"),)
    return replace(activation(), prompts=(ask,), handing=handing)


def over() -> Published:
    story = tuple(text("scene.story.round", round=n, blue=name("Ambush"), red=name("Push")) for n in range(1, 7))
    at = view("end", text("scene.headline.over"), story=story, over=True)
    choices = (Option("archive", text("scene.archive")), Option("again", text("scene.again")))
    return table(
        at, ChooseOne(key="after", seat=None, ask=text("scene.after"), rule="TB-40", options=choices, hold=True)
    )


SCENES: dict[str, Callable[[], Published]] = {
    one.__name__: one
    for one in (
        lobby,
        lists,
        numbers,
        sealing,
        sealing_troubles,
        reveal,
        effects,
        sent_back,
        tie,
        rolled,
        nominate,
        orders,
        at_range,
        refused,
        pools,
        activation,
        waiting,
        defeat,
        tokens_back,
        by_hand,
        jam,
        unknown,
        fault,
        over,
    )
}
