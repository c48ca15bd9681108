"""The option `--config` of commands about a table's state folder."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import NoReturn

import click

from table.config import Config, describe, load
from table.devices.judge_socket import JudgeStatus, NoTableError, PhoneWish, Request, asked
from table.devices.setup import Setup, load_setup
from table.program.error_ends import ending_with
from table.program.shared_options import CONFIGURATION
from table.records.state_version import StateFolderError, refuse_newer
from table.rules.text import text
from table.words import Words
from table.words.faults import fault_words
from table.words.terminal import stop_with


def usual_place() -> Path:
    """Return the path of the configuration that `setup` writes, which is used if none is named."""
    from platformdirs import user_config_path

    return user_config_path("command-table", appauthor=False) / "table.toml"


def usual_file() -> Path | None:
    """Return the configuration that is used if none is named; None if it does not exist."""
    place = usual_place()
    return place if place.exists() else None


config_option = click.option(
    "--config",
    "file",
    type=CONFIGURATION,
    default=usual_file,
    help="TOML file of the table. Without it: the one that `setup` wrote, else the emulated table.",
)


def beside_configuration(file: Path | None, name: str) -> Path:
    """Return the path of a file in the folder of the configuration, even if no configuration is used."""
    return (file or usual_place()).absolute().with_name(name)


def set_up(file: Path | None, show: Callable[[Path, str], None] | None = None) -> Setup:
    """Return the setup of a file, or end the program with every problem of it.

    `show` gets the first one before that.
    """
    loaded = load_setup(file)
    if loaded.problems:
        lines = describe(loaded.problems, Words().say)
        if show is not None and file is not None:
            show(file, lines[0])
        stop_with(*lines, status=2)
    return loaded.setup


def set_up_folder(file: Path | None) -> Setup:
    """Do the same as `set_up`. End the program if a newer version has used the state folder."""
    setup = set_up(file)
    refuse_newer_state(setup.games.folder, setup.config.screen.language)
    return setup


def configured_without_games(file: Path | None) -> Config:
    """Return the configuration of a file, for a program that plays nothing. End with every problem of the file."""
    loaded = load(file)
    if loaded.problems:
        stop_with(*describe(loaded.problems, Words().say), status=2)
    return loaded.config


def refuse_newer_state(folder: Path, language: str = "en") -> None:
    """End the program with advice if a newer version has used the state folder. Nothing is changed."""
    try:
        refuse_newer(folder)
    except StateFolderError as error:
        fault = error.fault
        stop_with(Words(language).say(fault_words(fault.code, fault.part, fault.detail)))


def answer_of(folder: Path, request: Request | PhoneWish, words: Words) -> JudgeStatus:
    """Return the answer of the table that runs in this state folder. End the program if none runs, or it refuses."""
    with ending_with(NoTableError, lambda error: stop_with(words.say(text("judge.nobody", why=str(error))))):
        status = asked(folder, request)
    if not status.done:
        stop_with(words.say(text(f"judge.{status.why}")))
    return status


def writing(out: Path) -> AbstractContextManager[None]:
    """End the program if the file cannot be written."""
    return ending_with(OSError, partial(not_written, out))


def not_written(out: Path, error: OSError) -> NoReturn:
    """End the program because a file could not be written. Name the file that failed if it is not the requested one."""
    where = "" if str(error.filename or out).startswith(str(out)) else f" ({error.filename})"
    if not error.strerror:  # an error of ours, which says what to do
        stop_with(f"{error}.")
    stop_with(Words().say(text("file.not_written", file=str(out), why=f"{error.strerror}{where}")))
