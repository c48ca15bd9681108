"""The result of a match in words, as `history` lists it and `export` tells it."""

from table.records.history import PlayedMatch
from table.rules.match.events import MatchEnd
from table.rules.text import text
from table.words import Words


def result_words(words: Words, each: PlayedMatch) -> tuple[str, ...]:
    """Return who has won, and how; or why nobody has."""
    if each.ended is None:
        return (words.say(text("history.goes_on")),)
    if each.ended is MatchEnd.ABANDONED:
        return (words.say(text("history.abandoned")),)
    if each.result is None:
        return (words.say(text("history.open")),)
    if each.result.winner is None:
        return (words.say(text("match.won.tied")),)
    return words.say(text(f"match.won.{each.result.winner}")), words.say(text(f"history.by.{each.result.by}"))
