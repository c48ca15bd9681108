"""Scenes of tokens and of faults: what goes back, what is owed, what jams."""

from msgspec.structs import replace

from table.rules.prompts import ChooseOne, Confirm, Number, Option
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.view.published import (
    Desk,
    DispenserState,
    FaultNote,
    Focus,
    HandingState,
    HopperState,
    HopperStatus,
    Published,
    ReaderState,
    TokenDelivery,
)
from tests.screen.scenes.command_phase import orders, refused, revealed
from tests.screen.scenes.later import activation, over
from tests.screen.scenes.made_of import options, rebels, table


def tokens_back() -> Published:
    kinds = ("commander", "operative", "corps", "special", "support", "heavy", "advantage")
    listed = text("match.back.hopper", count=1, kind=text("token.commander"), hopper=1)
    for kind in kinds[1:]:
        listed = text(
            "match.back.and",
            first=text("match.back.hopper", count=12, kind=text(f"token.{kind}"), hopper=2),
            rest=listed,
        )
    ask = Confirm(
        key="back",
        seat=None,
        ask=text("match.tokens_back", tokens=listed),
        rule="TB-78",
        hold=True,
        standing=True,
        chore=73,
    )
    red = ChooseOne(
        key="nominate", seat=RED, ask=text("legion.nominate.ask"), rule="LG-41", options=options(rebels(), 0, 1)
    )
    return table(
        revealed(),
        ask,
        red,
        blue=Desk(BLUE, ReaderState.EMPTY, focus=Focus("back", 0)),
        red=Desk(RED, ReaderState.EMPTY, focus=Focus("nominate", 0)),
    )


def chore() -> Published:
    """The same tokens while nobody looks at them: a sign beside each seat's counters."""
    base = tokens_back()
    return replace(base, desks=(Desk(BLUE, ReaderState.EMPTY, focus=Focus("nominate", 0)), base.desks[1]))


def tokens_at_end() -> Published:
    """All that lay in the trays goes back at once, and every hopper is named."""
    base = over()
    back = replace(tokens_back().prompts[0], standing=False, chore=0, key="match.tokens_back")
    return replace(base, prompts=(back,), desks=tuple(replace(desk, focus=None) for desk in base.desks))


def by_hand() -> Published:
    """A hopper has run empty: a sign states how many tokens blue takes from the supply, beside what is asked."""
    base = activation()
    take = Confirm(
        key="match.hand.a",
        seat=BLUE,
        ask=text("match.take", count=1, kind=text("token.special")),
        rule="TB-09",
        hold=True,
        standing=True,
        chore=1,
    )
    return replace(
        base,
        prompts=(*base.prompts, take),
        handing=(TokenDelivery("a", BLUE, "special", 1, 0, HandingState.BY_HAND),),
        dispenser=DispenserState.READY,
        hoppers=(HopperStatus(0, "corps", 1, HopperState.LOW), HopperStatus(1, "heavy", 0, HopperState.EMPTY)),
    )


def fault() -> Published:
    faults = (FaultNote("dispenser.jam", "3"), FaultNote("reader.missing", "red", "no answer to 3 selects"))
    return replace(
        orders(),
        faults=faults,
        dispenser=DispenserState.GONE,
        desks=(Desk(BLUE, ReaderState.EMPTY), Desk(RED, ReaderState.GONE, focus=Focus("orders", 1))),
    )


def fault_and_by_hand() -> Published:
    """The dispenser is gone: what it owes is taken by hand, and that must be seen as long as the fault is."""
    return replace(
        by_hand(),
        faults=(FaultNote("dispenser.silent", "dispenser"),),
        dispenser=DispenserState.GONE,
        commitment="3fa9c04e" * 8,
    )


def fault_and_refusal() -> Published:
    faults = (FaultNote("reader.missing", "red", "no answer to 3 selects"),)
    return replace(refused(), faults=faults)


def jam() -> Published:
    """Blue is asked what to do about the missing token; the dispenser stopped, and reports it."""
    ask = ChooseOne(
        key="payout",
        seat=BLUE,
        ask=text("match.payout.jam", count=1, kind=text("token.special")),
        rule="TB-11",
        options=(
            Option("again", text("match.payout.again")),
            Option("by_hand", text("match.payout.by_hand", count=1)),
        ),
    )
    return replace(
        activation(), prompts=(ask,), faults=(FaultNote("dispenser.stopped", "3"),), dispenser=DispenserState.READY
    )


def unknown() -> Published:
    ask = Number(
        key="count",
        seat=BLUE,
        ask=text("match.payout.unknown", count=2, kind=text("token.special")),
        rule="TB-10",
        least=0,
        most=2,
    )
    handing = (TokenDelivery("a", BLUE, "special", 2, 0, HandingState.UNKNOWN),)
    return replace(activation(), prompts=(ask,), handing=handing)
