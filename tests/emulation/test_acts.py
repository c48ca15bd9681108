"""Every act of the bench is a value: it can be written down and read again."""

from typing import get_args

import msgspec
import pytest

from hal.events import Button
from table.emulation import acts as hands
from table.emulation.acts import Act, Lay, Press, ReaderFault, Speed, Take
from table.rules.seats import BLUE, RED


@pytest.mark.parametrize(
    "act",
    [
        Lay(BLUE, "blue/legion.card.ambush/0", 12.5, -3.0),
        Press(RED, Button.CONFIRM),
        ReaderFault("unplug", RED),
        Take(),
        Speed(4),
    ],
)
def test_an_act_is_the_same_after_it_was_written_down(act: Act) -> None:
    written = msgspec.json.encode(act)
    assert msgspec.json.decode(written, type=Act) == act


def test_every_act_has_a_name_of_its_own() -> None:
    acts = get_args(Act)
    assert len({act.__struct_config__.tag for act in acts}) == len(acts)
    assert {act.__name__ for act in acts} == {
        name
        for name, one in vars(hands).items()
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and one is not msgspec.Struct
    }


def test_a_card_that_lies_askew_is_off_by_both() -> None:
    assert Lay(BLUE, "blue/any/0", 3.0, 4.0).aside_mm == 5.0
