"""What a list turned out to be, in the terminal."""

from collections import Counter

from table.games.legion.lists.army_list import ListResult
from table.games.legion.lists.matching import Match, Unmatched
from table.rules.refusal import Refusal
from table.rules.text import Text, text
from table.words import Words
from table.words.grid import Grid, tell_grid
from table.words.terminal import tell

LAST_RULE_OF_A_HAND = "LC-06"


class Report:
    """Prints to stdout. What a list holds is shown as it is: never as markup."""

    def __init__(self) -> None:
        self._words = Words()

    def say(self, said: Text, style: str = "") -> None:
        tell(self._words.say(said), style=style)

    def line(self, words: str, style: str = "") -> None:
        """What is in somebody's language already."""
        tell(words, style=style)

    def words(self, said: Text) -> str:
        return self._words.say(said)

    def grid(self, columns: tuple[Text, ...], rows: tuple[tuple[str, ...], ...]) -> None:
        table = Grid(*(self._words.say(column) for column in columns), box=None, pad_edge=False)
        for row in rows:
            table.add_row(*row)
        tell_grid(table)

    def matches(self, result: ListResult) -> None:
        """A row a name: what it was matched to, or what comes closest."""
        if not result.matched and not result.unmatched:
            return
        table = Grid(box=None, pad_edge=False)
        for column in ("times", "written", "found", "kind", "note"):
            table.add_column(
                self._words.say(text(f"import.{column}")), justify="right" if column == "times" else "left"
            )
        for match, times in Counter(result.matched).items():
            style = None if match.exact else "yellow"
            table.add_row(str(times), match.written, match.found, *self._remarks(match), style=style)
        for unknown, times in Counter(result.unmatched).items():
            table.add_row(str(times), unknown.written, "", *self._remarks(unknown), style="bold red")
        tell_grid(table)

    def warnings(self, result: ListResult) -> None:
        for warning in result.warnings:
            self.say(text("import.warning", warning=warning), "yellow")

    def summary(self, result: ListResult) -> None:
        if (army := result.army) is None:
            return
        self.say(
            text(
                "import.summary",
                name=army.name or text("list.offer_nameless"),
                faction=text(f"hand.faction.{army.faction}"),
                units=len(army.units),
                cards=len(army.hand),
            )
        )

    def verdict(self, problems: tuple[Refusal, ...]) -> None:
        for problem in problems:
            self.say(text("hand.rule", rule=problem.rule, why=problem.why), "bold red")
        if not problems:
            self.say(text("hand.legal", first="LC-01", last=LAST_RULE_OF_A_HAND), "green")

    def _remarks(self, entry: Match | Unmatched) -> tuple[str, str]:
        kind = self._words.say(text(f"import.kind.{entry.kind}"))
        if isinstance(entry, Match):
            if entry.told_by:
                return kind, self._words.say(text("import.told", by=text(f"list.told_by.{entry.told_by}")))
            return kind, "" if entry.exact else self._words.say(text("import.spelled"))
        closest = ", ".join(entry.closest)
        if not closest:
            return kind, self._words.say(text("import.unknown"))
        if entry.candidates:
            return kind, self._words.say(text("import.several"))
        return kind, self._words.say(text("import.closest", closest=closest))
