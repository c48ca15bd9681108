"""The keywords that upgrades give to their unit, from `upgrades.csv`."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from table.games.legion.data.names import fold
from table.games.legion.data.unit_keywords import ORDERING, read_keywords
from table.games.legion.rules.model.armies import Slot, UnitKeyword


class UpgradeKeyword(Struct, frozen=True):
    """A keyword that an upgrade gives."""

    name: str
    """The upgrade's name, folded."""
    unit: str
    """The name of the only unit that it gives the keyword to, folded; empty for any."""
    keyword: UnitKeyword
    lhq_id: str = ""
    """Its id in Legion HQ links; empty if unknown."""


def upgrade_keyword(row: dict[str, str]) -> UpgradeKeyword:
    """Return a row of the table. Raises ValueError for an unknown keyword.

    If the table names no units, the keyword reaches every unit, and the players judge it.
    """
    (keyword,) = read_keywords((row["keyword"],), {}, frozenset())
    if keyword.keyword in ORDERING and not keyword.to:
        keyword = replace(keyword, to=(Slot(),))
    return UpgradeKeyword(fold(row["name"]), fold(row["unit"]), keyword, row["lhq_id"])


def keywords_of(upgrades: Iterable[str], unit: str, known: Iterable[UpgradeKeyword]) -> tuple[UnitKeyword, ...]:
    """Return the keywords that upgrades give the unit of this name, each once. In links, upgrades are ids."""
    ids = set(upgrades)
    names = {fold(upgrade) for upgrade in ids}
    given = (
        each.keyword for each in known if (each.name in names or each.lhq_id in ids) and each.unit in ("", fold(unit))
    )
    return tuple(dict.fromkeys(given))
