"""Lines of battle cards, which lists name without a heading. They are recognised by name, or by their place."""

import re
from collections.abc import Sequence

from table.games.legion.data.names import fold
from table.games.legion.lists.text.known_names import KnownNames
from table.games.legion.lists.text.text_hand import named
from table.games.legion.rules.model.battle_cards import BattleCard

_NAMES = (
    ("Breakthrough", "Intercept the Transmissions", "Key Positions", "Recover the Supplies", "Payload"),
    ("Hostage Exchange", "Bombing Run", "Sabotage the Moisture Vaporators", "Battle Lines", "Disarray"),
    ("The Long March", "Major Offensive", "Danger Close", "Hemmed In", "Advanced Positions", "Roll Out"),
    ("Clear Conditions", "Hostile Environment", "Limited Visibility", "Minefield", "Rapid Reinforcements"),
    ("Fortified Positions", "Supply Drop", "War Weary"),
    ("Intercept Signals", "Intercept the Signals", "Shifting Priorities", "Bunker Assault", "Close the Pocket"),
    ("Surface Scan", "Recon Mission", "Sweep and Clear", "Destroy Enemy Base", "Bring Them to Heel", "Marked Targets"),
    ("Cunning Deployment", "Fortified Position", "Security Detail", "Superior Positions"),
    ("Outflank", "Recover the Research", "Supply Run", "Garrison", "Black Ops", *BattleCard),
)
BATTLE_CARDS = frozenset(fold(name) for names in _NAMES for name in names)
_RULES = frozenset(fold(name) for name in BattleCard if " " in name)
"""The cards that are rules, which are known in any line of their own."""
_POINTED = re.compile(r"\d|[•●·]")
"""Points, or the pips of a command card."""


def battle_lines(lines: Sequence[str]) -> frozenset[int]:
    """Return the places of the lines that name battle cards.

    Such a line names two or more, and little else, or one that is a rule (LA-88), or one among
    names that nobody knows yet, next to another such line.
    """
    counts = [named(line, BATTLE_CARDS) for line in lines]
    whole = {place for place, (found, parts) in enumerate(counts) if found > 1 and 2 * found > parts}
    whole |= {place for place, line in enumerate(lines) if line.strip().casefold() in _RULES}
    some = {
        place
        for place, (found, parts) in enumerate(counts)
        if found and parts > 1 and not _POINTED.search(lines[place])
    }
    cards = whole | some
    return frozenset(whole | {place for place in some if {place - 1, place + 1} & cards})


def stands_for_battle_cards(line: str, known: KnownNames) -> bool:
    """True if a line behind the whole hand must be battle cards: no pips, no digit, no unit and no command card."""
    bare = not _POINTED.search(line) and bool(known.units)
    return bare and not named(line, known.cards)[0] and not known.names_unit(line)


def are_surely_battle_cards(line: str) -> bool:
    """True if a line in their place has a known battle card, or several names with commas between them."""
    found, parts = named(line, BATTLE_CARDS)
    return found > 0 or parts > 1
