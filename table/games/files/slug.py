"""Make ids from names."""

import re


def slug(name: str) -> str:
    """Return the name in lower case, with a hyphen for everything that is neither letter nor digit."""
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-_")
