"""Before tokens run out the table reports it, and at a round's end what goes back into which hopper: in all games."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from lab.systems import systems
from table.games.random_play.match import RandomMatch
from table.games.random_play.trial import System
from table.rules.game import Event
from table.rules.match.events import Answered, HopperEntry, HopperTried, PayoutFailed, SealOpened, TokensOwed, Undone
from table.rules.match.ledger import Ledger
from table.rules.match.payouts import TOKENS_BACK
from table.rules.prompts import Confirm
from table.rules.text import Text

KINDS = (
    "commander",
    "operative",
    "corps",
    "special",
    "support",
    "heavy",
    "advantage",
    "command",
    "regular",
    "speedball",
)
DEEDS = 140
RESTLESS = 60


def matches(system: System, seeds: range) -> Iterator[RandomMatch]:
    """With hoppers that hold few tokens or many."""
    for seed in seeds:
        chance = random.Random(seed)
        hoppers = tuple(HopperEntry(n, kind, chance.randrange(25)) for n, kind in enumerate(KINDS))
        yield RandomMatch(system.game, system.sides(chance), hoppers, seed, restless=RESTLESS)


def ran_out(new: list[Event]) -> set[str]:
    """Kinds of which the game's own course owed more than there was; not a correction, nor an undo, nor a retry."""
    by_game = any(isinstance(event, Answered | SealOpened) for event in new)
    if not by_game or any(isinstance(e, Undone | HopperTried) or type(e).__name__ == "Corrected" for e in new):
        return set()
    kinds = {event.job: event.kind for event in new if isinstance(event, TokensOwed)}
    return {kinds[event.job] for event in new if isinstance(event, PayoutFailed) and event.job in kinds}


@pytest.mark.campaign
@pytest.mark.parametrize("system", tuple(systems()), ids=lambda system: system.game.system)
def test_no_hopper_runs_empty_in_a_round_without_a_word_before(system: System) -> None:
    """But for tokens that were asked back and still lie on the table: putting them back is asked for already."""
    empty = 0
    for match in matches(system, range(6)):
        for _ in range(DEEDS):
            before, known = match.state, len(match.events)
            if not match.turn():
                break
            out = ran_out(match.events[known:])
            reported = {shortage.kind for shortage in match.match.shortages(before)}
            lying = {back.kind for back in before.ledger.called_back}
            assert out <= reported | lying
            empty += len(out)
    assert empty, "some ran empty"


@pytest.mark.slow
@pytest.mark.parametrize("system", tuple(systems()), ids=lambda system: system.game.system)
def test_what_goes_back_is_listed_by_hopper_and_one_hold_puts_all_of_it_back(system: System) -> None:
    lists = 0
    for match in matches(system, range(2)):
        for _ in range(DEEDS):
            asked = [prompt for prompt in match.match.prompts(match.state) if prompt.key == TOKENS_BACK]
            back = match.state.ledger.called_back
            assert len(asked) == bool(back)
            for prompt in asked:
                lists += 1
                assert isinstance(prompt, Confirm)
                assert (prompt.seat, prompt.hold) == (None, True)
                assert Counter(listed(prompt.ask)) == expected(match.state.ledger)
            if not match.turn():
                break
    assert lists


def expected(ledger: Ledger) -> Counter[tuple[int, int]]:
    """(hopper, how many), 0 for the supply: a hopper may be off; and 0 for what the screen does not name (TB-40)."""
    counts = Counter[str]()
    for token in ledger.called_back:
        counts[token.kind] += token.count - token.unnamed
    homes = {kind: ledger.home(kind) for kind in counts}
    named = ((0 if (home := homes[kind]) is None else home.number + 1, n) for kind, n in counts.items() if n)
    unnamed = sum(token.unnamed for token in ledger.called_back)
    return Counter([*named, *([(0, unnamed)] if unnamed else [])])


def listed(ask: Text) -> Iterator[tuple[int, int]]:
    rest = dict(ask.args)["tokens"]
    while isinstance(rest, Text) and rest.key == "match.back.and":
        args = dict(rest.args)
        first, rest = args["first"], args["rest"]
        yield line(first)
    yield line(rest)


def line(one: object) -> tuple[int, int]:
    assert isinstance(one, Text)
    args = dict(one.args)
    return int(str(args.get("hopper", 0))), int(str(args["count"]))
