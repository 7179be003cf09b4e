"""A client that sets and waits for the look, alone and beside one that asks for as much as it can."""

import json
import os
import subprocess
import sys

from servers import Connection, SystemStyle, request, toggle

COUNT = 10_000
BATCH = 4_096  # requests of a batch


class Greedy(SystemStyle):
    """10,000 buttons, one of which the innocent client sets and watches."""

    definitions = [toggle("toggle", "toggle.isOn"), *(toggle(f"cold.{n}", "cold.k") for n in range(COUNT - 1))]


def measure(server, run):
    """The innocent client's figures beside the greedy one, and what its p99 is more than alone; `run` puts
    the innocent client's load on the server."""
    alone = run()
    greedy = subprocess.Popen([sys.executable, os.path.abspath(__file__), server.path], stdout=subprocess.PIPE)
    try:
        greedy.stdout.read(1)  # it has been answered once
        figures = run()
    finally:
        greedy.kill()
        greedy.wait()
    figures["aloneP99"] = alone["p99"]
    figures["addedP99"] = figures["p99"] - alone["p99"]
    return figures


def be_greedy(path):
    """Sends batches of requests for one button, one behind the other, on two connections."""
    member = json.loads(request("buttons.list", {"limit": 1, "after": "cold.5"}, 1))
    batch = json.dumps([member] * BATCH, separators=(",", ":")) + "\n"
    connections = [Connection(path), Connection(path)]
    for connection in connections:
        connection.socket.settimeout(None)
        connection.send(batch)
    connections[0].file.readline()
    os.write(1, b".")
    while True:
        for connection in connections:
            connection.send(batch)
            connection.file.readline()


if __name__ == "__main__":
    be_greedy(sys.argv[1])
