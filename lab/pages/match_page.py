"""Write the page of a match as files that need no table (`make site`): each has all its parts in it.

Anybody can open one from a disk or any web server, and drop a match file or a replay onto it. It sends nothing.
"""

import re
import sys
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path

from table.network.web.page_maker import PageMaker, linked_languages
from table.network.web.pages import WORDS_OF_PAGES
from table.words import Words, languages

FIRST = "en"
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; font-src data:; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
"""Its own content alone: no address can be asked for anything."""
STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
SCRIPT = re.compile(r'<script type="module" src="([^"]+)"></script>')
FONT = re.compile(r'url\("([^"]+)"\)')
RELOADS = re.compile(r"<script>.*?</script>\n", re.DOTALL)
"""The script that loads a page again whose parts did not come: here all are in it."""


def pages() -> Mapping[str, str]:
    """Return the pages by the names of their files."""
    words = {language: Words(language) for language in languages()}
    maker = PageMaker(words, {"match": WORDS_OF_PAGES})
    names = {language: _name(language) for language in words}

    def content(address: str) -> str:
        file = maker.files.file(address)
        if file is None:
            raise ValueError(f"no page has {address}")
        return file.content.decode() if not address.endswith(".woff2") else b64encode(file.content).decode()

    def styled(found: re.Match[str]) -> str:
        sheet = FONT.sub(lambda font: f'url("data:font/woff2;base64,{content(font[1])}")', content(found[1]))
        return f"<style>{sheet}</style>"

    made = {}
    for language, name in names.items():
        listed = linked_languages(names, language, words[language].sentences["page.languages"])
        page = maker.filled("match", language, {"languages": listed}, {"look": ""})
        page = RELOADS.sub("", page, count=1)
        page = SCRIPT.sub(lambda found: f'<script type="module">{content(found[1])}</script>', STYLE.sub(styled, page))
        policy = f'<meta http-equiv="content-security-policy" content="{POLICY}">'
        made[name] = page.replace("<meta charset", f"{policy}\n<meta charset", 1)
    return made


def _name(language: str) -> str:
    return "match.html" if language == FIRST else f"match.{language}.html"


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in pages().items():
        (folder / name).write_text(page, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
