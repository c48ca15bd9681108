"""Facts that players read off their cards, stored in a file so that the table does not ask again (TB-24).

Both editions share one file in the state folder. Each note names its match, its day, its reader and who agreed. Delete
a note to be asked again. Answers of bots are not stored.
"""

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from table.games.legion.rules.model.armies import Army, CommandCard, Slot, Timing
from table.games.legion.rules.model.state import CardFacts, LegionBattle
from table.games.notebook import EndedMatch, NotesFile
from table.records.disk import DISK
from table.records.folder import CARDS_READ
from table.records.ports import Disk
from table.rules.seats import SEATS, Seat


class NoteOrigin(Struct, frozen=True, omit_defaults=True):
    """The origin of a note."""

    day: str
    match: str
    read_by: Seat | None = None
    agreed_by: Seat | None = None


class NotedFacts(Struct, frozen=True, omit_defaults=True):
    """The facts of one card that the data do not know for certain."""

    pips: int | None = None
    timing: Timing | None = None
    later: tuple[Timing, ...] = ()
    slots: tuple[Slot, ...] | None = None
    """The orders line; None if it is known, or was not read to its end."""
    origin: NoteOrigin | None = None
    """The origin; a note without one is ignored."""


class CardFactsFile:
    """The notes of a state folder, by edition and card id.

    Every call reads the file again, because people may edit it. Session thread.
    """

    def __init__(self, folder: Path, disk: Disk = DISK) -> None:
        """`folder` is the table's state folder."""
        self._file = NotesFile(folder / CARDS_READ, dict[str, dict[str, NotedFacts]], disk)

    def recalled(self, army: Army, edition: str) -> Army:
        """Return the army with the noted facts of its cards. A reading thread may call this."""
        notes = (self._file.read() or {}).get(edition, {})
        return replace(army, hand=tuple(_recalled(card, notes.get(card.id)) for card in army.hand))

    def remember(self, ended: EndedMatch) -> None:
        """Note the facts of an ended match. If the disk fails, it is logged and the facts are asked again."""
        game = ended.game
        if not isinstance(game, LegionBattle) or not game.facts:
            return
        notes = self._file.read()
        if notes is None:
            return
        found = {facts.card: _noted(game, facts, ended) for facts in game.facts}
        edition = game.edition.name
        self._file.write({**notes, edition: {**notes.get(edition, {}), **found}})


def _recalled(card: CommandCard, noted: NotedFacts | None) -> CommandCard:
    """Return a card with its noted facts.

    Certain facts of the data take precedence. Noted facts replace likely ones.
    """
    if noted is None or noted.origin is None:
        return card
    noted_facts = {"priority_pips": noted.pips, "timing": noted.timing, "slots": noted.slots}
    read = {
        field: fact
        for field, fact in noted_facts.items()
        if fact is not None and (getattr(card, field) is None or field in card.likely)
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
    """Return the note of a card.

    An orders line as long as the smaller army is left out, because it may have been cut off.
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
