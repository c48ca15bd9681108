"""Count the battle forces that a link names and a written list names, against the builder's own ids."""

import json
from collections.abc import Iterator

from lab.figure import Figure, all_of
from table.games.legion.data.catalogue import Catalogue, load
from table.games.legion.lists.army_list import read_list

FORCES = (
    *(("2t", "212th Attack Battalion"), ("5t", "501st Legion"), ("bf", "Blizzard Force")),
    *(("btv", "Bright Tree Village"), ("ebd", "Echo Base Defenders"), ("exd", "Experimental Droids")),
    *(("ir", "Imperial Remnant"), ("og", "The Ohnaka Gang"), ("rf", "Rapid Interdiction Force")),
    *(("si", "Separatist Invasion"), ("sc", "Shadow Collective"), ("sb", "Stormtrooper Battalion")),
    *(("tf", "Tempest Force"), ("wd", "Wookiee Defenders"), ("mc", "Mandalorian Clans")),
    *(("cotw", "Children of the Watch"), ("ck", "Clan Kryze"), ("cw", "Clan Wren")),
    *(("cs", "Clan Saxon"), ("cc", "Custom Clan")),
)
"""The ids in links and the names, as the list builder of 5 August 2026 has them."""
UNKNOWN = ("zz", "Nobody's Own")


def measure() -> Iterator[Figure]:
    """Count the known battle forces; as a control, one that does not exist is not known."""
    catalogue = load()
    known = [name for id_, name in FORCES if is_known(id_, name, catalogue)]
    missing = ", ".join(name for _, name in FORCES if name not in known)
    yield all_of("legion.forces", len(known), "forces", len(FORCES), missing)
    yield all_of("legion.forces.control", int(not is_known(*UNKNOWN, catalogue)), "unknown forces found", 1)


def is_known(id_: str, name: str, catalogue: Catalogue) -> bool:
    """True if a link with the id and a list with the name both mean this battle force."""
    written = json.dumps({"armyFaction": "empire", "battleForce": name, "units": ["AT-ST"]})
    lists = (read_list(source, catalogue) for source in (f"legionhq2.com/list/empire/1000:{id_}:1ab", written))
    return all(
        result.army is not None
        and result.army.battle_force == name
        and all(warning.key != "list.battle_force_unknown" for warning in result.warnings)
        for result in lists
    )
