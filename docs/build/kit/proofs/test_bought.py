"""What is bought fits with all that is soldered on; half a millimetre more than `parts.toml` allows is refused."""

from collections.abc import Iterator

import pytest
from manifold3d import Manifold

from proofs import hopper_holds
from proofs.assembly import assembled
from proofs.bought import Held, at_most, limits, measure, parts
from proofs.boxes import boxes
from proofs.fitting import NOTHING
from proofs.meshes import overlap
from proofs.screws import everywhere
from sim_hardware.dispenser.kit import document, tokens

MORE = 0.5


def placed() -> Iterator[tuple[str, Held, Manifold]]:
    """Yield each thing that is held, with where, and the printed parts around it."""
    for box in boxes():
        yield from ((box.name, held, box.lower + box.lid) for held in box.holds)
    for hopper in map(assembled, tokens()):
        room = hopper_holds.room(hopper)
        yield from ((hopper.measures.token.name, held, room) for held in hopper_holds.holds(hopper))


PLACED = list(placed())
EVERY = pytest.mark.parametrize(
    ("held", "room"),
    [each[1:] for each in PLACED],
    ids=[f"{where}-{held.part}-{held.measure}" for where, held, _ in PLACED],
)
DRIVEN = {screw.part for screw in everywhere()}
"""The limits of these are proved in test_screws.py."""
LIMITED = pytest.mark.parametrize(("part", "name"), [each for each in limits() if each[0] not in DRIVEN])


@EVERY
def test_it_fits_by_its_drawing(held: Held, room: Manifold) -> None:
    assert overlap(held.by_the_drawing, room) <= NOTHING


@LIMITED
def test_the_largest_that_the_list_allows_fits_everywhere(part: str, name: str) -> None:
    here = [(held, room) for _, held, room in PLACED if (held.part, held.measure) == (part, name)]
    assert here, "nothing holds it"
    assert [overlap(held.largest(), room) <= NOTHING for held, room in here] == [True] * len(here)
    assert measure(part, name) <= at_most(part, name)


@LIMITED
def test_half_a_millimetre_more_is_refused_everywhere(part: str, name: str) -> None:
    here = [(held, room) for _, held, room in PLACED if (held.part, held.measure) == (part, name)]
    assert [overlap(held.largest(MORE), room) > NOTHING for held, room in here] == [True] * len(here)


def test_every_part_is_limited_or_lies_where_no_print_limits_it() -> None:
    for each in parts().values():
        assert each["origin"]
        drawn = bool(each.get("measures"))
        assert drawn != each["origin"].startswith("no drawing: "), each["id"]
        assert ("at_most" in each) + ("free" in each) == drawn, each["id"]
        assert each.get("at_most", {}).keys() <= each.get("measures", {}).keys(), each["id"]


def test_the_prints_are_made_for_these_parts() -> None:
    """The measures of `kit.toml` which the printed parts follow are those of the list."""
    kit = document()
    same = {
        ("pn532", "long"): kit["reader"]["board"][0],
        ("pn532", "wide"): kit["reader"]["board"][1],
        ("pn532", "thick"): kit["reader"]["board_thickness"],
        ("pn532", "header"): kit["reader"]["header"],
        ("wire-short", "socket"): kit["reader"]["socket"],
        ("wire-short", "bend"): kit["reader"]["bend"],
        ("sleeves", "wide"): kit["reader"]["sleeve"][0],
        ("sleeves", "long"): kit["reader"]["sleeve"][1],
        ("button", "deep"): kit["panel"]["button_deep"],
        ("pi", "long"): kit["pi"]["board"][0],
        ("pi", "wide"): kit["pi"]["board"][1],
        ("pi", "thick"): kit["pi"]["thickness"],
        ("pico", "long"): kit["pico"]["board"][0],
        ("pico", "wide"): kit["pico"]["board"][1],
        ("pico", "thick"): kit["pico"]["thickness"],
        ("gear-motor", "shaft"): kit["motor"]["shaft"],
        ("gear-motor", "flat"): kit["motor"]["flat"],
        ("gear-motor", "shaft_long"): kit["motor"]["shaft_length"],
        ("barrier", "slot"): kit["barrier"]["slot"],
        ("barrier", "ears"): kit["barrier"]["ears"],
    }
    assert {key: measure(*key) for key in same} == same
    wires = measure("pn532", "header") + measure("wire-short", "socket") + measure("wire-short", "bend")
    assert wires == pytest.approx(kit["pi"]["above"]) == pytest.approx(kit["pico"]["beneath"])


def test_the_motors_holes_are_where_its_drawing_has_them() -> None:
    xs, ys = zip(*document()["motor"]["holes"], strict=True)
    across = max(xs) - min(xs), max(ys) - min(ys)
    assert across == (measure("gear-motor", "holes_wide"), measure("gear-motor", "holes_long"))
    assert document()["motor"]["half_width"] >= measure("gear-motor", "half_wide")
