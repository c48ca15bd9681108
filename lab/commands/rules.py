"""The command `command-table rules`: list every rule with its text, its code and its tests."""

from pathlib import Path

import click


@click.command(epilog="\b\nExample:\n  command-table rules --system table")
@click.option("--system", metavar="SYSTEM", help="List only the rules of this game, or of `table`.")
@click.option("--json", "as_json", is_flag=True, help="Print the rules as JSON.")
@click.option(
    "--docs",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the pages of docs/play/rules into this folder, and print nothing.",
)
def command(system: str | None, as_json: bool, docs: Path | None) -> None:
    """List the rules that the table enforces.

    Each rule has an id, a text, the code that enforces it, and its tests. Tests are listed only in a checkout.
    """
    from lab.rulebook import SYSTEMS
    from lab.rulebook.listing import print_rules, write_pages
    from table.rules.text import text
    from table.words import Words

    if docs is not None:
        try:
            write_pages(docs)
        except OSError as error:
            why = error.strerror or str(error)
            raise click.ClickException(Words().say(text("file.not_written", file=str(docs), why=why))) from error
    elif system is None or system in SYSTEMS:
        print_rules(system, as_json)
    else:
        raise click.BadParameter(f"Unknown system {system!r}. Use one of {', '.join(SYSTEMS)}.", param_hint="--system")
