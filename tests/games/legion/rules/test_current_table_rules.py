"""Rules that the table adds: docs/play/rules/table.md, TB-20 to TB-24 and TB-44 to TB-48."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.activation.turn_events import TokenDrawn
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.model.armies import CommandCard, Rank, Slot, Timing
from table.games.legion.rules.priority.priority_events import DieRolled, PriorityGiven
from table.games.legion.rules.reading.card_reading import times
from table.games.legion.rules.reading.reading_events import CardFactsAgreed
from table.games.legion.rules.selection.selection_events import CannotPlay, CanPlay, CardRefused
from table.rules.commands import Reveal
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number, Roll, Value
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import Text
from table.session.attention import attend
from table.session.seat_state import Moment, SeatState
from tests.games.legion.rules.kit import (
    AT_ST,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VADER,
    VEERS,
    Tabletop,
    activation,
    alone_in_the_pool,
    army,
    card,
    own,
    skirmish,
    unit,
)

CHANGE_OF_PLANS = card("Change of Plans", 1, timing=Timing.REVEAL)
LOOMS = card("Annihilation Looms", 1, timing=Timing.REVEAL)
MYSTERY = replace(card("Mystery", 0), priority_pips=None, slots=None, timing=None)
DROID = unit("ID10", None, "droid trooper")


@pytest.mark.rule("TB-20")
def test_what_nobody_asked_is_refused() -> None:
    table = skirmish()
    assert table.blue.tries("no such question").rule == "TB-20"
    assert table.blue.tries("end").rule == "TB-36", "a question of another step says its own rule"


@pytest.mark.rule("LG-10")
def test_a_reveal_turns_over_every_card_that_was_asked_for_and_no_other() -> None:
    table = skirmish()
    ambush, push = table.blue.card("Ambush"), table.red.card("Push")
    for cards in ((), ((BLUE, ambush),), ((BLUE, ambush), (BLUE, push)), ((BLUE, ambush), (RED, push), (RED, push))):
        assert table.refuses(Reveal(cards)).rule == "LG-10"
    table.both_play("Ambush", "Push")
    assert table.refuses(Reveal(((BLUE, ambush), (RED, push)))).rule == "LG-10"


@pytest.mark.rule("LA-50")
def test_no_card_is_turned_over_while_one_of_them_may_not_be_played() -> None:
    table = skirmish(cards=[own("Thrawn", card("Foreign", 1))])
    foreign, push = table.blue.card("Foreign"), table.red.card("Push")
    for cards in (((BLUE, foreign), (RED, push)), ((BLUE, foreign), (RED, foreign))):
        assert table.refuses(Reveal(cards)).rule == "LA-50"
    assert table.blue.asked("select")
    assert table.red.asked("select")
    table.both_play("Ambush", "Push")
    assert not table.events_of(CardRefused)


@pytest.mark.rule("TB-25")
def test_who_has_no_card_that_may_be_played_plays_none() -> None:
    foreign = replace(army(VEERS), hand=(own("Thrawn", card("Foreign", 1)),))
    alone = Tabletop(foreign, army(LEIA))
    assert alone.events_of(CannotPlay) == [CannotPlay(BLUE, "no_lawful_card")]
    alone.red.plays("Push")
    assert alone.last(PriorityGiven).rule == "TB-25"


@pytest.mark.rule("LG-11")
def test_a_leader_that_is_back_before_the_reveal_can_play_after_all() -> None:
    table = skirmish()
    table.red.answers("defeat", "Leia")
    table.red.answers("restore", "Leia")
    table.red.answers("restore.why", "slip")
    assert table.events_of(CanPlay) == [CanPlay(RED)]
    assert table.red.asked("select")


@pytest.mark.rule("TB-24")
def test_what_the_data_do_not_know_is_read_off_by_the_owner_and_agreed_by_the_opponent() -> None:
    table = skirmish(cards=[MYSTERY])
    assert not [p for p in table.prompts() if p.key.startswith("read.")], "never before the reveal"
    table.both_play("Mystery", "Push")
    pips = table.blue.asked("read.pips")
    assert isinstance(pips, Number)
    assert (pips.least, pips.most) == (0, 9)
    assert table.red.tries("read.pips", 1).rule == "TB-24"
    assert table.blue.tries("read.pips", 10).rule == "TB-24"
    table.blue.answers("read.pips", 1)
    table.blue.answers("read.timing", ())
    assert isinstance(table.blue.asked("read.whom"), ChooseSome)
    table.blue.answers("read.whom", ("rank:heavy", "name:Vader"))
    table.blue.answers("read.count", 2)
    table.blue.answers("read.whom", ())
    assert table.blue.tries("read.agree", "yes").rule == "TB-24"
    table.red.answers("read.agree", "yes")
    vader_or_heavy = Slot(names=("Vader",), ranks=(Rank.HEAVY,), either=True)
    assert table.last(CardFactsAgreed) == CardFactsAgreed(
        BLUE, MYSTERY.id, "Mystery", 1, Timing.NONE, (vader_or_heavy,) * 2
    )
    assert table.state.priority is BLUE
    assert table.blue.offered("orders") == ["Vader", "AT-ST"]


@pytest.mark.rule("TB-24")
@pytest.mark.parametrize("first", SEATS)
def test_who_has_a_card_to_read_is_led_to_what_was_read_off_the_others_card_once_its_own_is_read(first: Seat) -> None:
    table = skirmish(cards=[MYSTERY, replace(MYSTERY, id="legion.card.riddle", name="Riddle")])
    players, desks = {BLUE: table.blue, RED: table.red}, {seat: SeatState(seat) for seat in SEATS}
    before: tuple[AnyPrompt, ...] = ()

    def led(seat: Seat) -> str:
        """Return the key of the question in which the seat's focus stands now."""
        nonlocal before
        for desk in desks.values():
            attend(desk, table.prompts(), before, Moment("m"))
        before = table.prompts()
        focus = desks[seat].focus
        return "" if focus is None else focus.prompt

    def reads(seat: Seat, key: str, value: Value) -> None:
        assert led(seat) == key
        players[seat].answers(key, value)
        desks[seat].answered |= {key}

    table.both_play("Mystery", "Riddle")
    own = (("read.pips", 1), ("read.timing", ()), ("read.whom", ("any",)), ("read.count", 1), ("read.whom", ()))
    for key, value in own:
        reads(first, key, value)
        assert led(first.opponent) == "read.pips"
    for key, value in own:
        assert players[first.opponent].asked("read.agree"), "it stands there, and waits"
        reads(first.opponent, key, value)
    assert (led(first), led(first.opponent)) == ("read.agree", "read.agree")


