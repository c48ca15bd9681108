"""Answers that no player may give."""

from collections.abc import Iterator

from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number, Roll, Seal, Value

ANYTHING: tuple[Value, ...] = (
    None, "", "no such option", "legion.card.push", 0, -1, 10**9, True, (), ("no such option",), Seal("00" * 32),
)  # fmt: skip


def illegal(prompt: AnyPrompt) -> Iterator[Value]:
    """Answers just beside what the prompt offers, and answers that fit no prompt of its kind."""
    match prompt:
        case Number():
            yield from (prompt.least - 1, prompt.most + 1)
        case ChooseSome():
            ids = tuple(option.id for option in prompt.options)
            yield from ((*ids, ids[0]), (ids[0], ids[0]), ids[0])
        case ChooseOne():
            ids = tuple(option.id for option in prompt.options)
            yield from (ids, ids[0] + " ", ids[0].upper() + "?")
        case Roll():
            yield from ("crit", prompt.faces)
        case _:
            pass
    yield from (value for value in ANYTHING if not prompt.accepts(value))
