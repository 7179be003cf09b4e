"""Holds Config/schemas/openrpc.json to a live daemon: every line of the transcripts, and of a session in which every
method answers and every notification comes, is as it says. SchemaTests holds its methods, roles and errors to the
daemon's tables."""

import base64
import glob
import hashlib
import json
import os
import re
import shutil
import signal

import pytest

from . import judges, wire
from .machine import until
from .repository import ROOT, lines, place, read

PAGES = sorted(glob.glob("docs/protocol*.md", root_dir=ROOT))
# Errors that take a fault of the daemon, a full disk, or a plugin that hangs; other tests have them.
NOT_PROVOKED = {"internalError", "notDurable", "timeout"}
CONFIGURATION = {
    "limits": {"frameBytes": 65536},
    "traits": {"userInterfaceStyle": "dark"},
    "sources": {"follows": {"run": ["sh", "-c", "echo '{\"fed.a\": 1}'; exec sleep 1000"], "keys": "fed.*"},
                "polled": {"run": ["echo", "1"], "every": "1h", "format": "number", "key": "polled"}},
    "fleet": {"scopes": {"shop": {"engine": "unix:///run/redis/redis-server.sock",
                                  "keys": ["stock", "note", "door"], "buttons": "till",
                                  "offline": {"stock": "count", "note": "yield"}}}},
    "buttons": {"file": {"style": "filled", "configuration": {"title": "From a file"}}}}


# What the daemon has against definitions and requests that no schema refuses.
BEYOND = re.compile("|".join((
    "only a number can be incremented", "leaves the range of 64-bit integers",
    "within the range of 64-bit integers", "neither the style nor the handler takes it",
    "x and y go together", r"line \d+, column \d+: ", "name an expression or a template",
    "name the lease that may be silent", "has a value already", "would depend on itself",
    "patch isSelected with null", "while the key of togglesSelection",
    "give a menu", "twice in the menu", "choose a key that clients may write",
    "half of a surrogate pair", "nests deeper than")))


@pytest.fixture(scope="module")
def protocol():
    """The document as a judge."""
    return judges.Protocol()


@pytest.fixture(scope="module")
def judged(protocol, machine):
    """What has been seen of the daemons' lines."""
    return wire.Judged(protocol, machine.socket)


@pytest.mark.parametrize("line", lines("Tests/Fixtures/messages.jsonl"), ids=lambda line: line["message"])
def test_golden_messages_have_no_member_and_no_value_that_is_not_described(protocol, line):
    """They are short, and may lack members."""
    name, _, kind = line["message"].partition(" ")
    message = line["json"]
    faults = (protocol.request(name, message) if kind == "request" else
              protocol.result(name, message) if kind == "response" else
              protocol.params(protocol.notifications[name], message, True))
    assert not [fault for fault in faults if "is a required property" not in fault]


@pytest.mark.parametrize("line", lines("Tests/Fixtures/patches.jsonl"), ids=str)
def test_the_document_thinks_of_patches_what_the_daemon_does(protocol, line):
    faults = protocol.request("buttons.patch", {"id": "a", **line["patch"]})
    assert bool(faults) != line.get("schemaTakes", "reason" not in line), faults


def test_messages_on_pages_are_as_described(protocol, wrong):
    asked = {}
    for page in PAGES:
        for found in re.finditer(r'^(\{"jsonrpc".*\})$', read(page), re.M):
            message = json.loads(found[1])
            if message.get("method") in protocol.notifications:
                faults = protocol.params(protocol.notifications[message["method"]], message["params"], True)
            elif "method" in message:
                asked[message["id"]] = message["method"]
                faults = protocol.params(protocol.methods[message["method"]], message["params"], True)
            elif "error" in message:
                faults = protocol.error(message["error"], set(protocol.codes))
            else:
                faults = protocol.result(asked.get(message["id"], "buttons.explain"), message["result"])
            if faults:
                wrong(place(page, found), faults)


