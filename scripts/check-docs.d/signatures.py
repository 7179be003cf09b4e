"""Holds what docs/protocol.md says of the fields of messages to their tables, Config/messages.json."""

import json
import re

from ledger import Untrue, read


def braced(text):
    """The object that a text begins with."""
    depth = 0
    for index, letter in enumerate(text):
        depth += (letter in "{[") - (letter in "}]")
        if depth == 0:
            return text[:index + 1]
    raise Untrue(f"docs/protocol.md leaves a brace open: {text[:60]}")


def names(shape):
    """The names in an object that stands for a message: `{id, buttons: […], more?}`; `…` is the rest."""
    while (flat := re.sub(r"(: ?)?[\[{][^\[\]{}]*[\]}]", "", shape[1:-1])) != shape[1:-1]:
        shape = f"{{{flat}}}"
    return sorted(re.match(r"[\w?…]+", part.strip())[0].replace("…", "*")
                  for part in flat.split(",") if part.strip())


def mentioned(node, text, place):
    """Every field of a type or message, and of the objects in it, has its name on the page."""
    for name, inner in node.items():
        if not re.search(rf"(?<!\w){re.escape(name.rstrip('?'))}(?!\w)", text) and name != "*":
            raise Untrue(f"docs/protocol.md does not name {name} of {place}")
        mentioned(inner.get("items", inner).get("fields", {}), text, f"{place} {name}")


def check_signatures():
    """The page has each method and notification with its fields, in the form
    **`method {field, field?}`** → `{field}`, and names the fields of all types."""
    text = re.sub(r"\s+", " ", read("docs/protocol.md"))
    tables = json.loads(read("Config/messages.json"))
    messages = tables["methods"] | tables["notifications"]
    found = set()
    for match in re.finditer(r"\*\*`(\w+(?:\.\w+)?) (?={)", text):
        name, params = match[1], braced(text[match.end():])
        if name not in messages:
            raise Untrue(f"docs/protocol.md names {name}, which is not a message")
        found.add(name)
        entry, rest = messages[name], text[match.end() + len(params):]
        if names(params) != sorted(entry["params"]):
            raise Untrue(f"docs/protocol.md gives {name} {params}, and it has {list(entry['params'])}")
        answer = re.match(r"`\*\*(?:, \*\*`\w+\.\w+ {[^}]*}`\*\*)* → `(?={)", rest)
        if answer and [each.rstrip("?") for each in names(braced(rest[answer.end():]))] != sorted(
                each.rstrip("?") for each in entry["result"]):
            raise Untrue(f"docs/protocol.md answers {name} with {braced(rest[answer.end():])}, "
                         f"and it has {list(entry['result'])}")
    if found != set(messages):
        raise Untrue(f"docs/protocol.md has no fields of {sorted(set(messages) - found)}")
    for name, entry in messages.items():
        mentioned(entry["params"] | entry.get("result", {}), text, name)
    for name, entry in tables["types"].items():
        mentioned(entry.get("fields", {}), text, name)
