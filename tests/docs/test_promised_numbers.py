"""Promised numbers are in the pages as words, and the program keeps them: a constant that grows breaks a promise."""

from pathlib import Path

import pytest

from table.devices import hall_socket
from table.devices.owner_desk import enrolling
from table.devices.phones import invitations, phone_host
from table.network import broker
from table.network.hall.organiser import quotas, verifying
from table.network.hall.organiser.desk import desk_lock, desk_site
from table.network.hall.outbox import outbox_store
from table.network.hall.wire import messages
from table.network.web import connections
from table.network.web.access import other_pages

PLAY = Path(__file__).parents[2] / "docs/play"
KB, MB = 1024, 1024 * 1024


def page(name: str) -> str:
    """Return the words of a page, its lines and the columns of its tables with one space between them."""
    return " ".join((PLAY / name).read_text("utf-8").split())


@pytest.mark.parametrize(
    ("sentence", "promised", "kept"),
    [
        ("Sixteen places are left free for pages and phones.", 16, connections.SHORT),
        ("overlays that use it lose the table within a second", 1, other_pages.LOOK_S),
        ("stops three minutes after the last tag", 180, enrolling.IDLE_S),
        ("After 16 failed phones in 12 hours the table makes no more codes", 16, invitations.MOST_SPENT),
        ("the screen for 60 seconds", 60, invitations.VALID_S),
        ("a phone is gone for ten seconds", 10, phone_host.ABSENT_S),
    ],
)
def test_the_program_keeps_each_number_of_the_page(sentence: str, promised: float, kept: float) -> None:
    assert sentence in page("web.md")
    assert kept == promised


@pytest.mark.parametrize(
    ("sentence", "promised", "kept"),
    [
        ("| a packet | 4 MB |", 4 * MB, messages.MOST_BYTES),
        (
            "| a state, or an event without a match file | 16 KB |",
            (16 * KB, 16 * KB),
            (messages.MOST_STATE_BYTES, messages.MOST_EVENT_BYTES),
        ),
        ("| received: each message counts 16 KB more |", 16 * KB, quotas.MESSAGE_PRICE),
        ("| 12 MB | 192 KB a second |", (12 * MB, 192 * KB), (quotas.RECEIVED, quotas.RECEIVED_PER_S)),
        (
            "ignores the table for a minute, then for two, up to an hour",
            (60, 3600),
            (quotas.PAUSE_S, quotas.LONGEST_PAUSE_S),
        ),
        (
            "each event counts 1 KB more, the first of a match 64 KB, the first of an outbox 1 MB",
            (KB, 64 * KB, MB),
            (quotas.EVENT_PRICE, quotas.MATCH_PRICE, quotas.EPOCH_PRICE),
        ),
        ("| 64 MB | 8 MB an hour |", (64 * MB, 8 * MB), (quotas.KEPT, 3600 * quotas.KEPT_PER_S)),
        (
            "| verification of match files | 10 minutes | 6 minutes an hour |",
            (600, 360),
            (quotas.VERIFIED_S, 3600 * quotas.VERIFIED_PER_S),
        ),
        ("and a file has a minute", 60, verifying.PATIENCE_S),
        ("at 32 MB, an outbox deletes the older half", 32 * MB, outbox_store.MOST_BYTES),
        ("reconnects about every ten seconds", 10, broker.LONGEST_S),
        (
            "five tries at the password, then one every ten seconds",
            (5, 10),
            (desk_site.LOGINS, 1 / desk_site.LOGINS_PER_S),
        ),
        ("A session ends after 16 hours", 16 * 3600, desk_lock.LONGEST_S),
        ("A table accepts one call for a judge a minute", 60, hall_socket.JUDGE_S),
    ],
)
def test_the_program_keeps_each_number_of_the_page_of_halls(sentence: str, promised: object, kept: object) -> None:
    assert sentence in page("hall.md")
    assert kept == promised
