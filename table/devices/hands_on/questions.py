"""The questions and requests of the interactive doctor, with every possible answer."""

from enum import StrEnum

from msgspec import Struct

from table.rules.text import Text, text

Deed = StrEnum(
    "Deed",
    "READER_LAMP RESET_OFF SWAP_DATA LAY LAY_BARE LIFT_BOARD SLIDE MILLIMETRES TAKE_OFF PRESS LAMP RESISTORS "
    "OTHER_CABLE HOLD_TOKEN DISC GROUND_WIRE UPRIGHT WHOLE HEARD",
)
"""A request to a person: to do something by hand, or to report what is seen or heard."""


HandsReply = StrEnum(
    "HandsReply",
    "DONE YES NO DARK RED GREEN BLUE WHITE CYAN MAGENTA YELLOW TO_CHUTE FROM_CHUTE STILL TOP RIGHT BOTTOM LEFT UNSEEN "
    "UNDER_10 FROM_10 FROM_20 FROM_30 AGAIN SKIP",
)
"""The answers that a person can give.

TO_CHUTE: the disc first turned so that it carries tokens to the chute. TOP: the arrow points to the upper edge of the
display, as the players see it. AGAIN is no answer: the question is asked again.
"""


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
