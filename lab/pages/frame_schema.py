"""Write the schema of the frames: `docs/develop/schema.json`, and a copy for the web program (`make docs`)."""

import ast
import inspect
import json
import textwrap
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from table.network import web
from table.view.streams.results_feed import MatchResult
from table.view.streams.stream_frames import VERSION, FeedFrame, HallFrame, OperationsFrame, TableGone

PAGE = "schema.json"
DOCUMENT = Path("develop") / PAGE
FRAMES = (FeedFrame, OperationsFrame, TableGone, MatchResult, HallFrame)
SERVED = Path(web.__file__).parent / "shipped"
"""The folder of the files that the web program serves."""
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> str:
    """Return the content of the schema's file, with each field described by its docstring."""
    frames, definitions = msgspec.json.schema_components(FRAMES)
    for kind in structs(msgspec.inspect.multi_type_info(FRAMES)):
        for field, docs in field_docs(kind):
            definitions[kind.__name__]["properties"][field]["description"] = docs
    whole = {
        "$schema": DIALECT,
        "title": f"Frames of a command-table, version {VERSION}",
        "oneOf": frames,
        "$defs": definitions,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def structs(found: Any) -> Iterator[Any]:
    """Yield every struct in these types, some more than once."""
    match found:
        case msgspec.inspect.StructType(cls=cls, fields=fields):
            yield cls
            for field in fields:
                yield from structs(field.type)
        case msgspec.inspect.UnionType(types=types) | tuple(types):
            for each in types:
                yield from structs(each)
        case msgspec.inspect.VarTupleType(item_type=item):
            yield from structs(item)
        case msgspec.inspect.DictType(value_type=value):
            yield from structs(value)
        case _:
            pass


def field_docs(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the fields of a type and of its bases, each with its docstring."""
    for cls in kind.__mro__:
        if cls.__module__.partition(".")[0] != "table":
            continue
        (body,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
        for field, below in pairwise(getattr(body, "body", ())):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(docs))):
                    yield name, " ".join(docs.split())
                case _:
                    pass
