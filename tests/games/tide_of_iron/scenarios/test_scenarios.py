"""Scenario files: the samples, everything that is wrong with a file at once, and both sides of one scenario."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.config.toml.problems import describe
from table.games.files.offers import Offer
from table.games.tide_of_iron.rules.game import TideOfIron
from table.games.tide_of_iron.rules.model.scenario import (
    CommandUse,
    Kind,
    Objective,
    Scenario,
    Scoring,
    SeatScenario,
    StrategyCard,
)
from table.games.tide_of_iron.scenarios.loader import load
from table.games.tide_of_iron.scenarios.scenario_format import Scenarios
from table.games.tide_of_iron.scenarios.scenario_shelf import ScenarioShelf
from table.games.tide_of_iron.scenarios.stored_scenarios import stored_scenarios, strategy_cards
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, Seat
from table.words import Words
from tests.games.tide_of_iron.kit import SCENARIO

GOOD = """
name = "A street"
rounds = 4
initiative = "red_army"
[victory]
objectives = true
[sides.us]
nation = "american"
name = "Us"
command = 3
[[sides.us.cards]]
name = "Field kitchen"
cost = 2
lasting = true
[[sides.us.points]]
round = 2
points = 1
[sides.red_army]
nation = "russian"
[[objectives]]
name = "Corner"
hex = "B7"
kind = "command"
value = 2
nation = "russian"
held_by = "us"
zone = "red_army"
[[objectives]]
name = "Church"
hex = "C3"
kind = "victory"
value = 1
[[uses]]
name = "A lift"
cost = 1
side = "us"
"""
RUNNING = GOOD.replace("objectives = true", "objectives = true\nrounds = true")


def reported(folder: Path, document: str) -> list[str]:
    """What is wrong with it, as people read it, without the file's name."""
    path = folder / "street.toml"
    path.write_text(document, "utf-8")
    loaded = load(path)
    assert loaded.scenario is None
    return [line.removeprefix(f"{path}:") for line in describe(loaded.problems, Words("en").say)[:-1]]


def test_a_file_gives_a_scenario(tmp_path: Path) -> None:
    path = tmp_path / "Our Street.toml"
    path.write_text(RUNNING, "utf-8")
    scenario, problems = load(path)
    assert problems == ()
    assert scenario is not None
    assert (scenario.id, scenario.name, scenario.rounds, scenario.initiative) == (
        "our-street", "A street", 4, "red_army",
    )  # fmt: skip
    assert scenario.scoring == Scoring(objectives=True, rounds=True)
    us, them = scenario.sides
    assert (us.id, us.name, us.nation, us.command, us.points) == ("us", "Us", "american", 3, ((2, 1),))
    assert us.cards == (StrategyCard("tide_of_iron.american.field-kitchen", "Field kitchen", 2, lasting=True),)
    assert (them.id, them.name, them.cards) == ("red_army", "russian", ())
    corner, church = scenario.objectives
    assert corner == Objective("b7", "Corner", "B7", Kind.COMMAND, 2, "russian", "us", "red_army")
    assert church == Objective("c3", "Church", "C3", Kind.VICTORY, 1)
    assert scenario.uses == (CommandUse("a-lift", "A lift", 1, "us"),)


def test_the_two_samples_are_complete() -> None:
    stored = stored_scenarios(None)
    assert [each.id for each in stored] == ["sample:mill_bridge", "sample:quiet_orchard"]
    for each in stored:
        assert each.scenario is not None, each.problems
        assert all(len(sheet.cards) >= 2 for sheet in each.scenario.sides)
        assert {Kind.COMMAND} < {objective.kind for objective in each.scenario.objectives}
        assert each.scenario.scoring.any
    ids = [card.id for card in strategy_cards(None)]
    assert len(set(ids)) == len(ids), "a card of two scenarios is one card"
    assert ids.count("tide_of_iron.german.dug-in") == 1


