#!/usr/bin/env python3
"""What pages must have: at most 400 lines, and the maintainers' a paragraph per target, files that exist, an index, an
order.

Reads documents and sources only, so it also runs alone: python3 scripts/check-docs.d/pages.py
"""

import glob
import os
import re
import sys

from ledger import ROOT, Untrue, documents, read

ARCHITECTURE = "docs/architecture.md"
PATHS = "docs/paths.md"
GLOSSARY = "docs/glossary.md"
DECISIONS = "docs/decisions"
MOST_LINES = 400


def targets():
    """The names of Package.swift's targets, shipped plugins included, tests and fuzzers not."""
    package = read("Package.swift")
    named = re.findall(r"\.(?:target|systemLibrary|executableTarget)\(\s*name: \"([\w-]+)\"", package)
    plugins = re.search(r"let swiftPlugins = \[(.*?)\]", package, re.S).group(1)
    return named + re.findall(r"\"(\w+)\"", plugins)


def check_targets(text):
    """Every target has a paragraph that begins with its name, and no other name has one."""
    described = []
    for paragraph in re.split(r"\n\s*\n", text):
        if paragraph.startswith("**`"):
            described += re.findall(r"\*\*`([\w-]+)`\*\*", paragraph)
    missing, unknown = set(targets()) - set(described), set(described) - set(targets())
    if missing:
        raise Untrue(f"{ARCHITECTURE}: no paragraph begins with **`{min(missing)}`**, a target of Package.swift")
    if unknown:
        raise Untrue(f"{ARCHITECTURE}: {min(unknown)} is not a target of Package.swift")


def check_files(page):
    """Every file that a page names exists, and a step's `Type.member` in `file` is in that file."""
    text = read(page)
    for path in re.findall(r"`((?:Sources|Tests|Plugins|Config|scripts|docs)/[^`*\s]+)`", text):
        if not os.path.exists(os.path.join(ROOT, path)):
            raise Untrue(f"{page}: {path} does not exist")
    for name, path in re.findall(r"`([\w.]+)`\s+in\s+`(Sources/[^`]+)`", text):
        kind, _, member = name.partition(".")
        word = member or kind
        if not re.search(rf"\b{word}\b", read(path)):
            raise Untrue(f"{page}: {path} has no {word} ({name})")


def sources(folder="Sources"):
    """The Swift sources in a folder, as texts."""
    paths = glob.glob(os.path.join(ROOT, folder, "**/*.swift"), recursive=True)
    return [read(os.path.relpath(path, ROOT)) for path in sorted(paths)]


def check_types(page):
    """Every type that a page names in code exists."""
    declared = set(targets())
    for source in sources():
        declared.update(re.findall(r"\b(?:struct|class|enum|protocol|actor|typealias|import) (\w+)", source))
    for name in re.findall(r"`([A-Z][a-z]\w*[A-Z]\w*)[`.]", read(page)):
        if name not in declared:
            raise Untrue(f"{page}: there is no type {name}")


def check_parts(text):
    """A part of the engine has only parts of the rows above it."""
    table = text[text.index("### The parts of the engine"):text.index("### The parts of the daemon")]
    above = []
    bodies = "\n".join(sources("Sources/ButtonEngine"))
    for part in re.findall(r"^\| `(\w+)`", table, re.M):
        body = re.search(rf"^(?:package )?(?:final )?(?:class|struct) {part}\b.*?^}}", bodies, re.M | re.S)
        if not body:
            raise Untrue(f"{ARCHITECTURE}: there is no part {part}")
        above.append((part, body.group()))
    for row, (part, body) in enumerate(above):
        for below, _ in above[row + 1:]:
            if re.search(rf"\w+: {below}\b|= {below}\(", body):
                raise Untrue(f"{ARCHITECTURE}: {part} has a {below}, which must stand above it")


def check_glossary():
    """The entries are in alphabetical order, each once."""
    terms = re.findall(r"^\*\*(.+?)\*\*", read(GLOSSARY), re.M)
    if not terms:
        raise Untrue(f"{GLOSSARY} has no entry: one begins with **term**")
    for before, term in zip(terms, terms[1:]):
        if before.lower() == term.lower():
            raise Untrue(f"{GLOSSARY}: {term} has two entries")
        if before.lower() > term.lower():
            raise Untrue(f"{GLOSSARY}: {term} is out of order, after {before}")


def check_decisions():
    """The index lists every decision, and nothing else."""
    index = read(f"{DECISIONS}/README.md")
    pages = {name for name in os.listdir(os.path.join(ROOT, DECISIONS)) if name != "README.md"}
    listed = re.findall(r"\]\((\d{4}-[\w-]+\.md)\)", index)
    for name in sorted(pages - set(listed)):
        raise Untrue(f"{DECISIONS}/README.md does not list {name}")
    for name in sorted(set(listed) - pages):
        raise Untrue(f"{DECISIONS}/README.md lists {name}, which does not exist")
    for name in sorted(pages):
        if not re.fullmatch(r"\d{4}-[a-z0-9-]+\.md", name):
            raise Untrue(f"{DECISIONS}/{name}: a decision's file is NNNN-title.md")


def check_lengths():
    """A page that is longer has more than one thought."""
    for page in documents():
        count = len(read(page).splitlines())
        if count > MOST_LINES:
            raise Untrue(f"{page} has {count} lines, and a page has at most {MOST_LINES}: split it by its thoughts")


def check():
    """All of it."""
    check_lengths()
    text = read(ARCHITECTURE)
    check_targets(text)
    for page in (ARCHITECTURE, PATHS):
        check_files(page)
        check_types(page)
    check_parts(text)
    check_glossary()
    check_decisions()


if __name__ == "__main__":
    try:
        check()
    except Untrue as problem:
        sys.exit(f"check-docs: {problem}")
