"""Every prompt can be answered by touch alone, and only legally."""

import pygame
import pytest
from msgspec.structs import replace

from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, Option, SealedCard
from table.rules.seats import BLUE, RED
from table.rules.text import Text, text
from table.screen.drawing.canvas import PlacedText
from table.screen.drawing.layout import lay_out
from table.screen.painter import Painter
from table.screen.parts.asked import options_of
from table.screen.touch import Recalled, Skipped, Touch, Translated
from table.session.focus import CLOSED, DEEPER
from table.session.input import Marked, Pointed, ScreenInput, Touched
from table.view.published import Desk, Focus, Notice, Published, ReaderState
from table.words import Words
from tests.screen import evenings, scenes

SIZE = (800, 480)
ASKING = [name for name, scene in scenes.SCENES.items() if scene().prompts]


def touches(painter: Painter, published: Published) -> list[Touch]:
    painter.draw(pygame.Surface(SIZE), published, 0.0)
    return [touch for _, touch in painter._canvas.touches]


def answering(touches: list[Touch]) -> list[ScreenInput]:
    return [one for one in touches if isinstance(one, ScreenInput)]


def painted(painter: Painter, published: Published) -> tuple[PlacedText, ...]:
    painter.draw(pygame.Surface(SIZE), published, 0.0)
    return painter.placed


def prompt_of(published: Published, touch: ScreenInput) -> AnyPrompt:
    return next(one for one in published.prompts if one.key == touch.prompt and one.seat in (touch.seat, None))


def assert_legal(painter: Painter, published: Published) -> None:
    for touch in answering(touches(painter, published)):
        prompt = prompt_of(published, touch)
        if isinstance(touch, Touched):
            assert touch.value is None if isinstance(prompt, SealedCard) else prompt.accepts(touch.value)
            assert touch.hold or not prompt.hold
        elif isinstance(touch, Pointed) and isinstance(prompt, Number):
            assert prompt.accepts(touch.cursor) or (prompt.standing and touch.cursor == CLOSED)
        elif isinstance(touch, Pointed):
            least = DEEPER if prompt.setting else CLOSED if prompt.standing else 0
            assert least <= touch.cursor < max(1, len(options_of(prompt)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ASKING)
def test_what_a_touch_answers_is_legal(painter: Painter, name: str) -> None:
    assert_legal(painter, scenes.SCENES[name]())


@pytest.mark.campaign
def test_what_a_touch_answers_is_legal_all_evening_long(painter: Painter) -> None:
    for published in evenings.shots().values():
        assert_legal(painter, published)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["orders", "activation", "tie", "lobby"])
def test_every_option_is_one_touch_away_and_pages_lead_to_the_others(painter: Painter, name: str) -> None:
    published = scenes.SCENES[name]()
    prompt = published.prompts[0]
    reached, looked, todo = set(), set(), [0]
    while todo:
        cursor = todo.pop()
        desks = tuple(Desk(desk.seat, ReaderState.EMPTY, focus=Focus(prompt.key, cursor)) for desk in published.desks)
        shown = touches(painter, replace(published, desks=desks))
        mine = [one for one in answering(shown) if one.prompt == prompt.key]
        looked.add(cursor)
        reached |= {one.value for one in mine if isinstance(one, Touched) and one.seat == prompt.seat}
        todo += [
            one.cursor
            for one in mine
            if isinstance(one, Pointed) and one.seat == prompt.seat and one.cursor not in looked
        ]
    assert reached == {value for value, _, _ in options_of(prompt)}


@pytest.mark.slow
def test_marks_are_answered_together_once_they_are_enough(painter: Painter) -> None:
    published = scenes.at_range()
    prompt = published.prompts[0]
    assert isinstance(prompt, ChooseSome)
    for marked, answers in (((), []), (("3", "0"), [("0", "3")])):
        desks = (replace(published.desks[0], focus=Focus("range", 0, marked)), published.desks[1])
        shown = touches(painter, replace(published, desks=desks))
        assert [touch.value for touch in shown if isinstance(touch, Touched)] == answers
        assert Marked(prompt.seat, "range", "0") in shown


def test_a_card_can_be_locked_only_while_one_lies_there(painter: Painter) -> None:
    for reader in ReaderState:
        published = scenes.sealing()
        published = replace(published, desks=(published.desks[0], Desk(RED, reader)))
        locks = [one for one in touches(painter, published) if isinstance(one, Touched) and one.seat is RED]
        assert [lock.hold for lock in locks] == ([True] if reader is ReaderState.CARD else [])


