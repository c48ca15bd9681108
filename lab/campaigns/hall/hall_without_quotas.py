"""`command-table hall` without its quotas: the control of a hostile table."""

from unittest.mock import patch

from table.network.hall.organiser import hall, hall_program, outboxes
from table.network.hall.organiser.quotas import TableQuota
from table.program.cli import main

NONE, LARGEST_PACKET = 1 << 40, 268_435_455

if __name__ == "__main__":
    with (
        patch.object(TableQuota, "receives", lambda *_: True),
        patch.object(TableQuota, "keeps", lambda *_, **__: True),
        patch.object(hall_program, "MOST_BYTES", NONE),
        patch.object(hall, "MOST_STATE_BYTES", NONE),
        patch.object(outboxes, "MOST_EPOCHS", NONE),
        patch.object(hall_program, "MOST_PACKET", LARGEST_PACKET),
    ):
        main()
