"""The daemon with a million buttons and a journal: their memory, a snapshot, a start."""

import os
import subprocess
import time

from servers import Connection, Kept, request, toggle

COUNT = 1_000_000
CHUNK = 2_000
GROUPS = 10_000  # keys that the buttons follow


class Million(Kept):
    """The daemon with a journal; its buttons are defined by the measure."""


def resident(server):
    """Resident bytes of the daemon."""
    with open(f"/proc/{server.process.pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def define(server):
    """Defines all buttons and waits until they are shown."""
    connection = Connection(server.path)
    connection.socket.settimeout(300)
    for first in range(0, COUNT, CHUNK):
        buttons = [toggle(f"b{n}", f"group.{n % GROUPS}") for n in range(first, first + CHUNK)]
        connection.call("buttons.define", buttons=buttons)
    connection.call("sync", timeoutMs=60000)
    connection.close()


def snapshot(server):
    """Milliseconds until a client that subscribes to everything has all of it."""
    connection = Connection(server.path)
    connection.socket.settimeout(300)
    began = time.monotonic()
    connection.send(request("buttons.subscribe", {"match": "*"}, 1))
    left, carry, mark = COUNT, b"", b'{"id":"b'
    while left > 0:
        chunk = connection.socket.recv(1 << 20)
        if not chunk:
            raise RuntimeError("the daemon closed the connection")
        text = carry + chunk
        left -= text.count(mark)
        # A mark may lie across two chunks; a whole one must not be counted twice.
        carry = text[-(len(mark) - 1) :]
    elapsed = (time.monotonic() - began) * 1000
    connection.close()
    return elapsed


def start(server):
    """Milliseconds from the start of another daemon on the same state until it accepts."""
    server.process.terminate()
    server.process.wait(120)
    began = time.monotonic()
    server.process = subprocess.Popen(
        server.command(server.folder), stdin=subprocess.DEVNULL, stdout=server.log, stderr=server.log)
    while not server.answers():
        if server.process.poll() is not None or time.monotonic() - began > 300:
            raise RuntimeError("the daemon did not start again")
        time.sleep(0.005)
    return (time.monotonic() - began) * 1000


def measure(server):
    """All figures; each needs the ones before."""
    before = resident(server)
    define(server)
    figures = {"bytesPerButton": (resident(server) - before) / COUNT, "snapshotMs": snapshot(server)}
    figures["startMs"] = start(server)
    return figures