def test_the_example_of_the_documentation_is_a_scenario(tmp_path: Path) -> None:
    page = (Path(__file__).parents[4] / "docs" / "play" / "scenarios.md").read_text("utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    path = tmp_path / "street.toml"
    path.write_text(example, "utf-8")
    assert load(path).problems == ()


@pytest.mark.rule("IB-02")
@pytest.mark.rule("IB-03")
@pytest.mark.rule("IB-04")
def test_a_file_states_allies_copies_both_markers_and_who_wins(tmp_path: Path) -> None:
    path = tmp_path / "street.toml"
    path.write_text(
        RUNNING.replace('nation = "american"', 'nation = "american"\nallies = ["british"]\ndraws = 1', 1)
        .replace("cost = 2", "cost = 2\ncopies = 2\naction_phase = false\nends = true", 1)
        .replace('kind = "command"', 'kind = "command"\nvictory = 1', 1)
        .replace("rounds = true", 'rounds = true\nconditions = ["hold the church"]'),
        "utf-8",
    )
    scenario, problems = load(path)
    assert problems == ()
    assert scenario is not None
    us = scenario.sides[0]
    assert (us.allies, us.draws) == (("british",), 1)
    assert [(card.id, card.tag, card.action_phase, card.lasting, card.ends) for card in us.cards] == [
        ("tide_of_iron.american.field-kitchen", "tide_of_iron.american.field-kitchen", False, True, True),
        ("tide_of_iron.american.field-kitchen.2", "tide_of_iron.american.field-kitchen", False, True, True),
    ]
    assert scenario.objectives[0].victory == 1
    assert scenario.scoring.conditions == ("hold the church",)


@pytest.mark.rule("TB-81")
@pytest.mark.parametrize(
    ("part", "instead", "expected"),
    [
        ('hex = "C3"', 'hex = "B7"', "write both markers as one"),
        ('kind = "victory"', 'kind = "victory"\nvictory = 2', "only a command objective has victory"),
        ('nation = "american"', 'nation = "american"\nallies = ["russian"]', "is the same; each side has a nation"),
        ('nation = "american"', 'nation = "american"\nallies = ["neutral"]', "only objectives can be neutral"),
        ('nation = "american"', 'nation = "american"\nallies = [" "]', "at least a letter or a digit"),
        ("cost = 2", "cost = 2\ncopies = 0", "a whole number from 1 to 9"),
        ("cost = 2", 'cost = 2\nnation = "!"', "at least a letter or a digit"),
        (
            "cost = 2",
            'cost = 2\n[[sides.us.cards]]\nname = "Field kitchen"\nnation = "American"\ncost = 2',
            "is the same; each needs its own",
        ),
    ],
)
def test_what_is_wrong_with_the_newer_keys(part: str, instead: str, expected: str, tmp_path: Path) -> None:
    assert part in RUNNING
    assert expected in "\n".join(reported(tmp_path, RUNNING.replace(part, instead, 1)))


@pytest.mark.rule("TB-81")
def test_a_file_without_sides_or_cut_off_is_reported_in_a_scenarios_words(tmp_path: Path) -> None:
    head = RUNNING[: RUNNING.index("[victory]")]
    wrong = "\n".join(reported(tmp_path, head))
    assert "[sides.american]" in wrong
    assert "[readers" not in wrong
    assert Scenarios().recognises(head), "it is a scenario, and no list of another game"
    assert not Scenarios().recognises('[[trooper]]\nname = "A"\n')


@pytest.mark.rule("TB-81")
def test_everything_that_is_wrong_is_reported_at_once_with_its_line(tmp_path: Path) -> None:
    broken = (
        RUNNING.replace('initiative = "red_army"', 'initiative = "red_amry"')
        .replace("cost = 2", 'cost = "two"')
        .replace("round = 2", "round = 9")
        .replace('kind = "victory"', 'kind = "victorious"')
        .replace('held_by = "us"', 'held_by = "them"')
        .replace('hex = "C3"', 'hex = "C3"\ncolour = "red"')
    )
    assert reported(tmp_path, broken) == [
        '4: initiative = "red_amry": expected one of: us, red_army. Closest: red_army',
        '14: sides.us.cards[1].cost = "two": expected a whole number from 0 to 99',
        "17: sides.us.points[1].round = 9: the scenario has 4 rounds",
        '27: objectives[1].held_by = "them": expected one of: us, red_army',
        '32: objectives[2].colour = "red": no such key here; the keys are: '
        "name, hex, kind, value, victory, nation, held_by, zone, placed_by",
        '33: objectives[2].kind = "victorious": expected one of: command, victory, other. Closest: victory',
    ]


@pytest.mark.rule("TB-81")
def test_a_nation_that_both_sides_have_is_named_once_among_those_that_are_right(tmp_path: Path) -> None:
    wrong = RUNNING.replace('nation = "russian"\n[[obj', 'nation = "american"\n[[obj')
    assert "expected one of: american, neutral" in "\n".join(reported(tmp_path, wrong))


@pytest.mark.slow
@pytest.mark.rule("TB-81")
@pytest.mark.parametrize(
    ("was", "becomes", "problem"),
    [
        ("[sides.red_army]\n", "[sides.us.cards]\n", "is not TOML"),
        ('nation = "russian"\n[[obj', 'nation = "american"\n[[obj', "sides.us.nation is the same"),
        ('nation = "russian"\n[[obj', 'nation = "neutral"\n[[obj', "only objectives can be neutral"),
        ('nation = "russian"\nheld', 'nation = "french"\nheld', "expected one of: american, russian, neutral"),
        ("value = 2", "value = 0", "a command objective has a value of 1 or more"),
        ('kind = "victory"', 'kind = "other"', "only command and victory objectives have a value"),
        ('hex = "C3"', 'hex = "b7"', "objectives[1].hex is the same"),
        ('side = "us"', 'side = "them"', "expected one of: us, red_army"),
        ('name = "A lift"', 'name = "?!"', "expected at least a letter or a digit"),
        ('name = "A street"', 'name = "A\\u001b[2Jstreet"', "at most 60 printable characters"),
        ('name = "Church"', f'name = "{"x" * 61}"', "at most 60 printable characters"),
        ('nation = "russian"\n[[obj', 'nation = "American"\n[[obj', "sides.us.nation is the same"),
        ('nation = "russian"\n[[obj', 'nation = "Neutral"\n[[obj', "only objectives can be neutral"),
        (
            "[[uses]]\n", "".join(f'[[uses]]\nname = "u{n}"\ncost = 1\n' for n in range(60)) + "[[uses]]\n",
            "61 of them are too many",
        ),
        ("rounds = 4", "rounds = 0", "expected a whole number from 1 to 20"),
        ("rounds = 4\n", "", "rounds: is missing; expected a whole number"),
        ("objectives = true\n", "", "this gives no points while victory.objectives is false"),
        ("\nrounds = true", "", "this gives no points while victory.rounds is false"),
        ('kind = "victory"', 'kind = "command"', "there is no objective of the kind victory"),
        ("[[sides.us.points]]\nround = 2\npoints = 1\n", "", "no side is given points by round"),
        ("[sides.red_army]", '[sides.third]\nnation = "french"\n[sides.red_army]', "expected two sides; there are 3"),
        ("[sides.red_army]", '[sides."Red Army"]', "small letters and digits only; for instance red-army"),
        (RUNNING, "sides = 3\nobjectives = []\n", "expected at least one: [[objectives]]"),
        (RUNNING, "sides = 3", "expected a section for each side"),
        (RUNNING, "objectives = 3", "expected a list of tables: [[objectives]]"),
    ],
)  # fmt: skip
def test_an_impossible_scenario_is_refused(tmp_path: Path, was: str, becomes: str, problem: str) -> None:
    assert RUNNING.count(was) == 1
    assert problem in "\n".join(reported(tmp_path, RUNNING.replace(was, becomes)))


@pytest.mark.rule("TB-81")
@settings(max_examples=40, deadline=None)
@given(document=st.one_of(st.text(), st.text(alphabet='[]{}="\n.,sidespoint1', max_size=80)))
@pytest.mark.slow
def test_no_file_whatever_breaks_the_loader(document: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(document.encode("utf-8", "surrogatepass"))
    assert load(path).problems


@pytest.mark.rule("TB-81")
def test_a_broken_scenario_is_not_offered_and_reports_all_when_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "fine.toml").write_text(RUNNING, "utf-8")
    (tmp_path / "broken.toml").write_text(RUNNING.replace("4", "99").replace("cost", "cots"), "utf-8")
    shelf = ScenarioShelf(tmp_path)
    offered = [offer.id for offer in shelf.offers("tide_of_iron")]
    assert offered == [
        "sample:mill_bridge/american", "sample:mill_bridge/german",
        "sample:quiet_orchard/british", "sample:quiet_orchard/german",
        "own:broken.toml",
        "own:fine.toml/us", "own:fine.toml/red_army",
    ]  # fmt: skip
    assert [offer.id for offer in shelf.offers("tide_of_iron") if offer.wrong] == ["own:broken.toml"]
    assert shelf.offers("tide_of_iron")[0].against == ("sample:mill_bridge/german",)
    refused = shelf.fetch("tide_of_iron", "own:broken.toml/us")
    assert isinstance(refused, tuple)
    assert len(refused) > 2
    assert {refusal.rule for refusal in refused} == {"TB-81"}
    words = Words("en")
    assert words.say(refused[0].why).startswith("rounds, line 3: expected a whole number")


@pytest.mark.rule("TB-81")
def test_a_side_comes_from_the_shelf_or_from_a_file(tmp_path: Path) -> None:
    shelf = ScenarioShelf(None)
    part = shelf.fetch("tide_of_iron", "sample:mill_bridge/german")
    assert isinstance(part, SeatScenario)
    assert (part.scenario.name, part.side) == ("The mill bridge", "german")
    (tmp_path / "mine.toml").write_text(RUNNING, "utf-8")
    mine = shelf.fetch("tide_of_iron", f"{tmp_path / 'mine.toml'}/us")
    assert isinstance(mine, SeatScenario)
    for wrong in ("sample:mill_bridge/french", "sample:mill_bridge", "nowhere/us", ""):
        refused = shelf.fetch("tide_of_iron", wrong)
        assert isinstance(refused, tuple), wrong
        assert refused, wrong
    assert isinstance(shelf.offers("tide_of_iron")[0], Offer)


@pytest.mark.rule("TB-80")
def test_both_seats_take_the_two_sides_of_one_scenario() -> None:
    game = TideOfIron()
    american, german = SeatScenario(SCENARIO, "american"), SeatScenario(SCENARIO, "german")
    other = SeatScenario(_sample(), "german")

    def refused(setup: dict[Seat, object]) -> list[str]:
        begun = game.begin(setup)
        assert all(isinstance(each, Refusal) and each.rule == "TB-80" for each in begun), begun
        return [each.why.key for each in begun if isinstance(each, Refusal)]

    assert refused({}) == ["tide.parts.none"] * 2
    assert refused({BLUE: american, RED: "an army"}) == ["tide.parts.none"]
    assert refused({BLUE: american, RED: other}) == ["tide.parts.scenarios"]
    assert refused({BLUE: american, RED: american}) == ["tide.parts.same"]
    nobody = SeatScenario(SCENARIO, "french")
    assert refused({BLUE: nobody, RED: nobody}) == ["tide.parts.side", "tide.parts.side", "tide.parts.same"]
    assert not isinstance(game.begin({BLUE: german, RED: american})[0], Refusal), "whoever sits where"


def _sample() -> Scenario:
    scenario = stored_scenarios(None)[0].scenario
    assert scenario is not None
    return scenario


@pytest.mark.rule("TB-81")
@pytest.mark.rule("IB-03")
def test_a_side_may_be_called_allies_and_have_some(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    named = RUNNING.replace("sides.us", "sides.allies").replace('"us"', '"allies"')
    named = named.replace('nation = "american"\n', 'nation = "american"\nallies = ["uk"]\n')
    path.write_text(named, "utf-8")
    assert load(path).problems == ()
    path.write_text(named.replace('["uk"]', '["uk", "-"]'), "utf-8")
    (problem,) = load(path).problems
    assert problem.key == "sides.allies.allies[2]"
