"""Compare tray, journal and view: every token that fell is journalled, and the view shows what is journalled."""

from table.emulation.hands.bot_match import counted, totals
from table.emulation.virtual_table import VirtualTable
from table.records.open_match import OpenMatch


def disagreements(table: VirtualTable) -> tuple[str, ...]:
    """Yield one sentence for each disagreement. The dispenser must be at rest."""
    play = table.session.play
    if play is None:
        return ("no match is in play",)
    return (*_tokens(table, play), *_view(table, play), *_hoppers(table, play))


def _tokens(table: VirtualTable, play: OpenMatch) -> tuple[str, ...]:
    """Compare the tokens that passed the light barriers with those that the journal counts."""
    fell, written = totals(table), counted(play)
    return tuple(
        f"{fell[kind]} {kind} tokens fell into the tray, and the journal counts {written[kind]}"
        for kind in sorted(fell.keys() | written.keys())
        if fell[kind] != written[kind]
    )


def _view(table: VirtualTable, play: OpenMatch) -> tuple[str, ...]:
    """Compare the view made from the journal on disk with the view on the screen."""
    again = play.match.fold(None, tuple(play.events()))
    if again != play.state:
        return ("the journal, folded again, gives another state than the one in play",)
    if play.match.view(again) != table.now.view:
        return ("the screen shows another view than the journal gives",)
    return ()


def _hoppers(table: VirtualTable, play: OpenMatch) -> tuple[str, ...]:
    """Compare the ledger's hoppers with the emulated ones, after the players put back what they were asked for."""
    contents = table.dispenser.contents()
    return tuple(
        f"hopper {entry.number} holds {contents[entry.number]} tokens, and the ledger says {entry.content}"
        for entry in play.state.ledger.hoppers
        if contents[entry.number] != entry.content
    )
