"""A bench without a table behind it: what the mouse did, and what would be seen of it."""

from msgspec.structs import replace

from table.emulation.acts import (
    Act,
    BotSits,
    DispenserFault,
    Lay,
    Lift,
    Listener,
    PowerTable,
    Press,
    ReaderFault,
    Release,
    Speed,
    Take,
)
from table.emulation.analyser.event_log import EventLog
from table.emulation.bench_view import BenchCard, BenchFault, BenchHopper, BenchSeat, BenchState
from table.rules.seats import BLUE, RED, SEATS, Seat

COMMANDS = {
    BLUE: (
        ("Ambush", 1),
        ("Implacable", 1),
        ("Push", 2),
        ("Evasive Maneuvers", 2),
        ("Assault", 3),
        ("Imperial Discipline", 3),
        ("Standing Orders", 4),
    ),
    RED: (
        ("Coordinated Bombardment", 1),
        ("Ambush", 1),
        ("No Time for Sorrows", 2),
        ("Push", 2),
        ("Somebody Has to Save Our Skins", 3),
        ("Return of the Jedi", 3),
        ("Standing Orders", 4),
    ),
}
UNITS = {
    BLUE: (
        ("General Veers", "commander"),
        ("Darth Vader", "commander"),
        ("Snowtroopers", "corps"),
        ("Snowtroopers", "corps"),
        ("Snowtroopers", "corps"),
        ("Stormtroopers", "corps"),
        ("Scout Troopers", "special"),
        ("E-Web Heavy Blaster Team", "support"),
        ("AT-ST", "heavy"),
    ),
    RED: (
        ("Leia Organa", "commander"),
        ("Luke Skywalker", "operative"),
        ("Rebel Troopers", "corps"),
        ("Rebel Troopers", "corps"),
        ("Rebel Veterans", "corps"),
        ("Fleet Troopers", "corps"),
        ("Rebel Commandos", "special"),
        ("Rebel Commandos Strike Team", "special"),
        ("AT-RT", "support"),
        ("AT-RT", "support"),
        ("1.4 FD Laser Cannon Team", "support"),
        ("T-47 Airspeeder", "heavy"),
        ("Wookiee Warriors", "special"),
        ("Wookiee Warriors", "special"),
        ("X-34 Landspeeder", "support"),
    ),
}


def cards(seat: Seat) -> tuple[BenchCard, ...]:
    commands = (BenchCard(f"{seat}/c{i}", name, "command", pips) for i, (name, pips) in enumerate(COMMANDS[seat]))
    units = (BenchCard(f"{seat}/u{i}", name, "unit", rank=rank) for i, (name, rank) in enumerate(UNITS[seat]))
    return (*commands, *units)


class FakeBench:
    def __init__(self) -> None:
        self.done: list[Act] = []
        self.log = EventLog()
        self.tapped: list[bool] = []
        self.asked: list[bool] = []
        """Each time the log was looked at: with accesses to registers?"""
        blue, red = (BenchSeat(seat, cards(seat)) for seat in SEATS)
        kinds = ("commander", "corps", "special", "support", "heavy")
        self.state = BenchState(
            (blue, red), tuple(BenchHopper(index, kind, 20 - 3 * index) for index, kind in enumerate(kinds))
        )

    @property
    def power(self) -> str:
        return self.state.power

    def look(self) -> BenchState:
        return self.state

    def listen(self, listener: Listener) -> None:
        """Nobody does here: `done` has it all."""

    def faults(self, hopper: int, reader: Seat) -> tuple[BenchFault, ...]:
        return (
            BenchFault(DispenserFault("jam", hopper), "hopper", "jam", "The disc sticks.", "clear", on=hopper == 2),
            BenchFault(DispenserFault("clear", hopper), "hopper", "clear", ""),
            BenchFault(ReaderFault("deafen", reader), "reader", "deafen", "The receiver hangs."),
        )

    def record(self, registers: bool) -> EventLog:
        self.asked.append(registers)
        return self.log

    def tap(self, on: bool) -> None:
        self.tapped.append(on)

    def perform(self, act: Act) -> None:
        self.done.append(act)
        match act:
            case Lay():
                self._place(act.card, act.reader, (act.x_mm, act.y_mm))
            case Lift():
                self._place(act.card, None)
            case Press():
                self.change(act.seat, down=(act.button,))
            case Release():
                self.change(act.seat, down=())
            case ReaderFault():
                self.change(act.seat, plugged=act.word == "plug")
            case BotSits():
                self.change(act.seat, bot=act.sits)
            case DispenserFault(word="plug" | "unplug"):
                self.state = replace(self.state, plugged=act.word == "plug")
            case DispenserFault(word="power-on" | "power-cut"):
                self.state = replace(self.state, powered=act.word == "power-on")
            case PowerTable():
                self.state = replace(self.state, power="on" if act.on else "off")
            case Speed():
                self.state = replace(self.state, speed=act.factor)
            case Take():
                self.state = replace(self.state, tray=())
            case _:
                pass

    def change(self, seat: Seat, **fields: object) -> None:
        blue, red = (replace(one, **fields) if one.seat is seat else one for one in self.state.seats)
        self.state = replace(self.state, seats=(blue, red))

    def _place(self, key: str, reader: Seat | None, at: tuple[float, float] = (0.0, 0.0)) -> None:
        for seat in self.state.seats:
            moved = tuple(replace(card, reader=reader, aside_mm=at) if card.key == key else card for card in seat.cards)
            self.change(seat.seat, cards=moved)
