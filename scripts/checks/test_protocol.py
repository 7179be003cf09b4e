"""Holds what docs/protocol*.md say of the fields of messages to their tables, Config/messages.json."""

import glob
import json
import os
import re

import pytest

from .repository import ROOT, read

PAGES, ENTRY = "docs/protocol*.md", "docs/protocol.md"
TEXT = re.sub(r"\s+", " ", read(PAGES))
TABLES = json.loads(read("Config/messages.json"))
MESSAGES = TABLES["methods"] | TABLES["notifications"]


def braced(text):
    """The object that a text begins with."""
    depth = 0
    for index, letter in enumerate(text):
        depth += (letter in "{[") - (letter in "}]")
        if depth == 0:
            return text[:index + 1]
    raise AssertionError(f"{PAGES} leave a brace open: {text[:60]}")


def names(shape):
    """The names in an object that stands for a message: `{id, buttons: […], more?}`; `…` is the rest."""
    while (flat := re.sub(r"(: ?)?[\[{][^\[\]{}]*[\]}]", "", shape[1:-1])) != shape[1:-1]:
        shape = f"{{{flat}}}"
    return sorted(re.match(r"[\w?…]+", part.strip())[0].replace("…", "*")
                  for part in flat.split(",") if part.strip())


def unnamed(node, place):
    """The fields of a type or message, and of the objects in it, whose names are not on the pages."""
    for name, inner in node.items():
        if not re.search(rf"(?<!\w){re.escape(name.rstrip('?'))}(?!\w)", TEXT) and name != "*":
            yield f"{name} of {place}"
        yield from unnamed(inner.get("items", inner).get("fields", {}), f"{place} {name}")


def test_every_message_has_its_fields(wrong):
    """In the form **`method {field, field?}`** → `{field}`."""
    found = set()
    for match in re.finditer(r"\*\*`(\w+(?:\.\w+)?) (?={)", TEXT):
        name, params = match[1], braced(TEXT[match.end():])
        assert name in MESSAGES, f"{PAGES} name {name}, which is not a message"
        found.add(name)
        entry, rest = MESSAGES[name], TEXT[match.end() + len(params):]
        if names(params) != sorted(entry["params"]):
            wrong(PAGES, f"{name} is given {params}, and it has {list(entry['params'])}")
        answer = re.match(r"`\*\*(?:, \*\*`\w+\.\w+ {[^}]*}`\*\*)* → `(?={)", rest)
        if answer and [each.rstrip("?") for each in names(braced(rest[answer.end():]))] != sorted(
                each.rstrip("?") for each in entry["result"]):
            wrong(PAGES, f"{name} is answered {braced(rest[answer.end():])}, and it has {list(entry['result'])}")
    assert found == set(MESSAGES)


def test_every_field_is_named():
    entries = {name: entry["params"] | entry.get("result", {}) for name, entry in MESSAGES.items()}
    entries |= {name: entry.get("fields", {}) for name, entry in TABLES["types"].items()}
    assert not [each for name, fields in entries.items() for each in unnamed(fields, name)]


def test_every_ability_is_named(daemon):
    abilities = daemon.server.capabilities
    assert not [name for name in abilities if f"`{name}`" not in TEXT and f"**`{name} " not in TEXT]


@pytest.mark.parametrize("page", glob.glob(PAGES, root_dir=ROOT))
def test_the_first_page_lists_the_messages_of_each(page):
    link = "this page:" if page == ENTRY else rf"\[[^]]*\]\({os.path.basename(page)}\)"
    row = re.search(rf"^\| {link}.*", read(ENTRY), re.M)
    shown = set(re.findall(r"\*\*`(\w+(?:\.\w+)?)\s(?={)", read(page)))
    assert row and set(re.findall(r"`(\w+(?:\.\w+)?)`", row[0])) == shown
