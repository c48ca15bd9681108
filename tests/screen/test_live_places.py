"""Through a phase the buttons, the lists and the card in play stand where they stood, in matches of every game."""

from collections import defaultdict
from typing import NamedTuple

import pygame
import pytest
from msgspec.structs import replace

from table.config import Config
from table.devices.setup import Setup
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, SealedCard
from table.rules.seats import Seat
from table.screen.drawing.typefaces import LARGE, NORMAL, TypeScale
from table.screen.painter import Painter
from table.screen.parts.asked import shown_prompt
from table.session.input import Marked, Touched
from table.view.published import Desk, Published
from tests.screen.bot_matches import GAMES, looks

pytestmark = [pytest.mark.slow, pytest.mark.campaign]

SIZES = ((800, 480), (1280, 720), (480, 800))
SET_IN = (("en", NORMAL), ("de", NORMAL), ("es", NORMAL), ("de", LARGE), ("es", LARGE))
TALE = ("read.", "match.", "sheet.agree")
"""These questions tell what somebody has said, or why they are asked, in more than the three lines of any other."""


class Thing(NamedTuple):
    """A thing that a finger aims at, or an eye: which, whose, in which phase, at which kind of question."""

    what: str
    seat: Seat
    phase: str
    kind: str


class Line(NamedTuple):
    top: int
    height: int


def kind_of(prompt: AnyPrompt | None) -> str:
    alone = isinstance(prompt, ChooseOne) and prompt.moment and len(prompt.options) == 1
    return "Confirm" if alone else type(prompt).__name__


def things(painter: Painter, now: Published, desk: Desk) -> dict[Thing, Line]:
    """Return the places of confirm row, first row of the list, and card in play, in the half of a seat."""
    view = now.view
    assert view is not None
    prompt, phase = shown_prompt(now.prompts, desk), painter.words.say(view.phase)
    kind, found = kind_of(prompt), dict[Thing, Line]()
    if prompt is not None and not prompt.standing and not prompt.key.startswith(TALE):
        listed = isinstance(prompt, ChooseSome) or (kind == "ChooseOne")
        for touch in painter.touches:
            place = painter.place_of(touch)
            if not isinstance(touch, Touched | Marked) or (touch.prompt, touch.seat) != (prompt.key, desk.seat):
                continue
            assert place is not None
            row = listed and not (isinstance(prompt, ChooseSome) and isinstance(touch, Touched))
            thing = Thing("row" if row else "confirm", desk.seat, phase, kind)
            line = Line(place.top, 0 if row else place.height)
            found[thing] = min(line, found.get(thing, line))
    card = view.seats[0 if desk is now.desks[0] else 1].card
    if card is not None and not desk.locked and not isinstance(prompt, SealedCard):
        boxes = [one.box for one in painter.placed if one.words == card.name]
        found[Thing("card", desk.seat, phase, kind)] = Line(boxes[0].top, boxes[0].height) if boxes else Line(-1, -1)
    return found


@pytest.mark.parametrize(("language", "scale"), SET_IN, ids=lambda each: each if isinstance(each, str) else each.factor)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES)
def test_each_thing_has_one_place_through_a_phase(
    game: str, size: tuple[int, int], language: str, scale: TypeScale
) -> None:
    painter = Painter(Setup.of(Config()).words(language), rolling=False, type_scale=scale)
    surface = pygame.Surface(size)
    places = defaultdict[Thing, set[Line]](set)
    for number, now in enumerate(looks(game)):
        if now.view is None or now.view.over:
            continue
        painter.draw(surface, replace(now, match=f"{number}"), 0.0)
        for desk in now.desks:
            for thing, line in things(painter, now, desk).items():
                places[thing].add(line)
    assert {thing.what for thing in places} >= {"confirm", "row"}
    assert {thing: lines for thing, lines in places.items() if len(lines) > 1} == {}
