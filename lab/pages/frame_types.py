"""Generate the TypeScript types of the frames from the same types as their schema: `frames.d.ts` (`make docs`)."""

from collections.abc import Iterator
from enum import EnumMeta
from typing import Any

import msgspec
from msgspec import inspect

from lab.pages.frame_schema import FRAMES, field_docs, structs
from table.view.streams.stream_frames import VERSION

FILE = "frames.d.ts"
WIDTH = 116
"""The maximum width of a line of comment."""
PLAIN: tuple[tuple[type, str], ...] = (
    (inspect.IntType, "number"),
    (inspect.FloatType, "number"),
    (inspect.StrType, "string"),
    (inspect.BytesType, "string"),
    (inspect.BoolType, "boolean"),
    (inspect.NoneType, "null"),
    (inspect.AnyType, "unknown"),
)


def types() -> str:
    """Return the file: an interface for each type, with comments from its docstrings."""
    found = dict.fromkeys(structs(inspect.multi_type_info(FRAMES)))
    whole = [f"// Frames of a command-table, version {VERSION}. Made by `make docs`. See docs/develop/api.md.\n"]
    whole += [_interface(kind) for kind in sorted(found, key=lambda kind: kind.__name__)]
    return "\n".join(whole)


def _interface(kind: type) -> str:
    docs = dict(field_docs(kind))
    lines = [*_comment((kind.__doc__ or "").split("\n\n"), ""), f"export interface {kind.__name__} {{"]
    for field in inspect.type_info(kind).fields:  # type: ignore[attr-defined]  # it is a struct
        if field.name in docs:
            lines += _comment([docs[field.name]], "  ")
        missing = "" if field.required or not _left_out(kind) else "?"
        lines.append(f"  readonly {field.encode_name}{missing}: {_written(field.type)};")
    return "\n".join([*lines, "}\n"])


def _left_out(kind: Any) -> bool:
    """True if fields of this type are omitted when they have their default."""
    return bool(kind.__struct_config__.omit_defaults)


def _comment(paragraphs: list[str], indent: str) -> Iterator[str]:
    words = " ".join(" ".join(each.split()) for each in paragraphs)
    if not words:
        return
    line = ""
    lines = []
    for word in words.split():
        if line and len(line) + len(word) + 1 > WIDTH - len(indent):
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    lines.append(line)
    if len(lines) == 1:
        yield f"{indent}/** {line} */"
        return
    yield f"{indent}/**"
    yield from (f"{indent} * {each}" for each in lines)
    yield f"{indent} */"


def _written(kind: Any) -> str:
    for plain, name in PLAIN:
        if isinstance(kind, plain):
            return name
    match kind:
        case inspect.StructType(cls=cls):
            return str(cls.__name__)
        case inspect.EnumType(cls=cls):
            return _values(cls)
        case inspect.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case inspect.UnionType(types=kinds):
            return " | ".join(dict.fromkeys(_written(each) for each in kinds if not _unset(each)))
        case inspect.VarTupleType(item_type=item):
            inner = _written(item)
            return f"readonly ({inner})[]" if "|" in inner else f"readonly {inner}[]"
        case inspect.TupleType(item_types=items):
            return f"readonly [{', '.join(map(_written, items))}]"
        case inspect.DictType(key_type=key, value_type=value):
            return f"Readonly<Record<{_written(key)}, {_written(value)}>>"
        case _:
            pass
    raise TypeError(f"{kind} has no name in TypeScript yet")


def _unset(kind: Any) -> bool:
    return isinstance(kind, inspect.CustomType) and kind.cls is msgspec.UnsetType


def _values(cls: EnumMeta) -> str:
    return " | ".join(f'"{value}"' for value in map(str, cls.__members__.values()))
