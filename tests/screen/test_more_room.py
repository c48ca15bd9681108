"""More room shows more, never less: what can be touched on a small display can be touched on every larger one."""

from collections import Counter
from typing import NamedTuple, TypeAlias

import pygame
import pytest
from msgspec.structs import replace

from table.config import Config
from table.devices.setup import Setup
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome
from table.rules.seats import Seat
from table.rules.text import text
from table.screen.drawing.typefaces import LARGE, NORMAL
from table.screen.painter import Painter
from table.screen.touch import Touch
from table.session.input import Marked, Pointed, Touched
from table.view.published import Published
from tests.screen.bot_matches import GAMES, looks

pytestmark = [pytest.mark.slow, pytest.mark.campaign]

SHAPES = {
    "wide": ((800, 480), (1024, 600), (1280, 720)),
    "tall": ((480, 800), (600, 1024), (720, 1280)),
}
"""The sizes of one shape, from the smallest to the largest."""

Reached: TypeAlias = tuple[str, Seat | None, str, object]
"""The kind of a touch, whose it is, its prompt, and the answer or the unit that it leads to."""


def reached(touches: tuple[Touch, ...], prompts: tuple[AnyPrompt, ...]) -> set[Reached]:
    """Return what a finger reaches.

    A page up or down is not among it: where there is more room there are fewer pages. And a way to the units stands
    only where their chips do not.
    """
    aside = {prompt.key for prompt in prompts if prompt.standing}
    answered = {touch.prompt for touch in touches if isinstance(touch, Touched | Marked)}
    found = set[Reached]()
    for touch in touches:
        match touch:
            case Touched():
                found.add(("answer", touch.seat, touch.prompt, touch.value))
            case Marked():
                found.add(("mark", touch.seat, touch.prompt, touch.option))
            case Pointed() if touch.prompt in answered:
                pass  # a page of the list that is shown
            case Pointed():
                standing = touch.prompt in aside
                found.add(("standing" if standing else "question", touch.seat, touch.prompt, standing and touch.cursor))
            case _:
                found.add(("screen", None, str(touch), None))
    return found


def at_first(now: Published) -> Published:
    """The same with every list at its beginning: further down, a row of two lines makes way for other neighbours."""
    asked = {prompt.key for prompt in now.prompts if not prompt.standing and isinstance(prompt, ChooseOne | ChooseSome)}
    blue, red = (
        replace(desk, focus=replace(desk.focus, cursor=0)) if desk.focus and desk.focus.prompt in asked else desk
        for desk in now.desks
    )
    return replace(now, desks=(blue, red))


def hidden(painter: Painter, now: Published, shape: str) -> list[tuple[tuple[int, int], Reached]]:
    """Return what could be touched at one size and not at the next larger one."""
    less, before = list[tuple[tuple[int, int], Reached]](), set[Reached]()
    for size in SHAPES[shape]:
        painter.draw(pygame.Surface(size), now, 0.0)
        seen = reached(painter.touches, now.prompts)
        less += [(size, one) for one in before - seen]
        before = seen
    return less


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_touched_on_a_small_display_can_be_touched_on_a_larger_one(game: str, shape: str) -> None:
    painter = Painter(Setup.of(Config()).words("en"), rolling=False)
    less = {}
    for number, now in enumerate(looks(game)[::2]):
        if found := hidden(painter, replace(at_first(now), match=f"{number}"), shape):
            less[number] = found
    assert less == {}


class Explained(NamedTuple):
    """What a picture explains, and how many places it has for a finger: the units' chips among them."""

    hints: Counter[str]
    inscribed: int
    places: int
    notes: int
    """The notes of cards in play that stand on the cards where these lie large."""


