"""A file of blank lines is judged in no time: nobody looks through all of them again at each."""

import time

import pytest

from table.config import Config
from table.devices.setup import Setup

BLANK = (b"\n" * 200_000, b" " * 200_000, b"\t\n" * 100_000, b"x\n" + b"\n \n" * 60_000 + b"y")


@pytest.mark.slow
@pytest.mark.parametrize("file", BLANK, ids=range(len(BLANK)))
def test_every_game_knows_at_once_whether_a_file_of_blanks_is_its_own(file: bytes) -> None:
    for rule_set in Setup.of(Config()).games.rule_sets.values():
        if rule_set.lists is not None:
            began_s = time.process_time()
            rule_set.lists.recognises(file)
            assert time.process_time() - began_s < 1, rule_set.game.system
