"""Write the pages of `docs/play/rules/`, one for each system."""

from lab.rulebook import Rulebook
from lab.rulebook.phases import diagram


def page(book: Rulebook) -> str:
    lines = [f"# {book.title}", "", "<!-- Made by `make docs` from lab/rulebook; changes here are lost. -->", ""]
    lines += [f"Version of the rule texts: {book.version}.", ""] if book.version else []
    for note in book.notes:
        lines += [note, ""]
    for rule in book.rules:
        by = ", ".join(f"`{each}`" for each in rule.by)
        lines.append(f"- **{rule.id}** {rule.says} ({by})")
    lines += diagram(book.system)
    return "\n".join(lines) + "\n"
