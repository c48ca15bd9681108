"""The site made of these pages: `make site`. A reader's browser asks no other server for anything."""

import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#\s:]+)(#[^)]*)?\)")

project = "command-table"
author = "the command-table project"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["build/kit/solids", "build/kit/proofs", "build/kit/rebuilt", "build/kit/printed"]
html_theme = "furo"
html_title = "command-table"
html_copy_source = False
html_show_sphinx = False
# The fonts of the reader's system: a page with fonts of its own would have to bring or fetch them.
SYSTEM_FONTS = {"font-stack": "system-ui, sans-serif", "font-stack--monospace": "ui-monospace, monospace"}
html_theme_options = {"light_css_variables": SYSTEM_FONTS, "dark_css_variables": SYSTEM_FONTS}
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure"]


def unlink_sources(_app: object, page: str, source: list[str]) -> None:
    """Turn links to folders and to files outside the documents into plain text."""
    home = (DOCS / page).parent

    def replaced(link: re.Match[str]) -> str:
        target = (home / link[2]).resolve()
        return link[0] if target.is_file() and DOCS in target.parents else link[1]

    source[0] = LINK.sub(replaced, source[0])


def setup(app: Any) -> None:
    """Register what this configuration adds to Sphinx."""
    app.connect("source-read", unlink_sources)
