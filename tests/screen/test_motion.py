"""A reveal and a roll are events: nobody misses them, and nothing reports their outcome before they do."""

import math
from itertools import combinations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from table.rules.chance import RED_DEFENSE
from table.rules.seats import BLUE
from table.screen.drawing.d20 import sides
from table.screen.drawing.die import REST, draw_die
from table.screen.motion import (
    RECALL_S,
    RESUMED_S,
    ROLL_REST_S,
    ROLL_S,
    SEEN_S,
    TURN_REST_S,
    TURN_S,
    DieMotion,
    Motion,
    PanelMotion,
    RevealMotion,
)
from table.screen.painter import Painter
from table.view.published import Resumed
from table.words import Words
from tests.screen import scenes

SIZE = (800, 480)


def test_both_cards_turn_at_once_and_lie_large_afterwards() -> None:
    motion = Motion()
    motion.see(scenes.sealing(), 0.0)
    motion.see(scenes.reveal(), 10.0)
    middle, rest = motion.moving(10.0 + TURN_S / 2), motion.moving(10.0 + TURN_S + 0.1)
    assert isinstance(middle, RevealMotion)
    assert middle.share == pytest.approx(0.5)
    assert [seat.card.name for seat in middle.seats if seat.card] == ["Implacable", "Coordinated Bombardment"]
    assert isinstance(rest, RevealMotion)
    assert rest.share == 1
    assert not motion.animating(10.0 + TURN_S + TURN_REST_S)


def test_in_the_lobby_there_are_no_codes_to_show_and_no_press_is_swallowed_for_them() -> None:
    motion = Motion()
    motion.see(scenes.lobby(), 0.0)
    motion.recall(("codes",), 1.0)
    assert not motion.recalling(1.1)
    playing = Motion()
    playing.see(scenes.reveal(), 0.0)
    playing.recall(("codes",), 1.0)
    assert playing.recalling(1.1)


@pytest.mark.rule("TB-130")
def test_codes_that_a_seat_has_asked_for_stand_until_a_press() -> None:
    motion, asked = Motion(), replace(scenes.reveal(), recalled=1)
    motion.see(scenes.reveal(), 0.0)
    motion.see(asked, 1.0)
    shown = motion.moving(1.1)
    assert isinstance(shown, PanelMotion)
    assert shown.kind == "codes"
    motion.skip(2.0)
    motion.see(replace(asked, notice=None, proof="x"), 2.1)
    assert not motion.animating(2.2), "and do not come again with the next view"
    motion.see(replace(asked, recalled=2), 3.0)
    assert motion.recalling(3.1)


def test_a_screen_that_starts_again_shows_no_codes_of_before() -> None:
    motion = Motion()
    motion.see(replace(scenes.reveal(), recalled=3), 0.0)
    assert not motion.animating(0.1)


def test_a_die_rests_within_one_and_a_fifth_seconds() -> None:
    motion = Motion()
    motion.see(scenes.tie(), 0.0)
    motion.see(scenes.rolled(), 5.0)
    for now_s, rests in ((5.3, False), (6.2, True)):
        rolling = motion.moving(now_s)
        assert isinstance(rolling, DieMotion)
        assert (rolling.share == 1) is rests
    assert motion.animating(5.0 + ROLL_S + ROLL_REST_S - 0.01)
    assert not motion.animating(5.0 + ROLL_S + ROLL_REST_S)


@pytest.mark.parametrize("face", sorted(set(RED_DEFENSE.faces)))
def test_the_die_comes_to_rest_as_the_same_picture_however_it_was_thrown(face: str) -> None:
    rest = pygame.image.tostring(draw_die("red_defense", face, 60), "RGBA")
    assert pygame.image.tostring(draw_die("red_defense", face, 60, 1.0), "RGBA") == rest
    assert pygame.image.tostring(draw_die("red_defense", face, 60, 0.5), "RGBA") != rest
    assert max(abs(angle) for angle in REST) < 0.5


def test_faces_look_different() -> None:
    assert len({pygame.image.tostring(draw_die("red_defense", face, 60), "RGBA") for face in RED_DEFENSE.faces}) == 3


def test_nothing_reveals_the_outcome_before_the_die_does(painter: Painter) -> None:
    surface = pygame.Surface(SIZE)
    painter.draw(surface, scenes.tie(), 0.0)
    headline_text = {scenes.WORDS["scene.headline.priority"].format(seat="Red"), "Surge"}
    for step in range(11):
        painter.draw(surface, scenes.rolled(), 1.0 + step * 0.1)
        assert not headline_text & {one.words for one in painter.placed}
    painter.draw(surface, scenes.rolled(), 1.0 + ROLL_S)
    assert "Surge" in {one.words for one in painter.placed}
    painter.draw(surface, scenes.rolled(), 1.0 + ROLL_S + ROLL_REST_S)
    assert headline_text <= {one.words for one in painter.placed}