@pytest.mark.rule("TB-24")
def test_a_disputed_reading_is_read_again_and_an_agreed_one_is_remembered() -> None:
    half = replace(MYSTERY, slots=(Slot(),), timing=Timing.NONE)
    table = skirmish(cards=[half, replace(half, id="legion.card.riddle", name="Riddle")])
    table.both_play("Mystery", "Riddle")
    table.red.answers("read.pips", 2)
    table.blue.answers("read.agree", "yes")
    table.blue.answers("read.pips", 3)
    table.red.answers("read.agree", "no")
    table.blue.answers("read.pips", 1)
    table.red.answers("read.agree", "yes")
    assert table.state.priority is BLUE
    table.issue_all()
    table.end_round()
    table.both_play("Riddle", "Mystery")
    assert table.blue.asked("read.pips") is None
    assert table.red.asked("read.pips") is None
    assert table.state.priority is RED, "one pip against two"


def reads(table: Tabletop, whom: tuple[str, ...], number: int) -> None:
    """Blue reads a card off: one pip, no effect, and so many orders."""
    table.blue.answers("read.pips", 1)
    table.blue.answers("read.timing", ())
    table.blue.answers("read.whom", whom)
    table.blue.answers("read.count", number)
    table.blue.answers("read.whom", ())


@pytest.mark.rule("TB-24")
@pytest.mark.rule("TB-76")
def test_what_was_read_off_and_agreed_wrongly_is_read_again_with_a_reason_and_consent() -> None:
    table = skirmish(cards=[MYSTERY])
    table.both_play("Mystery", "Push")
    reads(table, ("rank:heavy",), 1)
    table.red.answers("read.agree", "yes")
    table.blue.answers("orders", "AT-ST")
    assert table.state.play(BLUE).orders_done
    assert "card." not in table.red.offered("correct"), "of Push everything is known"
    for key, stated in (("", "card."), (".which", f"card.{MYSTERY.id}"), (".to", "again"), (".why", "card")):
        table.blue.answers(f"correct{key}", stated)
    table.red.answers("correct.agree", "yes")
    assert [prompt.key for prompt in table.prompts()] == ["read.pips"]
    assert table.red.tries("orders", "Leia").rule == "TB-24", "first that"
    assert table.blue.tries("read.pips", 10).rule == "TB-24"
    reads(table, ("rank:heavy", "rank:corps"), 2)
    assert table.state.facts[0].slots == (Slot(ranks=(Rank.HEAVY,), either=True),), "it counts until it is agreed"
    table.red.answers("read.agree", "yes")
    assert len(table.state.facts) == 1
    assert table.blue.offered("orders") == ["Snowtroopers 1", "Snowtroopers 2"], "the order that was lost"
    table.blue.answers("orders", "Snowtroopers 1")
    table.issue_all()
    assert table.state.play(BLUE).ordered == (("5", Rank.HEAVY), ("3", Rank.CORPS))


