"""The battle forces that a list can name: their ids in links, and their ranks in each mode (LA-70)."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from table.games.legion.data.names import fold
from table.games.legion.data.unit_cards import several
from table.games.legion.rules.model.armies import RANKS
from table.games.legion.rules.model.hands import RANK_LIMITS, RankLimits

STANDARD, RECON = 1000, 600
MODES = (RECON, 800, STANDARD, 1600)
"""The points of a game's modes: Recon, Escalation, standard, Grand Army."""


class BattleForce(Struct, frozen=True):
    name: str
    faction: str
    ids: tuple[str, ...]
    """Its ids in Legion HQ links."""
    ranks: dict[int, RankLimits]
    """The ranks by the points of the mode. The source may leave a rank out."""
    leaders: dict[int, int]
    """The most commanders and operatives together, by the points of the mode."""


def battle_forces(rows: Sequence[dict[str, str]]) -> tuple[BattleForce, ...]:
    """Return the battle forces of `battle_forces.csv`, which has a row for each mode."""
    return tuple(
        BattleForce(
            name,
            own[0]["faction"],
            several(own[0]["lhq_ids"], "|"),
            {int(row["mode"]): _ranks(row) for row in own},
            {int(row["mode"]): int(row["leaders"]) for row in own if row["leaders"]},
        )
        for name in dict.fromkeys(row["name"] for row in rows)
        if (own := [row for row in rows if row["name"] == name])
    )


def _ranks(row: Mapping[str, str]) -> RankLimits:
    spans = ((rank, row[rank].split("-")) for rank in RANKS if row[rank])
    return tuple((rank, int(least), int(most)) for rank, (least, most) in spans)


def known_force(forces: Iterable[BattleForce], written: str) -> BattleForce | None:
    """Return the battle force with this id or name, or None."""
    return next((force for force in forces if written in force.ids or fold(written) == fold(force.name)), None)


def limits(force: BattleForce | None, mode: int) -> tuple[RankLimits, int | None]:
    """Return the ranks of an army and the most leaders of both ranks together.

    Escalation and Grand Army have the standard ranks. Recon without a battle force has no limits here, because no
    source names them.
    """
    if force is None:
        return (() if mode == RECON else RANK_LIMITS), None
    known = mode if mode in force.ranks else STANDARD
    return force.ranks[known], force.leaders.get(known)
