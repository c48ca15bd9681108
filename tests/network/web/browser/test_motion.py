"""Cards turn, a die rolls and the mark of priority comes once, when they are new, unless motion is unwelcome."""

import io
import json
from typing import Any

import pygame
import pytest

from lab.figures.evening.whole_matches import GAMES
from lab.figures.pages.bot_matches import bots_match
from lab.figures.pages.moments import NAMES, moments, seat_message
from lab.figures.pages.photographs import given_frames
from lab.figures.pages.served import ServedTable
from table.games.infinity.rules.uses.wip_rerolls import DIE as D20
from table.rules.chance import RED_DEFENSE
from table.rules.seats import BLUE
from table.screen.drawing.die import draw_die
from table.words import Words
from tests.network.web.browser.test_pages import ALONE, ICON_PX, MOST_DIFFERENCE, until

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]
MOVING = "[...document.querySelectorAll('%s')].map(each => getComputedStyle(each).animationName)"
POSTS = "message => window.heard.received(message)"
GIVES = "data => window.stream.onmessage({data})"
ROLLED = {"question": 40, "die": "red_defense", "face": "surge", "seat": "red", "by_hand": False, "decided": None}


@pytest.fixture
def whole(table: ServedTable) -> dict[str, Any]:
    """A table's whole state, with a roll and no priority."""
    state = table.hub.snapshot()
    assert state is not None
    made: dict[str, Any] = json.loads(state.data)
    play = made["snapshot"]["play"]
    play |= {"first": None, "rolled": {**ROLLED, "proof": "AB12-CD34"}}
    return made


@pytest.fixture
def phone(browser: Any, table: ServedTable) -> Any:
    page = given_frames(browser, viewport={"width": 360, "height": 640})
    page.goto(table.address("/phone?lang=en"))
    until(page, "'heard' in window")
    yield page
    page.close()


def message() -> dict[str, Any]:
    """A message to a seat's phone, with a roll."""
    playing = next(each for each in moments(bots_match(GAMES[0], 1)) if each.look.published.view is not None)
    reported = seat_message(playing, NAMES[0], BLUE, "en")
    now = reported["sight"]["now"]
    now["moment"][1] = 40
    now["table"] |= {"rolled": ["d20", "17", "red", ""], "first": "red", "called": "Priority"}
    return reported


def test_on_a_phone_a_new_die_rolls_once_whatever_is_reported_then(phone: Any) -> None:
    reported = message()
    now = reported["sight"]["now"]
    phone.evaluate(POSTS, reported)
    assert phone.evaluate(MOVING % "#roll .die") == ["none"], "the one that lay there before does not"
    now["moment"][1] = 41
    now["table"]["rolled"][1] = "6"
    phone.evaluate(POSTS, reported)
    assert phone.evaluate(MOVING % "#roll .die") == ["roll"]
    phone.evaluate("window.rolled = document.querySelector('#roll .die')")
    for number in range(3):
        now["headline"] = f"{number}"
        phone.evaluate(POSTS, reported)
    assert phone.evaluate("document.querySelector('#roll .die') === window.rolled")
    until(phone, f"{MOVING % '#roll .die'}[0] === 'none'")


def test_on_a_phone_each_emblem_has_a_name(phone: Any) -> None:
    reported = message()
    phone.evaluate(POSTS, reported)
    names = (
        "[...document.querySelectorAll('#own .emblem, #other .emblem')].map(each => each.getAttribute('aria-label'))"
    )
    seats = reported["sight"]["now"]["table"]["seats"]
    assert phone.evaluate(names) == [Words("en").sentences[seats[seat]["emblem"]] for seat in ("blue", "red")]


