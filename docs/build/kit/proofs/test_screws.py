"""Every screw can be driven in: room for its head and a driver, a thread that holds, and nothing before its tip."""

import pytest

from proofs.assembly import assembled
from proofs.bought import at_most, limits, measure, parts
from proofs.boxes import Box, boxes
from proofs.screws import Screw, everywhere, faults, longer, of_box, of_hopper, of_pi, with_larger_head
from sim_hardware.dispenser.kit import Token, tokens

BOXES = {box.name: box for box in boxes()}
MORE = 0.5
SPOILT = {"long": longer, "head": with_larger_head}
BY_PART = {
    part: [screw for screw in everywhere() if screw.part == part] for part in {each.part for each in everywhere()}
}
LIMITED = pytest.mark.parametrize(("part", "name"), [each for each in limits() if each[0] in BY_PART])
EVERY_HOPPER = pytest.mark.parametrize("token", tokens(), ids=lambda token: token.name)
EVERY_BOX = pytest.mark.parametrize("box", BOXES.values(), ids=list(BOXES))


def all_faults(screws: list[Screw]) -> list[str]:
    return [each for screw in screws for each in faults(screw)]


@EVERY_HOPPER
def test_those_of_a_hopper(token: Token) -> None:
    screws = list(of_hopper(assembled(token)))
    assert len(screws) == 4 + 4 + 2 + 4 + 2
    assert all_faults(screws) == []


@EVERY_BOX
def test_those_of_a_lid(box: Box) -> None:
    assert all_faults(list(of_box(box))) == []


def test_those_of_the_pis_board() -> None:
    assert all_faults(list(of_pi(BOXES["pi"]))) == []


@LIMITED
def test_the_largest_that_the_list_allows_goes_in_everywhere_and_half_a_millimetre_more_does_not(
    part: str, name: str
) -> None:
    here, most = BY_PART[part], at_most(part, name) - measure(part, name)
    assert most >= 0
    assert all_faults([SPOILT[name](screw, most) for screw in here]) == []
    assert all_faults([SPOILT[name](screw, most + MORE) for screw in here])


def test_a_screw_without_a_limit_goes_in_although_it_is_much_longer() -> None:
    free = [each for part, screws in BY_PART.items() if "free" in parts()[part] for each in screws]
    assert {screw.part for screw in free} == {"screws-cover", "screws-barrier"}
    assert all_faults([longer(with_larger_head(screw, MORE), 10.0) for screw in free]) == []


# Controls.


@EVERY_HOPPER
def test_screws_with_hardly_any_thread_hold_nowhere(token: Token) -> None:
    for screw in of_hopper(assembled(token)):
        short = longer(screw, 0.5 * screw.diameter - screw.grip)
        assert any("holds" in each for each in faults(short)), screw.name


@EVERY_HOPPER
def test_corner_screws_of_25_mm_strike_the_bottom_of_their_legs(token: Token) -> None:
    corners = [screw for screw in of_hopper(assembled(token)) if screw.name == "corner"]
    assert all(any("tip" in each for each in faults(longer(screw, 5.0))) for screw in corners)


def test_a_head_that_is_wider_meets_the_frame_around_the_card() -> None:
    assert all_faults([with_larger_head(screw, 2.0) for screw in of_box(BOXES["reader"])])


def test_a_countersunk_head_that_is_too_wide_is_found() -> None:
    hopper = assembled(tokens()[0])
    sunk = [with_larger_head(screw, 2.0) for screw in of_hopper(hopper) if screw.sunk]
    assert len(all_faults(sunk)) == len(sunk)
