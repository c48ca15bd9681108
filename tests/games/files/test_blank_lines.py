"""A file of blank lines is judged without looking through all of them again at each.

The files are so long that a search whose work grows with the square of their length does not end within a test's limit.
"""

import pytest

from table.config import Config
from table.devices.setup import Setup

BLANK = (b"\n" * 500_000, b" " * 500_000, b"\t\n" * 250_000, b"x\n" + b"\n \n" * 150_000 + b"y")


@pytest.mark.slow
@pytest.mark.parametrize("file", BLANK, ids=range(len(BLANK)))
def test_every_game_knows_at_once_whether_a_file_of_blanks_is_its_own(file: bytes) -> None:
    for rule_set in Setup.of(Config()).games.rule_sets.values():
        if rule_set.lists is not None:
            rule_set.lists.recognises(file)