def test_on_a_phone_the_mark_of_priority_comes_once(phone: Any) -> None:
    reported = message()
    now = reported["sight"]["now"]
    now["table"]["seats"]["blue"]["locked"] = True
    now["table"]["first"] = None
    phone.evaluate(POSTS, reported)
    now["table"]["first"] = "red"
    phone.evaluate(POSTS, reported)
    assert phone.evaluate(MOVING % "#shown .first") == ["arrive"]
    until(phone, f"{MOVING % '#shown .first'}[0] === 'none'")
    now["table"]["seats"]["blue"]["locked"] = False
    phone.evaluate(POSTS, reported)
    assert phone.evaluate(MOVING % "#shown .first") in ([], ["none"])


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("path", ["/watch", "/overlay/scene"])
def test_a_new_die_rolls_and_priority_comes_on_pages_unless_motion_is_unwelcome(
    browser: Any, table: ServedTable, whole: dict[str, Any], path: str, motion: str
) -> None:
    page = given_frames(browser, reduced_motion=motion)
    page.goto(table.address(path))
    play = whole["snapshot"]["play"]
    page.evaluate(GIVES, json.dumps(whole))
    assert page.evaluate(MOVING % ".rolled .die, .first") == ["none"], "nothing is new"
    play["rolled"]["question"] += 1
    play["first"] = "blue"
    page.evaluate(GIVES, json.dumps(whole))
    moving = sorted(page.evaluate(MOVING % ".rolled .die, .first"))
    assert moving == (["none"] * 2 if motion == "reduce" else ["arrive", "roll"])
    page.close()


def test_nothing_moves_for_more_than_a_second(browser: Any, table: ServedTable) -> None:
    page = browser.new_page()
    page.goto(table.address("/watch"))
    for look in ("turning", "rolling", "arriving"):
        page.evaluate(f"document.body.className = '{look}'")
        assert float(page.evaluate("getComputedStyle(document.body).animationDuration").rstrip("s")) <= 1
    page.close()


def test_motion_that_is_drawn_again_goes_on_where_it_was(
    browser: Any, table: ServedTable, whole: dict[str, Any]
) -> None:
    page = given_frames(browser)
    page.goto(table.address("/watch"))
    play = whole["snapshot"]["play"]
    page.evaluate(GIVES, json.dumps(whole))
    play["first"] = "blue"
    page.evaluate(GIVES, json.dumps(whole))
    page.wait_for_timeout(200)
    play["seats"]["blue"]["player"] = "Ann"
    page.evaluate(GIVES, json.dumps(whole))
    assert page.evaluate("parseFloat(document.querySelector('#blue .first').style.getPropertyValue('--age'))") <= -200
    page.close()


def faces() -> list[tuple[str, str]]:
    return [(die.name, face) for die in (D20, RED_DEFENSE) for face in sorted(set(die.faces))]


def test_each_die_looks_as_it_does_in_the_window(browser: Any, table: ServedTable) -> None:
    """The browser draws the page's shapes, and pygame the window's: colours of all pixels agree."""
    page = browser.new_page(viewport={"width": ICON_PX, "height": ICON_PX})
    page.goto(table.address("/watch?look=dark"))
    page.evaluate(ALONE)

    def shot(die: str, face: str) -> pygame.Surface:
        page.evaluate(f"document.querySelector('#icon use').setAttribute('href', '#dice.{die}.{face}')")
        return pygame.image.load(io.BytesIO(page.screenshot()))

    for die, face in faces():
        assert difference(shot(die, face), draw_die(die, face, ICON_PX)) < MOST_DIFFERENCE, face
    wrong = difference(shot("red_defense", "block"), draw_die("red_defense", "blank", ICON_PX))
    assert wrong > 1.5 * MOST_DIFFERENCE, "the control"
    page.close()


def difference(shot: pygame.Surface, drawn: pygame.Surface) -> float:
    """Return the mean difference of the colours of two pictures on black, from 0 to 1."""
    ground = pygame.Surface(drawn.get_size())
    ground.blit(drawn, (0, 0))
    pictures = [pygame.image.tobytes(each, "RGB") for each in (shot, ground)]
    total: int = sum(abs(one - other) for one, other in zip(*pictures, strict=True))
    return total / (255 * 3 * ICON_PX * ICON_PX)
