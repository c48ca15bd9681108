"""Replace the generated section of a page that people write."""

BEGIN, END = "<!-- Made by `make docs` from here -->\n", "<!-- to here. -->\n"


def renewed(page: str, section: str) -> str:
    """Return the page with this section between its markers. Raises ValueError if the page has no markers."""
    before, begin, rest = page.partition(BEGIN)
    _, end, behind = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page has no place for a generated section: {BEGIN.strip()} ... {END.strip()}")
    return f"{before}{begin}\n{section}\n{end}{behind}"
