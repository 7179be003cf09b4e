"""Pages of the site that are made of tables: every message of the protocol, every command, and the types of the
libraries in Swift.

The messages come from Config/schemas/openrpc.json. scripts/test site says where the others are: BUTTOND_COMMANDS names the
file with what buttonctl says of itself, BUTTOND_SYMBOLS the folder of symbol graphs that scripts/test docs has written.
"""

import html
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts/install.d"))
from commands import EXAMPLES, leaves, shown



def code(text):
    """A text as code in a cell of a table."""
    return f"<code>{html.escape(text)}</code>".replace("|", "&#124;").replace("`", "&#96;")


def prose(text):
    """A text of several lines as one of a cell; it may be Markdown."""
    return " ".join(text.split()).replace("|", "&#124;")


def table(head, rows):
    """A table, or nothing without rows."""
    if not rows:
        return ""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) + "\n"


# Messages


def anchor(reference):
    """The heading of a shape on the page."""
    name = reference.rpartition("/")[2]
    return f"[{name}](#{name.lower()})"


def members_of(schema):
    """The members of an object, as rows."""
    required = schema.get("required", [])
    return [[code(name) + ("" if name in required else "?"), kind(each), remarks(each)]
            for name, each in schema.get("properties", {}).items()]


def kind(schema):
    """What a value may be, in a line."""
    if "$ref" in schema:
        return anchor(schema["$ref"])
    if "const" in schema:
        return code(json.dumps(schema["const"]))
    if "enum" in schema:
        return ", ".join(code(json.dumps(each)) for each in schema["enum"] if each is not None)
    for word in ("anyOf", "oneOf", "allOf"):
        if word in schema:
            kinds = dict.fromkeys(kind(each) for each in schema[word] if each.get("type") != "null")
            return " or ".join(kinds)
    if "then" in schema:
        return f"any value, or {kind(schema['then'])}"
    types = schema.get("type", "any value")
    types = [each for each in ([types] if isinstance(types, str) else types) if each != "null"]
    text = " or ".join(types)
    if "array" in types:
        return f"array of {kind(schema['items'])}" if schema.get("items") else text
    if "object" in types and "properties" in schema:
        required = schema.get("required", [])
        inner = ", ".join(f"{code(name)}{'' if name in required else '?'}: {kind(each)}"
                          for name, each in schema["properties"].items())
        return "{" + inner + "}"
    if "object" in types and isinstance(schema.get("additionalProperties"), dict):
        names = kind(schema["propertyNames"]) if "propertyNames" in schema else "names"
        return f"object of {names} to {kind(schema['additionalProperties'])}"
    return text


def bounds(schema):
    """The range of a value."""
    said = []
    for low, high, unit in (("minimum", "maximum", ""), ("minLength", "maxLength", " characters"),
                            ("minItems", "maxItems", " items")):
        least, most = schema.get(low), schema.get(high)
        if least is not None and most is not None:
            said.append(f"{least:,} to {most:,}{unit}.")
        elif least is not None:
            said.append(f"At least {least:,}{unit}.")
        elif most is not None:
            said.append(f"At most {most:,}{unit}.")
    if "default" in schema:
        said.append(f"Default: {code(json.dumps(schema['default']))}.")
    return said


def remarks(schema):
    """What a schema says besides its kind."""
    said = [prose(schema["description"])] if schema.get("description") else []
    return " ".join(said + bounds(schema))


def described(schema):
    """A shape: its members, where it has some, else what it may be."""
    text = remarks(schema)
    rows = members_of(schema)
    if not rows and "pattern" not in schema or "enum" in schema:
        text += f"\n\n{kind(schema)}"
    if "pattern" in schema:
        text += f"\n\nA string that matches {code(schema['pattern'])}"
    return f"{text.strip()}\n\n{table(['member', 'value', ''], rows)}"


def arguments(message):
    """The parameters of a message, as a table."""
    return table(["parameter", "value", ""],
                 [[code(each["name"]) + ("" if each.get("required") else "?"),
                   kind(each["schema"]), remarks(each["schema"])] for each in message["params"]])


def answer(method):
    """What a request is answered with."""
    schema = method["result"]["schema"]
    rows = members_of(schema)
    return "Answer:\n\n" + table(["member", "value", ""], rows) if rows else f"Answer: {kind(schema)}\n\n"


