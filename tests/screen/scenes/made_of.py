"""The parts of scenes: words, armies, views, and common prompts."""

import json
from pathlib import Path

from msgspec.structs import replace

from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Option, SealedCard
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import Text, text
from table.rules.view import Card, Counter, Piece, SeatView, Step, View
from table.view.published import Desk, DispenserState, HopperStatus, Published, ReaderState
from table.words import Words
from table.words.catalogue import GAMES, HERE

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
    emblem = "faction.empire" if seat is BLUE else "faction.rebels"
    base = SeatView(seat, side, emblem=emblem, counters=counters, pieces=empire() if seat is BLUE else rebels())
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
            text("legion.story.round_over", number=1),
            text("legion.story.order", seat=text("seat.blue"), name="AT-ST"),
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
