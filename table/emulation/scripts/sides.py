"""The game and the lists of a script's head, held against those that the table has."""

from collections.abc import Iterable, Iterator

from table.devices.command_line_match import problems_of
from table.devices.live import TableStart
from table.emulation.scripts.document import Script, ScriptError, ScriptProblem
from table.games.files.offers import Shelf
from table.session.lobby.library import AtOnce
from table.words import Words


def refuse_wrong_sides(script: Script, games: Iterable[str], shelf: Shelf) -> None:
    """Raise ScriptError for a game or a list that is not there, or cannot be played, with its line and column."""
    mistakes = tuple(_wrong(script, tuple(games), shelf))
    if mistakes:
        raise ScriptError(mistakes)


def _wrong(script: Script, games: tuple[str, ...], shelf: Shelf) -> Iterator[ScriptProblem]:
    head = script.head
    if not head.sides:
        return
    if head.system not in games:
        line, word = head.places["system"]
        yield script.mistake(line, word.none_of("game of this table's", games))
        return
    listed = False
    for seat, offer in head.sides.items():
        wrong = problems_of(TableStart(system=head.system, sides=((seat, offer),)), games, AtOnce(shelf))
        line, word = head.places[seat]
        known = [each.id for each in shelf.offers(head.system)] if wrong else []
        if wrong and offer not in known:
            yield script.mistake(line, word.none_of(f"list for {head.system}", known), brief=listed)
            listed = True
        else:
            yield from (script.mistake(line, word.wrong(Words("en").say(why))) for why in wrong)
