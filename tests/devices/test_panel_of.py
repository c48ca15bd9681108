"""The panel at a seat, by the configuration."""

import pytest

from table.devices.live import NoPanelError, panel_of
from table.rules.errors import OwnerError
from table.rules.seats import BLUE, RED


def test_a_seat_has_the_panel_that_the_configuration_gives_it() -> None:
    assert panel_of({"left": BLUE, "right": RED}, RED) == "right"


def test_a_seat_without_a_panel_is_the_owners_to_mend() -> None:
    with pytest.raises(NoPanelError, match="the seat red has no panel: give it one in the configuration") as caught:
        panel_of({"left": BLUE}, RED)
    assert isinstance(caught.value, OwnerError)
