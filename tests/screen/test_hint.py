"""The hint names the buttons that do something at this question, and no other."""

import pytest
from msgspec.structs import replace
from pygame import SRCALPHA, Rect, Surface

from table.config import Config
from table.devices.setup import Setup
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Option, Roll
from table.rules.seats import BLUE
from table.rules.text import text
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import Fonts
from table.screen.parts.asking.hint import draw_hint

ONE = ChooseOne(key="who", seat=BLUE, ask=text("x"), rule="TB-01", options=(Option("a", text("a")),))
TWO = replace(ONE, options=(Option("a", text("a")), Option("b", text("b"))))
HELD = replace(ONE, options=(Option("a", text("a"), hold=True),))
ROLL = Roll(key="roll", seat=BLUE, ask=text("x"), rule="TB-01", die="red", faces=())
SOME = ChooseSome(key="some", seat=BLUE, ask=text("x"), rule="TB-01", least=0, most=2, options=TWO.options)


@pytest.mark.parametrize(
    ("prompt", "reported"),
    [
        (ONE, ["confirm", "hold: more"]),
        (HELD, ["hold", "hold: more"]),
        (ROLL, ["confirm", "hold: more"]),
        (TWO, ["choose", "confirm", "hold: more"]),
        (replace(ROLL, faces=("block",)), ["choose", "confirm", "hold: more"]),
        (SOME, ["mark; hold: confirm", "hold: more"]),
    ],
    ids=("one", "one that is held", "a roll", "two", "a roll by hand", "some"),
)
def test_where_there_is_one_answer_nothing_is_chosen(prompt: AnyPrompt, reported: list[str]) -> None:
    canvas = Canvas(Setup.of(Config()).words("en"), Fonts())
    canvas.begin(Surface((600, 100)), 1.0)
    draw_hint(canvas, Rect(0, 0, 600, 100), prompt, BLUE)
    assert [one.words for one in canvas.placed] == reported


@pytest.mark.parametrize("prompt", [ONE, HELD, TWO, SOME], ids=("one", "one that is held", "two", "some"))
def test_all_of_a_hint_stands_in_its_box_or_none_of_it(prompt: AnyPrompt) -> None:
    canvas, drawn = Canvas(Setup.of(Config()).words("en"), Fonts()), set[bool]()
    for width in range(40, 400, 15):
        surface, box = Surface((600, 60), SRCALPHA), Rect(100, 0, width, 60)
        canvas.begin(surface, 1.0)
        reported = draw_hint(canvas, box, prompt, BLUE)
        ink = surface.get_bounding_rect()
        assert box.contains(ink) if reported else not ink.width
        assert all(one.whole for one in canvas.placed)
        drawn.add(reported)
    assert drawn == {True, False}
