"""Players read facts off their cards that the data did not know. They are noted here, and not asked again (TB-24).

One file in the state folder, for both editions of Legion. Each note says in which match it was read, on which day, who
read it and who agreed. A note can be taken out to be asked again. What a bot answers stands on no card: a mark beside
the journal says that a bot plays in a match, and nothing of that one is kept.
"""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from table.games.legion.rules.model.armies import Army, CommandCard, Slot, Timing
from table.games.legion.rules.model.state import CardFacts, LegionBattle
from table.games.notebook import EndedMatch
from table.records.disk import DISK
from table.records.folder import CARDS_READ, CARDS_READ_OLD
from table.records.ports import Disk
from table.records.state_file import read_state
from table.rules.seats import SEATS, Seat

log = logging.getLogger(__name__)


class NoteOrigin(Struct, frozen=True, omit_defaults=True):
    """The origin of a note."""

    day: str
    match: str = ""
    """The match, or empty for a note of an earlier version that its owner has taken in on that day."""
    read_by: Seat | None = None
    agreed_by: Seat | None = None


class NotedFacts(Struct, frozen=True, omit_defaults=True):
    """The facts of one card that the data do not know for certain."""

    pips: int | None = None
    timing: Timing | None = None
    later: tuple[Timing, ...] = ()
    slots: tuple[Slot, ...] | None = None
    """None: the orders line is known, or was not read to its end."""
    origin: NoteOrigin | None = None
    """None in files of earlier versions. Such a note counts for nothing, and is set aside."""


Notes: TypeAlias = Mapping[str, Mapping[str, NotedFacts]]
"""The notes by edition and card id."""


class CardFactsFile:
    """The session's thread, but `take_in`. Each call reads the file anew: people may edit it."""

    def __init__(self, folder: Path, disk: Disk = DISK) -> None:
        """`folder` is the table's state folder."""
        self._path = folder / CARDS_READ
        self._aside = folder / CARDS_READ_OLD
        self._disk = disk

    def recalled(self, army: Army, edition: str) -> Army:
        """Return the army with all that is known of its cards by now. A reading thread may call, too."""
        notes = (self._read() or {}).get(edition, {})
        return replace(army, hand=tuple(_recalled(card, notes.get(card.id)) for card in army.hand))

    def remember(self, ended: EndedMatch) -> None:
        """Note the facts of a match that has ended. If the disk does not take them, the log says so, and they are asked
        again.
        """
        game = ended.game
        if not isinstance(game, LegionBattle) or not game.facts:
            return
        notes = self._read()
        if notes is None:
            return
        found = {facts.card: _noted(game, facts, ended) for facts in game.facts}
        try:
            self._write(self._path, _joined(notes, {game.edition.name: found}))
        except OSError as error:
            log.warning("%s: what was read off the cards is not kept: %s", self._path, error)

    def set_aside(self) -> Path | None:
        """Put the notes without an origin aside, and return their new file; None without any, or if it fails."""
        notes = self._read() or {}
        strange = _where(notes, known=False)
        if not strange:
            return None
        try:
            self._write(self._aside, _joined(_notes_in(self._aside), strange))
            self._write(self._path, _where(notes, known=True))
        except (OSError, ValueError) as error:
            log.warning("%s: its old notes count for nothing, and are not set aside: %s", self._path, error)
            return None
        log.warning("%s: nobody can tell where %d of its notes come from: they are in %s now",
                    self._path, _number(strange), self._aside)  # fmt: skip
        return self._aside

    def take_in(self, day: str) -> int:
        """Take in what was set aside, and return how many notes. One of the same card that has an origin stays."""
        strange, notes = _notes_in(self._aside), _notes_in(self._path)
        origin = NoteOrigin(day)
        taken = {
            edition: {card: replace(note, origin=origin) for card, note in cards.items()}
            for edition, cards in strange.items()
        }
        self._write(self._path, _joined(taken, _where(notes, known=True)))
        self._disk.remove(self._aside)
        return _number(strange)

    def _read(self) -> Notes | None:
        """Return the notes, or None if there is a file that cannot be read; it is left as it is."""
        try:
            return _notes_in(self._path)
        except (OSError, ValueError) as error:
            log.warning("%s cannot be read (%s): mend it or remove it; the cards are read anew", self._path, error)
            return None

    def _write(self, path: Path, notes: Notes) -> None:
        """Write the notes; without any there is no file. Raises OSError."""
        if _number(notes) == 0:
            self._disk.remove(path)
            return
        ordered = {edition: dict(sorted(cards.items())) for edition, cards in notes.items() if cards}
        self._disk.replace(path, msgspec.json.format(msgspec.json.encode(ordered), indent=1))


def _notes_in(path: Path) -> Notes:
    """Return the notes of a file; none if it is not there. Raises OSError, or ValueError if it is damaged."""
    try:
        return read_state(path, dict[str, dict[str, NotedFacts]])
    except FileNotFoundError:
        return {}


def _joined(older: Notes, newer: Notes) -> Notes:
    return {edition: {**older.get(edition, {}), **newer.get(edition, {})} for edition in {**older, **newer}}


def _where(notes: Notes, *, known: bool) -> Notes:
    """Return the notes whose origin is known, or those whose origin is not."""
    found = {
        edition: {card: note for card, note in cards.items() if (note.origin is not None) is known}
        for edition, cards in notes.items()
    }
    return {edition: cards for edition, cards in found.items() if cards}


def _number(notes: Notes) -> int:
    return sum(map(len, notes.values()))


def _recalled(card: CommandCard, noted: NotedFacts | None) -> CommandCard:
    """Return a card with what was noted of it.

    What the data know for certain comes first: they may have learned better. What is likely gives way to people.
    """
    if noted is None or noted.origin is None:
        return card
    told = {"priority_pips": noted.pips, "timing": noted.timing, "slots": noted.slots}
    read = {
        field: said
        for field, said in told.items()
        if said is not None and (getattr(card, field) is None or field in card.likely)
    }
    if not read:
        return card
    return replace(
        card,
        **read,
        later=noted.later if "timing" in read else card.later,
        suggested=card.slots if "slots" in read and card.slots is not None else card.suggested,
        orders="" if read.get("slots", card.slots) != card.slots else card.orders,
        read=(*card.read, *read),
        likely=tuple(field for field in card.likely if field not in read),
    )


def _noted(match: LegionBattle, facts: CardFacts, ended: EndedMatch) -> NotedFacts:
    """Return the note of a card, without an orders line that is as long as the smaller army.

    An orders line ends with the army at the latest: one as long as that may be longer for a bigger one.
    """
    sides = [side for side in map(match.side, SEATS) if any(card.id == facts.card for card in side.army.hand)]
    card = next(card for card in sides[0].army.hand if card.id == facts.card).bare
    whole = len(facts.slots) < min(len(side.troops) for side in sides)
    return NotedFacts(
        pips=facts.pips if card.priority_pips is None else None,
        timing=facts.timing if card.timing is None else None,
        later=facts.later if card.timing is None else (),
        slots=facts.slots if card.slots is None and whole else None,
        origin=NoteOrigin(ended.day, ended.match, facts.owner, facts.owner.opponent),
    )