def test_transcripts_are_as_described(machine, judged):
    """One daemon answers all."""
    machine.daemon("--ephemeral --no-installed-plugins").close()
    for path in sorted(glob.glob("Tests/Transcripts/*.jsonl", root_dir=ROOT)):
        wire.play(judged, read(path))
        wire.clear(judged)
    machine.restart()


def test_a_session_in_which_every_method_answers(machine, protocol, judged):
    config = machine.write("session.json", json.dumps(CONFIGURATION))
    machine.offer("checkout/a outline/a pill/a press/a themed/a")
    lend(f"{machine.installed}/lib/buttond/plugins/pill", f"{machine.folder}/shelf/pall")
    machine.daemon(f"--config {config} --state state --plugins shelf").close()
    client, watcher, recorder = judged.connect(), judged.connect(), judged.connect()
    hello = client.get("hello", {"client": "session", "require": ["delta"], "want": ["none"]})
    assert str(hello["protocol"]) == protocol.document["info"]["version"]
    recorder.get("inputs.subscribe")
    hold_state(client, watcher, hello)
    hold_buttons(client, watcher)
    hold_presses(client, watcher, recorder)
    hold_plugins(client, watcher, f"{machine.folder}/shelf/pall")
    hold_sources(client, watcher)
    hold_fleet(judged, client, watcher)
    hold_service(machine, client, config)
    hold_mistakes(client)
    for connection in (client, watcher, recorder):
        connection.close()


def test_where_daemon_and_document_differ_no_schema_can_say_it(judged, wrong):
    for request, why in judged.disputed:
        if isinstance(why, list) or not BEYOND.search(why):
            wrong("openrpc.json", f"the daemon differs on {json.dumps(request)[:1000]}: {why}")


def test_every_method_has_answered_and_every_notification_and_error_has_come(protocol, judged):
    missing = ((set(protocol.methods) - judged.answered) | (set(protocol.notifications) - judged.notified)
               | (set(protocol.codes) - judged.failed - NOT_PROVOKED))
    assert not missing, f"nothing of {judged.lines} lines was {sorted(missing)}"


def lend(plugin, folder):
    """A copy of the plugin pill under another id, which may be broken and removed."""
    shutil.copytree(plugin, folder)
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "r+b") as file:
            text = file.read().replace(b"buttond.pill", b"buttond.pall").replace(
                b'"name": "Pill"', b'"name": "pall"')
            file.seek(0)
            file.write(text)


def hold_state(client, watcher, hello):
    """State: values, operations, a subscription that takes several lines, a resume, and derived keys."""
    watcher.get("state.subscribe", {"under": "a"})
    client.get("state.set", {"values": {"a.b": {"deep": [1, None, "x"]}, "n": 1}, "wait": "published"})
    client.get("state.update", {"operations": [
        {"op": "increment", "key": "n", "by": 0.5}, {"op": "append", "key": "a.c", "value": None},
        {"op": "merge", "key": "a.b", "value": {"deep": None}}, {"op": "toggle", "key": "open"},
        {"op": "remove", "key": "gone"}, {"op": "set", "key": "b", "value": 2}], "ifRevision": None})
    watcher.wait_for("state.changed")
    client.get("state.set", {"values": {f"large.k{n}": "x" * 40_000 for n in range(4)}})
    large = watcher.get("state.subscribe", {"under": "large"})
    assert large.get("more"), "a large snapshot comes in one line"
    watcher.wait_for("state.changed", lambda params: "more" not in params and "large.k3" in
                     params["values"])
    watcher.get("state.subscribe", {"since": {"epoch": hello["epoch"], "revision": 1}, "keys": ["n"]})
    client.get("state.get", {"under": "a", "limit": 1})
    client.get("state.update", {"operations": [{"op": "remove", "key": f"large.k{n}"}
                                               for n in range(4)]})
    client.get("state.derive", {"keys": {
        "a.twice": "n + n", "a.label": {"template": "{n} left"}, "a.none": {"cel": "a.missing + 1"},
        "a.gone": None}, "wait": "published"})
    client.get("state.derived", {})
    client.get("state.derived", {"under": "a", "limit": 1, "after": "a.label"})
    watcher.get("state.subscribe", {"keys": ["a.none"]})
    client.get("state.get", {"under": "a"})
    client.get("state.derive", {"keys": {"a.twice": "absent", "a.label": None}})
    watcher.wait_for("state.changed", lambda params: "errors" in params)


