"""Bars, with programs that stand for WirePlumber and the display: each keeps its levels in files of its folder."""

import json
import re

from ..machine import until
from ..repository import read
from . import sessions

WPCTL = """#!/bin/bash
cd "${0%/*}"
device=${@:(-2):1} change=${@:(-1)}
touch "$change" "$device"
case $1 in
  get-volume) printf 'Volume: %.2f%s\\n' "$(cat "$change")e-2" "$([[ -e $change.muted ]] && echo ' [MUTED]')" ;;
  set-volume) echo $(($(cat "$device") ${change:(-1)} ${change%%%*})) >"$device" ;;
  set-mute) rm "$device.muted" 2>/dev/null || touch "$device.muted" ;;
esac
"""
BRIGHTNESSCTL = """#!/bin/bash
cd "${0%/*}"
case $* in
  -m) echo "panel,backlight,480,$(cat panel)%,1200" ;;
  *+5%) echo $(($(cat panel) + 5)) >panel ;;
  *5%-) echo $(($(cat panel) - 5)) >panel ;;
esac
"""


def expect(client, key, value):
    """Waits until a key has a value; a source may take some time."""
    until(lambda: client.get(key) == value, lambda: f"{key} is {client.get(key)}, not {value}")


def with_buttons(block, machine):
    """A client of a daemon with the page's buttons, and the demo's."""
    sessions.files(block, machine)
    for name, text in (("wpctl", WPCTL), ("brightnessctl", BRIGHTNESSCTL)):
        machine.write(f"buttond/bin/{name}", text)
    for name in ("@DEFAULT_AUDIO_SINK@", "@DEFAULT_AUDIO_SOURCE@", "panel"):
        machine.write(f"buttond/bin/{name}", "40\n")
    machine.restart()
    machine.offer("Config/demo/buttons.json")
    client = machine.daemon("--ephemeral --config buttond.yaml")
    machine.run("buttonctl buttons define Config/demo/buttons.json")
    for key in ("volume", "mic", "brightness"):
        expect(client, f"{key}.level", 0.4)
    return client


def waybar(block, machine):
    """Every module prints a line, and each of its events reaches what it should."""
    text = block.text if block.text.startswith("{") else f"{{{block.text}}}"
    modules = {name: each for name, each in json.loads(text).items() if name.startswith("custom/")}
    with with_buttons(block, machine) as client:
        for name, each in modules.items():
            line = json.loads(machine.run(each["exec"] + " --count 1"))
            assert line["text"] and "class" in line, f"{name} prints {line}"
        if volume := modules.get("custom/volume"):
            for event, key, value in (("on-click", "volume.isMuted", True), ("on-scroll-up", "volume.level", 0.45),
                                      ("on-scroll-down", "volume.level", 0.4)):
                machine.run(volume[event])
                expect(client, key, value)
            for command, key, value in (("trigger mic", "mic.isMuted", True),
                                        ("menu choose brightness down", "brightness.level", 0.35),
                                        ("menu choose brightness up", "brightness.level", 0.4)):
                machine.run(f"buttonctl {command}")
                expect(client, key, value)
        else:
            machine.run(modules["custom/checkout"]["on-click"])


def classes(block):
    """The page knows the classes of the style sheet."""
    unknown = set(re.findall(r"#custom-checkout\.(\w+)", block.text)) - set(re.findall(r"`(\w+)`", read(block.page)))
    assert not unknown, f"the page knows no class {unknown}"


def i3bar(block, machine):
    """The bar's command runs."""
    with with_buttons(block, machine):
        machine.run(re.search(r"status_command (?:exec )?(.*)", block.text)[1] + " --count 1")
