#!/usr/bin/env python3
"""Holds the client packages to Config/schemas/openrpc.json: the errors, what may be asked again, every
method and parameter that they name, and the types that they publish. Ends with 1 and says what differs.

    check [--write]

With --write the types of the Node package are written anew.
"""

import json
import os
import re
import sys
import typing

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PYTHON = os.path.join(ROOT, "clients/python/src")
NODE = os.path.join(ROOT, "clients/node/src")
TYPES = os.path.join(NODE, "protocol.d.ts")
sys.dont_write_bytecode = True
sys.path.insert(0, PYTHON)

import buttond._errors
import buttond._session
import buttond._sync
import buttond._values
import buttond.aio


def read(*path):
    """The text of a file."""
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


class Types:
    """JSON Schema as TypeScript."""

    def __init__(self, document):
        self.document = document

    @staticmethod
    def name(name):
        """The name of a type; the language has some already."""
        return {"Record": "LookRecord", "Error": "ErrorObject"}.get(name, name)

    def of(self, schema, indent=""):
        """The type of a schema."""
        if "$ref" in schema:
            return self.name(schema["$ref"].split("/")[-1])
        if "const" in schema:
            return json.dumps(schema["const"])
        if "enum" in schema:
            return " | ".join(json.dumps(each) for each in schema["enum"])
        for word in ("anyOf", "oneOf"):
            if word in schema and "properties" not in schema:
                parts = dict.fromkeys(self.of(each, indent) for each in schema[word])
                return " | ".join(parts)
        if "allOf" in schema and len(schema["allOf"]) == 1:
            return self.of(schema["allOf"][0], indent)
        kind = schema.get("type")
        if isinstance(kind, list):
            return " | ".join(self.of({**schema, "type": each}, indent) for each in kind)
        if kind == "array":
            return f"Array<{self.of(schema.get('items', {}), indent)}>"
        if kind == "object" or "properties" in schema:
            return self.members(schema, indent)
        return {"string": "string", "integer": "number", "number": "number", "boolean": "boolean",
                "null": "null"}.get(kind, "Value")

    def members(self, schema, indent=""):
        """The type of an object."""
        properties, inner = schema.get("properties", {}), indent + "  "
        others = schema.get("additionalProperties")
        if not properties:
            value = self.of(others, indent) if isinstance(others, dict) else "Value"
            return "{}" if others is False and "patternProperties" not in schema else (
                f"Record<string, {value}>")
        required, lines = schema.get("required", ()), []
        for name, each in properties.items():
            if each.get("description"):
                lines.append(f"{inner}/** {each['description']} */")
            mark = "" if name in required else "?"
            lines.append(f"{inner}{name}{mark}: {self.of(each, inner)};")
        if "patternProperties" in schema:
            lines.append(f"{inner}[name: `x-${{string}}`]: Value;")
        return "{\n" + "\n".join(lines) + f"\n{indent}}}"

    def method(self, method):
        """The params and the result of a method."""
        params = {"properties": {each["name"]: each["schema"] for each in method["params"]},
                  "required": [each["name"] for each in method["params"] if each.get("required")],
                  "additionalProperties": False}
        return (f"  /** {method['summary']} */\n" if method.get("summary") else "") + (
            f"  \"{method['name']}\": {{\n    params: {self.members(params, '    ')};\n"
            f"    result: {self.of(method['result']['schema'], '    ')};\n  }};")

    def text(self):
        """The file."""
        parts = ["// Written by scripts/clients.d/check --write from Config/schemas/openrpc.json.",
                 "/** A value of the state; integers that a number cannot hold are bigint. */\n"
                 "export type Value = null | boolean | number | bigint | string | Value[] "
                 "| { [name: string]: Value };"]
        for name, schema in self.document["components"]["schemas"].items():
            comment = f"/** {schema['description']} */\n" if schema.get("description") else ""
            parts.append(f"{comment}export type {self.name(name)} = {self.of(schema)};")
        methods = "\n".join(self.method(each) for each in self.document["methods"])
        parts.append(f"/** The params and the result of every method. */\nexport interface Methods {{\n"
                     f"{methods}\n}}")
        return "\n\n".join(parts) + "\n"


