"""A whole session at an imaginary table: tags are laid, buttons pressed, the dispenser speaks. No thread at all."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

import hal.events as hw
from examples.skirmish import Skirmish
from hal.sealed import Sealed
from lab.headless import headless_session
from table.games.files.offers import Offer
from table.records.beside.named_players import NamedPlayers
from table.records.disk import DISK
from table.records.journal import SqliteJournal
from table.records.matches import MatchFolder
from table.records.ports import Disk
from table.rules.cards import KnownCard
from table.rules.commands import Answer
from table.rules.game import Game
from table.rules.match.events import ClockSet, HopperEntry
from table.rules.prompts import Value
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import Text, text
from table.session.lobby.hopper_contents import HopperContents
from table.session.lobby.list_library import AtOnce, Library
from table.session.lobby.match_starter import MatchTerms
from table.session.ports import Message, PhoneRequest, Ports, SeatWiring
from table.view.published import Desk, Published

READERS = MappingProxyType({"left": BLUE, "right": RED})
HOPPERS = (HopperEntry(0, "command", 10),)


class ShelfOfNames:
    """Armies that are nothing but their name; one of them is broken."""

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(Offer(name, Text(name)) for name in ("north", "south", "broken"))

    def fetch(self, system: str, offer: str) -> str | tuple[Refusal, ...]:
        return (Refusal("XX-1", text("broken")), Refusal("XX-2", text("broken"))) if offer == "broken" else offer


def counting_entropy() -> Callable[[int], bytes]:
    """Different bytes at every call, and the same in every run."""
    calls = 0

    def entropy(n: int) -> bytes:
        nonlocal calls
        calls += 1
        return calls.to_bytes(2) * (n // 2) + bytes(n % 2)

    return entropy


class SessionTable:
    """Folders and cards outlive `crash`: what comes after is a new process."""

    def __init__(
        self,
        folder: Path,
        hoppers: tuple[HopperEntry, ...] = HOPPERS,
        disk: Disk = DISK,
        *,
        dispenser: bool = False,
        game: Game[Any] | None = None,
        library: Library | None = None,
        clock_set: ClockSet | None = None,
        warn_minutes: tuple[int, ...] = (),
        phones: bool = False,
        readers: Mapping[str, Seat] = READERS,
        shared_reader: str = "",
        phones_alone: bool = False,
        browser_screen: bool = False,
    ) -> None:
        """`dispenser`: one is configured, and looked for; otherwise there is one only once it speaks.

        `game`: another skirmish. `library` answers in place of the shelf of names. `clock_set` is the
        clock of its matches, which goes by `now_s`. `phones`: its seats can be played from one.
        `shared_reader`: both seats lay their cards on this one. `phones_alone`: there is no hardware.
        `browser_screen`: a browser is its screen.
        """
        self.now_s, self.clock_set, self.warn_minutes = 0.0, clock_set, warn_minutes
        self.requests: list[PhoneRequest] = []
        """What the session said to phones."""
        self.phones, self.readers, self.shared_reader = phones, readers, shared_reader
        self.phones_alone, self.browser_screen = phones_alone, browser_screen
        self.folder = folder
        self.disk = disk
        self.hoppers = hoppers
        self.dispenser = dispenser
        self.library = library
        self.game = Skirmish() if game is None else game
        self.entropy = counting_entropy()
        self.cards: dict[bytes, KnownCard] = {
            bytes([4, n, *(5 * [seat])]): KnownCard(f"skirmish.card.{n}", "command")
            for n in range(1, 6)
            for seat in (0, 1)
        }
        self._boot()

    def _boot(self) -> None:
        self.published: Published | None = None
        self.sent: list[object] = []
        self._matches = MatchFolder(self.folder, self.entropy, self.disk)
        games = {"skirmish": self.game}
        low = {hopper.number: 2 for hopper in self.hoppers}
        self.session = headless_session(
            games,
            AtOnce(ShelfOfNames()) if self.library is None else self.library,
            self._matches,
            Ports(
                self.sent.append,
                self._publish,
                lambda tag: self.cards.get(tag.uid),
                self.entropy,
                now_s=lambda: self.now_s,
                phones=self._request_phones if self.phones else None,
            ),
            wiring=SeatWiring(
                self.readers,
                {"west": BLUE, "east": RED},
                low,
                self.dispenser,
                self.shared_reader,
                self.phones_alone,
                self.browser_screen,
            ),
            terms=MatchTerms(self.hoppers, clock=self.clock_set, at_once=self.phones_alone),
            contents=HopperContents(self.folder, games),
            warn_minutes=self.warn_minutes,
            players=NamedPlayers(self.folder, self.disk),
        )

    def _request_phones(self, request: PhoneRequest) -> None:
        self.requests.append(request)

    def _publish(self, published: Published) -> None:
        self.published = published

    def crash(self) -> Self:
        """The process is gone without a goodbye, and started again."""
        self._boot()
        self.session.start()
        return self

    def begun(self) -> Self:
        self.session.start()
        self.session.begin("skirmish", {BLUE: "north", RED: "south"})
        self.answers(BLUE, "match.number", 7)
        self.answers(RED, "match.number", 42)
        return self

    @property
    def now(self) -> Published:
        assert self.published is not None
        return self.published

    def desk(self, seat: Seat) -> Desk:
        return self.now.desks[SEATS.index(seat)]

    def receives(self, *messages: Message) -> None:
        for message in messages:
            self.session.step(message)

    def answers(self, seat: Seat, prompt: str, value: Value = None) -> None:
        self.receives(Answer(seat, prompt, value))

    def lays(self, seat: Seat, n: int) -> None:
        self.lays_tag(seat, bytes([4, n, *(5 * [SEATS.index(seat)])]))

    def lays_tag(self, seat: Seat, uid: bytes) -> None:
        self.receives(hw.TagPlaced("left" if seat is BLUE else "right", Sealed(hw.Tag(uid))))

    def lifts(self, seat: Seat) -> None:
        self.receives(hw.TagLifted("left" if seat is BLUE else "right"))

    def presses(self, seat: Seat, *buttons: hw.Button) -> None:
        self.receives(*(hw.Pressed("west" if seat is BLUE else "east", button) for button in buttons))

    def holds(self, seat: Seat) -> None:
        self.receives(hw.Held("west" if seat is BLUE else "east", hw.Button.CONFIRM))

    def plays(self, blue: int, red: int) -> None:
        for seat, n in ((BLUE, blue), (RED, red)):
            self.lays(seat, n)
            self.holds(seat)

    def asked(self) -> list[str]:
        return [prompt.key for prompt in self.now.prompts if not prompt.standing]

    def payouts(self) -> list[object]:
        return [request for request in self.sent if isinstance(request, hw.PayOut | hw.AskJob)]

    def journal_text(self) -> bytes:
        journal = SqliteJournal.open(next((self.folder / "matches").glob("*.match")))
        text_of_it = b"\n".join(journal.batches())
        journal.close()
        return text_of_it
