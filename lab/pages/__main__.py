"""Write every generated page and file: `python -m lab.pages docs`, a part of `make docs`."""

import sys
from collections.abc import Iterator
from pathlib import Path

from lab.kept_pours import kept
from lab.pages import (
    command_pages,
    dispenser_page,
    feeding_table,
    frame_schema,
    frame_types,
    job_steps_page,
    open_names,
    pours_section,
    scripts,
    shapes,
    table_layout,
)
from lab.pages.frame_schema import SERVED
from lab.pages.generated_section import renewed
from lab.pages.harness import build_page, drawn_files
from lab.pages.harness.build_page import read_parts
from table.config import load


def files(docs: Path) -> Iterator[tuple[Path, str]]:
    """Yield every generated file with its content. The pages with a generated section come last."""
    yield from ((docs / name, page) for name, page in {**dispenser_page.pages(), **command_pages.pages()}.items())
    yield from ((docs / drawn_files.FOLDER / name, each) for name, each in drawn_files.files(docs.parent).items())
    yield feeding_table.TABLE, feeding_table.table(kept())
    yield docs / table_layout.PICTURE, table_layout.picture(load(docs.parent / table_layout.EXAMPLE)[0])
    yield docs / scripts.NAME, scripts.page()
    yield from ((place, frame_schema.schema()) for place in (docs / frame_schema.DOCUMENT, SERVED / frame_schema.PAGE))
    yield SERVED / frame_types.FILE, frame_types.types()
    yield SERVED / shapes.SVG_FILE, shapes.sprite()
    yield SERVED / shapes.CSS_FILE, shapes.style()
    for page, section in (
        (pours_section.PAGE, pours_section.section(kept())),
        (docs / job_steps_page.PAGE, job_steps_page.section()),
        (docs / build_page.PAGE, build_page.section(read_parts(docs))),
        (docs / open_names.PAGE, open_names.section(open_names.every_name())),
    ):
        yield page, renewed(page.read_text("utf-8"), section)


if __name__ == "__main__":
    for path, content in files(Path(sys.argv[1]).resolve()):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
