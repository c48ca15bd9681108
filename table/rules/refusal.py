"""The answer to a command that the rules do not allow. A player's mistake: it changes nothing and stops nothing."""

from msgspec import Struct

from table.rules.text import Text


class Refusal(Struct, frozen=True):
    """`rule` is the id of the rule that it rests on (`LG-44`, `TB-03`); `why` is shown to the players."""

    rule: str
    why: Text
