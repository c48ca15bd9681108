"""Rule sets from elsewhere: installed, or named in the configuration; and what is said of those that are broken."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner

from examples.skirmish import RULE_SET
from table.config import Config, describe, load
from table.games.found import GROUP, FoundRuleSets, found, shipped
from table.games.rule_set import Sides
from table.program.cli import main
from table.rules.refusal import Refusal
from table.words import Words, WordsError
from tests.setups import setup_in

EXAMPLE = Path(__file__).parents[2] / "examples" / "skirmish.py"
INSTALLED = EntryPoint("skirmish", "examples.skirmish:RULE_SET", GROUP)
BAD = "class Bad(Skirmish):\n  system = 'Bad Name'\nRULE_SET = replace(RULE_SET, game=Bad())\n"
DATED = "class Dated(Skirmish):\n  revision = '2024-06'\nRULE_SET = replace(RULE_SET, game=Dated())\n"
HEAD = "from examples.skirmish import *\nfrom dataclasses import replace\n"


def reported(result: FoundRuleSets) -> list[str]:
    return [Words("en").say(problem) for problem in result.problems]


def of(folder: Path, written: str) -> FoundRuleSets:
    file = folder / "game.py"
    file.write_text(written, "utf-8")
    return found([str(file)], ())


def test_an_installed_package_brings_its_game() -> None:
    assert found((), [INSTALLED]) == ((*shipped(), RULE_SET), ())


def test_a_file_brings_its_game_and_is_loaded_once() -> None:
    first, second = found([str(EXAMPLE)], ()), found([str(EXAMPLE)], ())
    assert first.problems == ()
    assert first.rule_sets[-1] is second.rule_sets[-1]


def test_a_folder_brings_its_game(tmp_path: Path) -> None:
    (tmp_path / "__init__.py").write_text("from .game import RULE_SET\n", "utf-8")
    (tmp_path / "game.py").write_text(HEAD, "utf-8")
    assert found([str(tmp_path)], ()) == ((*shipped(), RULE_SET), ())


def test_its_cards_can_have_tags(tmp_path: Path) -> None:
    config = Config(games=(str(EXAMPLE),))
    assert isinstance(RULE_SET.cards, tuple)
    assert set(RULE_SET.cards) <= set(setup_in(tmp_path, config).games.cards)


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("import no_such_module_at_all\n", "ModuleNotFoundError: No module named 'no_such_module_at_all'"),
        ("def oops(:\n", "SyntaxError"),
        ("raise SystemError('no')\n", "SystemError: no"),
        ("", "has no rule set. Define a RuleSet named RULE_SET there"),
        ("RULE_SET = 5\n", "has no rule set"),
        ("raise SystemExit(3)\n", "SystemExit: 3"),
        (HEAD + "RULE_SET = replace(RULE_SET, game=None)\n", "AttributeError"),
        (HEAD + "RULE_SET = replace(RULE_SET, cards=(tx.KnownCard('b', 'banner'),))\n", 'of the unknown kind "banner"'),
        (HEAD + BAD, "lower-case letters"),
        (HEAD + DATED, 'has the revision "2024-06". Expected a whole number'),
        (HEAD + "RULE_SET = replace(RULE_SET, words=Path('/nowhere'))\n", "The words of"),
        (HEAD + "RULE_SET = replace(RULE_SET, words=Path(__file__).parent)\n", "has no name for the lobby"),
    ],
)
def test_a_broken_one_is_reported_and_left_out(tmp_path: Path, written: str, complaint: str) -> None:
    (tmp_path / "en.toml").write_text('"something.else" = "Something"\n', "utf-8")
    result = of(tmp_path, written)
    assert result.rule_sets == shipped()
    (line,) = reported(result)
    assert complaint in line


def test_no_two_have_one_name() -> None:
    (line,) = reported(found([str(EXAMPLE)], [INSTALLED]))
    assert "has the name skirmish, which another game has too" in line
    (line,) = reported(found((), [INSTALLED, INSTALLED]))
    assert "has the name skirmish, which another game has too" in line


def test_a_side_that_is_not_offered_is_refused() -> None:
    sides = Sides({"north": "The North"}, {"north": 7})
    assert sides.fetch("any", "north") == 7
    (refusal,) = sides.fetch("any", "west")
    assert isinstance(refusal, Refusal)
    assert Words("en").say(refusal.why) == "There is no side west. Sides: north"


class TestInTheConfiguration:
    def test_a_file_counts_from_the_configurations_own_folder(self, tmp_path: Path) -> None:
        (tmp_path / "mine.py").write_text("", "utf-8")
        file = tmp_path / "table.toml"
        file.write_text("games = ['mine.py']\n", "utf-8")
        assert load(file).config == Config(games=(str(tmp_path / "mine.py"),))

    @pytest.mark.parametrize("games", ["['no.py']", f"['{'x' * 5000}']", r'["\u0000"]'])
    def test_one_that_is_not_there_is_a_problem(self, tmp_path: Path, games: str) -> None:
        file = tmp_path / "table.toml"
        file.write_text(f"games = {games}\n", "utf-8")
        (line, _) = describe(load(file).problems, Words("en").say)
        assert "games[1]" in line
        assert "there is no such file" in line

    def test_it_is_a_list(self, tmp_path: Path) -> None:
        file = tmp_path / "table.toml"
        file.write_text("games = 'mine.py'\n", "utf-8")
        assert "expected a list of texts" in describe(load(file).problems, Words("en").say)[0]


class TestItsWords:
    def test_english_stands_in_where_a_language_is_missing(self, tmp_path: Path) -> None:
        (tmp_path / "en.toml").write_text('"mine.a" = "One"\n"mine.b" = "Two"\n', "utf-8")
        (tmp_path / "es.toml").write_text('"mine.a" = "Uno"\n', "utf-8")
        words = Words("es", more=[tmp_path])
        assert (words.sentences["mine.a"], words.sentences["mine.b"]) == ("Uno", "Two")

    def test_the_tables_own_words_stay_as_they_are(self, tmp_path: Path) -> None:
        (tmp_path / "en.toml").write_text('"lobby.system" = "Ha"\n', "utf-8")
        assert Words("en", more=[tmp_path]).sentences["lobby.system"] == Words("en").sentences["lobby.system"]

    def test_what_is_no_catalogue_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "en.toml").write_text("mine.a = 'nested'\n", "utf-8")
        with pytest.raises(WordsError, match="in quotes"):
            Words("en", more=[tmp_path])


@pytest.mark.slow
def test_its_cards_are_enrolled_by_name(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f"games = ['{EXAMPLE}']\n[state]\nfolder = '{tmp_path}'\n", "utf-8")
    asked = ["cards", "enrol", "--card", "skirmish.card.5", "--config", str(file), "--emulated", "1"]
    result = CliRunner().invoke(main, asked)
    assert result.exit_code == 0, result.output
    assert "Dragon" in result.output