def hold_buttons(client, watcher):
    """Buttons of all kinds, whole and by patches, missing plugins, and why they look as they do."""
    definitions = [
        {"id": "count", "style": "filled", "handler": "checkout/count"},
        {"id": "add", "style": "press/scale", "parameters": {"isAnimated": True}, "configuration": {
            "title": "Add", "subtitle": "one more", "image": "plus", "indicator": "popup",
            "background": {"strokeWidth": 2, "shadow": {"opacity": 0.5, "radius": 3, "y": 2},
                           "material": "thin", "image": "paper"}, "accessibilityHint": "adds"},
         "action": {"name": "add", "payload": [1], "operations": [
             {"op": "increment", "key": "checkout.itemCount"}]}},
        {"id": "own", "style": "press/primitive-scale"},
        {"id": "themed", "style": "themed/button", "parameters": {"type": "success"}},
        {"id": "pill", "style": "pill/pill"},
        {"id": "size", "style": "gray", "configuration": {"title": "Size"},
         "menuSelection": "size.chosen", "menu": [
             {"id": "small", "title": "Small", "image": "minus", "role": "destructive"},
             {"id": "large", "title": {"template": "Large {total}"}, "isEnabled": {"cel": "true"},
              "action": {"name": "sized", "operations": [{"op": "increment", "key": "sizes"}]}}]},
        {"id": "more", "style": "plain", "showsMenuAsPrimaryAction": True, "menu": [
            {"id": "off", "title": "Off", "isEnabled": False, "state": "mixed"}]},
        {"id": "switch", "style": "plain", "togglesSelection": "switch.isOn",
         "repeats": {"afterMs": 10000}, "shortcut": "cmd+return"},
        {"id": "old", "style": "plain", "configuration": None, "backgroundImage": "x",
         "stateValues": {"title": {"normal": "Old"}}},
        {"id": "bound", "style": "themed/button", "parameters": {"type": {"cel": "kind"}},
         "configuration": {
             "title": {"template": "Pay {total}"}, "subtitle": {"cel": "absent"},
             "background": {"cornerRadius": {"cel": "4.5"}}},
         "stateValues": {"titleColor": {"normal": {"cel": "total > 3 ? 'red' : null"}}},
         "isEnabled": {"cel": "total > 0"}, "role": {"cel": "'cancel'"}},
        {"id": "lost", "style": "outline/outline", "group": "g", "role": "destructive",
         "isSelected": True, "isFocused": True, "isBusy": {"state": "open"}},
        {"id": "veiled", "style": "gray", "group": "g", "isHidden": {"cel": "!has(veil)"}},
        *({"id": f"many.{n}", "style": "gray", "configuration": {"title": "x" * 100}}
          for n in range(300))]
    client.get("buttons.define", {"buttons": definitions, "wait": "published"})
    for name in ("checkout", "press", "themed", "pill", "outline"):
        settle(client, name)
    whole = watcher.get("buttons.subscribe", {"match": ["count", "add", "old", "lost", "th?med"]})
    watcher.get("buttons.subscribe", {"match": "*", "form": "delta", "maxRate": 1000.0,
                                      "traits": {"contrast": "high", "tint": {"light": "#F00"}}})
    watcher.wait_for("buttons.updated", lambda params: "more" not in params)
    client.get("state.set", {"values": {"checkout.itemCount": 3}, "wait": "published"})
    watcher.wait_for("buttons.updated", lambda params: any(
        "patch" in record for record in params["buttons"]))
    client.get("buttons.patch", {"id": "add", "isEnabled": {"state": "open"}, "configuration": {
        "baseBackgroundColor": {"light": "#FFF"}, "showsActivityIndicator": True}})
    client.get("buttons.patch", {"id": "add", "configuration": {
        "baseBackgroundColor": {"dark": "#000"}, "showsActivityIndicator": None}, "wait": "published"})
    client.get("buttons.patch", {"id": "count", "tint": {"light": "#F00"}, "tintAdjustmentMode": "dimmed"})
    client.get("buttons.definitions", {"match": {"group": "g"}})
    client.get("buttons.get", {"match": "*", "limit": 5, "traits": {"contentSize": "AX5"}})
    client.get("buttons.definitions", {"match": "bound"})
    client.get("buttons.patch", {"id": "bound", "isEnabled": True, "configuration": {
        "title": {"template": "{total}"}, "subtitle": None}})
    for name in ("count", "add", "lost", "themed", "old", "own", "bound", "veiled"):
        client.get("buttons.explain", {"id": name})
    client.get("buttons.explain", {"id": "count", "property": "title"})
    client.get("buttons.setNeedsUpdateConfiguration", {"match": ["count"]})
    client.get("buttons.remove", {"ids": ["old", "nobody"], "wait": "published"})
    watcher.get("buttons.subscribe", {"match": ["count", "add", "old", "lost", "th?med"],
                                      "since": {"epoch": whole["epoch"], "tick": whole["tick"]}})
    watcher.get("unsubscribe", {"subscription": whole["subscription"]})


