"""Orders lines as they stand on cards."""

import pytest

from table.games.legion.data.orders_line import read_orders
from table.games.legion.rules.model.armies import Rank, Slot
from table.games.legion.rules.model.keywords import Keyword

NAMES = {"boba fett": ("Boba Fett",), "padme amidala": ("Padme Amidala",), "kalani": ("Kalani",), "kraken": ("Kraken",)}
ANY = Slot()
TROOPER = Slot(types=("trooper",))


@pytest.mark.parametrize(
    ("line", "slots"),
    [
        ("1 Unit", (ANY,)),
        ("3 UNITS", (ANY, ANY, ANY)),
        ("Boba Fett", (Slot(names=("Boba Fett",)),)),
        ("Boba Fett & 2 Units", (Slot(names=("Boba Fett",)), ANY, ANY)),
        ("BOBA FETT and 1 TROOPER UNIT", (Slot(names=("Boba Fett",)), TROOPER)),
        ("Padmé Amidala & 1 Trooper", (Slot(names=("Padme Amidala",)), TROOPER)),
        ("Kalani or Kraken", (Slot(names=("Kalani", "Kraken")),)),
        ("3 Corps Units", (Slot(ranks=(Rank.CORPS,)),) * 3),
        ("1 Commander or Heavy Unit", (Slot(ranks=(Rank.COMMANDER, Rank.HEAVY)),)),
        ("1 Special Forces or Operative Unit", (Slot(ranks=(Rank.SPECIAL, Rank.OPERATIVE)),)),
        ("3 Special Forces or Trooper Units", (Slot(ranks=(Rank.SPECIAL,), types=("trooper",), either=True),) * 3),
        ("2 Vehicles", (Slot(types=("vehicle",)),) * 2),
        ("4 Clone Troopers", (Slot(types=("clone trooper",)),) * 4),
        ("2 Trooper Units & 2 Vehicle Units", (TROOPER, TROOPER, *(Slot(types=("vehicle",)),) * 2)),
        ("2 <Ewok> Trooper Units", (Slot(types=("trooper",), affiliations=("ewok",)),) * 2),
        ("2 Droid Troopers or AI Units", (Slot(types=("droid trooper",), either=True, keywords=(Keyword.AI,)),) * 2),
        ("2 <Empire> Units", (Slot(factions=("empire",)),) * 2),
        ("Each Eligible Unit", (Slot(every=True),)),
        ("NO UNITS", ()),
    ],
)
def test_a_line_is_read_as_slots(line: str, slots: tuple[Slot, ...]) -> None:
    assert read_orders(line, NAMES) == slots


@pytest.mark.parametrize(
    "line", ["", "2 Droid Troopers or Jedi Units", "Somebody Else & 1 Unit", "3 Corps or Heavy Support"]
)
def test_what_slots_cannot_say_is_left_open(line: str) -> None:
    assert read_orders(line, NAMES) is None
