"""A page's program is one file, made of modules that keep their names to themselves."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from table.network.web.bundles import PageFiles, program

MODULES = {
    "page.js": 'import { made, NAME } from "./made.js";\nimport { count } from "./vendor/other.js";\n'
    "const inner = 1;\nconsole.log(made(inner), NAME, count());\n",
    "made.js": 'import { count } from "./vendor/other.js";\nconst inner = 2;\n'
    "export function made(of) {\n  return of + inner + count();\n}\nexport const NAME = 'a';\n",
    "vendor/other.js": "let times=0;const count=()=>++times;export{count};\n",
}
NODE = shutil.which("node")


def put_together(modules: Mapping[str, str]) -> str:
    return program("page.js", lambda name: modules[name].encode()).decode()


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="there is no node here")
def test_it_does_what_its_modules_do(tmp_path: Path) -> None:
    for name, content in MODULES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "whole.js").write_text(put_together(MODULES))
    modules, whole = (
        subprocess.run([str(NODE), str(tmp_path / name)], capture_output=True, text=True, check=True).stdout
        for name in ("page.js", "whole.js")
    )
    assert modules == whole == "4 a 2\n"


def test_each_module_is_in_it_once_and_after_those_that_it_needs() -> None:
    whole = put_together(MODULES)
    assert [whole.count(f"const of_{name} =") for name in ("vendor_other", "made", "page")] == [1, 1, 1]
    assert whole.index("const of_vendor_other") < whole.index("const of_made") < whole.index("const of_page")


def test_documenting_comments_are_left_out() -> None:
    commented = (
        '/**\n * Return it.\n * @param {number} of\n */\nconst kept = "/** a text */";\n  /** @type {number} */\n'
    )
    whole = put_together({"page.js": commented})
    assert 'const kept = "/** a text */";' in whole
    assert "@" not in whole
    assert "Return it" not in whole


@pytest.mark.parametrize(
    "line",
    [
        'import { made as other } from "./made.js";',
        'import * as made from "./made.js";',
        'import made from "./made.js";',
        'import { made } from "https://example.org/made.js";',
        "export default 1;",
        "export { inner };",
    ],
)
def test_a_module_that_could_not_be_put_together_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"page\.js imports or exports"):
        put_together({**MODULES, "page.js": f"{line}\n"})


def test_modules_that_need_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="imports itself"):
        put_together({**MODULES, "made.js": 'import { x } from "./page.js";\n'})


def test_another_content_gets_another_address() -> None:
    def address(content: str) -> str:
        read = {"page.js": content, "style.css": "b{}"}
        markup = '<link rel="stylesheet" href="/page/style.css">\n<script type="module" src="/page/page.js"></script>'
        return PageFiles(lambda name: read[name].encode()).linked("page", markup)

    assert address("1;") == address("1;") != address("2;")