def settle(client, name):
    """Waits until a plugin runs."""
    until(lambda: any(each["name"] == name and each["state"] == "running"
                      for each in client.get("plugins.list")["plugins"]), f"{name} does not run")


def hold_presses(client, watcher, recorder):
    """What a press animates, an encoder and an image do, and a condition on an action."""
    watcher.get("actions.subscribe", {"match": "*"})
    client.get("layout.report", {"id": "add", "width": 100, "height": 44.5})
    client.get("press.began", {"id": "add", "x": 5, "y": 5, "wait": "published"})
    watcher.wait_for("buttons.updated", lambda params: any(
        "transaction" in record for record in params["buttons"]))
    client.get("press.moved", {"id": "add", "x": 500, "y": 5})
    client.get("press.moved", {"id": "add", "x": 6, "y": 5})
    client.get("press.ended", {"id": "add"})
    watcher.wait_for("action.triggered")
    client.get("buttons.trigger", {"id": "add", "wait": "published"})
    client.get("buttons.define", {"buttons": [{"id": "volume", "style": "gray", "rotation": {"action": {
        "operations": [{"op": "increment", "key": "volume", "by": {"cel": "delta * 5"}}]}}}]})
    client.get("buttons.rotate", {"id": "volume", "delta": -2})
    svg = base64.b64encode(b'<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>').decode()
    image = client.get("images.put", {"data": svg})["image"]
    client.get("images.get", {"image": image})
    client.get("images.list", {"limit": 1})
    client.get("images.remove", {"images": [image]})
    client.get("buttons.define", {"buttons": [{"id": "guarded", "style": "gray", "action": {
        "when": "!sold.orValue(false)", "operations": [
            {"op": "set", "key": "sold", "value": {"cel": "true"}, "when": {"cel": "true"}},
            {"op": "append", "key": "sales", "value": {"template": "{price}"}},
            {"op": "increment", "key": "takings", "by": {"cel": "price.orValue(0)"}}]}}]})
    client.get("buttons.patch", {"id": "guarded", "action": {"when": None}})
    client.get("press.began", {"id": "own"})
    client.get("press.cancelled", {"id": "own"})
    recorder.wait_for("input.received", lambda params: params["method"] == "press.cancelled")


