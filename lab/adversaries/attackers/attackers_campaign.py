"""`command-table campaign attackers`: do attackers who try again, adapt and combine their roles break a promise?

Each search has a world of its own, with the shipping code in virtual time. In `evening` one person plays red, has taken
over the web program, has the owner's and the judge's phones and terminal, further phones, and starts the table again;
blue is honest. In `hall` a table with its own password reports to a hall, and its owner enters codes at the desk.
Others are pages and programs from elsewhere (`pages`), machines that take connections (`places`), a hall at a table's
socket (`doors`), spectators of a table with a delay (`late`), strangers at a hall's desk (`desk`), and forgers of
files, tags and codes (`records`). Acts come in any order. Sequences that led to something new are kept, and later ones
continue from there. The controls plant faults into the shipping code.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from lab.adversaries.attackers import desk, doors, hall_table, late, pages, places, records
from lab.adversaries.attackers.evening import evening_attack
from lab.adversaries.attackers.evening.evening_table import EveningTable
from lab.adversaries.attackers.planted import FAULTS
from lab.adversaries.attackers.search import AttackedWorld, SearchFindings, search
from lab.campaigns.barrier.barrier_table import SampleShelf
from lab.figure import Figure, control_of, none_of
from lab.headless import HeadlessParts
from lab.log_silence import unwarned
from lab.match_files import match_file
from lab.systems import systems
from lab.temporary_folder import temporary_folder

TURNS = 40
"""The answers in the match whose file is forged."""
MOST_FOR_A_FAULT = 12_000
"""The most acts until a planted fault is found."""
MakeWorld = Callable[[Path, int], AttackedWorld]


class AttackSearch(NamedTuple):
    """A search: the factory of its worlds (from a folder and a seed), and the names of its acts."""

    make: MakeWorld
    names: Sequence[str]


@cache
def _sample(seed: int) -> bytes:
    """Return the file of a match with revealed cards."""
    while (file := match_file(next(systems()), seed, TURNS)).count(b'"SealOpened"') < 2:
        seed += 1
    return file


@cache
def _parts(folder: Path) -> tuple[HeadlessParts, SampleShelf]:
    return HeadlessParts(folder), SampleShelf()


def _evening(folder: Path, seed: int) -> AttackedWorld:
    return evening_attack.EveningAttack(lambda: EveningTable(*_parts(folder / "state"), folder / "state", seed))


SEARCHES: MappingProxyType[str, AttackSearch] = MappingProxyType(
    {
        "evening": AttackSearch(_evening, evening_attack.NAMES),
        "hall": AttackSearch(lambda *_: hall_table.HostileHall(), hall_table.NAMES),
        "pages": AttackSearch(lambda *_: pages.DoorOfPages(), pages.NAMES),
        "places": AttackSearch(lambda *_: places.CrowdedProgram(), places.NAMES),
        "doors": AttackSearch(lambda *_: doors.AskedTable(), doors.NAMES),
        "late": AttackSearch(lambda *_: late.DelayedTable(), late.NAMES),
        "desk": AttackSearch(lambda *_: desk.StrangersDesk(), desk.NAMES),
        "records": AttackSearch(lambda _, seed: records.ForgersDesk(_sample(seed)), records.NAMES),
    }
)


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Do `count` acts in each search. Then plant the faults."""
    parts = len(SEARCHES) + len(FAULTS)
    with temporary_folder() as folder, unwarned():
        for number, name in enumerate(SEARCHES):
            result = searched(name, count, seed, folder)
            note = f"{result.positions} positions; {'; '.join(result.broken)}".rstrip("; ")
            yield none_of(f"attackers.{name}", len(result.broken), "promises", result.acts, note)
            done(count * number // parts)
        for number, name in enumerate(SEARCHES):
            yield _control(name, seed, folder)
            done(count * (len(SEARCHES) + number) // parts)
    done(count)


def searched(name: str, count: int, seed: int, folder: Path) -> SearchFindings:
    """Return the result of a search of this name."""
    make, names = SEARCHES[name]
    return search(partial(make, folder, seed), names, count, seed)


def is_found(name: str, seed: int, folder: Path) -> bool:
    """True if the search finds the planted fault of this name."""
    with FAULTS[name].patched():
        return bool(searched(FAULTS[name].attack, MOST_FOR_A_FAULT, seed, folder).broken)


def _control(name: str, seed: int, folder: Path) -> Figure:
    faults = [fault for fault, each in FAULTS.items() if each.attack == name]
    missed = [fault for fault in faults if not is_found(fault, seed, folder)]
    found = len(faults) - len(missed)
    note = f"faults planted into the shipping code: {', '.join(faults)}; not found: {', '.join(missed) or 'none'}"
    control = control_of(f"attackers.{name}.control", found, "faults", len(faults), note)
    return replace(control, goal=f">= {len(faults)}", ok=not missed)
