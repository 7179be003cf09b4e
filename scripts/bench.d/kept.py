"""What a client that watches a lot makes the daemon keep."""

import million
import servers

IDS = 750_000
CHUNK = 2_000  # ids in one subscription


class Empty(servers.Buttond):
    """The daemon without buttons."""


def measure(server):
    """Bytes by which the daemon grows for each that a reader sends."""
    connections = [servers.Connection(server.path)]
    connections[0].call("ping")
    before, sent = million.resident(server), 0
    for first in range(0, IDS, CHUNK):
        if first % (CHUNK * 30) == 0:  # stays below what one connection may have
            connections.append(servers.Connection(server.path))
        params = {"match": [f"shop.button.{number:07}" for number in range(first, first + CHUNK)]}
        connections[-1].call("buttons.subscribe", **params)
        sent += len(servers.request("buttons.subscribe", params, 1))
    grown = million.resident(server) - before
    for connection in connections:
        connection.close()
    return {"bytesPerByteSent": grown / sent}