@pytest.mark.rule("TB-48")
@pytest.mark.rule("TB-76")
def test_a_card_in_hand_is_no_point_to_correct() -> None:
    table = skirmish(cards=[replace(MYSTERY, priority_pips=1, slots=(Slot(),), timing=Timing.NONE, read=("slots",))])
    table.command_phase("Ambush", "Push")
    assert "card." not in table.blue.offered("correct")


@pytest.mark.rule("TB-24")
def test_an_uncertain_reading_of_the_data_is_offered_first() -> None:
    hinted = replace(card("Hinted", 1), slots=None, suggested=(Slot(names=("Vader",)),))
    table = skirmish(cards=[hinted])
    table.both_play("Hinted", "Push")
    assert table.blue.offered("read.suggested") == ["yes", "no"]
    table.blue.answers("read.suggested", "no")
    assert table.blue.asked("read.whom")
    other = skirmish(cards=[hinted])
    other.both_play("Hinted", "Push")
    other.blue.answers("read.suggested", "yes")
    other.red.answers("read.agree", "yes")
    assert other.blue.offered("orders") == ["Vader"]


@pytest.mark.rule("TB-44")
def test_a_counterpart_has_no_token_no_order_and_no_turn() -> None:
    table = Tabletop(army(VEERS, DROID), army(LEIA, REBELS))
    table.both_play("Push", "Ambush")
    table.red.answers("orders", "Leia")
    assert table.blue.offered("orders") == ["Veers"]
    assert table.blue.tries("orders", "ID10").rule == "TB-44"
    table.blue.answers("orders", "Veers")
    assert table.blue.pool == {}
    assert table.blue.side.play.passes == 0


@pytest.mark.rule("TB-46")
def test_all_that_is_wrong_with_two_armies_is_reported_at_once() -> None:
    numberless = replace(army(VEERS, VADER), units=(VEERS, replace(VADER, id="1"), replace(AT_ST, id="1")))
    bare = replace(army(DROID), hand=())
    doubled: tuple[CommandCard, ...] = (*army().hand, *army().hand[:1])
    begun = Legion2024().begin({BLUE: replace(numberless, hand=doubled), RED: bare})
    assert {item.rule for item in begun if isinstance(item, Refusal)} == {"TB-46"}
    whys: list[Text] = [item.why for item in begun if isinstance(item, Refusal)]
    assert sorted(why.key.removeprefix("legion.muster.") for why in whys) == [
        "card_twice", "no_hand", "no_units", "unit_twice", "unit_without_id",
    ]  # fmt: skip


@pytest.mark.rule("TB-46")
def test_a_seat_without_an_army_is_no_match() -> None:
    begun = Legion2024().begin({BLUE: army(VEERS)})
    assert [item.rule for item in begun if isinstance(item, Refusal)] == ["TB-46"]


