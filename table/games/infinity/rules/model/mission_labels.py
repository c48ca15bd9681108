"""The options for troopers, groups and uses, the same wherever they are chosen."""

from collections.abc import Iterable
from functools import lru_cache

from table.games.infinity.rules.model.forces import trooper_card
from table.games.infinity.rules.model.mission_state import Member, Mission
from table.games.infinity.rules.model.uses import TokenUse
from table.rules.event_rows import lines_of
from table.rules.prompts import Option
from table.rules.seats import Seat
from table.rules.steps import QuestionsOf
from table.rules.text import text

ICONS = {"regular": "token.order", "irregular": "order.irregular", "none": "counter.units"}


def icon_of(member: Member) -> str:
    return ICONS[str(member.order)] if member.order is not None else "counter.units"


def member_option(member: Member) -> Option:
    return _trooper_option(member.id, member.name, member.group, icon_of(member))


@lru_cache(maxsize=256)
def _trooper_option(id: str, name: str, group: int, icon: str) -> Option:
    return Option(id, text("infinity.member", name=name, group=group), icon, trooper_card(name))


def member_options(members: Iterable[Member]) -> tuple[Option, ...]:
    return tuple(member_option(member) for member in members)


def group_option(group: int, id: str = "") -> Option:
    return Option(id or str(group), text("infinity.group", group=group))


def use_option(use: TokenUse) -> Option:
    """Return the option of a use. Laying its own reference card chooses it."""
    return Option(use.id, text(f"infinity.use.{use.id}"), "token.command", use.card)


def word_option(prefix: str, word: str) -> Option:
    return Option(word, text(f"infinity.{prefix}.{word}"))


def name_of(mission: Mission, seat: Seat, trooper: str) -> str:
    return mission.side(seat).member(trooper).name


line = lines_of(lambda key: f"infinity.tell.{key}")
ASK = QuestionsOf[Mission](lambda key: f"infinity.ask.{key}")
NO_OR_YES = tuple(word_option("word", word) for word in ("no", "yes"))
"""The answers of a question whose first answer spends nothing."""
