"""A match press by press at a session: what is counted is what was done."""

from dataclasses import replace
from pathlib import Path

import pytest

from lab.headless import HeadlessParts
from lab.presses.screen_places import ScreenPlaces
from lab.presses.skilled import Glance, Played, SkilledMatch
from lab.trials.evening import Planned
from lab.trials.game_trials import game_trials
from table.config import Config
from table.devices.setup import Setup
from table.rules.match.events import AnsweredByTable
from table.rules.seats import BLUE
from table.session.input import Pointed, Touched
from table.view.published import Focus, Published

pytestmark = pytest.mark.campaign


def _tide(folder: Path, glance: Glance = lambda _: None, *, by_touch: bool = False, seed: int = 1) -> SkilledMatch:
    parts = HeadlessParts(folder)
    trials = game_trials("tide_of_iron")
    assert trials.evening is not None
    played = Played(parts.games["tide_of_iron"], trials.evening(), by_touch)
    return SkilledMatch(parts, folder, played, seed, glance)


def test_a_whole_match_is_counted(tmp_path: Path) -> None:
    acts: list[Published] = []
    tally = _tide(tmp_path, lambda played: acts.append(played.view)).play()
    assert tally.presses + tally.cards == len(acts)
    assert tally.presses == tally.by_question.total()
    assert tally.rounds == 6
    assert 0 < tally.moves < tally.presses
    assert 0 < tally.holds < tally.presses


def test_a_finger_needs_little_more_than_buttons_and_cards(tmp_path: Path) -> None:
    pressed = _tide(tmp_path / "a").play()
    touched = _tide(tmp_path / "b", by_touch=True).play()
    assert touched.presses <= 1.1 * (pressed.presses + pressed.cards)
    assert touched.rounds == pressed.rounds


@pytest.mark.rule("TI-31")
def test_done_cards_and_initiative_stand_side_by_side_each_one_touch_away(tmp_path: Path) -> None:
    views: list[Published] = []
    _tide(tmp_path, lambda played: views.append(played.view)).play()
    places, seen = ScreenPlaces(), 0
    for view in views:
        asked = {prompt.key: prompt.seat for prompt in view.prompts if not prompt.standing}
        seat = asked.get("spent")
        if seat is None or not {"spent", "card", "initiative"} <= asked.keys():
            continue
        seen += 1
        acts = tuple(places.acts(view, seat)(Focus("spent", 0)))
        assert {act.prompt for act in acts if isinstance(act, Pointed)} >= {"card", "initiative"}
        assert any(isinstance(act, Touched) and act.prompt == "spent" for act in acts)
    assert seen > 1


def test_the_same_seed_is_the_same_evening(tmp_path: Path) -> None:
    assert _tide(tmp_path / "a", seed=3).play() == _tide(tmp_path / "b", seed=3).play()


def test_every_game_of_the_house_has_an_evening() -> None:
    without = [name for name in Setup.of(Config()).games.rule_sets if game_trials(name).evening is None]
    assert without == []


def test_an_evening_of_legion_asks_nothing_with_one_answer_and_a_unit_is_lost_with_three_presses(
    tmp_path: Path,
) -> None:
    parts = HeadlessParts(tmp_path)
    trials = game_trials("legion_2024")
    assert trials.evening is not None
    match = SkilledMatch(parts, tmp_path, Played(parts.games["legion_2024"], trials.evening()), 1)
    tally = match.play()
    assert tally.single == 0
    assert max(tally.losses) <= 3
    assert match.session.play is not None
    assert any(isinstance(event, AnsweredByTable) for event in match.session.play.events())


@pytest.mark.parametrize(
    ("system", "most"), [("infinity", 140), ("tide_of_iron", 85)], ids=["infinity", "tide_of_iron"]
)
def test_a_whole_match_as_it_is_played_costs_both_players_no_more(tmp_path: Path, system: str, most: float) -> None:
    parts = HeadlessParts(tmp_path)
    trials = game_trials(system)
    assert trials.evening is not None
    evening = trials.evening()
    assert evening.whole == most
    match = SkilledMatch(parts, tmp_path, Played(parts.games[system], evening), 1)
    tally = match.play()
    assert tally.presses + tally.cards <= most
    assert match.left == (), "everything was done that the evening plans"
    assert len(tally.losses) == (evening.losses.most if evening.losses else 0)


def test_a_plan_that_nobody_can_follow_is_left(tmp_path: Path) -> None:
    parts = HeadlessParts(tmp_path)
    trials = game_trials("tide_of_iron")
    assert trials.evening is not None
    never = (Planned(BLUE, 1, "initiative", 99), Planned(BLUE, 9, "spent", None), Planned(BLUE, 1, "no", None))
    match = SkilledMatch(parts, tmp_path, Played(parts.games["tide_of_iron"], replace(trials.evening(), plan=never)), 1)
    match.play()
    assert match.left == never