def hold_plugins(client, watcher, folder):
    """A plugin is disabled, enabled, reset, reloaded, broken, and gone."""
    watcher.get("plugins.subscribe")
    client.get("styles.list")
    client.get("plugins.disable", {"name": "pill"})
    watcher.wait_for("plugin.changed", lambda params: params["plugin"]["state"] == "disabled")
    client.get("sync")
    client.get("plugins.enable", {"name": "pill"})
    settle(client, "pill")
    client.get("plugins.reset", {"name": "pill"})
    settle(client, "pill")
    client.get("plugins.reload", {"name": "outline"})
    settle(client, "pall")
    os.rename(f"{folder}/plugin.json", f"{folder}/away.json")
    with open(f"{folder}/plugin.json", "w", encoding="utf-8") as file:
        file.write("{")
    client.call("plugins.reload", {"name": "pall"})
    shutil.rmtree(folder)
    watcher.wait_for("plugin.changed", lambda params: params["plugin"].get("phase") == "gone")


def hold_sources(client, watcher):
    """Programs feed keys, one is run, one dies and is reset."""
    until(lambda: "fed.a" in client.get("state.get", {"under": "fed"})["values"], "the source follows feeds nothing")
    watcher.get("sources.subscribe")
    client.get("sources.run", {"name": "polled"})
    pid = next(each["pid"] for each in client.get("sources.list")["sources"] if each["name"] == "follows")
    os.kill(pid, signal.SIGKILL)
    watcher.wait_for("source.changed", lambda params: params["source"].get("deaths") == 1)
    client.get("sources.reset", {"name": "follows"})


def hold_fleet(judged, client, watcher):
    """A link carries a scope: it joins, brings a change and takes one, rejects one, and is replaced."""
    client.call("state.set", {"values": {"door": 1}})
    watcher.get("fleet.subscribe")
    link, history = judged.connect(), "00000000c0ffee00"
    link.get("hello", {"client": "link", "role": "fleet"})

    def say(method, **params):
        link.get(f"fleet.{method}", {"scope": "shop", **params})

    def join(head, verdict, last):
        say("attach")
        asked = link.wait_for("fleet.join")
        say("joined", session=asked["session"], verdict=verdict, id=history, head=head, oldest=2,
            keyCount=1, numbers=[{"life": life, "last": last} for life in asked["lives"]])
        return asked["session"]

    def submitted():
        return link.wait_for("fleet.submit")["requests"][0]["request"]

    head = {"revision": 1, "chain": "00000000c0ffee01"}
    session = join(head, "fresh", 0)
    link.wait_for("fleet.read")
    say("snapshot", session=session, keys=[{"key": "stock.a", "revision": 1, "value": "3"}], head=head)
    watcher.wait_for("fleet.changed", lambda params: params["scope"]["state"] == "live")
    client.get("state.update", {"operations": [{"op": "increment", "key": "stock.a"}]})
    request = submitted()
    changes = "stock.a 4"
    chain = hashlib.sha1(f"{head['chain']}{request}\n{changes}".encode()).hexdigest()[:16]
    say("outcomes", session=session, outcomes=[{"request": request, "answer": "ok 2"}])
    say("entries", session=session, entries=[
        {"revision": 2, "request": request, "chain": chain, "changes": changes}])
    client.get("fleet.outcome", {"request": request})
    session = join({"revision": 2, "chain": chain}, "tail", 1)
    link.wait_for("fleet.tail")
    client.get("state.set", {"values": {"note": "mine"}})
    say("outcomes", session=session, outcomes=[{"request": submitted(), "answer": "conflict note 2"}])
    watcher.wait_for("fleet.rejected")
    client.get("fleet.rejections")
    hold_deliveries(client, link, say, session)
    say("state", reason="offline", message="The engine does not answer.")
    client.get("fleet.status")
    other = judged.connect()
    other.get("hello", {"client": "other", "role": "fleet"})
    other.get("fleet.attach", {"scope": "shop"})
    link.wait_for("fleet.detached")
    client.get("fleet.adopt", {"scope": "shop"})
    link.close()
    other.close()


