"""The clients of docs/examples: what they print is right, before and after the daemon starts anew."""

import re
import sys

import pytest

from .repository import ROOT

EXAMPLES = f"{ROOT}/docs/examples"
BLUE = "#007AFFFF"
# What door.sh prints in this order, and what comes in any: answers to requests that were sent together.
WITH_BUTTONCTL = [
    "with buttonctl", r"revision \d+: door defined", f"door: Open the door {BLUE}", f"door: Close the door {BLUE}",
    f"door: Open the door {BLUE}", r"buttonctl: there is no button 'dor' .*; did you mean 'door'\?",
    "buttonctl ended with 1", "with socat", "connected to buttond .*"]
TOGETHER = ["changed: door.isOpen", "door: Close the door", "refused: there is no button 'dor'"]


@pytest.fixture(params=["python", "node"])
def command(request, machine):
    """How an example is started."""
    machine.restart()
    machine.run(f"rm -rf state; mkdir -p node_modules; ln -sfn {ROOT}/clients/node node_modules/buttond; "
                f"cp {EXAMPLES}/door.mjs .")
    return {"python": f"env PYTHONPATH={ROOT}/clients/python/src {sys.executable} -uB {EXAMPLES}/door.py",
            "node": "node door.mjs"}[request.param]


def test_a_client_shows_the_button_and_resumes_with_the_next_daemon(machine, command):
    kept, seen = "--no-installed-plugins --state state", []

    def prints(*lines):
        seen.extend(lines)
        job.wait("(?ms)" + ".*".join(f"^{line}$" for line in seen))

    with machine.daemon(kept) as client:
        job = machine.start(command)
        prints("connected to buttond .*? as admin", f"door: Close the door {BLUE}")
        client.trigger("door")
        prints(f"door: Open the door {BLUE}")
        machine.stop(machine.jobs[0])
        machine.daemon(kept).close()
        prints("back after the daemon started anew", f"door: Open the door {BLUE}")
        # A read is asked again by a client that has not seen the end of its connection yet; a change is not.
        client.sync()
        client.set({"door.isOpen": True})
        prints(f"door: Close the door {BLUE}")
        client.remove("door")
        prints("door is gone")


def test_a_client_that_may_not_define_buttons_says_so(machine, command):
    machine.write("full.yaml", "limits: {keys: 1, buttons: 1}\nbuttons: {other: {style: plain}}\n")
    machine.daemon("--ephemeral --no-installed-plugins --config full.yaml").close()
    assert re.search(r"^door.*: .* \(limitExceeded.*\)$", machine.run(command, code=1), re.M)


def test_what_begins_with_a_hyphen_is_not_a_socket(machine, command):
    assert re.match(r"usage: door.* \[SOCKET\]\n", machine.run(f"{command} --help", code=64))


def test_the_client_in_shell_ends_well_though_the_door_is_open(machine):
    machine.restart()
    with machine.daemon("--ephemeral --no-installed-plugins") as client:
        client.set({"door.isOpen": True})
    printed = machine.run(f"{EXAMPLES}/door.sh").splitlines()
    ordered, last = printed[:len(WITH_BUTTONCTL)], printed[len(WITH_BUTTONCTL):]
    assert all(map(re.fullmatch, WITH_BUTTONCTL, ordered)) and sorted(last) == TOGETHER, printed
