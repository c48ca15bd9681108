"""The questions to a player before a command token is spent: each part and each condition as a prompt.

A condition that is not met (an isolated trooper, no cube, no such fireteam) drops the use, and the token stays.
"""

from collections.abc import Callable

from msgspec import field
from msgspec.structs import replace

from table.games.infinity.rules.model.mission_labels import group_option, member_options, word_option
from table.games.infinity.rules.model.mission_state import (
    Detail,
    InfinitySide,
    Mission,
    SpentToken,
    UnfinishedUse,
    other_groups,
    with_side,
    with_turn,
)
from table.games.infinity.rules.model.order_tokens import COMMAND
from table.games.infinity.rules.model.uses import INSPIRE, STRATEGOS, TAKE_ORDERS, USES, TokenUse
from table.games.infinity.rules.uses.use_candidates import (
    COORDINATED,
    coordinable,
    followers,
    orders_taken,
    pools_for,
    rollers,
    troopers_for,
)
from table.rules.event_rows import EventRow, no_line
from table.rules.game import SeatEvent
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number, Option
from table.rules.text import Text, text
from table.rules.tokens import HandBack


class UseBegan(SeatEvent, frozen=True, tag=True):
    use: str


class UseDetailed(SeatEvent, frozen=True, tag=True):
    part: str
    value: Detail = field(name="said")


class UseDropped(SeatEvent, frozen=True, tag=True):
    """A use was dropped, and the token stays. `rule` is the condition that is not met; empty if the player gave up."""

    use: str
    rule: str = ""


class CommandTokenSpent(SeatEvent, frozen=True, tag=True):
    use: str


class SkillUsed(SeatEvent, frozen=True, tag=True):
    """A use that costs no token is made: of Strategos (IA-16), or of Inspiring Leadership (IA-18)."""

    use: str


D20 = 20
LEAST_WIP, MOST_WIP = 1, 19
USUAL_WIP = 13
"""The range of a WIP with modifiers. A roll above the WIP has failed."""
IRREGULAR = ".irregular"
"""The suffix of the option for a group's Irregular troopers."""
MET = {"isolated": "no", "cube": "yes", "remote": "yes", "chart": "yes", "possessed": "yes"}
"""The conditions that only the players know, and the answer that continues the use."""


def answers_of(using: UnfinishedUse) -> dict[str, Detail]:
    return dict(using.answers)


def next_part(mission: Mission, using: UnfinishedUse) -> str | None:
    """Return the next part to ask for, or None if all are answered.

    Parts about an order that is not taken are skipped.
    """
    parts = USES[using.use].parts
    if using.use == TAKE_ORDERS.id:
        parts = parts[: orders_taken(mission.side(using.seat.opponent))]
    return next(iter(parts[len(using.answers) :]), None)


def prompt(mission: Mission, using: UnfinishedUse) -> AnyPrompt | None:
    """Return the open question about a use, or None if all is answered."""
    part = next_part(mission, using)
    if part is None:
        return None
    use = USES[using.use]
    return PARTS[part](mission, using, use, part)


def _ask(mission: Mission, using: UnfinishedUse, use: TokenUse, part: str) -> Text:
    trooper = answers_of(using).get("trooper")
    name = mission.side(using.seat).member(str(trooper)).name if trooper is not None else ""
    key = f"infinity.ask.{use.id}" if part == "trooper" else f"infinity.ask.{part}"
    return text(key, name=name, use=text(f"infinity.use.{use.id}"))


def _one(mission: Mission, using: UnfinishedUse, use: TokenUse, part: str, options: tuple[Option, ...]) -> ChooseOne:
    ask = _ask(mission, using, use, part)
    return ChooseOne(key=f"use.{part}", seat=using.seat, ask=ask, rule=use.rule, options=options)


def _trooper(mission: Mission, using: UnfinishedUse, use: TokenUse, part: str) -> AnyPrompt:
    return _one(mission, using, use, part, member_options(troopers_for(mission, using.seat, use)))


def _group(mission: Mission, using: UnfinishedUse, use: TokenUse, part: str) -> AnyPrompt:
    """Ask for the other group, even if there is only one: an automatic answer would reveal a hidden trooper."""
    side = mission.side(using.seat)
    groups = other_groups(side, side.member(str(answers_of(using)["trooper"])))
    return replace(_one(mission, using, use, part, tuple(group_option(group) for group in groups)), moment=True)


def _pool(mission: Mission, using: UnfinishedUse, use: TokenUse, part: str) -> AnyPrompt:
    options = (
        Option(f"{group}{IRREGULAR}", text("infinity.group.irregular", group=group))
        if irregular
        else group_option(group)
        for group, irregular in pools_for(mission, using.seat)
    )
    return _one(mission, using, use, part, tuple(options))


def _troopers(mission: Mission, using: UnfinishedUse, use: TokenUse, part: str) -> AnyPrompt:
    if use is INSPIRE:
        able = followers(mission, using.seat)
        most = COORDINATED - 1  # the Lieutenant is the first
    else:
        group, _dot, irregular = str(answers_of(using)["pool"]).partition(".")
        able, most = coordinable(mission, using.seat, int(group), bool(irregular)), COORDINATED
    return ChooseSome(
        key=f"use.{part}", seat=using.seat, ask=_ask(mission, using, use, part), rule=use.rule,
        options=member_options(able), least=1, most=min(most, len(able)),
    )  # fmt: skip


