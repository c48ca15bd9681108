"""No name is dropped because it is long: it is drawn as far as there is room, and ends with an ellipsis."""

import pygame
import pytest
from msgspec.structs import replace

from table.rules.seats import SEATS
from table.rules.text import text
from table.rules.view import Card, Counter, Piece, SeatView
from table.screen.drawing.typefaces import LARGE, NORMAL, TypeScale
from table.screen.painter import Painter
from table.screen.parts.army import MOST_COUNTED
from table.screen.parts.edges.footer import MOST_POOR
from table.view.published import HandingState, HopperState, HopperStatus, Published, TokenDelivery
from table.words import Words
from tests.screen import scenes

ROGUES = "Rogue Squadron and the Heroes of the Rebellion"
SIZES = ((800, 480), (1280, 720), (480, 800))
LONG = (" and the Heroes of the Rebellion that won at Endor", "x" * 60)
"""Ends of names: of many words, and of a single one that cannot be broken."""


def ending(published: Published, end: str, of_units: str) -> Published:
    """Return the same view in which the names of sides, cards and units are short ones with these ends."""
    view = published.view
    if view is None:
        return published
    blue, red = (_ending(seat, end, of_units) for seat in view.seats)
    return replace(published, view=replace(view, seats=(blue, red)))


def _ending(seat: SeatView, end: str, of_units: str) -> SeatView:
    card = seat.card
    named: Card | None = None if card is None else replace(card, name=f"{seat.seat}-card/{end}", note=None)
    units = tuple(replace(unit, name=f"{seat.seat}-{number:02}/{of_units}") for number, unit in enumerate(seat.pieces))
    return replace(seat, side=f"{seat.seat}-side/{end}", card=named, pieces=units)


def shown(painter: Painter, surface: pygame.Surface, published: Published) -> set[str]:
    """Return the names that are drawn, without their ends, and check that each keeps to its box."""
    painter.draw(surface, published, 0.0)
    assert [one.words for one in painter.placed if not one.box.contains(one.ink)] == []
    names = tuple(f"{seat}-" for seat in SEATS)
    return {one.words.partition("/")[0] for one in painter.placed if one.words.startswith(names) and one.ink.width}


