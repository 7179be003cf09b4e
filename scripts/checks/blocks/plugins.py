"""The plugins of docs/plugin*.md and docs/first-style.md."""

import os
import re
import shutil
import time

import pytest

from ..machine import settled, until
from ..repository import ROOT, blocks, read, taken
from . import sessions
from .configuration import judge

# As strict as an author's compiler may be.
COMPILE = ("cc -std=c99 -pedantic -Wall -Wextra -Werror -O2 -shared -fPIC -fvisibility=hidden"
           " $(pkg-config --cflags buttond-plugin) -o {0}/lib{0}.so {0}/{0}.c")


def manifest(block):
    """The schema takes it."""
    judge("plugin", block)


def plugin(block, machine):
    """The plugin compiles without a warning, passes the check, and does as the page says."""
    name = os.path.dirname(block.file)
    sessions.files(block, machine)
    machine.restart()
    machine.run(COMPILE.format(name))
    sessions.sound(machine, f"buttonctl plugin check {name}")
    tried(name, machine)


def tried(name, machine):
    """Has a daemon use a plugin in the machine's folder, and looks at what it does."""
    with machine.daemon("--ephemeral --plugins .") as client:
        if name in USES:
            USES[name](client)
        until(lambda: any(each["name"] == name and each["state"] == "running"
                          for each in client.call("plugins.list")["plugins"]), f"{name} does not run")


def paint(client):
    """It is of the colour in its file."""
    client.define({"id": "paint", "style": "paint/paint"})
    color = settled(client, "paint")["backgroundColor"]
    assert color == "#5856D6FF", f"paint is {color}, not indigo"


def due(client):
    """It counts down."""
    client.define({"id": "due", "style": "gray", "handler": "due/due"})
    client.set({"order.dueMs": int(time.time() * 1000) + 60_500})
    first = settled(client, "due")["subtitle"]
    assert first in ("61 s", "60 s"), f"due begins with {first}"
    until(lambda: settled(client, "due")["subtitle"] != first, f"due stays at {first}")


def hold(client):
    """It acts when it has been held, and not before."""
    client.define({"id": "hold", "style": "hold/hold", "action": {"operations": [{"op": "increment", "key": "holds"}]}})
    settled(client, "hold")
    for count in (0, 1):
        client.press_began("hold")
        opacity = settled(client, "hold").get("opacity")
        assert opacity == 0.8, f"hold does not show that it is pressed: {opacity}"
        until(lambda: client.get("holds", 0) >= count, "hold does nothing, however long it is held")
        client.press_ended("hold")
        assert client.get("holds", 0) == count, f"hold counts {client.get('holds')}, not {count}"


def tag(client):
    """It says how much is left."""
    client.define({"id": "bread", "style": "tag/tag"})
    client.set({"shop.stock": 7})
    look = settled(client, "bread")
    assert look.get("subtitle") == "7 left", f"of 7 in stock, tag says {look}"


USES = {"paint": paint, "due": due, "hold": hold, "tag": tag}


def in_rust(block, machine):
    """The example has the style, and it and the other example in Rust do what those in C do."""
    assert block.text in read("docs/examples/berry.rs"), "docs/examples/berry.rs has another style"
    if not shutil.which("rustc"):
        pytest.skip("there is no rustc")
    command = re.search(r"^//! +rustc (.*) tag.rs$", read("docs/examples/tag.rs"), re.M)[1]
    for name in ("tag", "berry"):
        manifests = "docs/plugins.md" if name == "tag" else block.page
        machine.restart()
        machine.write(f"{name}/plugin.json", next(
            each.text for each in blocks(manifests) if each.file == f"{name}/plugin.json"))
        machine.run(f"rustc -D warnings {command.replace('libtag.so', f'{name}/lib{name}.so')} "
                    f"{ROOT}/docs/examples/{name}.rs")
        sessions.sound(machine, f"buttonctl plugin check {name}")
        tried(name, machine)


def template(block):
    """The line is one of what `plugin new` writes."""
    name = {"c": "c/__NAME__.c", "rust": "rust/plugin.rs"}[block.language]
    assert block.text.strip() in read(f"Plugins/SDK/templates/{name}"), f"{name} has no such line"


def first_style(block, machine, wrong, request):
    """Every command succeeds, and a daemon then draws what was changed."""
    language = re.search(r"--language (\w+)", block.text)[1]
    if language == "rust" and not shutil.which("rustc"):
        pytest.skip("there is no rustc")
    machine.restart()
    machine.run(f"mkdir {language} && cd {language}")
    machine.shown = sessions.Shown()
    sessions.follow(block, machine, wrong)
    sessions.session(taken(block.page, "live"), machine, wrong, request)


def live(block):
    """What follows each `first_style`."""
    assert "first_style" in [each.attributes.get("test") for each in blocks(block.page)], "no style is made before it"
