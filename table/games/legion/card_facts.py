"""What players read off their cards in earlier matches, since the data did not know it: it is not asked again (TB-24).

One file in the state folder, for both editions of Legion. A line of it can be taken out to be asked again. What a bot
answers stands on no card: a mark beside the journal says that a bot plays in a match, and nothing of that one is kept.
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
from table.records.disk import DISK
from table.records.folder import CARDS_READ
from table.records.ports import Disk
from table.rules.seats import SEATS

log = logging.getLogger(__name__)


class NotedFacts(Struct, frozen=True, omit_defaults=True):
    """Of one card, what the data do not know."""

    pips: int | None = None
    timing: Timing | None = None
    later: tuple[Timing, ...] = ()
    slots: tuple[Slot, ...] | None = None
    """None: the orders line is known, or was not read to its end."""


Notes: TypeAlias = Mapping[str, NotedFacts]
"""By card id."""


class CardFactsFile:
    """The session's thread only. Each call reads the file anew: people may edit it."""

    def __init__(self, folder: Path, disk: Disk = DISK) -> None:
        """`folder` is the table's state folder."""
        self._path = folder / CARDS_READ
        self._disk = disk

    def recalled(self, army: Army, edition: str) -> Army:
        """Its cards with all that is known of them by now."""
        notes = (self._read() or {}).get(edition, {})
        return replace(army, hand=tuple(_recalled(card, notes.get(card.id, NotedFacts())) for card in army.hand))

    def remember(self, game: object) -> None:
        """A match's game as it stood at the end. A disk that does not take it is told of in the log: it is asked
        again."""
        if not isinstance(game, LegionBattle) or not game.facts:
            return
        notes = self._read()
        if notes is None:
            return
        edition = game.edition.name
        found = {**notes.get(edition, {}), **dict(_noted(game, facts) for facts in game.facts)}
        try:
            encoded = msgspec.json.encode({**notes, edition: dict(sorted(found.items()))})
            self._disk.replace(self._path, msgspec.json.format(encoded, indent=1))
        except OSError as error:
            log.warning("%s: what was read off the cards is not kept: %s", self._path, error)

    def _read(self) -> dict[str, dict[str, NotedFacts]] | None:
        """None: there is a file that cannot be read; it is left as it is."""
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, dict[str, NotedFacts]])
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            log.warning("%s cannot be read (%s): mend it or remove it; the cards are read anew", self._path, error)
            return None


def _recalled(card: CommandCard, noted: NotedFacts) -> CommandCard:
    """The data come first: they may have learned better."""
    told = {"priority_pips": noted.pips, "timing": noted.timing, "slots": noted.slots}
    read = tuple(field for field, said in told.items() if said is not None and getattr(card, field) is None)
    return replace(
        card,
        priority_pips=noted.pips if card.priority_pips is None else card.priority_pips,
        timing=card.timing or noted.timing,
        later=card.later if card.timing else noted.later,
        slots=noted.slots if card.slots is None else card.slots,
        read=(*card.read, *read),
    )


def _noted(match: LegionBattle, facts: CardFacts) -> tuple[str, NotedFacts]:
    """An orders line ends with the army at the latest: one as long as that may be longer for a bigger one."""
    sides = [side for side in map(match.side, SEATS) if any(card.id == facts.card for card in side.army.hand)]
    card = next(card for card in sides[0].army.hand if card.id == facts.card).bare
    whole = len(facts.slots) < min(len(side.troops) for side in sides)
    return facts.card, NotedFacts(
        pips=facts.pips if card.priority_pips is None else None,
        timing=facts.timing if card.timing is None else None,
        later=facts.later if card.timing is None else (),
        slots=facts.slots if card.slots is None and whole else None,
    )
