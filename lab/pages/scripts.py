"""Write `docs/develop/scripts.md` from the tables of verbs, expectations and words of the head (`make docs`)."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from lab.systems import all_rule_sets
from table.emulation.scripts.document import HEAD
from table.emulation.scripts.expectations import EXPECTATIONS
from table.emulation.scripts.parser import ALL, PATIENCE_S
from table.emulation.scripts.verbs import faults

NAME = "develop/scripts.md"

HERE = Path(__file__).parent
EXAMPLE, LOBBY = ((HERE / f"{name}.script").read_text("utf-8") for name in ("jam", "lobby"))


def _head() -> Iterator[tuple[str, str]]:
    """Yield each word of the head with its meaning, and the ids of the games with that of `system`."""
    games = ", ".join(f"`{each.game.system}`" for each in all_rule_sets())
    for word, (usage, meaning) in HEAD.items():
        yield f"`{usage}`", f"{meaning} Ids: {games}." if word == "system" else meaning


def page() -> str:
    return f"""<!-- Made by `make docs`. -->
# Scripts

A script is an evening at an emulated table as a text file: one act or expectation a line. It is for a bug report that
is one file, for tests, and for showing something twice.

    command-table play SCRIPT...

replays it headless, in virtual time, at an empty table of its own. The exit status is 0 if all is as written, 1 if an
expectation is not met or an act cannot be done, 2 if the script cannot be read. `-v` tells every line and all that
happens.

```script
{EXAMPLE}```

## Lines

Words are separated by blanks; one that has a blank in it, as many names do, stands in quotes, in which `\\"` is a
quote. What follows a `#` is a remark. Names of cards, units and answers are those on the screen, in any case, or their
keys. A seat is `blue` or `red`. A question is called by its key, in which `*` and `?` stand for what may be there; `-v`
tells the keys. A mistake is told with file, line and column, and with the nearest word that would be right.

An act takes as long as it takes at the table; a line waits for what it needs (an answer for its question, a lock for
its card), and an expectation {PATIENCE_S:.0f} s for what it expects. So a script needs a `wait` only where time itself
matters.

## The head

Before the first act, and everything that a replay needs: all chance follows from the seed.

{_rows(("word", "meaning"), _head())}
```script
{LOBBY}```

## Acts

{_rows(("act", "what it does", "example"), ((_code(v.usage), v.meaning, f"`{v.example}`") for v in ALL.values()))}
## Expectations

Each follows `expect`, or `expect no`.

{_rows(("expectation", "it is so", "example"), ((_code(e.usage), e.meaning, f"`{e.example}`") for e in EXPECTATIONS))}
## Faults

In a script, on the console and in tests the same words mean the same. What the table shows for them, and what ends
them, is in [faults.md](../build/faults.md).

{_rows(("`dispenser`", "what happens"), _coded(faults.DISPENSER_FAULTS))}
{_rows(("`table`", "what happens"), _coded(faults.TABLE_FAULTS))}
{_rows(("`reader SEAT`", "what happens"), _coded(faults.READER_FAULTS))}
## In the window

    command-table run --script SCRIPT

replays a script in the window of the emulated table, in real time; its lines are logged, and the window stays open when
it is over. What only virtual time can do is refused there, but for `expect agreement`, which is left out.
`command-table demo --script SCRIPT` plays it headless and takes a picture of the screen at each line.

    command-table run --record FILE

writes what is done at an emulated table into a script: on the bench, on the screen, on the keyboard. The table begins
empty, with your own lists; those that are chosen are kept in the script, so that it is whole. Between the acts stand
the waits, and at the turning points (locked, a card, a roll, priority, a round) what a replay must come to. A panel's
button that a reveal or a roll on the screen took is a comment there: a replay has no screen.

## On the console

    command-table run --console

takes acts and expectations from the terminal while the table runs. `help` lists them, `help WORD` tells more of one,
`look` tells what there is at the table. With `--record` what was typed is recorded, too.
"""


def _code(usage: str) -> str:
    return " or ".join(f"`{part.strip()}`" for part in usage.split(" | ")).replace("|", "\\|")


def _coded(words: Mapping[str, str]) -> Iterable[tuple[str, ...]]:
    return ((f"`{word}`", what) for word, what in words.items())


def _rows(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def write(folder: Path) -> None:
    (folder / NAME).write_text(page(), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
