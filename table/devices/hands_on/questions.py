"""The questions and requests of the interactive doctor, with every possible answer."""

from enum import StrEnum

from msgspec import Struct

from table.rules.text import Text, text


class Deed(StrEnum):
    """A request to a person: to do something by hand, or to report what is seen or heard."""

    READER_LAMP = "reader_lamp"
    RESET_OFF = "reset_off"
    SWAP_DATA = "swap_data"
    LAY = "lay"
    LAY_BARE = "lay_bare"
    LIFT_BOARD = "lift_board"
    SLIDE = "slide"
    MILLIMETRES = "millimetres"
    TAKE_OFF = "take_off"
    PRESS = "press"
    LAMP = "lamp"
    RESISTORS = "resistors"
    OTHER_CABLE = "other_cable"
    HOLD_TOKEN = "hold_token"
    DISC = "disc"
    GROUND_WIRE = "ground_wire"
    UPRIGHT = "upright"
    WHOLE = "whole"
    HEARD = "heard"


class HandsReply(StrEnum):
    DONE = "done"
    YES = "yes"
    NO = "no"
    DARK = "dark"
    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    WHITE = "white"
    CYAN = "cyan"
    MAGENTA = "magenta"
    YELLOW = "yellow"
    TO_CHUTE = "to_chute"
    """The disc first turned so that it carries tokens to the chute."""
    FROM_CHUTE = "from_chute"
    STILL = "still"
    TOP = "top"
    """The arrow points to the upper edge of the display, as the players see it."""
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"
    UNSEEN = "unseen"
    UNDER_10 = "under_10"
    FROM_10 = "from_10"
    FROM_20 = "from_20"
    FROM_30 = "from_30"
    AGAIN = "again"
    """The question is asked again; this is not an answer."""
    SKIP = "skip"


YES_OR_NO = (HandsReply.YES, HandsReply.NO)
COLOURS = (
    HandsReply.DARK, HandsReply.RED, HandsReply.GREEN, HandsReply.BLUE, HandsReply.WHITE,
    HandsReply.CYAN, HandsReply.MAGENTA, HandsReply.YELLOW,
)  # fmt: skip
TURNS = (HandsReply.TO_CHUTE, HandsReply.FROM_CHUTE, HandsReply.STILL)
EDGES = (HandsReply.TOP, HandsReply.RIGHT, HandsReply.BOTTOM, HandsReply.LEFT, HandsReply.UNSEEN)
DISTANCES = (HandsReply.UNDER_10, HandsReply.FROM_10, HandsReply.FROM_20, HandsReply.FROM_30)
ACTS = (HandsReply.DONE,)
ALWAYS = (HandsReply.AGAIN, HandsReply.SKIP)


class HandsQuestion(Struct, frozen=True):
    deed: Deed
    place: str = ""
    """The name of a reader or a panel, or the number of a hopper."""
    detail: str = ""
    """The button of a panel, or the colour that a lamp should show."""
    replies: tuple[HandsReply, ...] = ACTS

    @property
    def words(self) -> Text:
        return text(f"hands.ask.{self.deed}", place=self.place, detail=self.detail)


def reply_words(reply: HandsReply) -> Text:
    return text(f"hands.reply.{reply}")