def shown(painter: Painter, now: Published, size: tuple[int, int]) -> Explained:
    painter.draw(pygame.Surface(size), now, 0.0)
    sentences = Counter(one.words for one in painter.placed)
    hints = {sentence for key, sentence in painter.words.sentences.items() if key.startswith("screen.hint.")}
    inscribed = sentences[painter.words.say(text("screen.reader.lay"))]
    cards = () if now.view is None else (seat.card for seat in now.view.seats if seat.card is not None)
    notes = {painter.words.say(card.note) for card in cards if card.note is not None}
    noted = sum(sentences[note] for note in notes)
    return Explained(
        Counter({words: sentences[words] for words in hints & sentences.keys()}), inscribed, len(painter.touches), noted
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_larger_display_explains_all_that_a_smaller_one_does_but_where_units_stand_instead(game: str) -> None:
    """Where a wider display has room for a row of chips they take the place of the hint, which states less."""
    painter = Painter(Setup.of(Config()).words("en"), rolling=False)
    less = list[int]()
    for number, now in enumerate(looks(game)[::6]):
        small, large = (shown(painter, replace(at_first(now), match=f"{number}"), size) for size in SHAPES["wide"][1:])
        if large.inscribed < small.inscribed or (small.hints - large.hints and large.places <= small.places):
            less.append(number)
    assert less == []


@pytest.mark.parametrize("game", ["legion_2024", "legion_classic"])
def test_a_card_that_lies_large_on_a_small_display_does_so_on_a_larger_one(game: str) -> None:
    """Where a wider display has room for a row of chips they take the place of the card."""
    painter = Painter(Setup.of(Config()).words("en"), rolling=False)
    less = list[int]()
    for number, now in enumerate(looks(game)[::2]):
        sizes = (SHAPES["wide"][0], SHAPES["wide"][-1])
        small, large = (shown(painter, replace(at_first(now), match=f"{number}"), size) for size in sizes)
        if large.notes < small.notes and large.places <= small.places:
            less.append(number)
    assert less == []


def test_who_waits_sees_all_its_troopers_by_name_in_portrait() -> None:
    """Three columns of them stand at 480x800, where their signs alone stood over an empty band."""
    painter, seen = Painter(Setup.of(Config()).words("en"), rolling=False), 0
    for number, now in enumerate(looks("infinity")[40:120:40]):
        painter.draw(pygame.Surface((480, 800)), replace(now, match=f"{number}"), 0.0)
        stated = {one.words for one in painter.placed if one.whole}
        asked = {prompt.seat for prompt in now.prompts if not prompt.standing}
        for seat in () if now.view is None else now.view.seats:
            if seat.seat not in asked and None not in asked:
                assert {piece.name for piece in seat.pieces} <= stated
                seen += 1
    assert seen


def test_larger_type_sets_no_name_of_a_list_smaller() -> None:
    words, surface, seen = Setup.of(Config()).words("en"), pygame.Surface((480, 800)), 0
    usual, large = (Painter(words, rolling=False, type_scale=scale) for scale in (NORMAL, LARGE))
    for number, now in enumerate(looks("tide_of_iron")[::4]):
        sizes = list[dict[str, int]]()
        for painter in (usual, large):
            painter.draw(surface, replace(now, match=f"{number}"), 0.0)
            sizes.append({one.words: one.px for one in painter.placed})
        names = () if now.view is None else (piece.name for seat in now.view.seats for piece in seat.pieces)
        for name in sizes[0].keys() & sizes[1].keys() & set(names):
            assert sizes[1][name] >= sizes[0][name], name
            seen += 1
    assert seen


def test_the_names_of_a_waiting_half_stand_as_large_as_its_width_allows() -> None:
    """Five objectives stood small in one column in portrait, beside an empty half; six stood large in two."""
    painter, sizes = Painter(Setup.of(Config()).words("en"), rolling=False), dict[int, set[int]]()
    for number, now in enumerate(looks("tide_of_iron")):
        painter.draw(pygame.Surface((480, 800)), replace(now, match=f"{number}"), 0.0)
        asked = {prompt.seat for prompt in now.prompts if not prompt.standing}
        for seat in () if now.view is None else now.view.seats:
            names = {piece.name for piece in seat.pieces} if seat.seat not in asked and None not in asked else set()
            placed = {one.px for one in painter.placed if one.words in names}
            if placed:
                sizes.setdefault(len(names), set()).update(placed)
    assert len(sizes) > 1
    assert len(set.union(*sizes.values())) == 1


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=["wide", "tall"])
@pytest.mark.parametrize("game", GAMES)
def test_larger_type_sets_no_question_and_no_phase_smaller(game: str, size: tuple[int, int]) -> None:
    """A long question fell from the usual type to the smallest one, and the phase had what round and step left it."""
    words, surface, seen = Setup.of(Config()).words("es"), pygame.Surface(size), 0
    usual, large = (Painter(words, rolling=False, type_scale=scale) for scale in (NORMAL, LARGE))
    for number, now in enumerate(looks(game)[::4]):
        sizes = list[dict[str, int]]()
        for painter in (usual, large):
            painter.draw(surface, replace(now, match=f"{number}"), 0.0)
            sizes.append({one.words: one.px for one in painter.placed})
        asked = {words.say(words.brief(one.ask)) for one in now.prompts if not one.standing}
        for line in sizes[0].keys() & sizes[1].keys() & (asked | {words.say(now.view.phase) if now.view else ""}):
            assert sizes[1][line] >= sizes[0][line], line
            seen += 1
    assert seen
