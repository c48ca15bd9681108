"""The option `--config` of commands about a table's state folder."""

import sys
from pathlib import Path
from typing import NoReturn

import click

from table.config import Config, describe
from table.devices.setup import Setup, load_setup
from table.records.state_version import StateFolderError, refuse_newer
from table.rules.text import text
from table.words import Words
from table.words.faults import fault_words
from table.words.terminal import print_line, print_lines


def usual_place() -> Path:
    """Return the place of the configuration that `setup` writes, and that is used where none is named."""
    from platformdirs import user_config_path

    return user_config_path("command-table", appauthor=False) / "table.toml"


def usual_file() -> Path | None:
    """Return the configuration that is used where none is named; None if there is none."""
    place = usual_place()
    return place if place.exists() else None


config_option = click.option(
    "--config",
    "file",
    type=click.Path(path_type=Path),
    default=usual_file,
    help="TOML file of the table. Without it: the one that `setup` wrote, else the emulated table.",
)


def configured(file: Path | None) -> Config:
    """Return the configuration of a file, or end the program with every problem of it."""
    return set_up(file).config


def set_up(file: Path | None) -> Setup:
    """Return the setup of a file, or end the program with every problem of it."""
    loaded = load_setup(file)
    if loaded.problems:
        print_lines(*describe(loaded.problems, Words().say), error=True)
        sys.exit(2)
    return loaded.setup


def state_folder(file: Path | None) -> Path:
    """Return the state folder, as `configured`. End the program where a newer one has used it, with nothing changed."""
    config = configured(file)
    refuse_newer_state(config.state.path, config.screen.language)
    return config.state.path


def refuse_newer_state(folder: Path, language: str = "en") -> None:
    """End the program with advice if a newer version has used the state folder. Nothing is changed."""
    try:
        refuse_newer(folder)
    except StateFolderError as error:
        fault = error.fault
        print_line(Words(language).say(fault_words(fault.code, fault.part, fault.detail)), error=True)
        sys.exit(1)


def not_written(out: Path, error: OSError) -> NoReturn:
    """End the program since a file could not be written. Name the file that failed if it is not the one asked for."""
    where = "" if str(error.filename or out).startswith(str(out)) else f" ({error.filename})"
    if not error.strerror:  # an error of ours, which says what to do
        print_line(f"{error}.", error=True)
        sys.exit(1)
    print_line(
        Words().say(text("file.not_written", file=str(out), why=f"{error.strerror or error}{where}")), error=True
    )
    sys.exit(1)
