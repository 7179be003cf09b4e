#!/usr/bin/env python3
"""A door with a button: a client of buttond in Python, with the package of clients/python.

    door.py [SOCKET]

Defines the button `door`, opens the door once, and prints how the button looks, now and whenever that
changes: press it in the gallery, or with `buttonctl press door`. When the daemon goes away it waits for
the next one and goes on from the last frame that it has seen.
"""

import sys

import buttond

DOOR = {
    "id": "door",
    "style": "filled",
    "configuration": {"title": "Open the door"},
    "stateValues": {"title": {"selected": "Close the door"}},
    "isSelected": {"state": "door.isOpen"},
    "action": {"name": "door", "operations": [{"op": "toggle", "key": "door.isOpen"}]},
}


def follow(client):
    """Shows the button, also after the daemon was away."""
    client.define(DOOR)
    with client.buttons("door") as frames:
        client.set({"door.isOpen": True}, published=True)
        for frame in frames:
            if frame.resumed:
                print("back after the daemon", "started anew" if frame.resumed.restarted else "was away")
            for name in frame.removed:
                print(f"{name} is gone")
            for name, look in frame.buttons.items():
                trouble = look.status["reason"] if look.status else ""
                print(f"{name}: {look.title} {look.appearance['backgroundColor']} {trouble}".rstrip())
            sys.stdout.flush()


def main():
    if len(sys.argv) > 2 or (sys.argv[1:] and sys.argv[1].startswith("-")):
        print("usage: door.py [SOCKET]", file=sys.stderr)
        sys.exit(64)
    try:
        with buttond.Client(*sys.argv[1:], name="door.py", require=["resume"], wait=10) as client:
            print(f"connected to buttond {client.server.version} as {client.server.role}", flush=True)
            follow(client)
    except buttond.ButtondError as error:
        sys.exit(f"door.py: {error}")
    except KeyboardInterrupt:
        pass


main()
