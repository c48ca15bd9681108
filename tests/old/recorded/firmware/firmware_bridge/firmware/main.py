"""The Pico starts here: `firmware_bridge` lies in its file system as it does in the project."""

from .app import App
from .board import Board
from .settings import Settings


def run(board: Board) -> None:
    """For ever, or until the console was asked for. However it ends, no motor is left turning."""
    try:
        app = App(board, Settings())
        while True:
            board.idle(app.step())
    finally:
        for hopper in range(board.hoppers):
            board.drive(hopper, 0)
