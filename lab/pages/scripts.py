"""Generate `docs/develop/scripts.md` from the tables of verbs, expectations and head words (`make docs`)."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from lab.systems import all_rule_sets
from table.emulation.scripts.document import ALL, PATIENCE_S
from table.emulation.scripts.expectations import EXPECTATIONS
from table.emulation.scripts.forms import FORMS, HeadWord
from table.emulation.scripts.verbs import DISPENSER_FAULTS, READER_FAULTS, TABLE_FAULTS
from table.words.lexer import Glossary, Meant

NAME = "develop/scripts.md"

HERE = Path(__file__).parent
EXAMPLE, LOBBY = ((HERE / f"{name}.script").read_text("utf-8") for name in ("jam", "lobby"))


def _head() -> Iterator[tuple[str, str]]:
    """Yield each head word with its meaning; that of `system` lists the ids of the games."""
    games = ", ".join(f"`{each.game.system}`" for each in all_rule_sets())
    for word, (usage, meaning) in FORMS.head.items():
        yield f"`{usage}`", f"{meaning} Ids: {games}." if word is HeadWord.SYSTEM else meaning


def page() -> str:
    return f"""<!-- Made by `make docs`. -->
# Scripts

A script is a match at an emulated table as a text file, with one act or expectation a line. Use it for a bug report
in one file, for tests, and to show something again.

    command-table play SCRIPT...

replays it headless, in virtual time, at an empty table of its own. The exit status is 0 if every expectation is met,
1 if an expectation is not met or an act cannot be done, 2 if the script cannot be read. `-v` prints every line and
every event.

```script
{EXAMPLE}```

## Lines

Blanks separate words. Put a name with a blank in quotes; inside quotes, `\\"` is a quote. A `#` begins a comment.
Names of cards, units and answers are those on the screen, in any case, or their keys. A seat is `blue` or `red`. A
question has a key, in which `*` and `?` are wildcards; `-v` prints the keys. The message about a mistake has file,
line and column, and the nearest valid word.

An act takes as long as at a real table. An answer waits for its question, a lock for its card, and an expectation for
at most {PATIENCE_S:.0f} s. So a script needs a `wait` only where time itself matters.

## The head

The head stands before the first act. It has everything that a replay needs: all chance follows from the seed.

{_rows(("word", "meaning"), _head())}
```script
{LOBBY}```

## Acts

{_rows(("act", "what it does", "example"), _forms(ALL))}
## Expectations

Each follows `expect`, or `expect no`.

{_rows(("expectation", "it is so", "example"), _forms(EXPECTATIONS))}
## Faults

Scripts, console and tests use the same words. [faults.md](../build/faults.md) has what the
table shows for each fault, and the word that ends it.

{_rows(("`dispenser`", "what happens"), _coded(DISPENSER_FAULTS))}
{_rows(("`table`", "what happens"), _coded(TABLE_FAULTS))}
{_rows(("`reader SEAT`", "what happens"), _coded(READER_FAULTS))}
## In the window

    command-table run --script SCRIPT

replays a script in the window of the emulated table, in real time; its lines are logged, and the window stays open when
it is over. Acts that need virtual time are refused there; `expect agreement` is skipped.
`command-table demo --script SCRIPT` plays it headless and takes a picture of the screen at each line.

    command-table run --record FILE

records the acts at an emulated table as a script: on the bench, on the screen, on the keyboard. The table begins
empty, with your own lists; the script includes the chosen lists, so that it is complete. It has the waits between the
acts, and expectations at the turning points (locked, a card, a roll, priority, a round). A press that only skipped an
animation on the screen is a comment: a replay has no screen.

## On the console

    command-table run --console

takes acts and expectations from the terminal while the table runs. `help` lists them, `help WORD` explains one,
`look` prints the state of the table. `--record` records typed acts too. """


def _code(usage: str) -> str:
    return " or ".join(f"`{part.strip()}`" for part in usage.split(" | ")).replace("|", "\\|")


def _forms(glossary: Glossary[Meant]) -> Iterator[tuple[str, ...]]:
    for form in glossary.values():
        yield _code(form.usage), form.meaning, f"`{form.example}`"


def _coded(words: Mapping[str, str]) -> Iterable[tuple[str, ...]]:
    return ((f"`{word}`", what) for word, what in words.items())


def _rows(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
