"""Classic: hands and discard piles, and what a card gives to a unit."""

import re
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.effects.effect_events import CardRecovered, DiscardLookedAt, GivenJudged
from table.games.legion.rules.effects.granted import GiftKind, verdict
from table.games.legion.rules.event_table import TABLE
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.armies import CommandCard, Timing
from table.rules.prompts import ChooseSome
from table.rules.text import text
from tests.games.legion.rules.kit import AT_ST, LEIA, REBELS, SNOWTROOPERS, VADER, VEERS, Tabletop, army, card, unit

BOMBARDMENT = card("Bombardment", 1, timing=Timing.ACTIVATION)
GUARD = card("Guard", 2, timing=Timing.UNTIMED)
SEEKER = unit("Seeker", None)


def classic(cards: Sequence[CommandCard] = (), game: Legion | None = None) -> Tabletop:
    blue = army(VEERS, VADER, SNOWTROOPERS, AT_ST, SEEKER, cards=[*cards, BOMBARDMENT])
    return Tabletop(blue, army(LEIA, REBELS, cards=[*cards, GUARD]), (), game or LegionClassic())


def played(blue: str = "Bombardment", cards: Sequence[CommandCard] = ()) -> Tabletop:
    """The Activation Phase, with this card of blue's in play."""
    table = classic(cards)
    table.command_phase(blue, "Push")
    return table


@pytest.mark.rule("LC-07")
def test_a_hand_is_secret_and_its_number_of_cards_public() -> None:
    table = classic()
    seen = repr((table.game.view(table.state), table.prompts()))
    assert not any(card.name in seen or card.id in seen for card in table.state.red.army.hand)
    assert table.game.view(table.state).seats[1].counters[0].value == len(table.red.hand)
    table.both_play("Ambush", "Push")
    seen = repr((table.game.view(table.state), table.prompts()))
    assert set(re.findall("Ambush|Push|Assault|Standing Orders|Guard|Bombardment", seen)) == {"Ambush", "Push"}


@pytest.mark.rule("LC-08")
@pytest.mark.rule("TB-70")
@pytest.mark.parametrize(("game", "rule"), [(LegionClassic(), "LC-08"), (Legion2024(), "TB-70")])
def test_the_opponent_looks_through_a_discard_pile_at_any_time(game: Legion, rule: str) -> None:
    table = classic(game=game)
    assert table.red.tries("pile", "legion.card.ambush").rule == rule, "there is no pile yet"
    table.command_phase("Ambush", "Push")
    table.end_round()
    for step in ("select", "activation"):
        assert table.step == step
        asked = table.red.asked("pile")
        assert asked is not None
        assert (asked.rule, asked.standing) == (rule, True)
        assert table.red.offered("pile") == ["legion.card.ambush"]
        assert table.blue.offered("pile") == ["legion.card.push"]
        before = table.state
        table.red.answers("pile", "legion.card.ambush")
        assert table.state == before, "looking changes nothing"
        assert table.last(DiscardLookedAt).name == "Ambush"
        assert table.red.tries("pile", "legion.card.assault").rule == rule, "it is in the hand"
        if step == "select":
            table.command_phase("Assault", "Standing Orders")


@pytest.mark.rule("LC-09")
def test_a_card_that_comes_back_from_the_discard_pile_is_named() -> None:
    table = classic()
    table.command_phase("Ambush", "Push")
    table.end_round()
    table.both_play("Assault", "Standing Orders")
    assert table.blue.tries("card.recover", "legion.card.push").rule == "LC-09"
    table.blue.with_consent("card.recover", "legion.card.ambush")
    assert "Ambush" in table.blue.hand
    back = table.last(CardRecovered)
    assert TABLE.line(back) == text("legion.story.recovered", seat=text("seat.blue"), name="Ambush")


def asks(table: Tabletop, who: str, how: str, *facts: str) -> GivenJudged:
    table.blue.answers("given", "legion.card.bombardment")
    table.blue.answers("given.unit", who)
    table.blue.answers("given.how", how)
    if how != "keyword":
        table.blue.answers("given.facts", facts)
    return table.last(GivenJudged)


@pytest.mark.rule("LC-50")
def test_a_keyword_lasts_as_long_as_its_card_is_in_play() -> None:
    table = classic()
    assert table.blue.tries("given", "legion.card.bombardment").rule == "LC-50", "it is in the hand"
    table.both_play("Bombardment", "Push")
    judged = asks(table, "Vader", "keyword")
    assert (judged.allowed, judged.rule, judged.unit_name) == (True, "LC-50", "Vader")
    table.issue_all()
    assert asks(table, "Vader", "keyword").allowed
    table.end_activation()
    assert table.blue.tries("given", "legion.card.bombardment").rule == "LC-50", "the End Phase discards it"
    table.blue.ends_round()
    table.red.ends_round()
    table.both_play("Ambush", "Assault")
    assert table.blue.asked("given") is None, "a card without an effect gives nothing"


@pytest.mark.rule("LC-50")
def test_a_permanent_card_gives_its_keyword_in_later_rounds_too() -> None:
    lasting = replace(BOMBARDMENT, id="legion.card.lasting", name="Lasting", permanent=True)
    table = played("Lasting", [lasting])
    table.end_round()
    for step in ("select", "activation", "end"):
        assert table.step == step
        assert table.blue.offered("given") == ["legion.card.lasting"]
        table.blue.answers("given", "legion.card.lasting")
        table.blue.answers("given.unit", "Vader")
        table.blue.answers("given.how", "keyword")
        assert table.last(GivenJudged).allowed
        if step == "select":
            table.command_phase("Ambush", "Assault")
        elif step == "activation":
            table.end_activation()


