"""The boxes close: lids lie on their boxes, screws find their holes, and what is bought has its room."""

from dataclasses import replace

import pytest
from manifold3d import Manifold

from proofs.boxes import Box, boxes, in_the_way
from proofs.fitting import NOTHING, crooked
from proofs.meshes import overlap
from solids.box_measures import SCREW_CUT, SCREW_FREE, board_case, reader_tray

EVERY = pytest.mark.parametrize("box", boxes(), ids=lambda box: box.name)


@EVERY
def test_what_lies_in_it_has_its_room(box: Box) -> None:
    assert list(in_the_way(box)) == []


@EVERY
def test_every_screw_of_a_lid_goes_into_the_box_beneath(box: Box) -> None:
    assert list(crooked(box.joint, SCREW_CUT, SCREW_FREE)) == []


def test_an_antenna_is_as_near_to_its_card_as_the_page_states() -> None:
    assert reader_tray().antenna_to_card == 3.7


@pytest.mark.parametrize(("name", "across"), [("pi", (58.0, 49.0)), ("pico", (47.0, 11.4))])
def test_a_boards_holes_are_where_its_maker_has_drilled_them(name: str, across: tuple[float, float]) -> None:
    xs, ys = zip(*board_case(name).holes, strict=True)
    assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx(across)


# Controls.


def test_posts_under_the_picos_holes_are_where_its_header_is() -> None:
    """The case had such posts before a header was in the proof."""
    m = board_case("pico")
    bar = Manifold.cylinder(m.post, 3.0, circular_segments=64)
    posts = [bar.translate((x, y, m.floor)) for x, y in m.holes]
    (pico,) = (box for box in boxes() if box.name == "pico")
    (wired,) = (held.by_the_drawing for held in pico.holds if held.measure == "bend")
    assert all(overlap(wired, post) > NOTHING for post in posts)


@EVERY
def test_a_lid_that_was_drilled_elsewhere_stops_its_screws(box: Box) -> None:
    moved = replace(box.joint, second=box.joint.second.translate((1.0, 0.0, 0.0)))
    assert len(list(crooked(moved, SCREW_CUT, SCREW_FREE))) >= 4