def test_until_its_act_is_over_the_picture_behind_it_stays_that_of_before() -> None:
    motion, before = Motion(), scenes.tie()
    motion.see(before, 0.0)
    motion.see(scenes.rolled(), 1.0)
    later = scenes.nominate()
    motion.see(later, 1.2)
    assert motion.behind(later, 1.3) is before
    assert motion.behind(later, 5.0) is later


def test_a_reveal_and_a_roll_in_one_batch_are_shown_one_after_the_other() -> None:
    motion = Motion()
    motion.see(scenes.sealing(), 0.0)
    motion.see(scenes.rolled(), 0.0)
    assert isinstance(motion.moving(0.1), RevealMotion)
    assert isinstance(motion.moving(TURN_S + TURN_REST_S + 0.1), DieMotion)


def test_a_skip_brings_to_rest_what_moves_and_the_next_one_begins_what_follows() -> None:
    motion = Motion()
    motion.see(scenes.sealing(), 0.0)
    motion.see(scenes.rolled(), 0.0)
    motion.skip(0.2)
    turning = motion.moving(0.2)
    assert isinstance(turning, RevealMotion)
    assert turning.share == 1
    motion.skip(0.2 + SEEN_S / 2)
    assert isinstance(motion.moving(0.2 + SEEN_S / 2), RevealMotion), "nobody can have seen it yet"
    motion.skip(0.2 + SEEN_S)
    rolling = motion.moving(0.2 + SEEN_S)
    assert isinstance(rolling, DieMotion)
    assert rolling.share == pytest.approx(0, abs=1e-6)
    motion.skip(1.0)
    motion.skip(1.0 + SEEN_S)
    assert not motion.animating(1.0 + SEEN_S)


@given(st.lists(st.floats(0, 0.4), max_size=30))
@pytest.mark.slow
def test_however_somebody_drums_on_the_buttons_each_event_is_seen(pauses_s: list[float]) -> None:
    """Each act rests for half a second at least before a press can end it."""
    motion, now_s = Motion(), 0.0
    motion.see(scenes.sealing(), 0.0)
    motion.see(scenes.rolled(), 0.0)
    rested_s: dict[type, float] = {}
    for pause_s in pauses_s:
        shown = motion.moving(now_s)
        if isinstance(shown, RevealMotion | DieMotion) and shown.share == 1:
            rested_s[type(shown)] = rested_s.get(type(shown), 0.0) + pause_s
        now_s += pause_s
        before = motion.moving(now_s)
        motion.skip(now_s)
        after = motion.moving(now_s)
        if before is not None and type(after) is not type(before):
            assert rested_s.get(type(before), 0.0) >= SEEN_S - 1e-6


def test_a_match_that_goes_on_reports_it_until_somebody_presses() -> None:
    motion = Motion()
    motion.see(replace(scenes.sealing(), resumed=Resumed((BLUE,))), 0.0)
    assert isinstance(motion.moving(RESUMED_S - 1), PanelMotion)
    assert motion.act(1.0) is None, "no sound of a reveal"
    motion.skip(5.0)
    assert motion.moving(5.0) is None
    motion.see(scenes.reveal(), 6.0)
    assert isinstance(motion.moving(6.1), RevealMotion)


def test_what_happened_before_the_screen_began_is_not_shown_again() -> None:
    motion = Motion()
    motion.see(scenes.rolled(), 0.0)
    assert not motion.animating(0.0)


def test_another_match_begins_without_the_events_of_the_last() -> None:
    motion = Motion()
    motion.see(scenes.tie(), 0.0)
    motion.see(replace(scenes.rolled(), match="m2"), 0.0)
    assert not motion.animating(0.0)


@pytest.mark.slow
@given(st.lists(st.sampled_from(["tie", "rolled", "reveal", "sealing", "skip"]), max_size=12), st.floats(0, 3))
def test_whatever_is_published_it_ends_by_itself(happenings: list[str], pause_s: float) -> None:
    motion, now_s = Motion(), 0.0
    for name in happenings:
        if name == "skip":
            motion.skip(now_s)
        else:
            motion.see(scenes.SCENES[name](), now_s)
        now_s += pause_s
    assert not motion.animating(now_s + len(happenings) * (TURN_S + TURN_REST_S + ROLL_S + ROLL_REST_S))


@pytest.mark.slow
def test_a_window_resized_in_mid_roll_shows_the_roll_at_its_new_size(painter: Painter) -> None:
    painter.draw(pygame.Surface(SIZE), scenes.tie(), 0.0)
    painter.draw(pygame.Surface(SIZE), scenes.rolled(), 1.0)
    large, fresh = pygame.Surface((1280, 720)), pygame.Surface((1280, 720))
    painter.draw(large, scenes.rolled(), 1.6)
    painter.draw(fresh, scenes.rolled(), 1.6)
    assert pygame.image.tostring(large, "RGB") == pygame.image.tostring(fresh, "RGB")


