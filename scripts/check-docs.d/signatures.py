"""Holds what docs/protocol*.md say of the fields of messages to their tables, Config/messages.json."""

import glob
import json
import os
import re

from ledger import ROOT, Untrue, read

PAGES = "docs/protocol*.md"
ENTRY = "docs/protocol.md"


def braced(text):
    """The object that a text begins with."""
    depth = 0
    for index, letter in enumerate(text):
        depth += (letter in "{[") - (letter in "}]")
        if depth == 0:
            return text[:index + 1]
    raise Untrue(f"{PAGES} leave a brace open: {text[:60]}")


def names(shape):
    """The names in an object that stands for a message: `{id, buttons: […], more?}`; `…` is the rest."""
    while (flat := re.sub(r"(: ?)?[\[{][^\[\]{}]*[\]}]", "", shape[1:-1])) != shape[1:-1]:
        shape = f"{{{flat}}}"
    return sorted(re.match(r"[\w?…]+", part.strip())[0].replace("…", "*")
                  for part in flat.split(",") if part.strip())


def mentioned(node, text, place):
    """Every field of a type or message, and of the objects in it, has its name on the pages."""
    for name, inner in node.items():
        if not re.search(rf"(?<!\w){re.escape(name.rstrip('?'))}(?!\w)", text) and name != "*":
            raise Untrue(f"{PAGES} do not name {name} of {place}")
        mentioned(inner.get("items", inner).get("fields", {}), text, f"{place} {name}")


def check_signatures():
    """The pages have each method and notification with its fields, in the form
    **`method {field, field?}`** → `{field}`, and name the fields of all types."""
    text = re.sub(r"\s+", " ", read(PAGES))
    tables = json.loads(read("Config/messages.json"))
    messages = tables["methods"] | tables["notifications"]
    found = set()
    for match in re.finditer(r"\*\*`(\w+(?:\.\w+)?) (?={)", text):
        name, params = match[1], braced(text[match.end():])
        if name not in messages:
            raise Untrue(f"{PAGES} name {name}, which is not a message")
        found.add(name)
        entry, rest = messages[name], text[match.end() + len(params):]
        if names(params) != sorted(entry["params"]):
            raise Untrue(f"{PAGES} give {name} {params}, and it has {list(entry['params'])}")
        answer = re.match(r"`\*\*(?:, \*\*`\w+\.\w+ {[^}]*}`\*\*)* → `(?={)", rest)
        if answer and [each.rstrip("?") for each in names(braced(rest[answer.end():]))] != sorted(
                each.rstrip("?") for each in entry["result"]):
            raise Untrue(f"{PAGES} answer {name} with {braced(rest[answer.end():])}, "
                         f"and it has {list(entry['result'])}")
    if found != set(messages):
        raise Untrue(f"{PAGES} have no fields of {sorted(set(messages) - found)}")
    for name, entry in messages.items():
        mentioned(entry["params"] | entry.get("result", {}), text, name)
    for name, entry in tables["types"].items():
        mentioned(entry.get("fields", {}), text, name)


def check_index():
    """The table of the first page has every message in the row of its page."""
    for page in glob.glob(PAGES, root_dir=ROOT):
        link = "this page:" if page == ENTRY else rf"\[[^]]*\]\({os.path.basename(page)}\)"
        row = re.search(rf"^\| {link}.*", read(ENTRY), re.M)
        listed = set(re.findall(r"`(\w+(?:\.\w+)?)`", row[0] if row else ""))
        shown = set(re.findall(r"\*\*`(\w+(?:\.\w+)?)\s(?={)", read(page)))
        if not row or listed != shown:
            raise Untrue(f"{ENTRY} lists other messages of {page} than that shows: {sorted(listed ^ shown)}")
