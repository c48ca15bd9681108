"""The names of the battle cards of both editions. Lists name them without a heading, and they are skipped."""

from table.games.legion.data.names import fold
from table.games.legion.lists.text.text_hand import named

_NAMES = (
    ("Breakthrough", "Intercept the Transmissions", "Key Positions", "Recover the Supplies", "Payload"),
    ("Hostage Exchange", "Bombing Run", "Sabotage the Moisture Vaporators", "Battle Lines", "Disarray"),
    ("The Long March", "Major Offensive", "Danger Close", "Hemmed In", "Advanced Positions", "Roll Out"),
    ("Clear Conditions", "Hostile Environment", "Limited Visibility", "Minefield", "Rapid Reinforcements"),
    ("Fortified Positions", "Supply Drop", "War Weary"),
    ("Intercept Signals", "Shifting Priorities", "Bunker Assault", "Close the Pocket", "Advanced Intel"),
    ("Surface Scan", "Recon Mission", "Sweep and Clear", "Destroy Enemy Base", "Bring Them to Heel", "Marked Targets"),
    ("Cunning Deployment", "Fortified Position", "Strafing Run", "Security Detail", "Superior Positions"),
)
BATTLE_CARDS = frozenset(fold(name) for names in _NAMES for name in names)


def is_battle_cards(line: str) -> bool:
    """True if a line names two battle cards or more, and nothing else."""
    found, parts = named(line, BATTLE_CARDS)
    return found > 1 and found == parts
