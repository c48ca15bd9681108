"""Text stays whole, in its box, off other text, and large enough to be read, in every scene at every size.

Each scene is a match of its own here, so that nothing moves.
"""

import random
from itertools import combinations

import pygame
import pytest
from msgspec.structs import replace

from lab.systems import systems
from table.games.random_play.match import RandomMatch
from table.games.random_play.trial import System
from table.rules.prompts import AnyPrompt
from table.rules.seats import BLUE, SEATS, Seat
from table.rules.view import Piece, PieceState
from table.screen.drawing.typefaces import KEPT_BYTES
from table.screen.drawing.vectors import KEPT_PICTURES, render
from table.screen.painter import Painter
from table.screen.parts.army import LEAST_NAMED, draw_ordered
from table.screen.parts.command_card import TROUBLES
from table.session.focus import SeatFocus
from table.view.published import Desk, HandingState, Published, ReaderState, TokenDelivery
from table.words import Words, languages
from tests.screen.scenes import every_scene

pytestmark = pytest.mark.slow

SIZES = ((800, 480), (1280, 720), (1920, 1080), (480, 800))


@pytest.mark.campaign
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", languages())
def test_no_line_is_cut_overlaps_or_leaves_its_box(
    tongues: dict[str, Words], language: str, size: tuple[int, int]
) -> None:
    surface, painter = pygame.Surface(size), Painter(tongues[language])
    wrong: list[tuple[str, ...]] = []
    for name, scene in every_scene().items():
        painter.draw(surface, replace(scene, match=name), 0.0)
        assert painter.placed, name
        for one in painter.placed:
            if not one.whole or not one.box.contains(one.ink) or not surface.get_rect().contains(one.ink):
                wrong.append((name, one.words))
        wrong += [(name, a.words, b.words) for a, b in combinations(painter.placed, 2) if a.ink.colliderect(b.ink)]
    assert wrong == []


def test_a_line_that_is_too_long_for_its_place_is_cut_with_an_ellipsis(painter: Painter) -> None:
    lines, px = painter._canvas.letters.fit("a line that goes on and on", 20, False, (60, 20), 1, 0)
    assert len(lines) == 1
    assert lines[0].endswith("…")
    assert painter._canvas.letters.width(lines[0], px, False) <= 60


@pytest.mark.campaign
@pytest.mark.parametrize("system", tuple(systems()), ids=lambda system: system.game.system)
def test_whatever_is_played_by_chance_stays_in_its_boxes(tongues: dict[str, Words], system: System) -> None:
    """Armies of all factions at once, readers in any state, buttons anywhere: nothing overlaps or leaves its box."""
    rng = random.Random(2)
    painters = [Painter(words) for words in tongues.values()]
    match, wrong = RandomMatch(system.game, system.sides(rng), (), seed=2, restless=4), list[tuple[object, ...]]()
    for turn in range(25):
        prompts = match.match.prompts(match.state)
        desks = [_anywhere(seat, prompts, match.state.sealed(seat), rng) for seat in SEATS]
        scene = Published(f"{turn}", match.match.view(match.state), prompts, (desks[0], desks[1]), commitment="ab" * 32)
        surface, painter = pygame.Surface(rng.choice(SIZES[:2] + SIZES[3:])), rng.choice(painters)
        painter.draw(surface, scene, 0.0)
        wrong += [(turn, one.words) for one in painter.placed if not one.box.contains(one.ink)]
        placed = combinations(painter.placed, 2)
        wrong += [(turn, a.words, b.words) for a, b in placed if a.ink.colliderect(b.ink)]
        if not match.turn():
            break
    assert wrong == []


def _anywhere(seat: Seat, prompts: tuple[AnyPrompt, ...], locked: bool, rng: random.Random) -> Desk:
    """A seat's buttons at any stop of theirs, and anything on its reader."""
    choosing = SeatFocus(seat, prompts)
    focus = choosing.settle(None)
    for _ in range(rng.randrange(12)):
        focus = choosing.move(focus, 1) if rng.random() < 0.8 else choosing.press(focus)[0]
    return Desk(seat, rng.choice((ReaderState.EMPTY, ReaderState.CARD, *TROUBLES)), locked, focus)


@pytest.mark.campaign
def test_a_window_that_is_dragged_through_all_sizes_keeps_no_more_than_a_few_of_them(painter: Painter) -> None:
    scene = every_scene()["orders"]
    for width in range(640, 1600, 120):
        painter.draw(pygame.Surface((width, width * 3 // 5)), scene, 0.0)
    assert painter._canvas.letters._bytes <= KEPT_BYTES
    assert render.cache_info().currsize <= KEPT_PICTURES


@pytest.mark.campaign
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_fault_hides_neither_what_is_taken_by_hand_nor_a_refusal(painter: Painter, size: tuple[int, int]) -> None:
    surface = pygame.Surface(size)
    for scene, stated in (("fault_and_by_hand", "by hand"), ("fault_and_refusal", "had an order")):
        painter.draw(surface, replace(every_scene()[scene], match=scene), 0.0)
        shown = [str(one.words) for one in painter.placed]
        assert any(stated in words for words in shown), shown
        assert any("dispenser" in words.casefold() or "reader" in words.casefold() for words in shown), shown


@pytest.mark.campaign
@pytest.mark.parametrize(("short_by", "names"), [(0, 1), (1, 0)])
def test_no_name_is_written_over_the_chips_where_there_is_no_room_above_them(
    painter: Painter, short_by: int, names: int
) -> None:
    painter.draw(pygame.Surface(SIZES[0]), replace(every_scene()["orders"], match="room"), 0.0)
    canvas = painter._canvas
    before = len(painter.placed)
    captain = Piece("1", "Captain", "token.order", PieceState.ORDERED)
    draw_ordered(canvas, pygame.Rect(0, 0, 300, canvas.px(LEAST_NAMED) - short_by), (captain,), BLUE, {})
    assert len(painter.placed) - before == names


@pytest.mark.campaign
@pytest.mark.parametrize("rows", [1, 2, 3])
def test_units_with_an_order_for_which_there_is_no_room_are_counted(painter: Painter, rows: int) -> None:
    painter.draw(pygame.Surface(SIZES[0]), replace(every_scene()["orders"], match="room"), 0.0)
    canvas = painter._canvas
    before = len(painter.placed)
    pieces = tuple(Piece(str(number), "Captain", "token.order", PieceState.ORDERED) for number in range(4))
    draw_ordered(canvas, pygame.Rect(0, 0, 300, rows * canvas.px(LEAST_NAMED)), pieces, BLUE, {})
    named = max(1, rows - 1)
    words = [str(one.words) for one in painter.placed[before:]]
    assert words == ["Captain"] * named + [f"and {4 - named} more"]


def test_of_two_payouts_by_hand_the_one_is_asked_and_the_other_waits_for_its_turn(painter: Painter) -> None:
    scene = every_scene()["jam"]
    ask = replace(scene.prompts[0], key="payout.a")
    owed = (
        TokenDelivery("a", BLUE, "special", 1, 0, HandingState.FAILED),
        TokenDelivery("b", BLUE, "corps", 1, 0, HandingState.BY_HAND),
    )
    painter.draw(pygame.Surface(SIZES[0]), replace(scene, match="two", prompts=(ask,), handing=owed), 0.0)
    assert not [one.words for one in painter.placed if "corps by hand" in str(one.words)]
