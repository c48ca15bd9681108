"""Acts that bots do not choose by chance, but a trial needs: to end a match by agreement, and to undo an answer."""

from table.games.random_play.match import RandomMatch
from table.rules.commands import Answer
from table.rules.match import undo
from table.rules.match.ending import AGREE, CLOSE, END
from table.rules.match.events import EndWay
from table.rules.prompts import AnyPrompt
from table.rules.seats import BLUE, SEATS


def towards_the_end(prompts: tuple[AnyPrompt, ...]) -> Answer | None:
    """Return an answer that ends the match, or proposes its end; None while neither is possible."""
    asked = {prompt.key: prompt for prompt in prompts}
    for key, value in ((AGREE, "agree"), (CLOSE, None), (END, EndWay.FINISH)):
        if key in asked:
            return Answer(asked[key].seat or BLUE, key, value)
    return None


class UndoneMatch(RandomMatch):
    """A random match in which answers can be undone."""

    def undo(self) -> bool:
        """Undo the last answer by both seats' agreement. Return False if there is nothing to undo now."""
        asked = {prompt.key: prompt for prompt in self.match.prompts(self.state)}
        if undo.UNDO not in asked:
            return False
        seat = asked[undo.UNDO].seat or SEATS[self._pick(len(SEATS))]
        self._do(Answer(seat, undo.UNDO))
        self._do(Answer(seat.opponent, undo.AGREE, "yes"))
        return True
