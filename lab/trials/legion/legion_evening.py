"""Evenings of Legion for counting presses: ten units against thirteen, by the classic rules against eleven.

The lists are invented. Ten units are lost in total.
"""

from lab.trials.evening import AGREED, Evening, Losses
from table.games.legion.data.catalogue import CURRENT, Catalogue, load
from table.games.legion.rules.model.armies import Army
from table.rules.seats import BLUE, RED, Seat

TEN = (
    "darth-vader.the-emperors-apprentice", "general-veers.master-tactician", "snowtroopers", "snowtroopers",
    "snowtroopers", "stormtroopers", "stormtroopers", "scout-troopers", "74-z-speeder-bikes", "at-st",
)  # fmt: skip
THIRTEEN = (
    "leia-organa.fearless-and-inventive", "luke-skywalker.jedi-knight", "rebel-troopers", "rebel-troopers",
    "rebel-troopers", "rebel-veterans", "fleet-troopers", "fleet-troopers", "rebel-commandos", "rebel-commandos",
    "at-rt.rebels", "at-rt.rebels", "x-34-landspeeder",
)  # fmt: skip
ELEVEN = THIRTEEN[:7] + THIRTEEN[8:12]
IMPERIAL = ("ambush", "implacable", "push", "evasive-maneuvers", "assault", "imperial-discipline", "standing-orders")
REBEL = (
    "ambush", "coordinated-bombardment", "push", "no-time-for-sorrows", "assault", "return-of-the-jedi",
    "standing-orders",
)  # fmt: skip


def evening(edition: str) -> Evening:
    """Return the evening of one edition."""
    return Evening(
        sides=lambda: sides(load(edition), THIRTEEN if edition == CURRENT else ELEVEN),
        presses=26 if edition == CURRENT else 28,
        losses=Losses("defeat", after=frozenset({"turn"}), every=9, most=10),
        avoided=frozenset({"pass", "nobody", "park", "change", "no_more"}),
        liked=AGREED,
        marked={"range": 3},
        handed_over=("turn.end", "turn"),
    )


def sides(known: Catalogue, rebels: tuple[str, ...]) -> dict[Seat, Army]:
    """Return both armies, with units and cards of one edition."""
    return {BLUE: _army(known, "ten", TEN, IMPERIAL), RED: _army(known, "many", rebels, REBEL)}


def _army(known: Catalogue, name: str, units: tuple[str, ...], hand: tuple[str, ...]) -> Army:
    troops = tuple(known.unit(f"legion.unit.{unit}").in_army(n) for n, unit in enumerate(units, 1))
    return Army(name, troops[0].faction, troops, tuple(known.card(f"legion.card.{card}") for card in hand))
