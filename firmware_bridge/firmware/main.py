"""The start of the Pico's program. `firmware_bridge` lies in its file system as it does in the project."""

from .app import App
from .board import Board
from .settings import Settings


def run(board: Board, settings: "list[Settings]") -> None:
    """Run the firmware forever, or until the console is requested. At any end, all motors are stopped.

    `settings` has the timings of each hopper.
    """
    try:
        app = App(board, settings)
        while True:
            board.idle(app.step())
    finally:
        for hopper in range(board.hoppers):
            board.drive(hopper, 0)
