"""The players' names at the table (TB-125): entered at a panel, on the screen or on a phone, and stored with the match.

A name is optional, and can be entered before a match and during it. The table remembers the names of earlier matches.
The next match begins with the names of the last one.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

from table.records.beside.named_players import NamedPlayer, NamedPlayers, named, names_of, of_commitments
from table.rules.commands import Answer
from table.rules.kept import Alike
from table.rules.match.commands import NamePlayer
from table.rules.prompts import AnyPrompt, ChooseOne, Option
from table.rules.seats import SEATS, Seat, is_player_name
from table.rules.text import text
from table.session.journal_writer import JournalWriter

RULE = "TB-125"
PLAYER = "player"
"""The key of the prompts about names."""
NOBODY = "-"
"""The answer that removes a name; it is not a valid name."""


class NamesOfPlayers:
    """The names of both seats' players. The session's thread only."""

    def __init__(
        self, writer: JournalWriter, entropy: Callable[[int], bytes], kept: NamedPlayers | None = None
    ) -> None:
        """`kept` stores the names of matches; without it a name is lost with the program."""
        self._writer, self._entropy, self._kept = writer, entropy, kept
        self._recent = () if kept is None else kept.recent()
        self._players: dict[Seat, NamedPlayer] = {}
        self._asked = Alike(_prompt)

    @property
    def shown(self) -> tuple[str, str]:
        """Return blue's and red's names; empty for a player without one, and in a match at two tables."""
        if self._writer.shared is not None:
            return "", ""
        return names_of(self._players)

    def around(self, prompts: tuple[AnyPrompt, ...]) -> tuple[AnyPrompt, ...]:
        """Return these prompts with one for each seat's name, unless a judge has frozen the match or it is over."""
        play = self._writer.play
        closed = play is not None and (play.state.ended or play.state.judged)
        if self._writer.shared is not None or closed:
            return prompts
        return (*prompts, *(self._asked(seat, (self._players.get(seat), self._recent, self.shown)) for seat in SEATS))

    def asks(self, answer: Answer) -> bool:
        """True if it answers one of the prompts about names."""
        return answer.prompt == PLAYER

    def take(self, answer: Answer) -> None:
        """Set or remove a seat's name. An invalid name changes nothing."""
        if answer.value == NOBODY:
            self._players.pop(answer.seat, None)
        elif isinstance(answer.value, str) and is_player_name(answer.value):
            self._players[answer.seat] = named(answer.value, self._entropy)
            self._recent = tuple(dict.fromkeys((answer.value, *self._recent)))
        else:
            return
        self._keep()

    def begin(self) -> None:
        """Give a new match the names that were entered before."""
        if self._players:
            self._keep()

    def resume(self) -> None:
        """Take the names of a resumed match."""
        play = self._writer.play
        if play is not None and self._kept is not None:
            self._players = dict(of_commitments(self._kept.of(play.state.id), dict(play.state.players)))

    def _keep(self) -> None:
        """Store the names beside the journal, and their commitments in it.

        On a full disk only the name is lost, not the match.
        """
        play = self._writer.play
        if play is None or play.state.ended:
            return
        if self._kept is not None:
            with suppress(OSError):
                self._kept.keep(play.state.id, self._players)
        for seat in SEATS:
            player = self._players.get(seat)
            commitment = "" if player is None else player.commitment
            if commitment != dict(play.state.players).get(seat, ""):
                self._writer.do(NamePlayer(seat, commitment))


def _prompt(seat: Seat, known: tuple[NamedPlayer | None, Sequence[str], Sequence[str]]) -> AnyPrompt:
    """Return the prompt about a seat's name. `known`: its player, the recent names, and the names at the table."""
    player, recent, shown = known
    others = tuple(Option(name, text("player.name", name=name)) for name in recent if name not in shown)
    nobody = () if player is None else (Option(NOBODY, text("player.nobody")),)
    ask = text("player.ask") if player is None else text("player.ask.named", name=player.name)
    options = (*others, *nobody) or (Option(NOBODY, text("player.nobody")),)
    return ChooseOne(
        key=PLAYER, seat=seat, ask=ask, rule=RULE, options=options, standing=True, setting=True, named=True
    )
