#!/usr/bin/env python3
"""A door with a button: a client of buttond in Python, with nothing but its standard library.

    door.py [SOCKET]

Defines the button `door`, opens the door once, and prints how the button looks, now and whenever that
changes: press it in the gallery, or with `buttonctl press door`. When the daemon goes away it waits for
the next one and goes on from the last frame that it has seen.
"""

import json
import os
import socket
import sys
import time

DOOR = {
    "id": "door",
    "style": "filled",
    "configuration": {"title": "Open the door"},
    "stateValues": {"title": {"selected": "Close the door"}},
    "isSelected": {"state": "door.isOpen"},
    "action": {"name": "door", "operations": [{"op": "toggle", "key": "door.isOpen"}]},
}


class Refused(Exception):
    """The daemon answered with an error; its message says what to do."""


class Client:
    """One connection to the daemon."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.lines = self.socket.makefile("rw", encoding="utf-8")
        self.asked = 0
        self.frames = []

    def call(self, method, **params):
        """The result of a request; frames that come before it are kept for `next_frame`."""
        self.asked += 1
        request = {"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params}
        self.lines.write(json.dumps(request) + "\n")
        self.lines.flush()
        while True:
            message = self.receive()
            if message.get("id") == self.asked and "result" in message:
                return message["result"]
            if "error" in message:
                error = message["error"]
                raise Refused(f"{method}: {error['message']} ({error['data']['reason']})")
            self.frames.append(message)

    def receive(self):
        """The next line of the daemon."""
        line = self.lines.readline()
        if not line:
            raise ConnectionError("the daemon has gone away")
        return json.loads(line)

    def next_frame(self):
        """The params of the next buttons.updated."""
        while True:
            message = self.frames.pop(0) if self.frames else self.receive()
            if message.get("method") == "buttons.updated":
                return message["params"]


class Panel:
    """What is on the display, and up to which frame."""

    def __init__(self):
        self.looks = {}
        self.seen = None  # {"epoch", "tick"} of the last whole frame

    def take_in(self, frame, epoch):
        """Lays a snapshot, or what changed, over what there is."""
        if frame.get("snapshot"):
            self.looks = {}
        for name in frame["removed"]:
            self.looks.pop(name, None)
            print(f"{name} is gone", flush=True)
        for record in frame["buttons"]:
            look = self.looks[record["id"]] = record["appearance"]
            stale = record.get("status", {}).get("reason", "")
            print(f"{record['id']}: {look.get('title', '')} {look['backgroundColor']} {stale}".rstrip(),
                  flush=True)
        if not frame.get("more"):
            self.seen = {"epoch": epoch, "tick": frame["tick"]}


def follow(client, panel):
    """Shows the button until the daemon goes away."""
    hello = client.call("hello", client="door.py", require=["resume"])
    print(f"connected to {hello['server']} {hello['version']} as {hello['role']}", flush=True)
    is_first = panel.seen is None
    if is_first:
        client.call("buttons.define", buttons=[DOOR])
    since = {} if is_first else {"since": panel.seen}
    begin = client.call("buttons.subscribe", match="door", **since)
    epoch = begin["epoch"]
    # Of another epoch everything comes; of the same one only what changed meanwhile.
    print("all of it" if begin["snapshot"] else "what changed meanwhile", flush=True)
    panel.take_in(begin, epoch)
    if is_first:
        client.call("state.set", values={"door.isOpen": True})
    while True:
        panel.take_in(client.next_frame(), epoch)


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("BUTTOND_SOCKET")
    if len(sys.argv) > 2 or (path or "").startswith("-"):
        print("usage: door.py [SOCKET]", file=sys.stderr)
        sys.exit(64)
    if not path:
        sys.exit("door.py: name the socket, or set BUTTOND_SOCKET")
    panel = Panel()
    while True:
        try:
            follow(Client(path), panel)
        except Refused as refusal:
            sys.exit(f"door.py: {refusal}")
        except (ConnectionError, FileNotFoundError) as problem:
            print(f"waiting for the daemon at {path}: {problem}", file=sys.stderr, flush=True)
            time.sleep(0.2)
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