@pytest.mark.rule("LC-50")
@pytest.mark.parametrize(("does", "keywords"), [(("order_pool",), ()), ((), ())])
def test_a_card_that_is_known_to_give_nothing_is_not_asked_about(
    does: tuple[str, ...], keywords: tuple[str, ...]
) -> None:
    other = replace(BOMBARDMENT, id="legion.card.other", name="Other", does=does, keywords=keywords)
    assert played("Other", [other]).blue.asked("given") is None
    armed = replace(other, does=("weapon",))
    assert played("Other", [armed]).blue.asked("given")
    keyword = replace(other, keywords=("Scout 1",))
    assert played("Other", [keyword]).blue.asked("given")


def test_only_undefeated_units_and_each_question_in_its_turn() -> None:
    table = played()
    assert table.blue.tries("given.facts", ()).rule == "LC-53"
    table.blue.answers("defeat", "Vader")
    table.blue.answers("given", "legion.card.bombardment")
    assert table.blue.asked("given") is None
    assert table.blue.tries("given.unit", "Vader").rule == "TB-32"
    assert "Seeker" in table.blue.offered("given.unit")
    table.blue.answers("given.unit", "Veers")
    assert table.blue.offered("given.how") == ["keyword", "gained", "attack"]
    assert table.red.asked("given.how") is None
    first = next(prompt for prompt in table.prompts() if prompt.seat is table.blue.seat)
    assert first.key == "given.how", "what was begun comes before the turn"


@pytest.mark.rule("LC-51")
def test_a_gained_weapon_is_as_one_on_the_units_card() -> None:
    table = played()
    judged = asks(table, "Snowtroopers", "gained", "ranged")
    assert (judged.allowed, judged.rule) == (True, "LC-51")
    assert "arsenal" not in gained_facts(played()), "the arsenal is as with the unit's own weapons"


def gained_facts(table: Tabletop) -> list[str]:
    table.blue.answers("given", "legion.card.bombardment")
    table.blue.answers("given.unit", "Veers")
    table.blue.answers("given.how", "gained")
    assert isinstance(table.blue.asked("given.facts"), ChooseSome)
    return table.blue.offered("given.facts")


@pytest.mark.rule("LC-52")
def test_an_attack_with_the_cards_weapon_adds_no_other_one() -> None:
    judged = asks(played(), "Veers", "attack", "ranged")
    assert (judged.allowed, judged.rule) == (True, "LC-52")
    judged = asks(played(), "Veers", "attack", "ranged", "arsenal")
    assert (judged.allowed, judged.rule) == (False, "LC-52")


@pytest.mark.rule("LC-53")
@pytest.mark.parametrize("how", ["gained", "attack"])
@pytest.mark.parametrize(
    ("who", "facts", "allowed"),
    [
        ("Veers", ("ranged", "engaged"), False),
        ("Veers", ("ranged", "engaged", "versatile"), True),
        ("Veers", ("engaged",), True),
        ("Veers", ("ranged",), True),
        ("AT-ST", ("ranged", "engaged"), True),
        ("AT-ST", ("unable",), False),
        ("Veers", ("ranged", "versatile", "unable"), False),
    ],
)
def test_an_engaged_trooper_makes_no_ranged_attack(who: str, how: str, facts: tuple[str, ...], allowed: bool) -> None:
    judged = asks(played(), who, how, *facts)
    assert judged.allowed is allowed
    assert (judged.rule == "LC-53") is not allowed


@pytest.mark.rule("LC-54")
def test_a_counterpart_does_not_gain_the_weapon_unless_the_card_reports_it() -> None:
    judged = asks(played(), "Veers", "gained", "counterpart")
    assert (judged.allowed, judged.rule) == (False, "LC-54")
    assert asks(played(), "Veers", "gained", "counterpart", "named").allowed


@pytest.mark.rule("LC-54")
def test_a_unit_that_is_a_counterpart_is_known_to_the_table() -> None:
    judged = asks(played(), "Seeker", "gained")
    assert (judged.allowed, judged.rule) == (False, "LC-54")
    assert asks(played(), "Seeker", "gained", "named").allowed
    line = text("legion.story.not_given.counterpart", unit="Seeker", name="Bombardment", rule="LC-54")
    assert TABLE.line(judged) == line


@pytest.mark.parametrize(
    ("how", "facts", "line"),
    [
        ("keyword", (), "given.keyword"),
        ("gained", (), "given.gained"),
        ("attack", (), "given.attack"),
        ("gained", ("counterpart",), "not_given.counterpart"),
        ("attack", ("arsenal",), "not_given.arsenal"),
        ("attack", ("ranged", "engaged"), "not_given.engaged"),
        ("attack", ("unable", "ranged", "engaged"), "not_given.unable"),
    ],
)
def test_the_story_reports_what_was_answered_and_by_which_rule(how: str, facts: tuple[str, ...], line: str) -> None:
    table = played()
    judged = asks(table, "Veers", how, *facts)
    story_line = text(f"legion.story.{line}", unit="Veers", name="Bombardment", rule=judged.rule)
    assert TABLE.line(judged) == story_line
    assert verdict(GiftKind(how), table.blue.unit("Veers"), facts) == (judged.allowed, judged.rule)