@pytest.mark.rule("TB-47")
@pytest.mark.parametrize(("face", "first"), [("block", BLUE), ("surge", RED), ("blank", RED)])
def test_the_players_can_roll_a_die_of_their_own(face: str, first: Seat) -> None:
    table = skirmish()
    table.both_play("Push", "Push")
    assert table.blue.tries("roll", "hit").rule == "LG-31"
    table.blue.with_consent("roll", face)
    assert table.last(DieRolled) == DieRolled(BLUE, "red_defense", face, 0, by_hand=True)
    assert table.state.priority is first
    assert table.chance.questions == [], "the table rolled nothing"


@pytest.mark.rule("TB-47")
def test_the_players_can_draw_from_a_bag_of_their_own() -> None:
    table = activation()
    assert table.blue.offered("draw.by_hand") == ["operative", "corps", "heavy"]
    assert table.blue.tries("draw.by_hand", "support").rule == "TB-47"
    table.blue.with_consent("draw.by_hand", "heavy")
    drawn = table.last(TokenDrawn)
    assert drawn == TokenDrawn(BLUE, Rank.HEAVY, 0, by_hand=True)
    assert table.game.hand_outs(drawn) == (), "they have that token in hand"
    assert table.chance.questions == []


@pytest.mark.rule("TB-48")
def test_what_everybody_sees_does_not_depend_on_a_hidden_card() -> None:
    """Two matches that differ in one hand card only, from the beginning up to the reveal."""
    secrets = (card("Implacable", 1, timing=Timing.REVEAL), MYSTERY)
    tables = [Tabletop(army(VEERS, SNOWTROOPERS, cards=[each]), army(LEIA, REBELS)) for each in secrets]
    for step in ("begun", "defeat", "restore", "restore.why"):
        if step != "begun":
            for table in tables:
                table.blue.answers(step, "slip" if step == "restore.why" else "Snowtroopers")
        first, second = ((t.game.view(t.state), t.prompts(), t.journal[1:]) for t in tables)
        assert first == second, step


@pytest.mark.rule("TB-76")
def test_while_a_card_is_read_again_only_its_owner_answers_and_only_what_is_asked() -> None:
    table = skirmish(cards=[MYSTERY])
    table.both_play("Mystery", "Push")
    reads(table, ("rank:heavy",), 1)
    table.red.answers("read.agree", "yes")
    for key, stated in (("", "card."), (".which", f"card.{MYSTERY.id}"), (".to", "again"), (".why", "card")):
        table.blue.answers(f"correct{key}", stated)
    table.red.answers("correct.agree", "yes")
    assert table.red.tries("read.pips", 1).why.key == "refused.correcting", "it is blue's card"
    assert table.blue.tries("orders", "AT-ST").why.key == "refused.correcting"
    assert table.blue.tries("read.pips", 10).why.key == "refused.not_offered"


@pytest.mark.rule("TB-24")
def test_what_is_agreed_names_all_the_moments_that_were_read() -> None:
    table = skirmish(cards=[MYSTERY])
    table.both_play("Mystery", "Push")
    table.blue.answers("read.pips", 1)
    table.blue.answers("read.timing", (Timing.REVEAL.value, Timing.UNTIMED.value))
    table.blue.answers("read.whom", ())
    asked = table.red.asked("read.agree")
    assert asked is not None
    assert times((Timing.REVEAL, Timing.UNTIMED)) in dict(asked.ask.args).values()
    assert asked.about is not None
    assert (asked.about.seat, asked.about.card.name, asked.about.card.pips) == (BLUE, "Mystery", 1), "it is in sight"


@pytest.mark.rule("TB-28")
def test_a_draw_is_held_only_where_something_else_could_be_done() -> None:
    asked = alone_in_the_pool().blue.asked("turn")
    assert isinstance(asked, ChooseOne)
    assert {option.id: option.hold for option in asked.options} == {"1": False, "draw": True}
    table = alone_in_the_pool()
    table.blue.activates("Veers")
    while not (asked := table.blue.asked("turn")):
        table.first_offered()
    assert isinstance(asked, ChooseOne)
    assert {option.id: option.hold for option in asked.options} == {"draw": False}
    assert asked.moment


@pytest.mark.rule("LG-31")
def test_the_die_is_thrown_by_a_hold() -> None:
    table = skirmish()
    table.both_play("Push", "Push")
    asked = table.blue.asked("roll")
    assert isinstance(asked, Roll)
    assert asked.hold
