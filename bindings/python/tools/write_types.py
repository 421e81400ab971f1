"""Writes Python's types of the games from their JSON Schemas: `write_types.py SCHEMAS OUT`.

Each game has a module with its `Command`, `Config`, `Event`, `Rejection` and `View`; what several games share
is written once, in `shared`. `cargo xtask types` runs this.
"""

from __future__ import annotations

import json
import keyword
import pathlib
import re
import sys
import textwrap
from typing import Any

Schema = Any

PARTS = ("command", "config", "event", "rejection", "view")
PLAIN = {"boolean": "bool", "integer": "int", "null": "None", "number": "float", "string": "str"}
BANNER = "Generated from the Rust types by `cargo xtask types`. Do not edit."


def pascal(name: str) -> str:
    """A name of JSON as one of a class."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^0-9A-Za-z]+", name))


class Module:
    """The types of one module, in the order in which they are met."""

    def __init__(self, defs: dict[str, Schema], shared: set[str]) -> None:
        self.defs, self.shared = defs, shared
        self.written: dict[str, str] = {}
        self.imported: set[str] = set()
        self.words: set[str] = set()

    def define(self, name: str, schema: Schema) -> str:
        """Writes a type of this name, unless it is there; the name back."""
        if name in self.written:
            return name
        self.written[name] = ""
        if is_object(schema):
            self.written[name] = self.object(name, schema)
        else:
            self.words.add("TypeAlias")
            told = self.type(schema, name)
            self.written[name] = f'{name}: TypeAlias = "{told}"\n{docstring(schema)}'
        return name

    def type(self, schema: Schema, name: str) -> str:
        """The type of a schema, in words; what needs a class gets one of this name."""
        if schema is True or not any(key in schema for key in KNOWN):
            return self.word("Any")
        if "$ref" in schema and "properties" not in schema:
            return self.ref(schema["$ref"].rsplit("/", 1)[1])
        for key in ("oneOf", "anyOf"):
            if key in schema:
                parts = [self.type(part, name + suffix(part)) for part in schema[key]]
                return " | ".join(dict.fromkeys(parts))
        if "const" in schema:
            return f"{self.word('Literal')}[{schema['const']!r}]"
        if "enum" in schema:
            return f"{self.word('Literal')}[{', '.join(map(repr, schema['enum']))}]"
        if is_object(schema):
            return self.define(self.free(name, schema), schema)
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        return " | ".join(self.kind(kind, schema, name) for kind in kinds)

    def kind(self, kind: str, schema: Schema, name: str) -> str:
        if kind == "array":
            return f"list[{self.items(schema, name)}]"
        if kind == "object":
            values = schema.get("additionalProperties", True)
            told = self.word("Any") if values in (True, False) else self.type(values, name + "Value")
            return f"dict[str, {told}]"
        return PLAIN[kind]

    def items(self, schema: Schema, name: str) -> str:
        parts = schema.get("prefixItems") or [schema.get("items", True)]
        return " | ".join(dict.fromkeys(self.type(part, name + "Item") for part in parts))

    def ref(self, name: str) -> str:
        if name in self.shared:
            self.imported.add(pascal(name))
            return pascal(name)
        return self.define(pascal(name), self.defs[name])

    def free(self, name: str, schema: Schema) -> str:
        """A name that no other class has."""
        taken = {pascal(other) for other in self.defs}
        while name in taken or name in self.written:
            name += "_"
        return name

    def object(self, name: str, schema: Schema) -> str:
        """A class for an object: what stands beside a reference is added to what it refers to."""
        self.words.add("TypedDict")
        schema = self.whole(schema)
        required, fields = schema.get("required", []), {}
        for key, value in schema.get("properties", {}).items():
            told = self.type(value, name + pascal(key))
            fields[key] = told if key in required else f"{self.word('NotRequired')}[{told}]"
        if any(keyword.iskeyword(key) or not key.isidentifier() for key in fields):
            rows = "".join(f'    "{key}": "{told}",\n' for key, told in fields.items())
            return f'{name} = TypedDict("{name}", {{\n{rows}}})\n{docstring(schema)}'
        rows = ""
        for key, told in fields.items():
            rows += f"    {key}: {told}\n"
            rows += textwrap.indent(docstring(schema["properties"][key]), "    ")
        told = textwrap.indent(docstring(schema), "    ")
        return f"class {name}(TypedDict):\n{told}{rows}" if told or rows else f"class {name}(TypedDict):\n    pass\n"

    def whole(self, schema: Schema) -> Schema:
        if "$ref" not in schema:
            return schema
        base = self.whole(self.defs[schema["$ref"].rsplit("/", 1)[1]])
        properties = {**schema.get("properties", {}), **base.get("properties", {})}
        required = [*schema.get("required", []), *base.get("required", [])]
        return {**base, **schema, "properties": properties, "required": required}

    def word(self, word: str) -> str:
        self.words.add(word)
        return word

    def text(self, told: str) -> str:
        """The whole file."""
        text = f'"""{told}\n\n{BANNER}\n"""\n\nfrom __future__ import annotations\n'
        if self.words:
            text += f"\nfrom typing import {', '.join(sorted(self.words))}\n"
        if self.imported:
            rows = "".join(f"    {name} as {name},\n" for name in sorted(self.imported))
            text += f"\nfrom .shared import (\n{rows})\n"
        body = "\n\n".join(part.rstrip() + "\n" for part in self.written.values())
        return f"{text}\n\n{body}" if body else text


KNOWN = ("$ref", "anyOf", "const", "enum", "oneOf", "properties", "type")


def is_object(schema: Schema) -> bool:
    return isinstance(schema, dict) and "properties" in schema and "oneOf" not in schema


def suffix(schema: Schema) -> str:
    """What tells a variant from the others: its tag, or its only key."""
    fields = schema.get("properties", {}) if isinstance(schema, dict) else {}
    for key in ("type", "code", "kind"):
        if "const" in fields.get(key, {}):
            return pascal(str(fields[key]["const"]))
    return pascal(next(iter(fields))) if len(fields) == 1 else ""


def docstring(schema: Schema) -> str:
    told = schema.get("description", "") if isinstance(schema, dict) else ""
    told = re.sub(r"\[`([^`]*)`\](\([^)]*\))?", r"`\1`", told).replace("\\", "\\\\").replace('"""', "'''")
    if not told:
        return ""
    lines = [line for row in told.split("\n") for line in textwrap.wrap(row, 100) or [""]]
    return '"""' + "\n".join(lines) + ('"""\n' if len(lines) == 1 else '\n"""\n')


