"""The kiosk of docs/kiosk.md: its buttons, its page, the script that shows it, and its units."""

import re

from ..machine import get, settled
from ..repository import blocks
from . import sessions
from .claims import has_export, options


def file_of(page, name):
    """The text of a file of the page."""
    return next(each.text for each in blocks(page) if each.file == name)


def desk(block, machine, prefix):
    """On a desk the files are taken, the buttons do what the page says, the gateway serves its page, and the script
    that shows it waits for the gateway and knows the token."""
    script = file_of(block.page, "kiosk/page/kiosk.js")
    sessions.files(block, machine)
    check, start, export, gateway, *presses, doctor = [
        machine.translated(command.removesuffix(" &")) for _, command, _ in sessions.steps(block.text, block.line)]
    machine.restart()
    machine.run(check)
    machine.start(start, "listening on ")
    machine.run(export)
    url, token = machine.gateway(gateway.removeprefix("buttond-gateway"))
    module = get(f"{url}live-button.js")
    for name in re.search(r"import \{ (.*) \} from", script)[1].split(", "):
        assert has_export(module, name), f"live-button.js has no {name}"
    assert "<title>Café</title>" in get(url) and get(f"{url}kiosk.js") == script, "the gateway has other files"
    for command in presses:
        machine.run(command)
    # It warns where the machine has no systemd.
    machine.do(doctor)
    with machine.client() as client:
        looks = {name: settled(client, name) for name in ("coffee", "pay", "dark")}
    assert looks["pay"]["title"] == "Pay 2.50 €" and looks["dark"].get("isSelected"), f"the buttons look {looks}"
    assert looks["coffee"]["backgroundColor"] == "#6F4E37FF", f"the theme's colour: {looks['coffee']}"
    # With a browser that prints what it is to show.
    machine.write("buttond/bin/chromium", '#!/bin/sh\nprintf "%s\\n" "$@"\n')
    machine.write("run/buttond/gateway.token", token)
    machine.write("shown.sh", file_of(block.page, "kiosk/kiosk.sh").replace("http://127.0.0.1:8437/", url))
    said = machine.run("sh shown.sh").splitlines()
    assert said[-1] == f"{url}#token={token}", f"the browser is started with {said}"


def screen(block, machine):
    """systemd finds no fault with the screen's unit; the program that shows the screen need not be there."""
    machine.write("units/kiosk.service", re.sub(r"(?<=ExecStart=)/usr/bin/cage\b", "/bin/true", block.text))
    machine.run("systemd-analyze verify units/kiosk.service")


def drop_in(block, machine, prefix):
    """systemd finds no fault with the gateway's unit beside the drop-in, whose command the gateway understands."""
    machine.write("units/buttond-gateway.service.d/page.conf", block.text.replace("/usr/bin", f"{prefix}/bin"))
    machine.run(f"cp {prefix}/lib/systemd/user/buttond-gateway.service units && "
                "systemd-analyze verify --user units/buttond-gateway.service")
    unknown = options(block.text) - options(machine.run("buttond-gateway --help"))
    assert not unknown, f"the gateway has no {unknown}"
