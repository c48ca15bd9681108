"""Ids out of names."""

import re


def slug(name: str) -> str:
    """Return the name in lower case, with a hyphen for all that is neither letter nor digit."""
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-_")
