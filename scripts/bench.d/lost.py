"""A client that feeds keys is killed: how soon their readers are told."""

import os
import subprocess
import time

from servers import Buttond, Connection, toggle

READERS = 1_000
KEYS = 10_000


class ThousandFed(Buttond):
    """A thousand buttons on a key that a client feeds, and as many on another key."""

    definitions = tuple(toggle(f"fed.{n}", "feed.k0") for n in range(READERS))
    definitions += tuple(toggle(f"other.{n}", "other") for n in range(READERS))


class TenThousandKeys(Buttond):
    """The daemon without buttons, and ten thousand keys that a client feeds."""


def feed(server, watcher, keys):
    """A client that holds a lease of so many keys, once the watcher has been told of its values."""
    program = os.path.join(server.options.prefix, "bin", "buttonctl")
    client = subprocess.Popen(
        [program, "--socket", server.path, "state", "set", "--lease", "feed",
         *(f"feed.k{n}=true" for n in range(keys))], stdout=subprocess.DEVNULL)
    while "feed.k0" not in watcher.receive().get("params", {}).get("values", {}):
        pass
    return client


def frame(connection):
    """The records of the next frame, from all of its parts."""
    records = []
    while True:
        part = connection.receive()["params"]
        records += part["buttons"]
        if not part.get("more"):
            return records


def readers(server):
    """Milliseconds from the death of a client to the frame in which all buttons that read its key, and no
    others, say so."""
    watcher, connection = Connection(server.path), Connection(server.path)
    watcher.call("state.subscribe", keys=["feed.k0"])
    client = feed(server, watcher, 1)
    connection.call("sync", timeoutMs=10000)
    if connection.call("buttons.subscribe", match="*").get("more"):
        frame(connection)
    began = time.monotonic()
    client.kill()
    records = frame(connection)
    elapsed = (time.monotonic() - began) * 1000
    client.wait()
    told = {record["id"] for record in records if record.get("status", {}).get("reason") == "sourceLost"}
    if len(records) != READERS or told != {f"fed.{n}" for n in range(READERS)}:
        raise RuntimeError(f"{len(told)} of {READERS} readers, among {len(records)} buttons, say so in the first frame")
    return elapsed


def keys(server):
    """Milliseconds from the death of a client to the word that one of its keys is lost, when all are."""
    watcher, connection = Connection(server.path), Connection(server.path)
    watcher.call("state.subscribe", keys=["feed.k0"])
    client = feed(server, watcher, KEYS)
    began = time.monotonic()
    client.kill()
    lost = watcher.receive()["params"].get("lost", [])
    elapsed = (time.monotonic() - began) * 1000
    client.wait()
    count = connection.call("server.stats")["lostKeys"]
    if lost != ["feed.k0"] or count != KEYS:
        raise RuntimeError(f"{count} of {KEYS} keys are lost, and told are {lost}")
    return elapsed
