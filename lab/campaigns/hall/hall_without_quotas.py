"""`command-table hall` without its quotas: the control of a hostile table."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from table.network.hall.organiser import hall, hall_program, outboxes, table_connections
from table.network.hall.organiser.quotas import TableQuota
from table.program.cli import main

NONE, LARGEST_PACKET = 1 << 40, 268_435_455


@contextmanager
def without_quotas() -> Iterator[None]:
    """Receive and keep whatever a table sends."""
    with ExitStack() as stack:
        for place, name, becomes in (
            (TableQuota, "receives", lambda *_: True),
            (TableQuota, "keeps", lambda *_, **__: True),
            (table_connections, "MOST_BYTES", NONE),
            (hall, "MOST_STATE_BYTES", NONE),
            (outboxes, "MOST_EPOCHS", NONE),
            (hall_program, "MOST_PACKET", LARGEST_PACKET),
        ):
            stack.enter_context(patch.object(place, name, becomes))
        yield


if __name__ == "__main__":
    with without_quotas():
        main()
