"""At two tables nobody rolls or draws alone: what a player typed is no result, unless both tables have it so."""

import json
from dataclasses import replace

import pytest

from lab.campaigns.two_tables.bad_line import CALM, TwoTables
from lab.campaigns.two_tables.liars import TypesResults, side_of
from lab.second_verifier import NoSecondVerifierError, outputs
from lab.systems import all_rule_sets, systems
from table.games.random_play.trial import System
from table.games.rule_set import GameSettings
from table.records.two_tables.pair_file import verify_pair_file
from table.records.two_tables.proofs import proves
from table.records.two_tables.statements import Lie
from table.rules.commands import Answer
from table.rules.prompts import OpenCard, Roll
from table.rules.seats import BLUE, SEATS, Seat

INFINITY, TIDE, LEGION = "infinity", "tide_of_iron", "legion_2024"
SEEDS = {INFINITY: 4, TIDE: 3, LEGION: 3}
"""Matches with rolls or draws of both seats."""
TURNS = 80


def game_of(system: str) -> System:
    return next(each for each in systems() if each.game.system == system)


@pytest.mark.rule("TB-131")
@pytest.mark.parametrize("system", [INFINITY, TIDE, LEGION])
def test_no_question_offers_a_result_of_the_players_own(system: str) -> None:
    """Random players answer every question as it is offered: each roll and draw needs a contribution of both."""
    tables, asked = TwoTables(game_of(system), SEEDS[system], TURNS, CALM), 0
    while not tables.over:
        tables.step()
        for seat in SEATS:
            side = tables.sides[seat]
            for prompt in () if side is None or side.peer is None else side.peer.prompts:
                asked += isinstance(prompt, Roll) or prompt.key == "draw"
                assert not isinstance(prompt, Roll) or prompt.faces == ()
                assert not isinstance(prompt, OpenCard) or not any(option.by_hand for option in prompt.options)
                assert not isinstance(prompt, OpenCard) or prompt.options
    assert asked
    assert not any('"by_hand":true' in held.body for held in tables.peer(BLUE).log)


@pytest.mark.rule("TB-131")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("system", [INFINITY, TIDE, LEGION])
def test_a_typed_result_is_refused_before_it_is_signed_and_named_if_it_was(system: str, seat: Seat) -> None:
    for seed in range(SEEDS[system], SEEDS[system] + 4):
        tables = TwoTables(game_of(system), seed, TURNS, CALM, {seat: side_of(TypesResults)})
        tables.run()
        honest = tables.peer(seat.opponent)
        if honest.lie is not None:
            break
    assert honest.lie is not None, "no match came to a roll"
    assert (honest.lie.lie, honest.lie.seat) == (Lie.ANOTHER_EVENT, seat)
    assert proves(honest.lie, honest.keys, honest.rules, honest.pair)
    batch = json.loads(honest.lie.statements[-1].body)
    answer = Answer(seat, batch["command"]["prompt"], batch["command"]["value"])
    prompt = next(each for each in honest.rules.match.prompts(honest.pair.state) if each.key == answer.prompt)  # type: ignore[union-attr]
    assert prompt.accepts(answer.value), "at one table it is an answer"


@pytest.mark.rule("TB-75")
def test_where_both_tables_have_it_so_dice_are_rolled_by_hand_and_both_verifiers_count_them() -> None:
    rule_set = next(each for each in all_rule_sets() if each.game.system == LEGION)
    assert rule_set.configured is not None
    game = rule_set.configured(GameSettings(rolls_by_hand=True, draws_by_hand=True))
    tables = TwoTables(replace(game_of(LEGION), game=game), SEEDS[LEGION], TURNS, CALM)
    tables.run()
    raw = tables.match_file(BLUE)
    count = raw.count(b'\\"by_hand\\":true')
    assert count
    verdict = verify_pair_file(raw, {LEGION: game})
    assert verdict.ok
    assert not verdict.proved
    lines = [check.line for check in verdict.checks if check.part == "by_hand"]
    assert [dict(line.args)["count"] for line in lines] == [count]
    try:
        (other,) = outputs((raw,))
    except NoSecondVerifierError:
        pytest.skip("Node is needed")
    assert (other["ok"], other["chance"]["byHand"]) == (True, count)
