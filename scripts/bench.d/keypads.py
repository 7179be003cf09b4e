"""Keypads: how long a key takes to be drawn and to follow a press, and what keys that move all the time cost."""

import json
import os
import re
import socket
import statistics
import subprocess
import time

import million
from servers import DEADLINE, Buttond, Connection

KEYS = 32
RATE = 30  # frames a second
SECONDS = 5
PRESSES = 300
DRAWN = 500
DECKS = 8


def button(number):
    """A button with an image and a title that changes."""
    follows = "{bench.all}" if number else "{bench.all + bench.one}"
    return {"id": f"key.{number:02}", "style": "filled",
            "configuration": {"title": {"template": f"{number} {follows}"}, "image": "star"},
            "action": {"operations": [{"op": "increment", "key": "bench.pressed"}]}}


class Keypads(Buttond):
    """The daemon with a button for each key of a deck, and buttond-surface."""

    definitions = tuple(button(number) for number in range(KEYS))

    def prepare(self):
        connection = Connection(self.path)
        connection.call("state.set", values={"bench.all": 0, "bench.one": 0})
        connection.close()
        super().prepare()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        rules = os.path.join(self.folder, "surface.yaml")
        with open(rules, "w", encoding="utf-8") as file:
            file.write(f"listen: [127.0.0.1]\nport: {self.port}\n")
            file.write('devices: [{id: "*", layout: all}]\nlayouts: {all: {all: "key.*"}}\n')
        self.surface = subprocess.Popen(
            [os.path.join(self.options.prefix, "bin", "buttond-surface"), "--config", rules, "--socket", self.path],
            stdout=subprocess.PIPE, stderr=self.log)
        self.surface.stdout.readline()

    def stop(self):
        self.surface.terminate()
        self.surface.wait()
        self.surface.stdout.close()
        super().stop()

    def busy(self):
        """Processor seconds of the daemon, the surface and its painter so far."""
        pid, ticks = self.surface.pid, 0
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            painters = file.read().split()
        for each in [str(self.process.pid), str(pid), *painters]:
            with open(f"/proc/{each}/stat", encoding="ascii") as file:
                ticks += sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")


class Deck:
    """A deck of 4 rows of 8 keys of 72 x 72 pixels, which counts the pictures that it gets."""

    def __init__(self, port, name="deck", picture="rgb"):
        self.line = socket.create_connection(("127.0.0.1", port), timeout=DEADLINE)
        self.file = self.line.makefile("rb")
        self.send(f"ADD-DEVICE DEVICEID={name} PRODUCT_NAME=bench KEYS_TOTAL={KEYS} KEYS_PER_ROW=8 BITMAPS=72 "
                  f"BITMAP_FORMAT={picture}")
        self.wait(KEYS)

    def send(self, text):
        """Writes a line."""
        self.line.sendall((text + "\n").encode())

    def wait(self, count, pattern=rb"KEY-STATE .*BITMAP="):
        """Waits for as many pictures, or for as many lines that begin in some way."""
        while count:
            line = self.file.readline()
            if not line:
                raise RuntimeError("buttond-surface closed the connection")
            if re.match(pattern, line[:200]):
                count -= 1

    def close(self):
        """Takes the deck away."""
        self.file.close()
        self.line.close()


def share(server, key, changed, picture):
    """The share of a core, in percent, while a key of the state changes some pictures at the rate."""
    connection, deck = Connection(server.path), Deck(server.port, picture=picture)
    busy, began = server.busy(), time.monotonic()
    for frame in range(RATE * SECONDS):
        connection.call("state.set", values={key: frame + 1})
        deck.wait(changed)
        time.sleep(max(0, began + (frame + 1) / RATE - time.monotonic()))
    took = time.monotonic() - began
    if took > 1.1 * SECONDS:
        raise RuntimeError(f"{RATE * SECONDS} frames of {changed} {picture} keys took {took:.1f} s, not {SECONDS}")
    busy = server.busy() - busy
    for each in (connection, deck):
        each.close()
    return 100 * busy / took


def press(server):
    """Milliseconds from a press to the picture of the pressed key, of the median and the 99th of a hundred."""
    deck, times = Deck(server.port), []
    for _ in range(PRESSES):
        for pressed in (1, 0):
            began = time.monotonic()
            deck.send(f"KEY-PRESS DEVICEID=deck KEY=9 PRESSED={pressed}")
            deck.wait(1, rb'KEY-STATE .*KEY="?9"? .*PRESSED="?%d"? .*BITMAP=' % pressed)
            if pressed:
                times.append(1000 * (time.monotonic() - began))
    deck.close()
    times.sort()
    return {"pressP50": statistics.median(times), "pressP99": times[len(times) * 99 // 100]}


def draw(server, picture):
    """Milliseconds in which buttond-raster draws a key that it has not drawn yet; the median."""
    program = os.path.join(server.options.prefix, "libexec", "buttond", "buttond-raster")
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as raster:
        times = []
        for number in range(DRAWN):
            look = {"title": f"Key {number}", "titleFontSize": 17, "titleColor": "#FFFFFFFF", "imageName": "star",
                    "imageColor": "#FFFFFFFF", "backgroundColor": "#007AFFFF", "cornerRadius": 8}
            params = {"appearance": look, "width": 72, "height": 72, "format": picture, "backdrop": "#000000FF"}
            text = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "raster.draw", "params": params}) + "\n"
            began = time.monotonic()
            raster.stdin.write(text.encode())
            raster.stdin.flush()
            if b'"data"' not in raster.stdout.readline():
                raise RuntimeError("buttond-raster did not draw")
            times.append(1000 * (time.monotonic() - began))
        raster.stdin.close()
    return statistics.median(times)


def measure(server):
    """All figures of keypads."""
    before = million.resident(server)
    decks = [Deck(server.port, f"deck-{number}") for number in range(DECKS)]
    grown = million.resident(server) - before
    for deck in decks:
        deck.close()
    every, one = share(server, "bench.all", KEYS, "rgb"), share(server, "bench.one", 1, "rgb")
    return {"grownKiB": grown / 1024 / DECKS, "drawMs": draw(server, "rgb"), "drawPNGMs": draw(server, "png"),
            "allPercent": every, "onePercent": one, "oneOfAll": one / every,
            "allPNGPercent": share(server, "bench.all", KEYS, "png"), **press(server)}
