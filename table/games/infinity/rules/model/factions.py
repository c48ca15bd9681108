"""The main factions. An army has the emblem of its sectorial's faction."""

import re
from types import MappingProxyType

FACTIONS = MappingProxyType(
    {
        1: "panoceania",
        2: "yu_jing",
        3: "ariadna",
        4: "haqqislam",
        5: "nomads",
        6: "combined_army",
        7: "aleph",
        8: "tohaa",
        9: "non_aligned",
        10: "o12",
        11: "jsa",
    }
)
"""The factions by the hundreds of their sectorials' ids in army codes: 501 to 599 are the Nomads'."""
_ID = re.compile(r"\((\d{3,4})\)")


def emblem_of(sectorial: str) -> str:
    """Return the emblem of a sectorial by its id, as army codes have it, or by the name of its faction alone."""
    found = _ID.search(sectorial)
    if found is not None:
        faction = FACTIONS.get(int(found[1]) // 100, "")
    else:
        written = re.sub(r"\W|_", "", sectorial).lower()
        faction = next((each for each in FACTIONS.values() if each.replace("_", "") == written), "")
    return f"faction.{faction}" if faction else ""
