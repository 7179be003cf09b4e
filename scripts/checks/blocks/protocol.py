"""The messages of docs/protocol*.md, as the daemon says them."""

import json
import sys

import buttond
import pytest

from ..machine import settled

LAMP = {"id": "lamp", "style": "filled", "configuration": {"title": "Lamp"}}


def shape(value):
    """A JSON value without its figures: what depends on when it was asked for."""
    if isinstance(value, dict):
        return {key: shape(each) for key, each in value.items() if key not in ("epoch", "id")}
    if isinstance(value, list):
        return [shape(each) for each in value]
    return 0 if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def checkout(daemon):
    """The button of the pages, which counts three."""
    daemon.define({"id": "checkout", "style": "filled", "handler": "checkout/count", "configuration": {
        "title": "Checkout", "baseBackgroundColor": "systemPink", "buttonSize": "large"}})
    for count in (2, 3):
        settled(daemon, "checkout")
        daemon.set({"checkout.itemCount": count})
    return settled(daemon, "checkout")


def client(block, machine, daemon):
    """The client prints a line for the look at the beginning, and one for each change."""
    checkout(daemon)
    machine.write("client.py", machine.translated(block.text))
    job = machine.start(f"{sys.executable} -u client.py", "checkout Checkout 3 #")
    daemon.set({"checkout.itemCount": 4})
    job.wait("checkout Checkout 4 #")


def refusal(block, daemon):
    """The daemon's error for a property with a mistake in its name."""
    error = json.loads(block.text)["error"]
    with pytest.raises(buttond.Refused) as refused:
        daemon.define({"id": "odd", "style": "gray", "configuration": {"titel": "Odd"}})
    said = {"code": refused.value.code, "message": refused.value.message, "data": refused.value.data}
    assert said == error, f"the daemon says {said}"


def exchange(block, daemon):
    """A request and its answer, but for numbers."""
    daemon.define(LAMP)
    request, answer = map(json.loads, block.text.splitlines())
    said = daemon.call(request["method"], request["params"])
    assert request["id"] == answer["id"] and shape(said) == shape(answer["result"]), f"the daemon answers {said}"


def frame(block, daemon):
    """How the button looks."""
    [shown] = json.loads(block.text)["params"]["buttons"]
    look = checkout(daemon)
    assert look == shown["appearance"], f"the daemon says {look}"


def explanation(block, daemon, wrong):
    """Why the button looks so; the page shows some of the properties."""
    explained = json.loads(block.text)["result"]
    checkout(daemon)
    answer = daemon.call("buttons.explain", {"id": "checkout"})
    listed = {each["name"]: each for each in answer["properties"]}
    for part in explained["properties"]:
        if shape(listed.get(part["name"])) != shape(part):
            wrong(block.place, f"the daemon says {listed.get(part['name'])}")
    for member in ("plugins", "dirty"):
        if shape(explained[member]) != shape(answer[member]):
            wrong(block.place, f"the daemon says {answer[member]}")
    assert explained.keys() == answer.keys(), f"the members are {list(answer)}"


def defined(block, daemon):
    """A definition that the daemon takes."""
    daemon.define(json.loads(block.text))


def encoder(block, daemon):
    """Turning it back by three makes 35 of 50."""
    knob = json.loads(block.text)
    daemon.define(knob)
    daemon.rotate(knob["id"], -3)
    assert daemon.get("volume") == 35, f"the key is {daemon.get('volume')}"


def runs(block, daemon):
    """A title in runs, as a look has it: complete runs, and the text of all of them."""
    definition = json.loads(block.text)
    daemon.define(definition)
    given, look = definition["configuration"]["titleRuns"], settled(daemon, definition["id"])
    whole = [{"color": look["titleColor"]} | run | ({"color": shown["color"]} if "color" in run else {})
             for run, shown in zip(given, look["titleRuns"])]
    assert look["titleRuns"] == whole and look["title"] == "".join(run["text"] for run in given), f"it looks {look}"


def bindings(block, daemon):
    """The button follows its keys."""
    definition = json.loads(block.text)
    daemon.define(definition)
    for total, is_locked, title, color, is_enabled in (
            (120.5, False, "Pay 120.50 €", "#FF3B30FF", True), (2.0, True, "Pay 2.00 €", "#007AFFFF", False)):
        daemon.set({"cart.total": total, "till.isLocked": is_locked})
        look = settled(daemon, definition["id"])
        assert (look["title"], look.get("isEnabled", True)) == (title, is_enabled) and (
            not is_enabled or look["backgroundColor"] == color), f"at {total} it looks {look}"


def action(block, daemon):
    """The action does what it says, as long as it may."""
    daemon.define({"id": "sell", "style": "gray", "action": json.loads(block.text)})
    daemon.set({"stock": 1, "till.isLocked": False, "item.price": 2.5, "cart.total": 1.0})
    daemon.trigger("sell")
    wanted = {"cart.total": 3.5, "till.text": "Sold for 2.50", "till.isLast": True}
    assert daemon.values(*wanted) == wanted, f"it makes {daemon.values(*wanted)}"
    daemon.set({"stock": 0})
    with pytest.raises(buttond.Guarded):
        daemon.trigger("sell")
