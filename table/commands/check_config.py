"""`command-table check-config FILE`."""

import sys
from pathlib import Path

import click


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--language", default="en", show_default=True)
def command(file: Path, language: str) -> None:
    """Print every problem of a configuration at once, with its key, its value and what would be right."""
    from table.config import describe, load
    from table.words import Words

    loaded = load(file)
    for line in describe(loaded.problems, Words(language).say):
        click.echo(line)
    sys.exit(1 if loaded.problems else 0)
