"""Do tray, journal and view agree? Everything that fell is written down, and what is shown is what is written."""

from table.emulation.hands.bot_match import counted, totals
from table.emulation.virtual_table import VirtualTable
from table.records.open_match import Play


def disagreements(table: VirtualTable) -> tuple[str, ...]:
    """One sentence for each; none, if all is well. The dispenser must be at rest."""
    play = table.session.play
    if play is None:
        return ("no match is in play",)
    return (*_tokens(table, play), *_view(table, play), *_hoppers(table, play))


def _tokens(table: VirtualTable, play: Play) -> tuple[str, ...]:
    """What the light barriers let through into the tray, against what the journal says was counted."""
    fell, written = totals(table), counted(play)
    return tuple(
        f"{fell[kind]} {kind} tokens fell into the tray, and the journal counts {written[kind]}"
        for kind in sorted(fell.keys() | written.keys())
        if fell[kind] != written[kind]
    )


def _view(table: VirtualTable, play: Play) -> tuple[str, ...]:
    """The journal, read from the disk and folded again, shows what the screen shows."""
    again = play.match.fold(None, tuple(play.events()))
    if again != play.state:
        return ("the journal, folded again, gives another state than the one in play",)
    if play.match.view(again) != table.now.view:
        return ("the screen shows another view than the journal gives",)
    return ()


def _hoppers(table: VirtualTable, play: Play) -> tuple[str, ...]:
    """The ledger's hoppers against the real ones, into which the players put back what they are asked for."""
    contents = table.dispenser.contents()
    return tuple(
        f"hopper {entry.number} holds {contents[entry.number]} tokens, and the ledger says {entry.content}"
        for entry in play.state.ledger.hoppers
        if contents[entry.number] != entry.content
    )
