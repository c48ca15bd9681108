"""The hoppers: refilling, recounting, switching off and on by players, and the level sensors (TB-17)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.job_steps import JobState
from table.rules.match.ledger import Ledger
from table.rules.prompts import AnyPrompt, ChooseOne, Number, Option
from table.rules.seats import Seat
from table.rules.text import Text, text
from table.rules.tokens import HandOut

REFILL = "match.refill"
"""The key of the question about the filled or counted hopper."""
CONTENT = "match.refill."
"""The prefix of the key of the question for a hopper's content. The seat that chose the hopper is asked."""
SWITCH = "match.switch"
MOST_IN_HOPPER = 200


class Shortage(NamedTuple):
    kind: str
    need: int
    have: int


def kind_name(kind: str) -> Text:
    return text(f"token.{kind}")


def shortages(ledger: Ledger, worst_case: Iterable[HandOut]) -> tuple[Shortage, ...]:
    """Return the kinds of token that may run short in the round, with those in hoppers, in trays and on the table.

    A kind whose hoppers are all off or failed comes from the players' own supply, and cannot run short.
    """
    needs = Counter[str]()
    for out in worst_case:
        needs[out.kind] += out.count
    served = {entry.kind for entry in ledger.hoppers if entry.kind in needs and ledger.works(entry.number)}
    have = {kind: ledger.on_hand(kind) + ledger.in_trays(kind) + ledger.out_of(kind) for kind in served}
    return tuple(Shortage(kind, needs[kind], have[kind]) for kind in sorted(served) if needs[kind] > have[kind])


def always(ledger: Ledger) -> tuple[AnyPrompt, ...]:
    """Return the two prompts that are always possible.

    Each is for all hoppers together, so that other prompts stay visible.
    """
    if not ledger.hoppers:
        return ()
    contents = tuple(Option(str(e.number), _labelled("match.refill.hopper", e)) for e in ledger.hoppers)
    there = [e for e in ledger.hoppers if ledger.has_socket(e.number)]
    switches = tuple(
        Option(str(e.number), _labelled(f"match.switch.{'off' if ledger.is_on(e.number) else 'on'}", e)) for e in there
    )
    refill = ChooseOne(
        key=REFILL, seat=None, ask=text(REFILL), rule="TB-17", standing=True, setting=True, options=contents
    )
    switch = ChooseOne(
        key=SWITCH, seat=None, ask=text(SWITCH), rule="TB-17", standing=True, setting=True, hold=True, options=switches
    )
    return (refill, switch) if switches else (refill,)


def opened(ledger: Ledger) -> tuple[AnyPrompt, ...]:
    """Return the question for the content of the chosen hopper."""
    if ledger.counting is None:
        return ()
    seat, number = ledger.counting
    entry = _entry(ledger, number)
    return (content_dial(f"{CONTENT}{number}", seat, _labelled("match.refill.content", entry), "TB-17", entry.content),)


def content_dial(key: str, seat: Seat, ask: Text, rule: str, known: int) -> Number:
    """Return the question for the content of a hopper. It starts at the ledger's count."""
    start = min(known, MOST_IN_HOPPER)
    return Number(key=key, seat=seat, ask=ask, rule=rule, hold=True, least=0, most=MOST_IN_HOPPER, start=start)


def is_ours(prompt: str) -> bool:
    return prompt in (REFILL, SWITCH) or prompt.startswith(CONTENT)


def answered(ledger: Ledger, answer: Answer) -> tuple[Event, ...]:
    """Return the events of an answer to one of the prompts above. The prompt has already accepted it."""
    if answer.prompt == REFILL:
        return (ev.HopperChosen(answer.seat, int(str(answer.value))),)
    if answer.prompt == SWITCH:
        number, on = int(str(answer.value)), int(str(answer.value)) in ledger.off
        return (ev.HopperSwitched(number, on), *(_tried(ledger, number) if on else ()))
    return _counted(ledger, int(answer.prompt.removeprefix(CONTENT)), int(str(answer.value)))


def _counted(ledger: Ledger, number: int, content: int) -> tuple[Event, ...]:
    """Set the hopper's count. A hopper that had failed gets jobs again from then on."""
    hoppers = tuple(replace(e, content=content) if e.number == number else e for e in ledger.hoppers)
    return (ev.HoppersLoaded(hoppers), *_tried(ledger, number))


def _tried(ledger: Ledger, number: int) -> tuple[Event, ...]:
    return (ev.HopperTried(number),) if number in ledger.failed else ()


def level(ledger: Ledger, report: cmd.HopperLevel) -> tuple[Event, ...]:
    """Return an event if a sensor starts or stops contradicting the ledger."""
    entry = next((e for e in ledger.hoppers if e.number == report.hopper), None)
    known = ledger.level(report.hopper)
    if entry is None or known is report.has_tokens or (known is None and report.has_tokens is (entry.content > 0)):
        return ()
    return (ev.LevelSeen(report.hopper, report.has_tokens),)


def contradicted(ledger: Ledger, low: Mapping[int, int]) -> tuple[ev.HopperEntry, ...]:
    """Return the hoppers whose level sensor contradicts the ledger.

    `low` has, for each hopper, the number of tokens that may lie below its sensor.
    """
    if not ledger.up:
        return ()
    seen = [(e, ledger.level(e.number)) for e in ledger.hoppers if ledger.is_on(e.number)]
    return tuple(
        e for e, level in seen if (level is False and e.content > low.get(e.number, 0)) or (level and e.content == 0)
    )


def given_up(ledger: Ledger) -> tuple[int, ...]:
    """Return the failed hoppers that the players replaced by handing out tokens. No other fault reports them."""
    asked = {job.hopper for job in ledger.jobs if job.state is JobState.FAILED}
    return tuple(n for n in ledger.failed if n not in asked and ledger.is_on(n))


def _entry(ledger: Ledger, number: int) -> ev.HopperEntry:
    entry = next((e for e in ledger.hoppers if e.number == number), None)
    if entry is None:
        raise LookupError(f"hopper {number} has a prompt, and there is none")
    return entry


@lru_cache(maxsize=1024)
def _labelled(key: str, entry: ev.HopperEntry) -> Text:
    return text(key, hopper=entry.number + 1, kind=kind_name(entry.kind), count=entry.content)
