"""The fields of a list in JSON: known ones, and misspelled ones."""

import re
from collections.abc import Mapping
from typing import Any

from table.games.files.raw_list import clean
from table.games.legion.data.names import misspelt
from table.rules.text import Text, text

NAMES = ("name", "unitname", "cardname", "displayname", "unit", "card")
TITLES = ("title", "subtitle")
RANKS = ("rank", "unitrank")
PRICES = ("points", "cost", "unitcost")
COUNTS = ("count", "quantity", "qty")
"""The names of a unit's fields in different programs."""
_OF_LISTS = frozenset(
    ("commandcards", "contingencies", "units", "armyfaction", "battleforce", "listname", "points", "numactivations")
)
_PASSED_OVER = frozenset(("author", "battlefielddeck"))
"""Fields that are known and not needed, so that no misspelling is searched for."""
_OF_UNITS = frozenset((*NAMES, *TITLES, *RANKS, *PRICES, *COUNTS, "upgrades", "loadout"))
"""The fields that are read, with those beside them."""


def odd_fields(fields: Mapping[str, Any]) -> tuple[Text, ...]:
    """Return notes on fields that are misspelled by a letter or two. They were not read."""
    units = fields.get("units")
    entries = [plain_fields(unit) for unit in units if isinstance(unit, dict)] if isinstance(units, list) else []
    misspelled = (
        *(key for key in fields if key not in _OF_LISTS | _PASSED_OVER and misspelt(key, _OF_LISTS)),
        *(key for unit in entries for key in unit if key not in _OF_UNITS and misspelt(key, _OF_UNITS)),
    )
    return tuple(text("list.odd_field", field=clean(key)) for key in dict.fromkeys(misspelled))


def plain_fields(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields with keys without case and dashes (listname, listName)."""
    return {re.sub(r"[^a-z]", "", key.lower()): value for key, value in entry.items()}
