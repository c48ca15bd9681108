"""Promised numbers stand in the pages as words, and the program keeps them: a constant that grows breaks a promise."""

from pathlib import Path

import pytest

from table.devices.owner_desk import enrolling
from table.devices.phones import invitations, phone_host
from table.network.web import connections
from table.network.web.access import other_pages

WEB = Path(__file__).parents[2] / "docs/play/web.md"


@pytest.mark.parametrize(
    ("sentence", "promised", "kept"),
    [
        ("Sixteen places are left free for pages and phones.", 16, connections.SHORT),
        ("overlays that use it lose the table within a second", 1, other_pages.LOOK_S),
        ("stops three minutes after the last tag", 180, enrolling.IDLE_S),
        ("After 16 failed phones the table makes no more codes", 16, invitations.MOST_SPENT),
        ("the screen for 60 seconds", 60, invitations.VALID_S),
        ("a phone is gone for ten seconds", 10, phone_host.ABSENT_S),
    ],
)
def test_the_program_keeps_each_number_of_the_page(sentence: str, promised: float, kept: float) -> None:
    assert sentence in " ".join(WEB.read_text("utf-8").split())
    assert kept == promised