def _taken(mission: Mission, using: UnfinishedUse, use: TokenUse, part: str) -> AnyPrompt:
    """Ask for a group that still has an order to take. The second group may be the first again."""
    first = answers_of(using).get("taken")
    side = mission.side(using.seat.opponent)
    asked = _one(mission, using, use, part, tuple(group_option(group) for group in _left(side, first)))
    return asked if orders_taken(side) > 1 else replace(asked, ask=text("infinity.ask.taken_one"))


def _left(side: InfinitySide, taken: Detail | None) -> list[int]:
    return [group for group, n in side.pools if n - (str(group) == taken) > 0]


def _words(*words: str) -> Callable[[Mission, UnfinishedUse, TokenUse, str], AnyPrompt]:
    def ask(mission: Mission, using: UnfinishedUse, use: TokenUse, part: str) -> AnyPrompt:
        return _one(mission, using, use, part, tuple(word_option("word", word) for word in words))

    return ask


def _who(mission: Mission, using: UnfinishedUse, use: TokenUse, part: str) -> AnyPrompt:
    """Ask who rolls. Troopers that have rolled for this use before are offered first, the latest of them at the top."""
    side = mission.side(using.seat)
    able = rollers(side, str(answers_of(using)["trooper"]))
    last = [key for key, _ in side.wips]
    able.sort(key=lambda one: last.index(key) if (key := f"{use.id}.{one.id}") in last else -1, reverse=True)
    return _one(mission, using, use, part, member_options(able))


def _wip(mission: Mission, using: UnfinishedUse, use: TokenUse, part: str) -> AnyPrompt:
    """Ask for the WIP of the trooper that rolls.

    The dial begins at the trooper's last WIP for this use, else at the WIP of the list, else at the use's last WIP.
    """
    ask = _ask(mission, using, use, part)
    side, who = mission.side(using.seat), str(answers_of(using)["who"])
    known = dict(side.wips)
    listed = next((one.wip for one in side.members if one.id == who), 0)
    start = known.get(f"{use.id}.{who}") or min(listed, MOST_WIP) or known.get(use.id, USUAL_WIP)
    return Number(
        key=f"use.{part}", seat=using.seat, ask=ask, rule=use.rule, least=LEAST_WIP, most=MOST_WIP, start=start
    )  # fmt: skip


def _failed(mission: Mission, using: UnfinishedUse, use: TokenUse, part: str) -> AnyPrompt:
    """Ask for the failed roll, which has to be above the WIP."""
    least = int(str(answers_of(using)["wip"])) + 1
    ask = _ask(mission, using, use, part)
    return Number(key=f"use.{part}", seat=using.seat, ask=ask, rule=use.rule, least=least, most=D20)


def _fold_detailed(mission: Mission, event: UseDetailed) -> Mission:
    using = mission.using
    return mission if using is None else replace(
        mission, using=replace(using, answers=(*using.answers, (event.part, event.value)))
    )  # fmt: skip


def _fold_spent(mission: Mission, event: CommandTokenSpent) -> Mission:
    side = mission.side(event.seat)
    spent = (*side.spent, SpentToken(event.use, mission.round))
    mission = with_side(mission, event.seat, tokens=(side.tokens or 0) - 1, spent=spent)
    if event.seat is mission.active:
        mission = with_turn(mission, spent=mission.turn.spent + 1)
    return replace(mission, using=None)


def _line_dropped(x: UseDropped) -> Text | None:
    """Return the line for a use whose condition is not met, or None if the player gave it up."""
    if not x.rule:
        return None
    return text("infinity.tell.not_met", seat=text(f"seat.{x.seat}"), use=text(f"infinity.use.{x.use}"), rule=x.rule)


YES_NO, NO_YES = _words("yes", "no"), _words("no", "yes")
PARTS: dict[str, Callable[[Mission, UnfinishedUse, TokenUse, str], AnyPrompt]] = {
    "trooper": _trooper,
    "group": _group,
    "pool": _pool,
    "troopers": _troopers,
    "taken": _taken,
    "taken_too": _taken,
    "result": _words("passed", "failed"),
    "who": _who,
    "wip": _wip,
    "failed": _failed,
    **{part: YES_NO if usual == "yes" else NO_YES for part, usual in MET.items()},
}


ROWS: tuple[EventRow[Mission], ...] = (
    EventRow(UseBegan, lambda m, x: replace(m, using=UnfinishedUse(x.seat, x.use)), no_line),
    EventRow(UseDetailed, _fold_detailed, no_line),
    EventRow(UseDropped, lambda m, _: replace(m, using=None), _line_dropped),
    EventRow(
        CommandTokenSpent,
        _fold_spent,
        lambda x: text("infinity.tell.token", seat=text(f"seat.{x.seat}"), use=text(f"infinity.use.{x.use}")),
        hands_back=lambda _, x: (HandBack(x.seat, COMMAND, 1, later=True),),
    ),
    EventRow(
        SkillUsed,
        lambda m, x: replace(with_turn(m, regrouped=m.turn.regrouped or x.use == STRATEGOS.id), using=None),
        no_line,
    ),
)
