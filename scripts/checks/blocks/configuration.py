"""Files that a program reads, and what it says of wrong ones."""

import json
import os
import re

from ..judges import file, parsed
from ..machine import until
from ..repository import blocks, read

# Files in which stands what docs/configuration.md says is wrong, with the configuration that has them.
WRONG = {
    "buttond.yaml": ("", "# Too many.\nlimits:\n  conections: 5\n"),
    "buttons.d/shop.yaml": ("", "shop.add:\n  style: gray\n  configuration: {title: Add}\n\npay:\n"
                            "  style: gray\n  configuration:\n      title: Pay\n      buttonSize: lage\n"),
    "themes/shop.tokens.json": ("theme: shop\n", '{\n  "button": {\n    "$type": "color",\n    "primary": {\n'
                                '      "primary": { "$value": "{brand.main}" }\n    }\n  },\n'
                                '  "brand": { "main": { "$type": "color",'
                                ' "$value": "{button.primary.primary}" } }\n}\n')}
NULL = "pay:\n  style: gray\n  configuration:\n    baseBackgroundColor: #ff0000\n"
IDLE = "prefix: wall\ntriggers:\n  - topic: wall/press/+\n    button: $1\n    allow: till.*\n"


def here(block, machine):
    """A configuration with users, groups and folders that every system has."""
    text = re.sub(r"group: \w+", "group: daemon", re.sub(r"user: [a-z-]+", "user: nobody", block.text))
    return re.sub(r"/run/\w+", machine.folder, text)


def judge(kind, block):
    """The schema of a kind of file takes the block."""
    faults = file(kind).faults(parsed(block.text))
    assert not faults, f"the schema refuses it: {faults}"


def on_page(block, test):
    """The texts of the page's blocks of a kind."""
    return [each.text for each in blocks(block.page) if each.attributes.get("test") == test]


def buttond(block, machine):
    """A configuration; the themes of its page are beside it."""
    judge("buttond", block)
    for text in on_page(block, "tokens"):
        machine.write("checked/themes/shop.tokens.json", text)
    machine.write("checked/buttond.yaml", here(block, machine))
    machine.run("buttond --check --config checked/buttond.yaml")


def buttons(block, machine):
    """A file of buttons."""
    judge("buttons", block)
    machine.write("buttons/buttond.yaml", "")
    machine.write("buttons/buttons.d/page.yaml", block.text)
    machine.run("buttond --check --config buttons/buttond.yaml")


def tokens(block, machine):
    """A theme."""
    judge("tokens", block)
    machine.write("theme/buttond.yaml", "theme: page")
    machine.write("theme/themes/page.tokens.json", block.text)
    machine.run("buttond --check --config theme/buttond.yaml")


def mqtt(block, machine):
    """Rules of buttond-mqtt, which has nothing to warn of."""
    judge("mqtt", block)
    machine.write("checked/mqtt.yaml", block.text)
    said = machine.run("buttond-mqtt --config checked/mqtt.yaml --check")
    assert "mqtt.yaml:" not in said, said


def surface(block, machine):
    """Layouts of buttond-surface, which has nothing to warn of."""
    judge("surface", block)
    machine.write("checked/surface.yaml", block.text)
    said = machine.run("buttond-surface --config checked/surface.yaml --check")
    assert "surface.yaml:" not in said, said


def useless(block, machine):
    """What buttond-mqtt says of a rule without effect."""
    machine.write("mqtt.yaml", IDLE)
    said = machine.run("buttond-mqtt --config mqtt.yaml --check")
    assert block.text in said, f"the program says {said}"


def whole(block, machine):
    """The commands for a daemon with all that the page configures, which does what the page says."""
    check, describe, hang_up, reload = [line.split("#")[0].strip() for line in block.text.splitlines()]
    parts = [text for text in on_page(block, "buttond") if not text.startswith(("theme", "fleet", "access"))]
    theme = machine.write("shop/themes/shop.tokens.json", on_page(block, "tokens")[0])
    machine.write("shop/buttond.yaml", "theme: shop\n" + "".join(parts))
    machine.write("shop/buttons.d/shop.yaml", on_page(block, "buttons")[0])
    machine.run(check.replace("FILE", "shop/buttond.yaml"))
    json.loads(machine.run(describe))
    with machine.daemon("--ephemeral --config shop/buttond.yaml") as client:
        names = {each["id"] for each in client.call("buttons.list")["buttons"]}
        assert names >= {"shop.add", "shop.pay"}, f"the buttons are {names}"
        assert "the configuration" in machine.run("buttonctl groups list"), "the groups of the page are not there"
        client.set({"cart.total": 4.5, "till.isLocked": False})
        assert client.get("cart.label") == "Pay 4.50 €", f"the derived key is {client.get('cart.label')}"
    machine.run(reload)
    with open(theme, "w", encoding="utf-8") as file:
        file.write("{")
    machine.run(hang_up.replace("PID", str(machine.jobs[0].pid)))
    machine.jobs[0].wait(r"shop\.tokens\.json")
    machine.restart()


def complaints(block, machine, wrong):
    """What the daemon says of wrong files."""
    for number, line in enumerate(block.text.splitlines(), block.line + 1):
        name = line.split(":")[0]
        config, text = WRONG[name]
        machine.write("wrong/buttond.yaml", config)
        machine.write(f"wrong/{name}", text)
        said = machine.run("cd wrong && buttond --check --config buttond.yaml; code=$?; cd ..; (exit $code)", code=78)
        if line not in said.splitlines():
            wrong(f"{block.page}:{number}", f"the daemon says {said}")
        os.unlink(f"{machine.folder}/wrong/{name}")


def remark(block, machine):
    """What the daemon says of a value that is null."""
    machine.write("null/buttond.yaml", "")
    machine.write("null/buttons.d/shop.yaml", NULL)
    said = machine.run("cd null && buttond --check --config buttond.yaml; cd ..")
    assert f"warning: {block.text}" in said, f"the daemon says {said}"


def modeline(block, prefix):
    """The schema is installed."""
    path = re.search(r"\$schema=/usr/(\S+)", block.text)[1]
    assert os.path.exists(f"{prefix}/{path}"), f"{path} is not installed"


def said(block, machine):
    """A program's action, with members that the notification has."""
    told = json.loads(read("Config/messages.json"))["notifications"]["action.triggered"]["params"]
    assert set(json.loads(block.text)) <= {name.rstrip("?") for name in told}, "this is not an action"


def pictured(block, machine, daemon):
    """Commands for a button of a daemon, and for a picture."""
    daemon.define({"id": "till.pay", "style": "filled"})
    machine.run("buttonctl render --style filled -o logo.png")
    printed = machine.run(block.text)
    if "images put" in block.text:
        assert re.fullmatch("sha256:[0-9a-f]{64}", printed.strip()), f"it prints {printed}"
    else:
        machine.run("test -s key.png")


def knob(block, machine):
    """Turning the button twice makes 60 of 50."""
    machine.write("knob.yaml", block.text)
    with machine.daemon("--ephemeral --config knob.yaml", f"{machine.folder}/knob.sock") as client:
        machine.run("buttonctl rotate volume 2")
        until(lambda: client.get("volume") == 60, lambda: f"the key is {client.get('volume')}")