def problems(document):
    """What differs."""
    methods = {each["name"]: {param["name"] for param in each["params"]}
               for each in document["methods"]}
    reasons = set(document["components"]["errors"])
    for name, found in (("Python", set(buttond._errors.REASONS)),
                        ("Node", set(re.findall(r"^  (\w+): \w+,$", read(NODE, "errors.js"), re.M)))):
        for reason in sorted(reasons ^ found):
            yield f"{name}: the error {reason} is in one of both only"
    written = re.search(r"new Set\(\[(.*?)\]\)", read(NODE, "session.js"), re.S)[1]
    if set(re.findall(r'"([\w.]+)"', written)) != buttond._session.READS:
        yield "the packages ask different requests again"
    swift = read(ROOT, "Sources/ButtonClient/Continuity.swift")
    if set(re.findall(r'"([a-z]+(?:\.[A-Za-z]+)?)"', re.search(r"reads: .*?\[(.*?)\]", swift, re.S)[1])) != (
            buttond._session.READS):
        yield "the Swift client and the packages ask different requests again"
    named = {}
    for name in ("_sync.py", "aio.py", "_session.py"):
        named[name] = read(PYTHON, "buttond", name)
    for name in ("client.js", "feeds.js"):
        named[name] = read(NODE, name)
    groups = {method.split(".")[0] for method in methods if "." in method}
    for file, text in named.items():
        for method in re.findall(r'"(\w+\.\w+)"', text):
            if method.split(".")[0] in groups and method not in methods and method not in {
                    each["name"] for each in document["x-notifications"]}:
                yield f"{file}: there is no method {method}"
    wanted = {method for method in methods if re.match(r"state|buttons|press|layout|actions", method)}
    spare = {"state.derived", "buttons.list", "buttons.definitions", "buttons.explain",
             "buttons.setNeedsUpdateConfiguration"}
    for file in ("_sync.py", "client.js"):
        both = named[file] + named["_session.py" if file.endswith("py") else "feeds.js"]
        for method in sorted(wanted - spare):
            if f'"{method}"' not in both:
                yield f"{file}: nothing calls {method}"
    def api(kind):
        return {name for name in vars(kind) if not name.startswith("_")}
    for name in sorted(api(buttond._sync.Client) ^ api(buttond.aio.Client) - {"connect"}):
        yield f"Python: {name} is in one of both clients only"
    params = set().union(*methods.values())
    for name in re.findall(r"present\((.*?)\)", named["_sync.py"] + read(PYTHON, "buttond", "_requests.py")):
        for param in re.findall(r"(\w+)=", name):
            if param not in params:
                yield f"Python: there is no parameter {param}"
    for kind, name in (("TextRun", "TextRuns"), ("TitleRun", "TitleRuns")):
        schema = document["components"]["schemas"][name]["items"]
        found = getattr(buttond._values, kind, None)
        if found is None or kind not in buttond.__all__:
            yield f"Python: there is no type {kind}"
        else:
            hints = typing.get_type_hints(found, include_extras=True)
            required = {each for each in hints if typing.get_origin(hints[each]) is not typing.NotRequired}
            if set(hints) != set(schema["properties"]) or required != set(schema["required"]):
                yield f"Python: {kind} has other members than {name}"
    weights = document["components"]["schemas"]["TitleRuns"]["items"]["properties"]["fontWeight"]["enum"]
    if list(getattr(getattr(buttond._values, "FontWeight", None), "__args__", ())) != weights:
        yield "Python: FontWeight has other weights than TitleRuns"
    if (read(TYPES) if os.path.exists(TYPES) else "") != Types(document).text():
        yield f"{TYPES} is not what scripts/clients.d/check --write writes"


def main():
    document = json.loads(read(ROOT, "Config/schemas/openrpc.json"))
    if sys.argv[1:] == ["--write"]:
        with open(TYPES, "w", encoding="utf-8") as file:
            file.write(Types(document).text())
    elif sys.argv[1:]:
        sys.exit(__doc__)
    found = list(problems(document))
    for problem in found:
        print(f"clients: {problem}", file=sys.stderr)
    sys.exit(1 if found else 0)


main()
