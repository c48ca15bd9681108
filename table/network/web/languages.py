"""The language of an answer."""

from collections.abc import Collection

FIRST = "en"
"""The language if none of the preferred ones is known."""
MOST_ASKED = 16
"""The most languages of a request that are examined."""


def preferred(accepted: str, known: Collection[str]) -> str:
    """Return the known language that an Accept-Language header prefers."""
    liked = [_liking(each) for each in accepted.split(",")[:MOST_ASKED]]
    for _, language in sorted(liked, key=lambda each: -each[0]):
        if language in known:
            return language
    return FIRST


def _liking(asked: str) -> tuple[float, str]:
    """Return the weight of a language, and its name without the country; 0 for an invalid entry."""
    name, _, rest = asked.partition(";")
    _, _, number = rest.strip().partition("q=")
    try:
        liking = float(number) if number else 1.0
    except ValueError:
        liking = 0.0
    return (liking if 0 < liking <= 1 else 0.0), name.strip().lower().partition("-")[0]