def hold_deliveries(client, link, say, session):
    """A group's delivery: brought, and lost to another."""
    name = client.get("actions.subscribe", {"group": "kitchen"})["subscription"]
    link.wait_for("fleet.take")
    say("actions", session=session, group="kitchen", last=1,
        actions=[{"number": 1, "request": "00000000000c0ffe:2", "text": '{"id":"till.order"}'}])
    delivery = client.wait_for("action.triggered", lambda params: "delivery" in params)["delivery"]
    client.get("unsubscribe", {"subscription": name})
    name = client.get("actions.subscribe", {"group": "kitchen", "claimAfterMs": 1000})["subscription"]
    client.get("actions.done", {"subscription": name, "delivery": delivery})
    client.get("unsubscribe", {"subscription": name})


def hold_service(machine, client, config):
    """Figures, and a configuration that is read again, rightly and wrongly."""
    client.get("ping")
    client.get("server.stats")
    client.get("server.backup")
    machine.write("session.json", json.dumps({**CONFIGURATION, "durability": "strict",
                                                     "buttons": {"new": {"style": "gray"}}}))
    client.get("server.reload")
    with open(config, "w", encoding="utf-8") as file:
        file.write("{\"them\": 1}")
    client.call("server.reload")


def hold_mistakes(client):
    """What is refused, and why, beside what the transcripts have; the document refuses the params that the daemon does.
    Definitions and patches have tables of their own."""
    for method, params in (
            ("state.set", {"values": {"n": "x" * 70_000}}), ("state.set", {}),
            ("state.set", {"values": {}, "wait": "shown"}), ("state.set", {"values": {"a.none": 1}}),
            ("state.derive", {"keys": {"n": "1"}}), ("state.derive", {"keys": {"x": "x"}}),
            ("state.derive", {"keys": {"x": "1 +"}}), ("state.derive", {}),
            ("state.derive", {"keys": {"x": {"cel": "1", "template": "1"}}}),
            ("state.update", {"operations": [{"op": "add", "key": "n"}]}),
            ("state.update", {"operations": [{"op": "toggle", "key": "n", "value": 1}]}),
            ("state.update", {"operations": [{"op": "set", "key": "n"}]}),
            ("state.update", {"operations": {}}), ("state.get", {"limit": 0}),
            ("state.get", {"keys": "n"}), ("state.get", {"limit": None, "keys": None}),
            ("state.get", {"nobodyKnows": 1}), ("state.subscribe", {"since": {"epoch": "x"}}),
            ("buttons.define", {"buttons": [{"id": "a", "style": "outline/nope"}]}),
            ("buttons.define", {"buttons": [{"id": "a", "style": "gray", "stateValues": {
                "title": {"pressed": "x"}}}]}),
            ("buttons.define", {"buttons": {"id": "a"}}),
            ("buttons.define", {"buttons": [{"id": "a", "style": "gray", "action": {"operations": [
                {"op": "increment", "key": "n", "by": {"template": "1"}}]}}]}),
            ("buttons.get", {}), ("buttons.get", {"match": 7}), ("buttons.get", {"match": {}}),
            ("buttons.get", {"match": "*", "traits": {"colour": 1}}),
            ("buttons.get", {"match": "*", "traits": {"tint": "rosa"}}),
            ("buttons.get", {"match": "*", "traits": None, "limit": None}),
            ("buttons.subscribe", {"match": "*", "maxRate": 0}),
            ("buttons.subscribe", {"match": "*", "form": "half"}),
            ("buttons.subscribe", {"match": "*", "since": {"epoch": "x", "tick": -1}}),
            ("buttons.remove", {"ids": "add"}),
            ("layout.report", {"id": "add", "width": -1, "height": 1}),
            ("layout.report", {"id": "add", "width": 1}),
            ("press.began", {"id": "add", "x": 2e6, "y": 1}), ("press.began", {"id": "lost"}), ("unsubscribe", {}),
            ("sync", {"timeoutMs": 0}), ("sync", {"timeoutMs": 70_000}), ("sync", {"timeoutMs": "1"}),
            ("hello", {}), ("hello", {"client": "x", "role": "king"}), ("plugins.reset", {"name": "nobody"}),
            ("plugins.enable", {}), ("sources.reset", {"name": "nobody"}), ("sources.run", {})):
        client.call(method, params)