def refs(schema: Schema) -> set[str]:
    if isinstance(schema, dict):
        own = {schema["$ref"].rsplit("/", 1)[1]} if isinstance(schema.get("$ref"), str) else set()
        return own.union(*map(refs, schema.values()))
    return set().union(*map(refs, schema)) if isinstance(schema, list) else set()


def common(games: dict[str, dict[str, Schema]]) -> dict[str, Schema]:
    """The types that several games have alike, with all that they refer to."""
    found: dict[str, list[Schema]] = {}
    for defs in games.values():
        for name, schema in defs.items():
            found.setdefault(name, []).append(schema)
    alike = {name: all_[0] for name, all_ in found.items() if len(all_) > 1 and all(one == all_[0] for one in all_)}
    while loose := {name for name, schema in alike.items() if not refs(schema) <= alike.keys()}:
        alike = {name: schema for name, schema in alike.items() if name not in loose}
    return alike


def main(schemas: pathlib.Path, out: pathlib.Path) -> None:
    told = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(schemas.glob("*.json"))}
    games = {name: parts for name, parts in told.items() if set(PARTS) <= parts.keys()}
    defs = {
        name: {key: schema for part in PARTS for key, schema in parts[part].get("$defs", {}).items()}
        for name, parts in games.items()
    }
    shared = common(defs)
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("*.py"):
        old.unlink()
    module = Module(shared, set())
    for name in sorted(shared):
        module.ref(name)
    (out / "shared.py").write_text(module.text("What several games share."), "utf-8")
    for game, parts in games.items():
        module = Module(defs[game], set(shared))
        for part in PARTS:
            rest = {key: value for key, value in parts[part].items() if key != "$defs"}
            module.define(pascal(part), rest)
        name = game.replace("-", "_")
        (out / f"{name}.py").write_text(module.text(f"The types of {game}."), "utf-8")
    names = "".join(f"- `{game.replace('-', '_')}`\n" for game in games)
    example = "view: connect_four.View = table.view(0)"
    text = f'"""The types of the games, a module each: `{example}`.\n\n{names}\n{BANNER}\n"""\n'
    (out / "__init__.py").write_text(text, "utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
