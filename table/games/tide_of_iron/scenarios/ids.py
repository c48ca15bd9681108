"""Ids out of names."""

from table.games.files.slug import slug


def card_id(nation: str, name: str) -> str:
    """Return the id of a card: one of a nation's deck is the same in every scenario, and so is its tag."""
    return f"tide_of_iron.{slug(nation)}.{slug(name)}"
