"""The result of a match in words, for `history` and `export`."""

from table.records.history import PlayedMatch
from table.rules.match.events import MatchEnd
from table.rules.text import text
from table.words import Words


def result_words(words: Words, each: PlayedMatch) -> tuple[str, ...]:
    """Return the winner and the kind of victory, or the reason why there is no winner."""
    if each.ended is None:
        return (words.say(text("history.goes_on")),)
    if each.ended is MatchEnd.ABANDONED:
        return (words.say(text("history.abandoned")),)
    if each.result is None:
        return (words.say(text("history.open")),)
    if each.result.winner is None:
        return (words.say(text("match.won.tied")),)
    return words.say(text(f"match.won.{each.result.winner}")), words.say(text(f"history.by.{each.result.by}"))
