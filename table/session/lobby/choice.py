"""The lobby before a match: the choice of a game and of each seat's list. Its prompts are answered like a game's."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any, assert_never

from msgspec import Struct
from msgspec.structs import replace

from table.games.files.offers import FurtherQuestion, Incomplete, Offer
from table.records.history import PlayedMatch
from table.records.ports import Unfinished
from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Option
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.session.lobby.list_library import Library, ListsRead, OffersOf, SideOf

MOST_WRONG = 40
"""The most problems that are shown at once."""


class LobbyKey(StrEnum):
    """The keys of the lobby's prompts."""

    SYSTEM = "system"
    LIST = "list"
    FURTHER = "further"
    WRONG = "wrong"
    CHANGE = "change"
    BEGIN = "begin"
    BACK = "back"


class BeginMatch(Struct, frozen=True):
    """The match to begin: everything is chosen and read."""

    system: str
    sides: tuple[tuple[Seat, Any], ...]


class ResumeMatch(Struct, frozen=True):
    match: str


class Lobby(Struct, frozen=True):
    systems: tuple[str, ...]
    unfinished: tuple[Unfinished, ...] = ()
    described: tuple[PlayedMatch, ...] = ()
    """The newest of these matches, with the sides, round and day from their journals."""
    system: str = ""
    offers: tuple[Offer, ...] = ()
    reading: bool = False
    """True until the first offers of the system have arrived."""
    sides: tuple[tuple[Seat, str], ...] = ()
    """The chosen offers."""
    brought: tuple[tuple[Seat, Any], ...] = ()
    """The chosen sides that are read so far."""
    further: tuple[tuple[Seat, FurtherQuestion], ...] = ()
    """The next question of each seat that builds its side by answers."""
    opening: bool = False
    """True for a choice of the command line: the match begins as soon as both sides are read."""
    at_once: bool = False
    """True if every match begins without a last question."""
    problems: tuple[Refusal, ...] = ()
    without: tuple[tuple[Seat, Text], ...] = ()
    """The lines that the chosen lists are played without."""

    def prompts(self) -> tuple[AnyPrompt, ...]:
        if not self.system:
            return (self._system_prompt(),)
        return (*self._side_prompts(), *self._wrong_prompt())

    def _side_prompts(self) -> tuple[AnyPrompt, ...]:
        offers = [offer for offer in self.offers if not offer.wrong]
        if self.opening or (self.reading and not offers):
            return (_back("lobby.reading"),)
        if not offers:
            return (Confirm(key=LobbyKey.BACK, seat=None, ask=text("lobby.no_lists"), rule="TB-15"),)
        chosen = dict(self.sides)
        lists = tuple(
            ChooseOne(
                key=LobbyKey.LIST,
                seat=seat,
                ask=text(f"lobby.list.{offers[0].kind}", seat=text(f"seat.{seat}")),
                rule="TB-15",
                options=tuple(Option(offer.id, offer.name) for offer in self._left_to(seat, offers)),
            )
            for seat in SEATS
            if seat not in chosen
        )
        further = (replace(each.prompt, key=LobbyKey.FURTHER, seat=seat) for seat, each in self.further)
        names = {
            seat: next((o.name for o in offers if one == o.id or one.startswith(f"{o.id}/")), one)
            for seat, one in chosen.items()
        }
        change = tuple(
            Confirm(
                key=LobbyKey.CHANGE, seat=seat, ask=text("lobby.change", name=names[seat]), rule="TB-15", standing=True
            )
            for seat in SEATS
            if seat in names
        )
        back = _back("lobby.back")
        if lists or self.further:
            return (*lists, *further, *change, back)
        if not self.all_read:
            return (*change, _back("lobby.reading"))
        blue, red = (names[seat] for seat in SEATS)
        begin = Confirm(key=LobbyKey.BEGIN, seat=None, ask=text("lobby.begin", blue=blue, red=red), rule="TB-15")
        return (begin, *change, back)

    def _left_to(self, seat: Seat, offers: Sequence[Offer]) -> Iterator[Offer]:
        """Return the lists that fit the other seat's choice."""
        taken = dict(self.sides).get(seat.opponent)
        against = next((offer.against for offer in offers if offer.id == taken), ())
        return (offer for offer in offers if not against or offer.id in against)

    def _wrong(self) -> tuple[Text, ...]:
        files = (text("lobby.wrong.file", file=offer.name, why=why) for offer in self.offers for why in offer.wrong)
        without = (note for _, note in self.without)
        return (*(problem.why for problem in self.problems), *without, *files)[:MOST_WRONG]

    def _wrong_prompt(self) -> tuple[AnyPrompt, ...]:
        """Return the problems as options, for both players to read. Choosing one shows it large."""
        wrong = self._wrong()
        if not wrong:
            return ()
        options = tuple(Option(str(number), why, "sign.refused") for number, why in enumerate(wrong, 1))
        ask = text("lobby.wrong", count=len(wrong))
        return (ChooseOne(key=LobbyKey.WRONG, seat=None, ask=ask, rule="TB-15", options=options, standing=True),)

    def _system_prompt(self) -> AnyPrompt:
        played = {one.match: one for one in self.described}
        resume = tuple(Option(f"resume.{one.match}", _resumed(one, played.get(one.match))) for one in self.unfinished)
        systems = tuple(Option(system, text(f"system.{system}")) for system in self.systems)
        return ChooseOne(
            key=LobbyKey.SYSTEM, seat=None, ask=text("lobby.system"), rule="TB-15", options=(*resume, *systems)
        )

    @property
    def ready(self) -> bool:
        """True if the match begins without a last question."""
        return self.opening or (self.at_once and len(self.sides) == len(SEATS))

    @property
    def all_read(self) -> bool:
        """True if all chosen sides are read."""
        return len(self.brought) == len(self.sides)

    def answered(self, answer: Answer, library: Library) -> "Lobby | BeginMatch | ResumeMatch | Refusal":
        prompt = next((p for p in self.prompts() if p.key == answer.prompt and p.seat in (None, answer.seat)), None)
        if prompt is None:
            return Refusal("TB-06", text("match.not_asked", seat=text(f"seat.{answer.seat}")))
        if not prompt.accepts(answer.value):
            return Refusal("TB-15", text("match.not_an_answer"))
        key = LobbyKey(prompt.key)
        match key:
            case LobbyKey.SYSTEM:
                return self._chose_system(str(answer.value), library)
            case LobbyKey.LIST:
                return self._chose_list(answer.seat, str(answer.value), library)
            case LobbyKey.FURTHER:
                return self._chose_list(answer.seat, dict(self.further)[answer.seat].after(answer.value), library)
            case LobbyKey.WRONG:  # show the problem large; nothing changes
                return Refusal("TB-15", self._wrong()[int(str(answer.value)) - 1])
            case LobbyKey.CHANGE:
                return replace(self._without(answer.seat), problems=())
            case LobbyKey.BEGIN:
                return BeginMatch(self.system, self.brought)
            case LobbyKey.BACK:
                return replace(self.left(), problems=())
            case _:
                assert_never(key)

    def asks(self, system: str, sides: tuple[tuple[Seat, str], ...], library: Library) -> "Lobby":
        """Return the lobby with the choice of the command line."""
        lobby = replace(self, system=system, sides=sides, opening=True, problems=())
        for _, offer in sides:
            lobby = _asked(lobby, offer, library)
        return lobby

    def with_read(self, read: ListsRead) -> "Lobby":
        """Return the lobby with an answer of the library. A late answer changes nothing."""
        request, found = read.request, read.found
        if request.system != self.system:
            return self
        if isinstance(request, OffersOf):
            return replace(self, offers=found, reading=False)
        there = dict(self.brought)
        waiting = tuple(seat for seat, offer in self.sides if offer == request.offer and seat not in there)
        if waiting and isinstance(found, tuple):
            return replace(self._without(*waiting), problems=(*self.problems, *found))
        if isinstance(found, FurtherQuestion):
            asked = dict(self.further) | dict.fromkeys(waiting, found)
            return replace(self, further=tuple(asked.items()))
        notes = found.without if isinstance(found, Incomplete) else ()
        side = found.side if isinstance(found, Incomplete) else found
        return replace(
            self,
            brought=(*self.brought, *((seat, side) for seat in waiting)),
            without=(*self.without, *((seat, note) for seat in waiting for note in notes)),
        )

    def reread(self, library: Library) -> "Lobby":
        """Return the lobby with its game's lists, read again. Late lists are passed to `with_read`."""
        offers = library.ask(OffersOf(self.system)) if self.system else None
        return self if offers is None else replace(self, offers=offers)

    def left(self) -> "Lobby":
        """Return the lobby before the choice of a game, with the current problems."""
        return replace(
            self, system="", offers=(), reading=False, sides=(), brought=(), further=(), without=(), opening=False
        )

    def _without(self, *seats: Seat) -> "Lobby":
        sides = tuple(one for one in self.sides if one[0] not in seats)
        brought, further, without = (
            tuple(one for one in each if one[0] not in seats) for each in (self.brought, self.further, self.without)
        )
        return replace(self, sides=sides, brought=brought, further=further, without=without)

    def _chose_system(self, value: str, library: Library) -> "Lobby | ResumeMatch":
        if value.startswith("resume."):
            return ResumeMatch(value.removeprefix("resume."))
        offers = library.ask(OffersOf(value))
        return replace(self, system=value, offers=offers or (), reading=offers is None, problems=())

    def _chose_list(self, seat: Seat, value: str, library: Library) -> "Lobby":
        open_now = self._without(seat)
        return _asked(replace(open_now, sides=(*open_now.sides, (seat, value)), problems=()), value, library)


def _resumed(match: Unfinished, played: PlayedMatch | None) -> Text:
    """Return the line of a match that can be resumed: its armies, round and day, or its id if they are unknown."""
    if played is not None and all(played.sides):
        blue, red = played.sides
        return text("lobby.resume", blue=blue, red=red, round=played.round, day=played.day)
    if match.system:
        return text("lobby.resume.id", system=text(f"system.{match.system}"), match=match.match)
    return text("lobby.resume.damaged", match=match.match)


def _back(key: str) -> Confirm:
    return Confirm(key=LobbyKey.BACK, seat=None, ask=text(key), rule="TB-15", standing=True)


def _asked(lobby: Lobby, offer: str, library: Library) -> Lobby:
    """Return the lobby with the side, if it is already loaded."""
    want = SideOf(lobby.system, offer)
    side = library.ask(want)
    return lobby if side is None else lobby.with_read(ListsRead(want, side))
