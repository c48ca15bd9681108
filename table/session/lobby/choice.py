"""The lobby before a match: which game, and whose list is whose. Its prompts are answered like a game's."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from table.games.files.offers import Offer, Shelf
from table.records.ports import Unfinished
from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Option
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text

MOST_WRONG = 40
"""The most problems that are shown at once."""


class Beginning(Struct, frozen=True):
    """The match to begin: everything is chosen."""

    system: str
    sides: tuple[tuple[Seat, str], ...]


class Resume(Struct, frozen=True):
    match: str


class Lobby(Struct, frozen=True):
    systems: tuple[str, ...]
    unfinished: tuple[Unfinished, ...] = ()
    system: str = ""
    offers: tuple[Offer, ...] = ()
    sides: tuple[tuple[Seat, str], ...] = ()
    problems: tuple[Refusal, ...] = ()

    def prompts(self) -> tuple[AnyPrompt, ...]:
        if not self.system:
            return (self._system_prompt(),)
        return (*self._side_prompts(), *self._wrong_prompt())

    def _side_prompts(self) -> tuple[AnyPrompt, ...]:
        offers = [offer for offer in self.offers if not offer.wrong]
        if not offers:
            return (Confirm(key="back", seat=None, ask=text("lobby.no_lists"), rule="TB-15"),)
        chosen = dict(self.sides)
        lists = tuple(
            ChooseOne(
                key="list",
                seat=seat,
                ask=text(f"lobby.list.{offers[0].kind}", seat=text(f"seat.{seat}")),
                rule="TB-15",
                options=tuple(Option(offer.id, offer.name) for offer in self._left_to(seat, offers)),
            )
            for seat in SEATS
            if seat not in chosen
        )
        names = {seat: next((o.name for o in offers if o.id == one), one) for seat, one in chosen.items()}
        change = tuple(
            Confirm(key="change", seat=seat, ask=text("lobby.change", name=names[seat]), rule="TB-15", standing=True)
            for seat in SEATS
            if seat in names
        )
        back = Confirm(key="back", seat=None, ask=text("lobby.back"), rule="TB-15", standing=True)
        if lists:
            return (*lists, *change, back)
        blue, red = (names[seat] for seat in SEATS)
        begin = Confirm(key="begin", seat=None, ask=text("lobby.begin", blue=blue, red=red), rule="TB-15")
        return (begin, *change, back)

    def _left_to(self, seat: Seat, offers: Sequence[Offer]) -> Iterator[Offer]:
        """Return the lists that go with the other seat's choice."""
        taken = dict(self.sides).get(seat.opponent)
        against = next((offer.against for offer in offers if offer.id == taken), ())
        return (offer for offer in offers if not against or offer.id in against)

    def _wrong(self) -> tuple[Text, ...]:
        files = (text("lobby.wrong.file", file=offer.name, why=why) for offer in self.offers for why in offer.wrong)
        return (*(problem.why for problem in self.problems), *files)[:MOST_WRONG]

    def _wrong_prompt(self) -> tuple[AnyPrompt, ...]:
        """Return the problems as options, for everybody to read. Choosing one shows it large."""
        wrong = self._wrong()
        if not wrong:
            return ()
        options = tuple(Option(str(number), why, "sign.refused") for number, why in enumerate(wrong, 1))
        ask = text("lobby.wrong", count=len(wrong))
        return (ChooseOne(key="wrong", seat=None, ask=ask, rule="TB-15", options=options, standing=True),)

    def _system_prompt(self) -> AnyPrompt:
        resume = tuple(
            Option(f"resume.{one.match}", text("lobby.resume", system=text(f"system.{one.system}"), match=one.match))
            for one in self.unfinished
        )
        systems = tuple(Option(system, text(f"system.{system}")) for system in self.systems)
        return ChooseOne(key="system", seat=None, ask=text("lobby.system"), rule="TB-15", options=(*resume, *systems))

    def answered(self, answer: Answer, shelf: Shelf) -> "Lobby | Beginning | Resume | Refusal":
        prompt = next((p for p in self.prompts() if p.key == answer.prompt and p.seat in (None, answer.seat)), None)
        if prompt is None:
            return Refusal("TB-06", text("match.not_asked", seat=text(f"seat.{answer.seat}")))
        if not prompt.accepts(answer.value):
            return Refusal("TB-15", text("match.not_an_answer"))
        match answer.prompt:
            case "system":
                return self._chose_system(str(answer.value), shelf)
            case "list":
                return self._chose_list(answer.seat, str(answer.value), shelf)
            case "wrong":  # show the problem large; nothing changes
                return Refusal("TB-15", self._wrong()[int(str(answer.value)) - 1])
            case "change":
                return replace(self, sides=tuple(one for one in self.sides if one[0] is not answer.seat), problems=())
            case "begin":
                return Beginning(self.system, self.sides)
            case _:
                return replace(self, system="", offers=(), sides=(), problems=())

    def _chose_system(self, value: str, shelf: Shelf) -> "Lobby | Resume":
        if value.startswith("resume."):
            return Resume(value.removeprefix("resume."))
        return replace(self, system=value, offers=shelf.offers(value), problems=())

    def _chose_list(self, seat: Seat, value: str, shelf: Shelf) -> "Lobby":
        side = shelf.fetch(self.system, value)
        if isinstance(side, tuple):
            return replace(self, problems=side)
        return replace(self, sides=(*self.sides, (seat, value)), problems=())


def gathered(beginning: Beginning, shelf: Shelf) -> Mapping[Seat, Any] | tuple[Refusal, ...]:
    """Return each seat's side, or all refusals of the lists."""
    sides: dict[Seat, Any] = {}
    problems: list[Refusal] = []
    for seat, offer in beginning.sides:
        side = shelf.fetch(beginning.system, offer)
        if isinstance(side, tuple):
            problems.extend(side)
        else:
            sides[seat] = side
    return tuple(problems) or sides
