"""Plays the recipes of docs/recipes.md, and the one of docs/looks.md: each is a configuration and a session
with a watch."""

import os
import re
import time

from ledger import Untrue, read

PAGE, LOOKS = "docs/recipes.md", "docs/looks.md"
DEADLINE = 60.0  # seconds that a line may take


def settled(lines):
    """Lines of a watch without what depends on the moment: ticks, a plugin that starts, a source that has
    not said anything yet, a press under way, and the seconds that are left. A button's line that is the same
    as its last one then says nothing."""
    last, kept = {}, []
    for line in lines:
        if any(word in line for word in ("! pluginStarting", " is absent", "highlighted")):
            continue
        line = re.sub(r"\d+ s  ", "N s  ", re.sub(r"^\d+  ", "", line))
        button = line.split()[0]
        if last.get(button) != line:
            kept.append(line)
        last[button] = line
    return kept


def unnumbered(lines):
    """Lines without their revision, which counts what earlier recipes have changed as well."""
    return [re.sub(r"^revision \d+", "revision N", line) for line in lines]


def lines_of(page):
    """What the watch has printed."""
    text = page.printed("watch")
    return settled(text.splitlines()[:text.count("\n")])


def wait(page, shown):
    """Waits until the watch has printed these lines since its start, and no others."""
    expected, end = settled(shown), time.monotonic() + DEADLINE
    while len(lines_of(page)) < len(expected) and time.monotonic() < end:
        time.sleep(0.005)
    if lines_of(page) != expected:
        raise Untrue(f"a recipe: expected {expected}, and saw {lines_of(page)}")


def play(page, ledger, heading, daemon, document=PAGE):
    """Plays one recipe of a page in the daemon of the one before, if there is one; returns its daemon, if the next may have
    it. A line of its session is printed by the command above it, or by the watch."""
    text = ledger.take(document, heading, "yaml")[0]
    with open(os.path.join(page.folder, "recipe.yaml"), "w", encoding="utf-8") as file:
        file.write(text)
    session = next(block for block in ledger.take(document, heading, count=None) if "$ " in block)
    page.offer(text)
    has_plugins = text.startswith("plugins:")  # which hold from the start of a daemon on
    if daemon and has_plugins:
        page.stop(daemon)
    if daemon and not has_plugins:
        page.run("buttonctl reload")
    else:
        daemon = page.daemon("buttond --ephemeral --config recipe.yaml --socket /tmp/b.sock")
    watch = page.start("buttonctl buttons watch", "watch")
    before, *steps = re.split(r"^\$ ", session, flags=re.M)
    shown = before.splitlines()
    wait(page, shown)
    for step in steps:
        command, *expected = step.splitlines()
        printed = unnumbered(page.run(command).splitlines())
        shown += [line for line in expected if line and unnumbered([line])[0] not in printed]
        wait(page, shown)
    page.run("buttonctl sync")
    wait(page, shown)
    page.stop(watch)
    if has_plugins:
        page.stop(daemon)
    return None if has_plugins else daemon


def check(page, ledger, write):
    """Plays all of them; `write` writes a file in the page's folder."""
    start = ledger.take(PAGE, "")[0]
    for command in ("buttond --ephemeral --config recipe.yaml --socket /tmp/b.sock", "buttonctl buttons watch"):
        if f"$ {command} &\n" not in start:
            raise Untrue(f"{PAGE} does not say how a recipe is started: {command}")
    for name, text in ledger.files(PAGE).items():
        write(page, name, text)
    headings = re.findall(r"^## (.*)$", read(PAGE), re.M)
    if len(headings) != 13:
        raise Untrue(f"{PAGE} says thirteen and has {len(headings)}")
    daemon = None
    for heading in headings:
        daemon = play(page, ledger, heading, daemon)
    daemon = play(page, ledger, "Progress", daemon, LOOKS)
    page.stop(daemon)
