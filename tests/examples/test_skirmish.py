"""The example of `docs/develop/extending.md` is a whole game: in the lobby, with real cards, and in a campaign."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from examples.skirmish import COIN, ROUNDS, RULE_SET, TOKEN, Skirmish, State, TokenWon
from table import extending as tx
from table.config import Config, load
from table.devices.setup import Setup
from table.emulation.hands.bot_match import BotMatch, begin, disagreements, totals
from table.emulation.scripts.document import read_script
from table.emulation.scripts.replay import play
from table.emulation.virtual_table import VirtualTable
from table.extending import offered, tries
from table.rules.cards import Belonging
from table.rules.game import Game
from table.rules.prompts import ChooseOne
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.session.match_switch import NEXT_MATCH
from table.words import Words
from tests.emulation.shown_texts import texts

EXAMPLE = Path(__file__).parents[2] / "examples" / "skirmish.py"
LANGUAGES = ("de", "en")


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """As a player would write it: a file beside the game, which names it."""
    file = tmp_path / "table.toml"
    file.write_text(f"games = ['{EXAMPLE}']\n[state]\nfolder = '{tmp_path / 'state'}'\n", "utf-8")
    loaded = load(file)
    assert loaded.problems == ()
    return loaded.config


def test_the_example_is_as_small_as_the_page_states() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) < 150


@pytest.mark.campaign
def test_two_bots_play_it_at_a_virtual_table(config: Config) -> None:
    """Cards on the readers, buttons, tokens out of the hoppers and back: nothing is told to the table but its file."""
    table, words, missing = VirtualTable(Setup.of(config), seed=3), Words("en", more=[RULE_SET.words]), set[str]()
    begin(table, "skirmish", {BLUE: "north", RED: "south"})
    evening = BotMatch(table, random.Random(3))
    while not any(prompt.key == NEXT_MATCH for prompt in table.now.prompts):
        evening.act()
        missing |= {stated.key for stated in texts(table.now) if stated.key not in words}
    assert missing == set()
    assert totals(table) == {"command": 3}
    play = table.session.play
    assert play is not None
    assert play.state.ledger.out == (), "the tokens are back in the hopper"
    assert disagreements(table) == ()
    table.close()


def test_it_stands_in_the_lobby(config: Config) -> None:
    table = VirtualTable(Setup.of(config))
    table.session.start(resume=False)
    table.wait(1.0)
    (system,) = (p for p in table.now.prompts if isinstance(p, ChooseOne) and p.key == "system")
    assert "skirmish" in [option.id for option in system.options]
    table.close()


@pytest.mark.slow
def test_any_legal_answers_lead_to_its_end() -> None:
    tried = tries([offered(RULE_SET)], 300, seed=1)
    assert (tried.exceptions, tried.broken, tried.unanswered) == ([], [], [])
    assert tried.matches > 5


@pytest.mark.slow
def test_a_script_plays_it_in_its_own_words() -> None:
    head = f"config\n    games = ['{EXAMPLE}']\nsystem skirmish\nblue north\nred south\n"
    acts = "answer blue 1 to match.number\nanswer red 2\nlock blue Scout\nlock red Dragon\n"
    play(read_script(head + acts + 'expect said "Red wins a token."\n', "skirmish.script"))


class Called(Skirmish):
    """The last token is handed out and called back by one event, and every one of them can be undone."""

    def prompts(self, state: State) -> tuple[tx.AnyPrompt, ...]:
        faces = tx.Roll(key="tie", seat=None, ask=tx.text("skirmish.tie"), rule="SK-2", die="coin", faces=COIN.faces)
        return () if self.over(state) else (faces,)

    def over(self, state: State) -> bool:
        return len(state.won) == ROUNDS

    def hand_backs(self, state: State, event: tx.Event) -> tuple[tx.HandBack, ...]:
        if not isinstance(event, TokenWon) or len(state.won) + 1 < ROUNDS:
            return ()
        held = {seat: state.tokens(seat) + (seat is event.seat) for seat in SEATS}
        return tuple(tx.HandBack(seat, TOKEN, n) for seat, n in held.items() if n)


def test_a_token_that_is_undone_is_no_token_that_was_lost() -> None:
    tried = tries([replace(offered(RULE_SET), game=Called())], 300, seed=1)
    assert (tried.exceptions, tried.broken, tried.unanswered) == ([], [], [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_a_language_with_what_the_table_reports(language: str) -> None:
    words = Words(language, more=[RULE_SET.words])
    assert words.sentences["system.skirmish"] != Words("en").sentences["lobby.system"]
    assert "lobby.system" in words


class Plain(Skirmish):
    """Without cards, tokens and a story: a class that derives from Game reports it by saying nothing."""

    belongings, hand_outs, hand_backs = Game.belongings, Game.hand_outs, Game.hand_backs
    line, worst_case = Game.line, Game.worst_case


def test_a_game_may_leave_out_what_it_does_without() -> None:
    game = Plain()
    (begun,) = game.begin({BLUE: "north", RED: "south"})
    state = game.evolve(None, begun)
    line = (game.belongings(state, BLUE), game.hand(state, BLUE), game.hand_outs(begun), game.line(begun))
    assert line == ((), (), (), None)
    assert (game.hand_backs(state, begun), game.worst_case(state)) == ((), ())


class Armed(Plain):
    """A seat with cards of its own, two of which it cannot lay."""

    def belongings(self, state: State, seat: Seat) -> tuple[Belonging, ...]:
        return (
            Belonging("push", "Push", "command"), Belonging("wait", "Wait", "command", spent=True),
            Belonging("tank", "Tank", "unit"),
        )  # fmt: skip


def test_a_seat_may_lay_the_command_cards_that_are_not_spent() -> None:
    game = Armed()
    (begun,) = game.begin({BLUE: "north", RED: "south"})
    assert [option.id for option in game.hand(game.evolve(None, begun), BLUE)] == ["push"]


def test_a_game_has_the_rules_of_its_own_revision_and_of_no_other() -> None:
    game = Skirmish()
    assert game.at(game.revision) is game
    assert game.at(game.revision + 1) is None