def test_a_card_is_asked_for_by_the_question_and_by_its_place_and_no_third_time(painter: Painter) -> None:
    both = (Desk(BLUE, ReaderState.EMPTY), Desk(RED, ReaderState.EMPTY))
    published = replace(scenes.sealing_troubles(), desks=both)
    touches(painter, published)
    ask, place = painter.words.say(published.prompts[0].ask), "Lay a card"
    half = [one.words for one in painter.placed if one.box.x < SIZE[0] // 2 and one.words != ask]
    assert ask in {one.words for one in painter.placed}
    assert [words for words in half if "card" in words.split() or "reader" in words] == [place]


def test_while_something_moves_a_finger_can_only_skip_it(painter: Painter) -> None:
    surface = pygame.Surface(SIZE)
    painter.draw(surface, scenes.tie(), 0.0)
    painter.draw(surface, scenes.rolled(), 1.0)
    assert painter.at((400, 240)) == Skipped()
    assert {painter.at((x, y)) for x in range(0, 800, 40) for y in range(0, 480, 40)} == {Skipped()}


def test_a_touch_lies_where_it_is_drawn(painter: Painter) -> None:
    painter.draw(pygame.Surface(SIZE), scenes.numbers(), 0.0)
    more = Pointed(RED, "number", 138)
    place = painter.place_of(more)
    assert place is not None
    assert painter.at(place.center) == more
    assert painter.at((400, 2)) is None


@pytest.mark.slow
def test_before_the_reveal_nothing_is_reported_of_a_card_but_that_it_lies_there(painter: Painter) -> None:
    """The published value has no card to show then; the place of it has these words, and no others."""
    words = painter.words.sentences
    own = {
        sentence
        for key, sentence in words.items()
        if key.startswith(("screen.reader.", "screen.sealing.", "screen.locked"))
    }
    base = scenes.sealing()
    surface = pygame.Surface(SIZE)
    painter.draw(surface, base, 0.0)
    common = {one.words for one in painter.placed}
    for reader in ReaderState:
        for locked in (False, True):
            painter.draw(surface, replace(base, desks=(Desk(base.desks[0].seat, reader, locked), base.desks[1])), 0.0)
            assert {one.words for one in painter.placed} - common <= own | {"Hold: lock"}


def test_what_is_always_possible_never_stands_in_the_place_of_what_is_asked(painter: Painter) -> None:
    """The buttons may rest on it; the question of the round stays, and nothing looks like an order."""
    published = scenes.activation()
    desk = replace(published.desks[0], focus=Focus("defeated", CLOSED))
    shown = touches(painter, replace(published, desks=(desk, published.desks[1])))
    stated = {one.words for one in painter.placed}
    assert {
        "Activate a unit with an order, draw, or pass?",
        "Hold: Mark a unit as defeated",
        "Mark a unit as defeated",
    } & stated == {
        "Activate a unit with an order, draw, or pass?",
        "Mark a unit as defeated",
    }
    assert Pointed(BLUE, "defeated", 0) in shown
    assert [one.value for one in shown if isinstance(one, Touched) and one.prompt == "act"], "a row is one touch"


def test_what_is_always_possible_is_leafed_through_opened_and_closed(painter: Painter) -> None:
    published = scenes.waiting()
    assert {"Waiting for Red", "Mark a unit as defeated"} <= {one.words for one in painted(painter, published)}
    shown = touches(painter, published)
    assert {Pointed(BLUE, key, CLOSED) for key in ("order.extra", "promote")} <= set(shown)
    assert Pointed(BLUE, "defeat", 0) in shown
    assert Pointed(BLUE, "defeat", CLOSED) in touches(painter, scenes.defeat())


def _asked(*prompts: AnyPrompt, focus: Focus | None = None) -> Published:
    """Return the activation with these prompts alone."""
    base = scenes.activation()
    return replace(base, prompts=prompts, desks=(replace(base.desks[0], focus=focus), base.desks[1]))


TURN = ChooseOne(key="turn", seat=BLUE, ask=Text("turn"), rule="R", options=scenes.options(scenes.empire(), 1, 2))
LOST = ChooseOne(
    key="lost", seat=BLUE, ask=Text("lost"), rule="R", options=scenes.options(scenes.empire()), standing=True, often=7
)


def test_the_line_at_the_foot_reports_where_it_is_and_settings_lie_deeper(painter: Painter) -> None:
    refill, switch = (replace(LOST, key=key, setting=True) for key in ("refill", "switch"))
    always = (TURN, LOST, refill, switch)
    shown = touches(painter, _asked(*always, focus=Focus("lost", CLOSED)))
    assert "1/2" in {one.words for one in painter.placed}
    assert Pointed(BLUE, "refill", DEEPER) in shown
    deeper = touches(painter, _asked(*always, focus=Focus("refill", DEEPER)))
    assert {"2/2", "Table settings"} <= {one.words for one in painter.placed}
    assert Pointed(BLUE, "refill", CLOSED) in deeper
    within = touches(painter, _asked(*always, focus=Focus("refill", CLOSED)))
    assert Pointed(BLUE, "switch", CLOSED) in within
    assert Pointed(BLUE, "lost", CLOSED) not in within


def test_the_chip_of_a_unit_leads_to_the_commonest_that_can_be_reported_of_it(painter: Painter) -> None:
    second = replace(LOST, key="token.second", often=0)
    shown = touches(painter, _asked(TURN, second, LOST, focus=Focus("turn", 0)))
    last = len(LOST.options) - 1
    assert {Pointed(BLUE, "lost", 0), Pointed(BLUE, "lost", last)} <= set(shown)
    assert Pointed(BLUE, "token.second", last) not in shown


def test_an_option_that_takes_holding_reports_it_before_it_is_tried(painter: Painter) -> None:
    draw = Option("draw", Text("legion.turn.draw"), hold=True)
    turn = replace(TURN, options=(*TURN.options, draw))
    shown = touches(painter, _asked(turn, focus=Focus("turn", 2)))
    assert "Hold: Draw a token" in {one.words for one in painter.placed}
    assert Touched(BLUE, "turn", "draw", hold=True) in shown
    agree = replace(TURN, key="agree", hold=True)
    shown = touches(painter, _asked(agree, focus=Focus("agree", 1)))
    assert Touched(BLUE, "agree", agree.options[1].id, hold=True) in shown


def test_what_is_alone_and_happens_now_is_one_button_and_no_list(painter: Painter) -> None:
    draw = replace(TURN, options=(Option("draw", Text("legion.turn.draw")),), moment=True)
    shown = touches(painter, _asked(draw, focus=Focus("turn", 0)))
    assert Touched(BLUE, "turn", "draw", hold=False) in shown
    assert not any(isinstance(one, Pointed) and one.prompt == "turn" for one in shown)


def test_what_a_waiting_seat_answers_next_is_shown_open(painter: Painter) -> None:
    ready = replace(TURN, standing=True, ready=True, hold=True)
    shown = touches(painter, _asked(ready, LOST, focus=Focus("turn", 0)))
    assert Touched(BLUE, "turn", TURN.options[0].id, hold=True) in shown
    assert Pointed(BLUE, "lost", CLOSED) in shown, "the way on leads to what is always possible"


def test_a_locked_seat_reports_it_large_and_can_take_its_card_back(painter: Painter) -> None:
    largest = max(painted(painter, scenes.sealing()), key=lambda one: one.px)
    assert largest.words == "Locked"
    assert Touched(BLUE, "unlock", None, hold=True) in touches(painter, scenes.sealing())


def test_a_long_list_shows_its_names_at_full_size_and_turns_by_pages(painter: Painter) -> None:
    published = scenes.orders()
    desks = (published.desks[0], replace(published.desks[1], focus=Focus("orders", 0)))
    names = {unit.name for unit in scenes.rebels()}
    placed = [one for one in painted(painter, replace(published, desks=desks)) if one.words in names]
    assert len(placed) >= 4
    assert all(one.px >= 20 for one in placed)
    pages = [one.cursor for one in touches(painter, replace(published, desks=desks)) if isinstance(one, Pointed)]
    assert max(pages) >= len(placed)


def test_a_half_that_faces_the_other_way_is_the_same_turned_round(words: Words) -> None:
    scene, size = scenes.orders(), (800, 480)
    upright, turned = pygame.Surface(size), pygame.Surface(size)
    straight, round_ = Painter(words), Painter(words, turned=frozenset({RED}))
    straight.draw(upright, scene, 0.0)
    round_.draw(turned, scene, 0.0)
    half = lay_out(upright.get_rect()).red
    there = pygame.transform.flip(turned.subsurface(half), True, True)
    assert pygame.image.tostring(there, "RGB") == pygame.image.tostring(upright.subsurface(half), "RGB")
    places = [rect for rect, touch in round_._canvas.touches if getattr(touch, "seat", None) is RED]
    assert places
    assert all(half.contains(rect) for rect in places)
    assert round_.at(places[0].center) is not None


def test_the_last_reveal_and_roll_can_be_touched(painter: Painter) -> None:
    shown = touches(painter, scenes.nominate())
    assert {Recalled("turn"), Recalled("roll")} <= set(shown)
    later = touches(painter, replace(scenes.sealing(), match="other"))
    assert not {Recalled("turn"), Recalled("roll")} & set(later)


def test_a_die_whose_moment_is_past_lies_on_the_screen_no_more(painter: Painter) -> None:
    scene = scenes.nominate()
    assert scene.view is not None
    assert scene.view.rolled is not None
    past = replace(scene.view, rolled=replace(scene.view.rolled, past=True))
    assert Recalled("roll") in touches(painter, scene)
    assert Recalled("roll") not in touches(painter, replace(scene, view=past))


def test_before_a_match_the_language_can_be_touched(painter: Painter) -> None:
    assert Translated() in touches(painter, scenes.lobby())


@pytest.mark.rule("TB-78")
def test_a_chore_is_a_sign_in_each_half_that_opens_there_and_covers_no_question(painter: Painter) -> None:
    scene = scenes.chore()
    seen = touches(painter, scene)
    assert Pointed(BLUE, "back", 0) in seen
    assert Pointed(RED, "back", 0) in seen
    assert not any(isinstance(touch, Touched) and touch.prompt == "back" for touch in seen), "nothing answers it yet"
    assert any(isinstance(touch, Touched) and touch.prompt == "nominate" for touch in seen), "the question stands there"
    opened = replace(scene, desks=(replace(scene.desks[0], focus=Focus("back", 0)), scene.desks[1]))
    assert Touched(BLUE, "back", None, hold=True) in touches(painter, opened)


@pytest.mark.rule("TB-09")
def test_what_a_seat_takes_by_hand_is_a_sign_in_its_half_beside_the_question(painter: Painter) -> None:
    scene = scenes.by_hand()
    seen = touches(painter, scene)
    key = "match.hand.a"
    assert [touch for touch in seen if isinstance(touch, Pointed) and touch.prompt == key] == [Pointed(BLUE, key, 0)]
    asked = next(prompt for prompt in scene.prompts if prompt.seat is BLUE and not prompt.standing)
    assert any(isinstance(touch, Touched) and touch.prompt == asked.key for touch in seen), "the question stands there"
    assert all("special forces" not in one.words.lower() for one in painter.placed), (
        "and no other row speaks of the token"
    )
    opened = replace(scene, desks=(replace(scene.desks[0], focus=Focus(key, 0)), scene.desks[1]))
    assert Touched(BLUE, key, None, hold=True) in touches(painter, opened)


@pytest.mark.rule("TB-09")
@pytest.mark.rule("TB-78")
def test_what_goes_back_and_what_is_taken_have_a_sign_each_that_hides_no_other(painter: Painter) -> None:
    scene = scenes.by_hand()
    back = next(prompt for prompt in scenes.chore().prompts if prompt.chore)
    both = replace(scene, prompts=(*scene.prompts, back))
    touches(painter, both)
    places = [painter.place_of(Pointed(BLUE, key, 0)) for key in ("match.hand.a", "back")]
    assert all(places)
    for place, key in zip(places, ("match.hand.a", "back"), strict=True):
        assert place is not None
        assert painter.at(place.center) == Pointed(BLUE, key, 0)
        assert place.width >= 44


@pytest.mark.rule("TB-09")
def test_what_waits_to_be_taken_hides_neither_a_refusal_nor_what_happened_last(painter: Painter) -> None:
    scene = scenes.by_hand()
    touches(painter, scene)
    calm = [one.words for one in painter.placed]
    assert "Red draws: operative token" in calm
    assert scene.view is not None
    wanted = replace(scene, view=replace(scene.view, story=(*scene.view.story, text("story.by_hand", count=1))))
    touches(painter, wanted)
    assert [one.words for one in painter.placed] == calm, "nor does the table's own line of it"
    refused = replace(scenes.fault_and_by_hand(), notice=Notice(BLUE, text("refused.not_now"), "TB-06"))
    touches(painter, refused)
    assert painter.words.say(text("refused.not_now")) in [one.words for one in painter.placed]


def test_where_the_other_questions_stand_below_the_way_on_leads_to_what_is_always_possible(painter: Painter) -> None:
    """Each of those is one touch away already, so that `...` need not lead through them."""
    questions = (
        ChooseOne(
            key="order", seat=BLUE, ask=text("match.close"), rule="", options=(Option("a", text("match.close")),)
        ),
        Confirm(key="end", seat=BLUE, ask=text("match.end"), rule=""),
        Confirm(key="undo", seat=BLUE, ask=text("match.end"), rule="", standing=True),
    )
    desks = (Desk(BLUE, ReaderState.EMPTY, focus=Focus("order", 0)), Desk(RED, ReaderState.EMPTY))
    shown = touches(painter, Published("one", None, questions, desks))
    assert {Pointed(BLUE, "end", 0), Pointed(BLUE, "undo", CLOSED)} <= set(shown)
    assert shown.count(Pointed(BLUE, "end", 0)) == 1
