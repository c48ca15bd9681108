"""The last published view, before the session has published one."""

import pytest

from table.devices.latest_view import LatestView, NotPublishedError
from table.rules.errors import ProgramError


def test_before_the_first_view_there_is_none_to_have() -> None:
    latest = LatestView()
    assert latest.shown is None
    with pytest.raises(NotPublishedError, match="nothing is published yet") as caught:
        latest()
    assert isinstance(caught.value, ProgramError)
