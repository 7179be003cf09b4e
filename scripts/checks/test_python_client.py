"""What the client for Python does where no transcript leads it: its session, with the daemon's part played by hand,
and both clients with daemons that no daemon is."""

import asyncio
import contextlib
import inspect
import json
import math
import socket
import tempfile
import threading
from unittest import mock

import buttond
import buttond.aio
import pytest
from buttond import _requests as requests
from buttond._session import Session

LIMIT = 4096  # bytes of a line to the daemon
HELLO = {"version": "0", "protocol": 1, "epoch": "248a89591d584b47", "role": "admin", "durability": "strict",
         "capabilities": [], "limits": {"maxLineBytes": LIMIT}}
SNAPSHOT = {"epoch": HELLO["epoch"], "tick": 2 ** 63 - 1, "revision": 1, "snapshot": True, "buttons": [], "removed": []}


def answer(request, result):
    """The line that answers a request."""
    return json.dumps({"id": request["id"], "result": result}) + "\n"


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
        self.session.receive(answer(request, result).encode())


@pytest.fixture
def wire():
    """A session that is connected."""
    return Wire()


@pytest.fixture
def daemon():
    """Starts a daemon for one connection, which says to each request what a function returns; the path of its socket.
    It greets by itself, unless it is not to."""
    with tempfile.TemporaryDirectory(prefix="buttond-python.") as folder, socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"{folder}/b.sock")
        listener.listen()

        def serve(reply, greets):
            connection, _ = listener.accept()
            with contextlib.suppress(OSError), connection, connection.makefile() as lines:
                for request in map(json.loads, lines):
                    is_greeting = greets and request["method"] == "hello"
                    said = answer(request, HELLO) if is_greeting else reply(request)
                    connection.sendall(said.encode())

        def start(reply, greets=True):
            threading.Thread(target=serve, args=[reply, greets], daemon=True).start()
            return f"{folder}/b.sock"

        yield start


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


def test_a_line_that_is_not_json_ends_a_client_for_asyncio(daemon):
    async def talk():
        async with buttond.aio.Client(daemon(lambda _: "?\n"), timeout=10) as client:
            changes = client.changes()
            for waits in (client.call("ping"), changes.next()):
                with pytest.raises(buttond.ConnectionLost):
                    await waits

    asyncio.run(talk())


def test_a_line_that_is_not_json_ends_a_client(daemon):
    with buttond.Client(daemon(lambda _: "?\n"), timeout=10) as client:
        changes = client.changes()
        for wait in (lambda: client.call("ping"), changes.next):
            with pytest.raises(buttond.ConnectionLost):
                wait()


def test_a_handler_of_signals_closes_a_client_whose_wait_it_interrupts(daemon, monkeypatch):
    client, ended = buttond.Client(daemon(lambda _: "")), threading.Event()
    poll = buttond._sync.select_ready

    def interrupted(*arguments):
        client.close()
        return poll(*arguments)

    def read():
        with pytest.raises(buttond.Closed):
            client.get("key")
        ended.set()

    monkeypatch.setattr(buttond._sync, "select_ready", interrupted)
    threading.Thread(target=read, daemon=True).start()
    assert ended.wait(10)
    assert client._socket is None and client._wake_in.fileno() == -1


def test_of_two_threads_that_take_one_element_the_other_waits_on(daemon, monkeypatch):
    def begun(request):
        return answer(request, {**SNAPSHOT, "subscription": "buttons-1"})

    with buttond.Client(daemon(begun)) as client:
        subscription, wait, taken = client.buttons(), client._wait, []

        def contended(is_done, timeout):
            wait(is_done, timeout)
            monkeypatch.setattr(client, "_wait", wait)
            with contextlib.suppress(buttond.AnswerTimeout):
                taken.append(subscription.next(timeout=0))

        monkeypatch.setattr(client, "_wait", contended)
        taken.append(subscription.next(timeout=10))
        assert len(taken) == 1


def test_a_subscription_is_not_ended_while_an_equal_one_may_begin(wire):
    older, newer = frames("x"), frames("x", traits={})
    for feed in (older, newer):
        wire.session.follow(feed)
    begun = [(request, {**SNAPSHOT, "subscription": "buttons-1"}) for request in wire.asked()]
    wire.answer(*begun[0])
    wire.session.leave(older)
    wire.answer(*begun[1])
    assert newer.subscription == "buttons-1" and not wire.asked()
    wire.session.leave(newer)
    assert [request["method"] for request in wire.asked()] == ["unsubscribe"]


@pytest.mark.parametrize("kind, stand_in", [(buttond.Client, mock.Mock), (buttond.aio.Client, mock.AsyncMock)])
def test_a_sync_waits_for_what_the_daemon_says_after_its_time(kind, stand_in):
    client = object.__new__(kind)
    client.timeout, client.call = 30.0, stand_in(return_value={"revision": 7})
    revision = client.sync(60)
    assert (asyncio.run(revision) if inspect.iscoroutine(revision) else revision) == 7
    assert client.call.call_args.kwargs["timeout"] > 60


@pytest.mark.parametrize("module", [buttond._sync, buttond.aio])
def test_a_daemon_that_does_not_greet_is_an_error_of_the_package(daemon, module):
    with pytest.raises(buttond.AnswerTimeout):
        client = module.Client(daemon(lambda _: "", greets=False), timeout=0.01)
        asyncio.run(client.connect())


def test_a_read_that_was_given_up_is_not_asked_again(wire):
    wire.session.give_up(wire.session.ask("state.get", {}))
    wire.session.disconnect()
    assert not wire.connect()
