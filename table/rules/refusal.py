"""The answer to a command that the rules do not allow. It is a player's mistake, which changes nothing."""

from msgspec import Struct

from table.rules.text import Text


class Refusal(Struct, frozen=True):
    """The reason why the rules do not allow a command.

    `rule` is the id of the rule behind it (`LG-44`, `TB-03`); `why` is shown to the players.
    """

    rule: str
    why: Text
    later: bool = False
    """True if the same card is checked again once its seat has answered its current question."""
