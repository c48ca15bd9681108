"""Rules, their pages and their tests are one: no id without a test, no page that is stale, no pointer to nothing."""

import importlib
import json
import random
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from lab.rulebook import SYSTEMS, Rule, every_rule, rulebook
from lab.rulebook.listing import borne_by, borne_in_checkout, diagram, page
from lab.systems import systems
from table.config import Config
from table.devices.configured.device_settings import hopper_entries
from table.games.random_play.match import RandomMatch
from table.games.random_play.trial import System
from table.program.cli import main
from table.rules.match.events import Undone

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def borne() -> dict[str, tuple[str, ...]]:
    return borne_in_checkout(ROOT)


@pytest.mark.slow
@pytest.mark.parametrize("rule", every_rule(), ids=lambda rule: rule.id)
def test_every_rule_has_a_test_that_bears_its_id(rule: Rule, borne: dict[str, tuple[str, ...]]) -> None:
    assert borne.get(rule.id), f"no test is marked with {rule.id}"


@pytest.mark.slow
def test_every_marker_names_a_rule_that_there_is(borne: dict[str, tuple[str, ...]]) -> None:
    marked = {rule for rule in borne if rule[:3] in {prefix for rules in SYSTEMS.values() for prefix in rules.prefixes}}
    assert marked <= {rule.id for rule in every_rule()}


def test_what_enforces_a_rule_exists() -> None:
    for rule in every_rule():
        assert rule.by, rule.id
        for each in rule.by:
            module, _, name = each.partition(":")
            assert hasattr(importlib.import_module(module), name), f"{rule.id}: {each}"


def test_every_id_that_the_code_names_is_a_rule() -> None:
    named = {
        found
        for room in ("games", "rules")
        for path in (ROOT / "table" / room).rglob("*.py")
        for found in re.findall(r"\b(?:LG|LA|LC|TI|IB|IN|IA|TB)-\d{2,3}\b", path.read_text("utf-8"))
    }
    assert named
    assert named <= {rule.id for rule in every_rule()}


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_page_of_a_system_is_not_stale(system: str) -> None:
    written = (ROOT / "docs" / "play" / "rules" / f"{system}.md").read_text("utf-8")
    assert written == page(rulebook(system)), "run `make docs`"


def test_the_page_states_which_version_of_the_texts_the_table_goes_by_where_they_have_one() -> None:
    assert rulebook("infinity").version == "N5.1.1"
    assert "Version of the rule texts: N5.1.1." in page(rulebook("infinity"))
    assert any("N5.2" in note for note in rulebook("infinity").notes), "what is known of the update after it"
    assert "Version of the rule texts" not in page(rulebook("tide_of_iron"))


@pytest.mark.slow
@pytest.mark.parametrize("system", tuple(systems()), ids=lambda system: system.game.system)
def test_the_diagram_of_the_steps_is_the_way_that_a_match_goes(system: System) -> None:
    """Each step of a random match, and the way from the last one back, is an arrow of it."""
    name = system.game.system
    drawn = set(re.findall(r"^    (\w+)_ -.*?-> (\w+)_$", "\n".join(diagram(name)), re.MULTILINE))
    steps = SYSTEMS[name].steps
    assert steps is not None
    assert len(drawn) == len(steps.table)
    gone = set[tuple[str, str]]()
    for seed in range(2):
        table = RandomMatch(system.game, system.sides(random.Random(seed)), hopper_entries(Config()), seed, restless=9)
        while table.turn():
            pass
        state: Any = None
        for event in table.events:
            before, state = getattr(getattr(state, "game", None), "step", ""), table.match.evolve(state, event)
            after = getattr(state.game, "step", "")
            gone |= {(before, after)} if before and before != after and not isinstance(event, Undone) else set()
    assert gone == drawn


@pytest.mark.parametrize(
    ("system", "rules"), [("legion_2024", 72), ("legion_classic", 39), ("tide_of_iron", 32), ("infinity", 34)]
)
def test_no_rule_of_a_text_is_left_out(system: str, rules: int) -> None:
    """There may be more: a game grows."""
    assert len(rulebook(system).rules) >= rules


@pytest.mark.slow
def test_rules_are_listed_with_their_tests() -> None:
    result = CliRunner().invoke(main, ["rules", "--system", "legion_2024", "--json"])
    assert result.exit_code == 0, result.output
    listed = json.loads(result.output)
    assert [entry["id"] for entry in listed] == [rule.id for rule in rulebook("legion_2024").rules]
    assert all(entry["tests"] and entry["says"] and entry["by"] for entry in listed)


def test_pages_are_written_into_the_given_folder(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["rules", "--docs", str(tmp_path / "rules")])
    assert result.exit_code == 0, result.output
    assert {path.name for path in (tmp_path / "rules").iterdir()} == {f"{system}.md" for system in SYSTEMS}


def test_a_test_is_found_by_its_marker(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text('@pytest.mark.rule("XX-01")\ndef test_a(): ...\ndef test_b(): ...\n')
    assert borne_by(tmp_path) == {"XX-01": ("test_x.py::test_a",)}


@pytest.mark.parametrize("written", ["def _a(): ...", '@pytest.mark.skip("x")\ndef test_a(): ...'])
def test_what_is_not_run_bears_nothing(tmp_path: Path, written: str) -> None:
    (tmp_path / "test_x.py").write_text(f'@pytest.mark.rule("XX-01")\n{written}\n')
    assert borne_by(tmp_path) == {}


def test_no_number_of_the_tables_rules_has_two_statements() -> None:
    files = [*ROOT.glob("lab/rulebook/table.toml"), *ROOT.glob("table/games/*/rulebook/table.toml")]
    contents = [tomllib.loads(file.read_text("utf-8")) for file in files]
    stated = Counter(rule for content in contents for rule, of_rule in content.items() if "says" in of_rule)
    assert len(stated) > 100
    assert [rule for rule, times in stated.items() if times > 1] == []