@pytest.mark.slow
def test_drawing_only_what_moves_gives_the_same_picture_as_drawing_all(painter: Painter, words: Words) -> None:
    surface, whole = pygame.Surface(SIZE), Painter(words)
    painter.draw(surface, scenes.sealing(), 0.0)
    whole.see(scenes.sealing(), 0.0)
    areas = []
    for step in range(60):
        now_s = 1.0 + step * 0.08
        areas.append(painter.draw(surface, scenes.rolled(), now_s))
        fresh = pygame.Surface(SIZE)
        whole.draw(fresh, scenes.rolled(), now_s)
        assert pygame.image.tostring(surface, "RGB") == pygame.image.tostring(fresh, "RGB"), now_s
    assert min(area.width * area.height for area in areas) < SIZE[0] * SIZE[1] * 0.5


def test_what_was_called_up_again_rests_at_once_and_ends_by_itself() -> None:
    motion, now = Motion(), scenes.nominate()
    motion.see(now, 0.0)
    motion.recall(("turn", "roll"), 1.0)
    shown = motion.moving(1.0)
    assert isinstance(shown, RevealMotion)
    assert shown.share == 1
    assert motion.due_s(1.0) == 1.0 + RECALL_S
    assert isinstance(motion.moving(1.1 + RECALL_S), DieMotion)
    assert motion.behind(now, 1.5) is now
    motion.skip(2.0)
    motion.skip(2.1)
    assert motion.moving(2.1) is None


def test_the_cards_of_the_last_reveal_are_there_after_they_left_the_table() -> None:
    motion = Motion()
    motion.see(scenes.sealing(), 0.0)
    motion.see(scenes.reveal(), 1.0)
    view = scenes.sealing().view
    assert view is not None
    later = replace(scenes.sealing(), view=replace(view, reveals=1))
    motion.see(later, 20.0)
    motion.recall(("turn",), 21.0)
    shown = motion.moving(21.0)
    assert isinstance(shown, RevealMotion)
    assert [seat.card.name for seat in shown.seats if seat.card] == ["Implacable", "Coordinated Bombardment"]


def test_an_event_ends_what_was_called_up_and_cannot_be_covered_by_it() -> None:
    motion = Motion()
    motion.see(scenes.tie(), 0.0)
    motion.recall(("turn",), 1.0)
    motion.see(scenes.rolled(), 2.0)
    assert isinstance(motion.moving(2.1), DieMotion)
    motion.recall(("turn",), 2.2)
    assert isinstance(motion.moving(2.3), DieMotion)


def test_a_table_without_throws_shows_the_face_at_once() -> None:
    motion = Motion(rolling=False)
    motion.see(scenes.tie(), 0.0)
    motion.see(scenes.rolled(), 1.0)
    shown = motion.moving(1.0)
    assert isinstance(shown, DieMotion)
    assert shown.share == 1
    assert motion.due_s(1.0) == 1.0 + ROLL_REST_S


@pytest.mark.parametrize("number", range(1, 21))
def test_a_die_of_twenty_sides_rests_on_its_number(number: int) -> None:
    rest = pygame.image.tostring(draw_die("d20", str(number), 80), "RGBA")
    assert pygame.image.tostring(draw_die("d20", str(number), 80, 1.0), "RGBA") == rest
    others = [other for other in range(1, 21) if other != number]
    assert all(pygame.image.tostring(draw_die("d20", str(other), 80), "RGBA") != rest for other in others[::6])


def test_its_twenty_sides_are_all_the_same_and_look_outwards() -> None:
    assert len(sides()) == 20
    edges = [math.dist(a, b) for side in sides() for a, b in combinations(side.corners, 2)]
    assert max(edges) == pytest.approx(min(edges))
    for side in sides():
        assert sum(a * b for a, b in zip(side.across, side.down, strict=True)) == pytest.approx(0)
    front = sides()[0]
    assert (front.middle[0], front.middle[1]) == pytest.approx((0, 0))
    assert front.middle[2] < 0
    assert tuple(front.across) == pytest.approx((1, 0, 0))


@pytest.mark.parametrize("size", [(800, 480), (800, 720), (1000, 990), (480, 800), (1920, 1080)])
@pytest.mark.slow
def test_cards_that_are_turned_stay_apart_and_on_the_screen(painter: Painter, size: tuple[int, int]) -> None:
    surface = pygame.Surface(size)
    painter.draw(surface, scenes.sealing(), 0.0)
    for now_s in (1.0, 1.0 + TURN_S / 3, 1.0 + TURN_S, 1.1 + TURN_S):
        painter.draw(surface, scenes.reveal(), now_s)
    blue, red = (next(one for one in painter.placed if one.words == card) for card in ("1", "2"))
    assert all(surface.get_rect().contains(one.box) for one in painter.placed)
    assert not blue.box.colliderect(red.box)
    assert surface.get_rect().contains(painter._dirty)
    assert painter._dirty.width < size[0]
