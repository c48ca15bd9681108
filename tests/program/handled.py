"""Send a message to a running table, and wait until everything that follows from it is published."""

import threading

from table.program.backends import Table
from table.session.ports import Message
from tests.patience import PATIENCE_S


def handled(table: Table, message: Message) -> None:
    done = threading.Event()
    table.send(message, done.set)
    assert done.wait(PATIENCE_S)
