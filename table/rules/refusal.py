"""The answer to a command that the rules do not allow: a player's mistake, which changes and stops nothing."""

from msgspec import Struct

from table.rules.text import Text


class Refusal(Struct, frozen=True):
    """The reason why the rules do not allow a command.

    `rule` is the id of the rule behind it (`LG-44`, `TB-03`); `why` is shown to the players.
    """

    rule: str
    why: Text
    later: bool = False
    """True if the same card is judged again once its seat has answered what is asked of it now."""
