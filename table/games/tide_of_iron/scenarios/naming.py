"""Ids out of names."""

import re


def slug(name: str) -> str:
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-_")


def card_id(nation: str, name: str) -> str:
    """One card of a nation's deck is the same in every scenario, and so is its tag."""
    return f"tide_of_iron.{slug(nation)}.{slug(name)}"