@pytest.mark.slow
@pytest.mark.campaign
@pytest.mark.parametrize("scale", [NORMAL, LARGE], ids=["normal", "large"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("end", LONG, ids=["words", "one word"])
def test_whatever_name_is_drawn_where_it_is_short_is_drawn_where_it_is_long(
    tongues: dict[str, Words], end: str, size: tuple[int, int], scale: TypeScale
) -> None:
    """A unit's chip stands for its name where there is no room for `MOST_COUNTED` letters."""
    missing, surface = [], pygame.Surface(size)
    counted = end[: MOST_COUNTED - len("blue-00/")]
    for language, words in tongues.items():
        painter = Painter(words, type_scale=scale)
        for name, scene in scenes.every_scene().items():
            short = shown(painter, surface, replace(ending(scene, "", counted), match=f"{name}, short"))
            long = shown(painter, surface, replace(ending(scene, end, end), match=f"{name}, long"))
            if short - long:
                missing.append((language, name, short - long))
    assert missing == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_an_army_with_a_long_name_has_it_over_its_half(painter: Painter, size: tuple[int, int]) -> None:
    scene = scenes.waiting()
    assert scene.view is not None
    blue, red = scene.view.seats
    seats = (replace(blue, side=ROGUES, card=None), replace(red, side=ROGUES, card=None))
    painter.draw(pygame.Surface(size), replace(scene, view=replace(scene.view, seats=seats)), 0.0)
    drawn = [one for one in painter.placed if one.words == ROGUES]
    assert len(drawn) == len(SEATS)
    assert all(one.ink.width > one.box.width // 2 for one in drawn)


def test_a_word_that_is_cut_stands_on_one_line(painter: Painter) -> None:
    """An empty second line moved it to the upper edge of its box."""
    lines, _ = painter._canvas.letters.fit("x" * 60, 20, False, (60, 80), 2, 0)
    assert (len(lines), lines[0][-1]) == (1, "…")


def test_one_long_name_leaves_the_names_of_the_other_units(painter: Painter) -> None:
    scene = scenes.waiting()
    assert scene.view is not None
    blue, red = scene.view.seats
    pieces = tuple(Piece(str(number), f"Trooper {number}", "token.order") for number in range(5))
    long = (*pieces, Piece("long", "The one who bears the longest name of the whole army of the table", "token.order"))
    for units in (pieces, long):
        seats = (replace(blue, card=None, pools=(), pieces=units), red)
        now = replace(scene, match=str(len(units)), view=replace(scene.view, seats=seats), prompts=())
        painter.draw(pygame.Surface((800, 480)), now, 0.0)
        assert {piece.name for piece in units} <= {one.words for one in painter.placed}
    assert len(long[-1].name) > MOST_COUNTED


def test_what_a_match_counted_keeps_its_label(painter: Painter) -> None:
    scene = scenes.over()
    assert scene.view is not None
    label = text("screen.help.functions")
    blue, red = scene.view.seats
    seats = (replace(blue, counters=(Counter(label, 1, "counter.lost"),)), red)
    painter.draw(pygame.Surface((800, 480)), replace(scene, view=replace(scene.view, seats=seats)), 0.0)
    assert [one for one in painter.placed if one.words == painter.words.say(label)]


def test_a_long_phase_is_cut_and_not_left_out(painter: Painter) -> None:
    scene = scenes.sealing()
    assert scene.view is not None
    phase = text("screen.help.functions")
    painter.draw(pygame.Surface((480, 800)), replace(scene, view=replace(scene.view, phase=phase)), 0.0)
    (drawn,) = [one for one in painter.placed if one.words == painter.words.say(phase)]
    assert not drawn.whole


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_tokens_that_come_without_room_for_all_of_them_are_counted(painter: Painter, size: tuple[int, int]) -> None:
    kinds = ("commander", "operative", "corps", "special", "support", "heavy", "advantage", "command", "regular")
    jobs = tuple(
        TokenDelivery(f"{seat}{kind}", seat, kind, 12, 3, HandingState.ASKED) for seat in SEATS for kind in kinds
    )
    painter.draw(pygame.Surface(size), replace(scenes.sealing(), handing=jobs), 0.0)
    stated = [one.words for one in painter.placed]
    counted = [words for words in stated if words.startswith("+")]
    shares = stated.count(painter.words.say(text("screen.of", done=3, all=12)))
    assert counted == [f"+{len(jobs) - shares}"]
    painter.draw(pygame.Surface(size), replace(scenes.sealing(), match="few", handing=jobs[:2]), 0.0)
    assert not [one.words for one in painter.placed if one.words.startswith("+")]


@pytest.mark.parametrize("poor", range(MOST_POOR - 1, 10))
def test_hoppers_that_need_a_hand_without_room_for_all_of_them_are_counted(painter: Painter, poor: int) -> None:
    hoppers = tuple(HopperStatus(number, "corps", 1, HopperState.LOW) for number in range(poor))
    painter.draw(pygame.Surface((800, 480)), replace(scenes.sealing(), match=str(poor), hoppers=hoppers), 0.0)
    counted = [one.words for one in painter.placed if one.words.startswith("+")]
    assert counted == ([] if poor <= MOST_POOR else [f"+{poor - MOST_POOR + 1}"])


@pytest.mark.parametrize(("end", "there"), [("", True), ("x" * 60, False)], ids=["short", "long"])
def test_an_emblem_stands_before_a_name_and_gives_way_to_a_long_one(painter: Painter, end: str, there: bool) -> None:
    scene = ending(scenes.sealing(), end, "")
    assert scene.view is not None
    blue, red = scene.view.seats
    bare = replace(scene, view=replace(scene.view, seats=(replace(blue, emblem=""), replace(red, emblem=""))))
    pictures = []
    for number, each in enumerate((scene, bare)):
        surface = pygame.Surface((1280, 720))
        painter.draw(surface, replace(each, match=str(number)), 0.0)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert (pictures[0] != pictures[1]) is there
