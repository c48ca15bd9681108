"""Missions of the season as files: read, shown, kept, and offered with every list."""

from pathlib import Path

import pytest

from table.games.infinity.lists.force_shelf import InfinityShelf
from table.games.infinity.missions.mission_files import missions, of_document, stored_missions
from table.games.infinity.rules.model.forces import Force
from tests.games.infinity.lists.test_lists import imported

HARVEST = """name = "Harvest"
rounds = 2
most = 6

[[objectives]]
name = "A field"
points = 2
when = "end"
times = 3

[[objectives]]
name = "More fields"
points = 1
"""


def wrong(document: str) -> list[tuple[str, int | None]]:
    return [(problem.key, problem.line) for problem in of_document(document, Path("harvest.toml")).problems]


@pytest.mark.rule("IA-25")
def test_two_samples_of_our_own_come_with_the_table() -> None:
    assert [one.name for one in missions(None)] == ["Beacon Ridge", "Night Market"]
    assert all(one.rounds == 3 and one.most == 10 for one in missions(None))


@pytest.mark.rule("IA-25")
def test_a_file_states_its_rounds_and_where_points_come_from() -> None:
    mission = of_document(HARVEST, Path("harvest.toml")).mission
    assert mission is not None
    assert (mission.rounds, mission.most) == (2, 6)
    assert [(one.points, one.when, one.times) for one in mission.objectives] == [(2, "end", 3), (1, "round", 0)]


@pytest.mark.rule("IA-25")
@pytest.mark.parametrize(("was", "now", "found"), [
    ("rounds = 2", "rounds = 0", [("rounds", 2)]),
    ('when = "end"', 'when = "later"', [("objectives[1].when", 8)]),
    ("points = 1", "", [("objectives[2].points", 11)]),
    ('"More fields"', '"a FIELD"', [("objectives[1].name", 6), ("objectives[2].name", 12)]),
    ('"More fields"', f'"{"x" * 61}"', [("objectives[2].name", 12)]),
    ('"Harvest"', '""', [("name", 1)]),
])  # fmt: skip
def test_a_mistake_is_answered_with_its_line(was: str, now: str, found: list[tuple[str, int]]) -> None:
    assert [key for key, _ in wrong(HARVEST.replace(was, now))] == [key for key, _ in found]
    assert [line for _, line in wrong(HARVEST.replace(was, now))] == [line for _, line in found]


@pytest.mark.rule("IA-25")
def test_no_objective_and_no_toml_are_mistakes_too() -> None:
    assert wrong('name = "Empty"\nobjectives = []\n') == [("objectives", 2)]
    assert wrong("name = ") == [("", 1)]


@pytest.mark.rule("IA-25")
def test_import_shows_it_and_keeps_it_beside_the_lists(tmp_path: Path) -> None:
    path = tmp_path / "harvest.toml"
    path.write_text(HARVEST, "utf-8")
    shown = imported(str(path), "--save", "Our harvest", "--lists", str(tmp_path / "lists"))
    assert shown.exit_code == 0, shown.output
    assert "More fields" in shown.output
    assert "Harvest, 2 rounds, at most 6 points" in " ".join(shown.output.split())
    names = [one.mission.name for one in stored_missions(tmp_path / "lists") if one.mission]
    assert names == ["Beacon Ridge", "Night Market", "Harvest"]
    force = InfinityShelf(tmp_path / "lists").fetch("infinity", "sample:first_watch")
    assert isinstance(force, Force)
    assert [one.name for one in force.missions] == names
