"""The protocol without a socket: requests and lines go in, lines, answers and elements come out.

One session outlives its connections. It is used by one thread at a time; the clients see to that.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections import deque
from dataclasses import replace
from typing import Any, Deque, Dict, Generic, List, Mapping, TypeVar

from ._errors import (AnswerTimeout, ButtondError, ConnectionLost, Forbidden, InvalidRequest,
                      LimitExceeded, NoDaemon, ParseError, Refused, refusal)
from ._values import Action, Change, Frame, Look, Resumed, Server

Element = TypeVar("Element")

#: Requests that change nothing: they are asked again after a lost connection.
READS = frozenset({
    "ping", "sync", "state.get", "state.eval", "state.derived", "buttons.get", "buttons.list",
    "buttons.definitions", "buttons.explain", "groups.list", "groups.get", "styles.list",
    "plugins.list", "sources.list", "server.stats", "images.get", "images.list"})

#: How many elements wait for a slow reader before the oldest are put together, or dropped.
WAITING = 64
#: Actions cannot be put together.
WAITING_ACTIONS = 1024
#: How many bytes a subscription's line may grow when it goes on from a mark.
MARK_BYTES = 128
#: Seconds between two tries to connect: the first, and the longest.
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0


def socket_path(path: str | os.PathLike[str] | None = None) -> str:
    """The socket that a client of this user connects to: the one given, else ``BUTTOND_SOCKET``, else
    the one where daemons of this user listen."""
    if path is not None:
        return os.fspath(path)
    named = os.environ.get("BUTTOND_SOCKET")
    if named:
        return named
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime:
        return os.path.join(runtime, "buttond", "buttond.sock")
    user = os.getuid()
    if user == 0:
        return "/run/buttond/buttond.sock"
    folder = f"/tmp/buttond-{user}"
    try:
        facts = os.lstat(folder)
    except FileNotFoundError:
        raise NoDaemon(f"no daemon listens on {folder}/buttond.sock") from None
    if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != user or facts.st_mode & 0o022:
        raise NoDaemon(f"{folder} may be somebody else's: name the socket")
    return f"{folder}/buttond.sock"


class Call:
    """A request that waits for its answer."""

    def __init__(self, method: str, params: Mapping[str, Any], feed: Feed[Any] | None = None) -> None:
        self.method, self.params, self.feed = method, params, feed
        self.is_done = False
        self.error: ButtondError | None = None
        self.result: Any = None

    def finish(self, result: Any = None, error: ButtondError | None = None) -> None:
        """Takes the answer, unless there is one."""
        if not self.is_done:
            self.is_done, self.result, self.error = True, result, error

    def value(self) -> Any:
        """The answer; one that is a refusal is raised."""
        if self.error is not None:
            raise self.error
        return self.result


class Feed(Generic[Element]):
    """A subscription: what waits to be taken, and from where it resumes."""

    def __init__(self, method: str, params: Dict[str, Any], since: Mapping[str, Any] | None) -> None:
        self.method, self.params = method, params
        self.since: Dict[str, Any] | None = dict(since) if since else None
        self.subscription: str | None = None
        self.epoch = ""
        self.waiting: Deque[Element] = deque()
        self.error: ButtondError | None = None
        self.is_closed = False
        self.resumed: Resumed | None = None
        self.parts: List[Mapping[str, Any]] = []

    def request(self) -> Dict[str, Any]:
        """The params that begin it, or go on with it."""
        return {**self.params, "since": self.since} if self.since else dict(self.params)

    def begin(self, answer: Mapping[str, Any]) -> None:
        """Takes the answer that begins it."""
        self.subscription = str(answer["subscription"])
        if self.resumed:
            self.resumed = Resumed(self.resumed.seconds, answer["epoch"] != self.epoch)
        self.epoch = str(answer["epoch"])
        self.start(answer)

    def start(self, answer: Mapping[str, Any]) -> None:
        """Takes what the answer brings, that of an equal subscription too."""
        self.parts = []
        self.take(answer)

    def take(self, part: Mapping[str, Any]) -> None:
        """Takes a part; the last one of a frame makes it whole."""
        self.parts.append(part)
        if part.get("more") is not True:
            parts, self.parts = self.parts, []
            self.add(parts)
            self.resumed = None

    def add(self, parts: List[Mapping[str, Any]]) -> None:
        """Adds what the parts are together."""
        raise NotImplementedError

    def interrupt(self) -> None:
        """The connection is lost."""
        self.subscription, self.parts = None, []

    def end(self, error: ButtondError | None) -> None:
        """Nothing more comes."""
        self.is_closed, self.error = True, error


class FrameFeed(Feed[Frame]):
    """A subscription to buttons."""

    def __init__(self, params: Dict[str, Any], since: Mapping[str, Any] | None) -> None:
        super().__init__("buttons.subscribe", params, since)
        self.held: Dict[str, Mapping[str, Any]] = {}
        self.is_delta = params.get("form") == "delta"

    def add(self, parts: List[Mapping[str, Any]]) -> None:
        looks: Dict[str, Look] = {}
        removed: Dict[str, None] = {}
        is_snapshot = False
        for part in parts:
            if part.get("snapshot"):
                is_snapshot = True
                looks, removed, self.held = {}, {}, {}
            for name in part["removed"]:
                looks.pop(name, None)
                self.held.pop(name, None)
                removed[name] = None
            for record in part["buttons"]:
                removed.pop(record["id"], None)
                looks[record["id"]] = self.look(record)
        last = parts[-1]
        frame = Frame(self.epoch, last["tick"], last["revision"], is_snapshot, looks, list(removed),
                      self.resumed)
        self.since = {"epoch": frame.epoch, "tick": frame.tick}
        self.waiting.append(frame)
        if len(self.waiting) > WAITING:
            newer = self.waiting.pop()
            self.waiting.append(joined_frames(self.waiting.pop(), newer))

    def look(self, record: Mapping[str, Any]) -> Look:
        """The look of a record; in delta form its patch is laid over the look before."""
        appearance = record.get("appearance")
        if appearance is None:
            appearance = dict(self.held[record["id"]])
            for name, value in record["patch"].items():
                if value is None:
                    appearance.pop(name, None)
                else:
                    appearance[name] = value
        if self.is_delta:
            self.held[record["id"]] = appearance
        return Look(record["id"], appearance, record.get("status"), record.get("transaction"))


class ChangeFeed(Feed[Change]):
    """A subscription to state."""

    def __init__(self, params: Dict[str, Any], since: Mapping[str, Any] | None) -> None:
        super().__init__("state.subscribe", params, since)

    def add(self, parts: List[Mapping[str, Any]]) -> None:
        values: Dict[str, Any] = {}
        lost: set[str] = set()
        removed: Dict[str, None] = {}
        errors: Dict[str, Any] = {}
        for part in parts:
            for name in part["removed"]:
                values.pop(name, None)
                removed[name] = None
            for name, value in part["values"].items():
                removed.pop(name, None)
                lost.discard(name)
                values[name] = value
            lost.update(part.get("lost", ()))
            errors.update(part.get("errors", {}))
        last = parts[-1]
        change = Change(
            self.epoch, last["revision"], any(part.get("snapshot") for part in parts), values,
            frozenset(lost), list(removed), errors, self.resumed)
        self.since = {"epoch": change.epoch, "revision": change.revision}
        self.waiting.append(change)
        if len(self.waiting) > WAITING:
            newer = self.waiting.pop()
            self.waiting.append(joined_changes(self.waiting.pop(), newer))


class ActionFeed(Feed[Action]):
    """A subscription to actions; its answer has none."""

    def __init__(self, params: Dict[str, Any]) -> None:
        super().__init__("actions.subscribe", params, None)

    def start(self, answer: Mapping[str, Any]) -> None:
        pass

    def add(self, parts: List[Mapping[str, Any]]) -> None:
        told = parts[-1]
        self.waiting.append(Action(
            told["id"], told.get("name"), told.get("payload"), told.get("client"), told["revision"],
            told.get("missed", 0), self.resumed, told.get("scope"), told.get("delivery"),
            told.get("redelivered", False), told["subscription"], told.get("item"), told.get("press")))
        if len(self.waiting) > WAITING_ACTIONS:
            oldest = self.waiting.popleft()
            first = self.waiting.popleft()
            self.waiting.appendleft(replace(
                first, missed=first.missed + oldest.missed + 1,
                resumed=oldest.resumed or first.resumed))


def joined_frames(older: Frame, newer: Frame) -> Frame:
    """Both frames as one, as the daemon joins them for a client that is slow: without transactions."""
    resumed = newer.resumed or older.resumed
    count = older.frames + newer.frames
    if newer.is_snapshot:
        looks, removed = dict(newer.buttons), list(newer.removed)
    else:
        looks = {name: look for name, look in older.buttons.items() if name not in newer.removed}
        looks.update(newer.buttons)
        gone = [*(name for name in older.removed if name not in newer.buttons), *newer.removed]
        removed = list(dict.fromkeys(gone))
    looks = {name: Look(name, look.appearance, look.status) for name, look in looks.items()}
    return Frame(newer.epoch, newer.tick, newer.revision, older.is_snapshot or newer.is_snapshot,
                 looks, removed, resumed, count)


def joined_changes(older: Change, newer: Change) -> Change:
    """Both changes as one."""
    resumed = newer.resumed or older.resumed
    count = older.changes + newer.changes
    if newer.is_snapshot:
        return Change(newer.epoch, newer.revision, True, newer.values, newer.lost, newer.removed,
                      newer.errors, resumed, count)
    values = {name: value for name, value in older.values.items() if name not in newer.removed}
    values.update(newer.values)
    lost = {name for name in older.lost if name in values and name not in newer.values}
    gone = [*(name for name in older.removed if name not in newer.values), *newer.removed]
    return Change(newer.epoch, newer.revision, older.is_snapshot, values,
                  frozenset(lost | newer.lost), list(dict.fromkeys(gone)),
                  {**older.errors, **newer.errors}, resumed, count)


class Session:
    """What a client has asked for, over all of its connections."""

    def __init__(self, hello: Dict[str, Any], may_reconnect: bool) -> None:
        self.hello, self.may_reconnect = hello, may_reconnect
        self.server: Server | None = None
        self.outbound = bytearray()
        #: Set for good when the client is closed, or may not connect any more.
        self.end: ButtondError | None = None
        self.is_connected = False
        self.feeds: List[Feed[Any]] = []
        #: By name, the methods of subscriptions that a feed has left and the daemon may have to end.
        self._left: Dict[str, str] = {}
        self.layouts: Dict[str, Dict[str, Any]] = {}
        self.lost_at: float | None = None
        self._inbound = bytearray()
        self._calls: Dict[int, Call] = {}
        self._kept: List[Call] = []
        self._asked = 0
        self._complaint: Refused | None = None
        self._greeting: Call | None = None

    # Asking

    def ask(self, method: str, params: Mapping[str, Any]) -> Call:
        """Makes a request; without a connection it waits for one."""
        call = Call(method, params)
        if self.end:
            raise self.end
        self._check(call)
        if method == "layout.report":
            self.layouts[str(params["id"])] = dict(params)
        if self.is_connected:
            self._send(call)
        else:
            self._kept.append(call)
        return call

    def follow(self, feed: Feed[Any]) -> None:
        """Begins a subscription; without a connection it waits for one."""
        if self.end:
            raise self.end
        call = Call(feed.method, feed.request(), feed)
        self._check(call)
        self.feeds.append(feed)
        if self.is_connected:
            self._send(call)

    def leave(self, feed: Feed[Any]) -> None:
        """Ends a subscription."""
        if feed in self.feeds:
            self.feeds.remove(feed)
            if feed.subscription and self.is_connected:
                self._left[feed.subscription] = feed.method
                self._unsubscribe()
        feed.end(None)

    def _unsubscribe(self) -> None:
        """Ends what was left, unless another feed has the same subscription, or its answer may yet say so."""
        if not self._left:
            return
        held = {feed.subscription for feed in self.feeds}
        # Only the daemon knows which params are equal: traits that are left out are those that it is set to.
        awaited = {call.method for call in self._calls.values() if call.feed}
        for name, method in list(self._left.items()):
            if name in held or method not in awaited:
                del self._left[name]
                if name not in held:
                    self._send(Call("unsubscribe", {"subscription": name}))

    def give_up(self, call: Call) -> None:
        """The answer is not waited for any more."""
        call.finish(error=AnswerTimeout(f"{call.method}: no answer in time"))
        if call in self._kept:
            self._kept.remove(call)

    def _check(self, call: Call) -> None:
        """Refuses here what is not JSON, and what the daemon would close the connection for."""
        length = len(self._line(call, self._asked + 1)) + (MARK_BYTES if call.feed else 0)
        limit = self.server.limits.get("maxLineBytes") if self.server else None
        if limit and length > limit:
            data = {"reason": "limitExceeded", "limit": "maxLineBytes", "value": limit}
            raise LimitExceeded(-32005, f"{call.method}: a line has at most {limit} bytes", data)

    @staticmethod
    def _line(call: Call, number: int) -> bytes:
        message = {"jsonrpc": "2.0", "id": number, "method": call.method, "params": call.params}
        text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8", "strict")

    def _send(self, call: Call) -> None:
        self._asked += 1
        self.outbound += self._line(call, self._asked) + b"\n"
        self._calls[self._asked] = call

    # Connections

    def connect(self) -> None:
        """There is a connection: greets, and goes on with what was asked for."""
        self.is_connected, self._complaint = True, None
        self.outbound.clear()
        self._inbound.clear()
        self._greeting = Call("hello", self.hello)
        self._send(self._greeting)
        if self.lost_at is not None:
            away = Resumed(time.monotonic() - self.lost_at, False)
            for feed in self.feeds:
                if feed.epoch:
                    feed.resumed = away
        for size in self.layouts.values():
            self._send(Call("layout.report", size))
        for feed in self.feeds:
            self._send(Call(feed.method, feed.request(), feed))
        kept, self._kept = self._kept, []
        for call in kept:
            self._send(call)

    def disconnect(self) -> None:
        """The connection is over: requests that may have been carried out fail, others wait."""
        if not self.is_connected:
            return
        self.is_connected = False
        if self.lost_at is None:
            self.lost_at = time.monotonic()
        complaint = self._complaint
        if complaint and (isinstance(complaint, Forbidden) or self.server is None):
            return self.finish(complaint)
        if not self.may_reconnect:
            return self.finish(complaint or ConnectionLost("the daemon has gone away"))
        calls, self._calls = list(self._calls.values()), {}
        self._left.clear()
        for feed in self.feeds:
            feed.interrupt()
        for call in calls:
            if call.feed or call is self._greeting or call.is_done:
                continue
            if call.method in READS:
                self._kept.append(call)
            else:
                call.finish(error=complaint or ConnectionLost(
                    f"{call.method}: the daemon has gone away, and may have done it or not"))

    def finish(self, error: ButtondError) -> None:
        """The session is over: all that waits fails."""
        if self.end:
            return
        self.end, self.is_connected = error, False
        for call in [*self._calls.values(), *self._kept]:
            call.finish(error=error)
        for feed in self.feeds:
            feed.end(error)
        self._calls, self._kept, self.feeds = {}, [], []

    def fail(self, problem: Exception) -> None:
        """What the daemon sends cannot be read: the session is over."""
        error = ConnectionLost(f"the client cannot go on: {problem!r}")
        error.__cause__ = problem
        self.finish(error)

    # Taking in

    def receive(self, data: bytes) -> None:
        """Takes bytes of the daemon."""
        start = len(self._inbound)
        self._inbound += data
        if b"\n" not in data:
            return
        cut = self._inbound.rindex(b"\n", start) + 1
        lines = bytes(self._inbound[:cut])
        del self._inbound[:cut]
        for line in lines.split(b"\n"):
            if line:
                self._take(json.loads(line))

    def _take(self, message: Mapping[str, Any]) -> None:
        if "method" in message:
            params = message.get("params") or {}
            name = params.get("subscription")
            for feed in self.feeds:
                if name and feed.subscription == name:
                    feed.take(params)
            return
        error = message.get("error")
        if message.get("id") is None:
            if error:
                self._complain(refusal(error))
            return
        call = self._calls.pop(message["id"], None)
        if call is None:
            return
        if call is self._greeting:
            self._greet(call, message)
        problem = refusal(error) if error else None
        if call.feed:
            self._started(call.feed, problem, message.get("result", {}))
        call.finish(message.get("result"), problem)

    def _started(self, feed: Feed[Any], problem: Refused | None, result: Mapping[str, Any]) -> None:
        """Takes the answer to a subscription."""
        if problem:
            if feed in self.feeds:
                self.feeds.remove(feed)
                feed.end(problem)
            return self._unsubscribe()
        name = str(result["subscription"])
        # The daemon takes equal subscriptions for one: the snapshot of the newest is new to all.
        for each in self.feeds:
            if each.subscription == name:
                each.start(result)
        if feed in self.feeds:
            feed.begin({"epoch": self.server.epoch if self.server else "", **result})
        else:
            self._left[name] = feed.method
        self._unsubscribe()

    def _complain(self, complaint: Refused) -> None:
        """The daemon ends the connection, or could not read a line and does not know whose."""
        self._complaint = complaint
        if isinstance(complaint, (ParseError, InvalidRequest)):
            for number, call in list(self._calls.items()):
                if not call.feed and call is not self._greeting:
                    del self._calls[number]
                    call.finish(error=complaint)

    def _greet(self, call: Call, message: Mapping[str, Any]) -> None:
        if "error" in message:
            return self.finish(refusal(message["error"]))
        told = message["result"]
        self.lost_at = None
        self.server = Server(
            told["version"], told["protocol"], told["epoch"], told["role"], told["durability"],
            frozenset(told["capabilities"]), told["limits"])
