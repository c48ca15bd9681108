"""The game and the lists of a script's head, held against those that the table has."""

from collections.abc import Iterator

from table.devices.live import TableStart
from table.emulation.scripts.document import Script, ScriptError, ScriptProblem
from table.setup.assembly import wrong_with
from table.setup.setup import Setup
from table.words import Words


def refuse_wrong_sides(script: Script, setup: Setup) -> None:
    """Raise ScriptError for a game or a list that is not there, or cannot be played, with its line and column."""
    mistakes = tuple(_wrong(script, setup))
    if mistakes:
        raise ScriptError(mistakes)


def _wrong(script: Script, setup: Setup) -> Iterator[ScriptProblem]:
    head = script.head
    if not head.sides:
        return
    if head.system not in setup.games:
        line, word = head.places["system"]
        yield script.mistake(line, word.none_of("game of this table's", setup.games))
        return
    told = False
    for seat, offer in head.sides.items():
        wrong = wrong_with(setup, TableStart(system=head.system, sides=((seat, offer),)))
        line, word = head.places[seat]
        known = [each.id for each in setup.shelf.offers(head.system)] if wrong else []
        if wrong and offer not in known:
            yield script.mistake(line, word.none_of(f"list for {head.system}", known), brief=told)
            told = True
        else:
            yield from (script.mistake(line, word.wrong(Words("en").say(why))) for why in wrong)
