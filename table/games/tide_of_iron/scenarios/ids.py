"""Make ids from names."""

from table.games.files.slug import slug


def card_id(nation: str, name: str) -> str:
    """Return the id of a card. A card of a nation's deck has the same id and tag in every scenario."""
    return f"tide_of_iron.{slug(nation)}.{slug(name)}"
