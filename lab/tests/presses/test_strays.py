"""A stray press is a slip if its player cannot take it back alone."""

import pytest
from msgspec.structs import replace

from lab.campaigns.dispense.payout_game import OwedTokens, PayoutGame
from lab.figures.press_figures import UnforgivingMatch
from lab.presses.strays import hold_too_many, strays
from lab.trials.infinity.infinity_evening import evening
from table.games.infinity.rules.game import Infinity
from table.games.random_play.match import RandomMatch
from table.rules.fairness import SecretChance
from table.rules.prompts import AnyPrompt, ChooseOne
from table.rules.seats import BLUE
from table.view.published import Focus


class AskedToOrder(PayoutGame):
    def prompts(self, state: OwedTokens) -> tuple[AnyPrompt, ...]:
        return tuple(replace(prompt, standing=False) for prompt in super().prompts(state))


def _match() -> RandomMatch:
    return RandomMatch(Infinity(), evening().sides(), (), 1, restless=10_000)


def _chance(played: RandomMatch) -> SecretChance:
    return SecretChance(bytes(32), played.state.numbers)


def _at_the_window() -> tuple[RandomMatch, ChooseOne]:
    played = _match()
    while True:
        for prompt in played.match.prompts(played.state):
            if prompt.key == "logistical" and isinstance(prompt, ChooseOne):
                return played, prompt
        played.turn()


@pytest.mark.slow
def test_a_window_that_nobody_can_open_again_is_one() -> None:
    played, window = _at_the_window()
    unforgiving = UnforgivingMatch(played.match.game)
    assert window.seat is not None
    slips = list(strays(unforgiving, played.state, _chance(played), window.seat, Focus("logistical", 0)))
    assert slips == ["logistical"]


def test_a_press_of_who_is_not_asked_answers_nothing() -> None:
    played, window = _at_the_window()
    assert window.seat is not None
    assert list(strays(played.match, played.state, _chance(played), window.seat.opponent, None)) == []


def test_a_press_that_hands_out_tokens_by_hand_can_be_taken_back() -> None:
    played = RandomMatch(AskedToOrder(), {}, (), 1)
    assert list(strays(played.match, played.state, None, BLUE, Focus("order", 0))) == []
    unforgiving = UnforgivingMatch(played.match.game)
    assert list(strays(unforgiving, played.state, None, BLUE, Focus("order", 0))) == ["order"]


@pytest.mark.slow
def test_one_hold_more_that_spends_an_order_of_another_kind_is_one() -> None:
    played = _match()
    seen = False
    while not seen:
        for prompt in played.match.prompts(played.state):
            if prompt.key != "order" or prompt.seat is None or not isinstance(prompt, ChooseOne):
                continue
            single = [at for at, option in enumerate(prompt.options) if not option.id.startswith("group.")]
            if single and len(prompt.options) > 1:
                here = (played.match, played.state, _chance(played), prompt.seat, Focus("order", single[0]))
                assert list(hold_too_many(*here, heedless=True)) == ["order"]
                assert list(hold_too_many(*here)) == [], "which one is next is asked before"
                seen = True
        played.turn()
