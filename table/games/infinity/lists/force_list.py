"""Turn a list into a force that can be played, with a report of everything that was read."""

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from table.games.files.raw_list import ListError, decoded
from table.games.infinity.lists.trooper_headings import has_troopers
from table.games.infinity.rules.model.forces import Force, Trooper
from table.games.infinity.rules.setup.force_checks import force_problems
from table.rules.text import Text, text

if TYPE_CHECKING:  # a plain list need not load the reader of codes
    from table.games.infinity.lists.codes.army_code import ArmyCode

QUOTES = (
    "plain.unknown_key", "plain.kind.", "plain.number", "plain.order", "plain.times", "plain.owner",
    "infinity.muster.owner", "infinity.muster.other_group", "infinity.muster.apart", "infinity.muster.late_and_hidden",
    "infinity.muster.peripheral_order",
)  # fmt: skip
"""Problems that name a trooper together with a key or value of its entry, which may be what marks the Lieutenant; or
a trooper that may be hidden (IA-04).
"""
OF_SEVERAL = frozenset(
    {
        "plain.lieutenants", "plain.too_many", "infinity.muster.too_many", "infinity.muster.group_full",
        "infinity.muster.group_number", "infinity.muster.mixed_group", "infinity.muster.lieutenant_orders",
    }
)  # fmt: skip
"""Problems of several troopers, whose place is that of one of them: it may be hidden, or the Lieutenant (TB-100)."""


class ForceResult(Struct, frozen=True):
    force: Force | None
    warnings: tuple[Text, ...] = ()
    """The warnings: facts that were left open, and odd entries."""
    problems: tuple[Text, ...] = ()
    """All reasons for which it cannot be played."""
    source: str = ""
    """`code`, `file`."""
    ids: tuple[str, ...] = ()
    """The ids that a code has for its troopers. The option identifies the Lieutenant, so only the owner may see it."""


def read_force(source: bytes | str) -> ForceResult:
    """Read an army code, alone or in a link, or a plain list. Never raises, whatever the file contains."""
    from table.games.infinity.lists.plain_list import read_plain

    try:
        words = decoded(source)
        if not has_troopers(words) and (found := _in_code(words)) is not None:
            return found
        force, warnings, problems = read_plain(words)
    except ListError as error:
        return ForceResult(None, problems=error.problems)
    return ForceResult(force, warnings, problems, source="file")


def _in_code(words: str) -> ForceResult | None:
    """Return the force of the first code, or None if there is none. Raises `ListError`."""
    from table.games.infinity.lists.codes.army_code import read_code
    from table.games.infinity.lists.codes.code_finding import codes_in, find_code

    code = find_code(words)
    return None if code is None else of_code(read_code(code), len(codes_in(words)))


def of_code(code: "ArmyCode", codes: int = 1) -> ForceResult:
    """Return the force of a code, which is the first of `codes` codes in its source.

    It has no names, so troopers are named by unit and profile.
    Their orders are asked for when the match begins. The option stays out of the name: it would identify the Lieutenant
    (TB-100).
    """
    members = [(group, m) for group in code.groups for m in group.members]
    seen: Counter[str] = Counter()
    troopers = []
    for number, (group, member) in enumerate(members, 1):
        name = f"{member.unit}.{member.profile}"
        seen[name] += 1
        called = name if seen[name] == 1 else f"{name} ({seen[name]})"
        troopers.append(Trooper(str(number), called, group.number, None, None, reinforcement=group.reinforcement))
    force = Force(
        code.name or code.slug,
        tuple(troopers),
        sectorial=f"{code.slug} ({code.sectorial})",
        points=code.points,
        bonus=None,
        lieutenant_orders=None,
    )
    others = (text("code.others", count=codes, name=force.name),) if codes > 1 else ()
    warnings = (*others, text("code.ids_only", count=len(troopers)))
    ids = tuple(member.id for _, member in members)
    return ForceResult(force, warnings, force_problems(force), source="code", ids=ids)


def other_codes(source: bytes | str) -> tuple[ForceResult, ...]:
    """Return the force of each army code after the first. Never raises; empty for a plain list."""
    from table.games.infinity.lists.codes.code_finding import codes_in

    try:
        words = decoded(source)
        return () if has_troopers(words) else tuple(of_code(code) for code in codes_in(words)[1:])
    except ListError:
        return ()


def for_all_eyes(problems: tuple[Text, ...]) -> tuple[Text, ...]:
    """Return the problems in the form that both players may see.

    A problem that quotes the player's file is only counted.
    """
    shown = tuple(_without_place(problem) for problem in problems if not problem.key.startswith(QUOTES))
    kept = len(problems) - len(shown)
    return (*shown, text("plain.private", count=kept)) if kept else shown


def _without_place(problem: Text) -> Text:
    """Return a problem of several troopers with the list in the place of the first trooper's name and line."""
    if problem.key not in OF_SEVERAL:
        return problem
    whole = {"who": text("infinity.muster.the_list"), "where": text("plain.the_list")}
    return text(problem.key, **{name: whole.get(name, value) for name, value in problem.args})


def is_infinity(source: bytes | str) -> bool:
    """True if this is meant to be a list of Infinity: an army code, or our own file."""
    from table.games.infinity.lists.codes.code_finding import is_code

    try:
        words = decoded(source)
    except ListError:
        return False
    return has_troopers(words) or is_code(words)
