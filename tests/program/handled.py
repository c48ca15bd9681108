"""Send a message to a running table, and wait until everything that follows from it is published."""

import threading

from table.devices.live import LiveTable
from table.emulation.power import PowerSupply
from table.session.ports import Message
from tests.patience import PATIENCE_S


def handled(table: LiveTable | PowerSupply, message: Message) -> None:
    done = threading.Event()
    table.send(message, done.set)
    assert done.wait(PATIENCE_S)
