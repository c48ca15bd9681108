"""A match press by press at a session: what is counted is what was done."""

from pathlib import Path

import pytest

from table.config import Config
from table.lab.headless import HeadlessParts
from table.lab.presses.skilled import Glance, Played, SkilledMatch
from table.rules.match.events import AnsweredByTable
from table.setup.setup import Setup
from table.view.published import Published

pytestmark = pytest.mark.slow


def _tide(folder: Path, glance: Glance = lambda _: None, *, by_touch: bool = False, seed: int = 1) -> SkilledMatch:
    parts = HeadlessParts(folder)
    rule_set = parts.setup.rule_sets["tide_of_iron"]
    assert rule_set.evening is not None
    played = Played(parts.games["tide_of_iron"], rule_set.evening(), by_touch)
    return SkilledMatch(parts, folder, played, seed, glance)


def test_a_whole_match_is_counted(tmp_path: Path) -> None:
    acts: list[Published] = []
    tally = _tide(tmp_path, lambda played: acts.append(played.view)).play()
    assert tally.presses == len(acts)
    assert tally.presses == tally.by_question.total()
    assert tally.rounds == 6
    assert 0 < tally.moves < tally.presses
    assert 0 < tally.holds < tally.presses


def test_a_finger_needs_no_more_than_buttons(tmp_path: Path) -> None:
    pressed = _tide(tmp_path / "a").play()
    touched = _tide(tmp_path / "b", by_touch=True).play()
    assert touched.presses <= pressed.presses
    assert touched.rounds == pressed.rounds


def test_the_same_seed_is_the_same_evening(tmp_path: Path) -> None:
    assert _tide(tmp_path / "a", seed=3).play() == _tide(tmp_path / "b", seed=3).play()


def test_every_game_of_the_house_has_an_evening() -> None:
    without = [name for name, rule_set in Setup.of(Config()).rule_sets.items() if rule_set.evening is None]
    assert without == []


def test_an_evening_of_legion_asks_nothing_with_one_answer_and_a_unit_is_lost_with_three_presses(
    tmp_path: Path,
) -> None:
    parts = HeadlessParts(tmp_path)
    rule_set = parts.setup.rule_sets["legion_2024"]
    assert rule_set.evening is not None
    match = SkilledMatch(parts, tmp_path, Played(parts.games["legion_2024"], rule_set.evening()), 1)
    tally = match.play()
    assert tally.single == 0
    assert max(tally.losses) <= 3
    assert match.session.play is not None
    assert any(isinstance(event, AnsweredByTable) for event in match.session.play.events())