def messages():
    """The page of all messages."""
    with open(os.path.join(ROOT, "Config/schemas/openrpc.json"), encoding="utf-8") as file:
        protocol = json.load(file)
    errors = protocol["components"]["errors"]
    text = ("# Every message\n\n"
            "All requests, notifications and shapes of the [protocol](protocol.md), made from its description in "
            "[OpenRPC](../Config/schemas/openrpc.json). A `?` marks what may be left out. "
            "[The pages of the protocol](protocol.md) say what it all is for.\n\n## Requests\n\n")
    for method in protocol["methods"]:
        text += f"### {method['name']}\n\n{method['summary']} Role: `{method['x-role']}`.\n\n"
        text += arguments(method) + answer(method)
        if method.get("x-notifications"):
            names = ", ".join(f"[{each}](#{slug(each)})" for each in method["x-notifications"])
            text += f"Sends: {names}.\n\n"
        text += "Errors: " + ", ".join(
            f"[{each['$ref'].rpartition('/')[2]}](#errors)" for each in method["errors"]) + ".\n\n"
    text += "## Notifications\n\n"
    for message in protocol["x-notifications"]:
        text += f"### {message['name']}\n\n{message['summary']}\n\n{arguments(message)}"
    text += "## Errors\n\n" + table(
        ["reason", "code", ""],
        [[code(name), code(str(each["code"])), prose(each["message"])] for name, each in errors.items()])
    text += "## Shapes\n\n"
    for name, schema in protocol["components"]["schemas"].items():
        text += f"### {name}\n\n{described(schema)}"
    return text


def slug(heading):
    """The anchor of a heading, as MkDocs makes it."""
    return re.sub(r"[^\w-]", "", heading.lower())


# Commands


def spelled(argument):
    """How an argument is written."""
    if argument["kind"] == "positional":
        return code(argument["valueName"].upper())
    names = [("-" if each["kind"] == "short" else "--") + each["name"] for each in argument["names"]]
    value = f" {argument.get('valueName', 'value').upper()}" if argument["kind"] == "option" else ""
    return code(", ".join(names) + value)


def options(arguments):
    """Arguments of a command, as a table."""
    rows = []
    for argument in arguments:
        said = html.escape(prose(argument.get("abstract", "")), quote=False)
        if argument.get("allValues"):
            said += " One of " + ", ".join(map(code, argument["allValues"])) + "."
        if argument.get("defaultValue"):
            said += f" Default: {code(argument['defaultValue'])}."
        rows.append([spelled(argument), said])
    return table(["argument", ""], rows)


def commands():
    """The page of all commands of buttonctl."""
    with open(os.environ["BUTTOND_COMMANDS"], encoding="utf-8") as file:
        command = json.load(file)["command"]
    text = ("# Every command\n\n"
            "All commands of `buttonctl` and their arguments, as the program itself describes them. "
            "[The guide to buttonctl](buttonctl.md) says what they are for.\n\n## Options of every command\n\n"
            + options(shown(command) + shown(command, own=False)))
    for words, leaf in leaves(command, ["buttonctl"]):
        name = " ".join(words)
        text += f"## {name}\n\n{html.escape(prose(leaf['abstract']), quote=False)}\n\n"
        for part in re.split(r"\n\s*\n", leaf.get("discussion", "").strip()):
            text += html.escape(prose(part), quote=False) + "\n\n" if part else ""
        text += options(shown(leaf))
        lines = "".join(f"{line}  # {said.rstrip(':.')}\n" for said, line in EXAMPLES[name].items())
        text += f"````sh\n{lines}````\n\n"
    return text


# Libraries


def told(symbol):
    """The paragraphs that document a symbol; a link of DocC is code."""
    lines = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
    text = re.sub(r"``/?([^`]+)``", lambda found: f"`{found[1].split('/')[-1]}`", "\n".join(lines))
    return [part for part in re.split(r"\n\s*\n", text) if part.strip()]


def declared(symbol):
    """A symbol as the sources declare it."""
    return "".join(each["spelling"] for each in symbol["declarationFragments"])


def library(name, about):
    """The page of a library: its types, and what each has."""
    with open(os.path.join(os.environ["BUTTOND_SYMBOLS"], name, f"{name}.symbols.json"), encoding="utf-8") as file:
        # Those that every sequence or enumeration has are the standard library's.
        symbols = [each for each in json.load(file)["symbols"]
                   if "::SYNTHESIZED::" not in each["identifier"]["precise"]]
    kinds = ("Structure", "Class", "Enumeration", "Protocol", "Actor", "Type Alias")
    symbols.sort(key=lambda each: [part.lower() for part in each["pathComponents"]])
    types = [each for each in symbols if each["kind"]["displayName"] in kinds]
    text = f"# {name}\n\n{about}\n\n"
    for kind in types:
        path = kind["pathComponents"]
        text += f"## {'.'.join(path)}\n\n````swift\n{declared(kind)}\n````\n\n" + "\n\n".join(told(kind)) + "\n\n"
        members = [each for each in symbols if each["pathComponents"][:-1] == path and each not in types]
        text += table(["", ""], [[code(declared(each)), prose((told(each) or [""])[0])] for each in members])
    return text


def pages():
    """The pages, by their place in the site."""
    return {
        "messages.md": messages(), "commands.md": commands(),
        "buttondkit.md": library("ButtondKit", "What styles in Swift are written with: see "
                                 "[writing a plugin](plugins.md)."),
        "buttonclient.md": library("ButtonClient", "A client of the daemon for programs in Swift.")}
