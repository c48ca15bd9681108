"""Reading a card's facts shows the card: in the title of its owner's half, beside the answers of who agrees to them."""

import pygame
import pytest
from msgspec.structs import replace

from table.games.legion.rules.model.armies import Timing
from table.games.legion.rules.reading.card_reading import EFFECTS, times
from table.rules.prompts import AskedCard, ChooseOne, Option
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import text
from table.rules.view import Card
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import LARGE, NORMAL, SMALL, Fonts, TypeScale
from table.screen.painter import Painter
from table.session.input import Touched
from table.view.published import Focus, Published
from table.words import Words, languages
from tests.screen import scenes

SIZES = ((800, 480), (480, 800), (1280, 720))
READ = text("legion.read.said", timing=times(tuple(Timing)[2:]), orders=text("scene.name", name="1 × Snowtroopers"))
"""A card with an effect at every time at once: no card states more."""


def asked(owner: Seat) -> Published:
    """Blue is asked whether the card of this owner was read off right; blue's own card in play is another one."""
    base = scenes.activation()
    ask = text("legion.read.agree", card="Ambush", pips=1, timing=text("x"), orders=text("x"))
    options = (Option("yes", text("legion.yes"), "sign.yes"), Option("no", text("legion.no"), "sign.no"))
    about = AskedCard(owner, Card("Ambush", READ, pips=1))
    prompt = ChooseOne(key="read.agree", seat=BLUE, ask=ask, rule="TB-24", about=about, options=options)
    desks = (replace(base.desks[0], focus=Focus("read.agree", 0)), base.desks[1])
    return replace(base, prompts=(prompt,), desks=desks)


@pytest.mark.parametrize("scale", [NORMAL, LARGE], ids=["usual", "large"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", languages())
def test_both_answers_stand_in_the_half_and_the_card_beside_them(
    tongues: dict[str, Words], language: str, size: tuple[int, int], scale: TypeScale
) -> None:
    painter, area = Painter(tongues[language], rolling=False, type_scale=scale), pygame.Rect(0, 0, *size)
    painter.draw(pygame.Surface(size), asked(RED), 0.0)
    sentence = {one.words: one for one in painter.placed}
    facts = sentence[painter.words.say(READ)]
    answers = [painter.place_of(Touched(BLUE, "read.agree", value)) for value in ("yes", "no")]
    assert facts.whole
    assert facts.box.contains(facts.ink)
    assert "1" in sentence, "its pips"
    for place in answers:
        assert place is not None
        assert area.contains(place)
        assert not place.colliderect(facts.box)
        assert place.height > 30
    assert painter.words.say(text("legion.read.agree.brief", card="Ambush")) in sentence


def test_the_card_in_play_of_who_is_asked_stands_in_the_title_alone(painter: Painter) -> None:
    now = asked(BLUE)
    assert now.view is not None
    blue, red = now.view.seats
    mine = replace(now.view, seats=(replace(blue, card=Card("Ambush", pips=1)), red))
    painter.draw(pygame.Surface((800, 480)), replace(now, view=mine), 0.0)
    assert painter.words.say(READ) not in {one.words for one in painter.placed}
    assert [one.words for one in painter.placed].count("Ambush") == 1


@pytest.mark.rule("TB-24")
@pytest.mark.parametrize("language", languages())
def test_each_time_of_an_effect_takes_one_line_of_the_list(tongues: dict[str, Words], language: str) -> None:
    """Half of 800x480 has so much room beside the marks and the buttons that turn the pages."""
    canvas = Canvas(tongues[language], Fonts())
    canvas.begin(pygame.Surface((800, 480)), 1.0)
    for timing in EFFECTS:
        assert canvas.lines_of(text(f"legion.timing.{timing}"), 229, SMALL) == 1, timing


@pytest.mark.rule("TB-24")
@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "on reveal, at no given time and in the End Phase"),
        ("de", "beim Aufdecken, zu keiner genannten Zeit und in der Endphase"),
        ("es", "al revelarla, sin momento indicado y en la fase final"),
    ],
)
def test_the_times_of_a_card_are_joined_as_in_a_sentence(tongues: dict[str, Words], language: str, line: str) -> None:
    read = (Timing.REVEAL, Timing.UNTIMED, Timing.END_PHASE)
    assert tongues[language].say(times(read)) == line
    assert tongues[language].say(times(read[:1])) == line.split(",")[0]
