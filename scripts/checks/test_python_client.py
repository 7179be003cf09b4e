"""What the client for Python does where no transcript leads it: its session, with the daemon's part played by hand."""

import json
import math

import buttond
import pytest
from buttond import _requests as requests
from buttond._session import Session

LIMIT = 4096  # bytes of a line to the daemon
HELLO = {"version": "0", "protocol": 1, "epoch": "248a89591d584b47", "role": "admin", "durability": "strict",
         "capabilities": [], "limits": {"maxLineBytes": LIMIT}}
SNAPSHOT = {"epoch": HELLO["epoch"], "tick": 2 ** 63 - 1, "revision": 1, "snapshot": True, "buttons": [], "removed": []}


class Wire:
    """A session, and the daemon's end of its connections."""

    def __init__(self):
        self.session = Session({"client": "test"}, True)
        self.connect()

    def connect(self):
        """Connects and greets; what is asked behind that."""
        self.session.connect()
        hello, *rest = self.asked()
        self.answer(hello, HELLO)
        return rest

    def asked(self):
        """The requests that were not looked at yet."""
        lines = bytes(self.session.outbound).splitlines()
        self.session.outbound.clear()
        assert all(len(line) <= LIMIT for line in lines)
        return [json.loads(line) for line in lines]

    def answer(self, request, result):
        """Answers a request."""
        self.session.receive(json.dumps({"id": request["id"], "result": result}).encode() + b"\n")


@pytest.fixture
def wire():
    """A session that is connected."""
    return Wire()


def frames(match="*", traits=None, max_rate=None):
    """A subscription to buttons, which nothing has begun yet."""
    return requests.frames(match, traits, None, False, max_rate)


@pytest.mark.parametrize("is_away", [False, True])
@pytest.mark.parametrize("feed, error", [
    (frames(["b" * 100] * 50), buttond.LimitExceeded), (frames(max_rate=math.nan), ValueError),
    (frames(traits={"tint": object()}), TypeError)], ids=["too long", "NaN", "no JSON"])
def test_a_subscription_that_cannot_be_sent_is_refused_and_not_kept(wire, feed, error, is_away):
    if is_away:
        wire.session.disconnect()
    with pytest.raises(error):
        wire.session.follow(feed)
    wire.session.disconnect()
    assert not wire.connect()


def test_a_subscription_that_was_taken_fits_in_a_line_when_it_goes_on(wire):
    with pytest.raises(buttond.LimitExceeded):
        for length in range(LIMIT - 300, LIMIT):
            wire.session.follow(frames("b" * length))
            [request] = wire.asked()
            wire.answer(request, {**SNAPSHOT, "subscription": f"buttons-{length}"})
    wire.session.disconnect()
    assert all("since" in request["params"] for request in wire.connect())
