"""The configuration's rules reach the games."""

from table.config import Config
from table.config.schema import RulesConfig
from table.devices.setup import Setup
from table.games.infinity.rules.game import Infinity
from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.model.state import Roller
from table.games.tide_of_iron.rules.game import TideOfIron
from table.rules.match.events import SpentTokens


def test_without_a_file_each_game_is_as_its_rules_say() -> None:
    played = Setup.of(Config()).games
    assert list(played.values()) == [Legion2024(), LegionClassic(), Infinity(), TideOfIron()]
    assert list(played) == ["legion_2024", "legion_classic", "infinity", "tide_of_iron"]


def test_each_game_has_its_own_rounds() -> None:
    played = Setup.of(Config(rounds={"legion_2024": 1, "legion_classic": 2, "infinity": 4})).games
    assert list(played.values())[:3] == [Legion2024(rounds=1), LegionClassic(rounds=2), Infinity(rounds=4)]


def test_by_hand_holds_for_every_game_that_rolls_or_draws() -> None:
    rules = RulesConfig(who_rolls="red", rolls_by_hand=True, draws_by_hand=True)
    legion = {"roller": Roller.RED, "rolls_by_hand": True, "draws_by_hand": True}
    assert list(Setup.of(Config(rules=rules)).games.values())[:3] == [
        Legion2024(**legion),  # type: ignore[arg-type]
        LegionClassic(**legion),  # type: ignore[arg-type]
        Infinity(rolls_by_hand=True),
    ]


def test_what_becomes_of_spent_tokens_is_the_files_word() -> None:
    assert Setup.of(Config()).session.terms.spent is SpentTokens.STAY
    assert Setup.of(Config(rules=RulesConfig(tokens="return"))).session.terms.spent is SpentTokens.RETURN
