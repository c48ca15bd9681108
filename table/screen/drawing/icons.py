"""The screen's own drawings, by name. Games use these names in their views; no drawing is a publisher's.

`icons.json` has the shapes of each drawing (see `vectors.py`), in the order in which they are drawn.
"""

from pathlib import Path

import msgspec

from table.screen.drawing.vectors import Drawing

ICONS = msgspec.json.decode(Path(__file__).with_name("icons.json").read_bytes(), type=dict[str, Drawing])
UNKNOWN = ICONS.pop("unknown")
"""The icon for a name without a drawing."""


def icon_of(kind: str) -> str:
    """Return the icon of a token kind.

    For `corps` it is `rank.corps`, for `advantage` `token.advantage`, for `tactical` `order.tactical`. A numbered heap,
    such as `regular_2`, has the icon of its kind.
    """
    known = (f"{room}{name}" for name in (kind, kind.rstrip("0123456789").rstrip("_")) for room in ROOMS)
    return next((name for name in known if name in ICONS), kind)


ROOMS = ("", "rank.", "token.", "order.")
"""The prefixes of icon names that are tried for a token kind."""
