"""The client for programs that wait."""

from __future__ import annotations

import os
import random
import select
import socket
import threading
import time
from types import TracebackType
from typing import (Any, Callable, Dict, Generic, Iterable, Iterator, List, Mapping, Sequence, TypeVar)

from . import _requests as requests
from ._errors import AnswerTimeout, Closed, NoDaemon, NotFound
from ._session import (FIRST_PAUSE, LONGEST_PAUSE, ActionFeed, Feed, FrameFeed, Session,
                       socket_path)
from ._values import (Action, Change, Frame, Image, ImageInfo, Look, Match, RevisionMark, Server,
                      TickMark, Update, Value)

Element = TypeVar("Element")
AnySubscription = TypeVar("AnySubscription", bound="Subscription[Any]")


class Client:
    """A connection to buttond that heals: while the daemon is away calls wait for it, and subscriptions
    go on from where they were when it is back.

    May be used by several threads. There is no thread behind it: who waits reads for all.

    ``path`` is the socket, unless it is the usual one; ``name`` names this program in logs and actions;
    ``role`` lowers what this connection may do; ``require`` are capabilities without which it cannot
    go on; ``timeout`` is how long a call waits, in seconds, also for a daemon that is away;
    ``wait`` is how long the constructor waits for one; with ``reconnect=False`` the end of the
    connection is the end of the client.
    """

    def __init__(
        self, path: str | os.PathLike[str] | None = None, *, name: str = "python",
        role: str | None = None, require: Sequence[str] = (), timeout: float = 30.0,
        wait: float = 0.0, reconnect: bool = True,
    ) -> None:
        self._path = path
        self.timeout = timeout
        hello = requests.present(client=name, role=role, require=list(require) or None)
        self._session = Session(hello, reconnect)
        self._changed = threading.Condition()
        #: The thread that reads for all.
        self._reader: int | None = None
        self._socket: socket.socket | None = None
        self._pause = FIRST_PAUSE
        self._next_try = 0.0
        # Ends a wait in another thread when there is something to send, or the client is closed.
        self._wake_in, self._wake_out = socket.socketpair()
        self._wake_in.setblocking(False)
        self._wake_out.setblocking(False)
        try:
            self._open(time.monotonic() + wait)
            self._wait(lambda: self._session.server or self._session.end, timeout)
            if self._session.end:
                raise self._session.end
        except BaseException:
            self.close()
            raise

    def _open(self, deadline: float) -> None:
        """Connects for the first time."""
        while True:
            try:
                return self._connect()
            except NoDaemon:
                if time.monotonic() >= deadline:
                    raise
            except OSError as error:
                if time.monotonic() >= deadline:
                    raise NoDaemon(f"no daemon listens on {self.path}: {error.strerror}") from None
            time.sleep(min(FIRST_PAUSE, max(0.0, deadline - time.monotonic())))

    def close(self) -> None:
        """Ends the connection; calls that wait fail with ``Closed``, iterations end. May be called by a
        handler of signals."""
        with self._changed:
            self._session.finish(Closed("this client was closed"))
            self._wake()
            self._changed.notify_all()
            # A handler may have interrupted the thread that reads, which closes the sockets behind it.
            if self._reader == threading.get_ident():
                return
            while self._reader is not None:
                self._changed.wait()
            self._close_sockets()

    def _close_sockets(self) -> None:
        for each in (self._socket, self._wake_in, self._wake_out):
            if each is not None:
                each.close()
        self._socket = None

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        self.close()

    @property
    def path(self) -> str:
        """The socket, which may not be known before a daemon has made its folder."""
        return socket_path(self._path)

    @property
    def server(self) -> Server:
        """What the daemon said of itself when the connection began."""
        assert self._session.server is not None
        return self._session.server

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection now, as far as it was looked at."""
        return self._session.is_connected

    # Any method

    def call(self, method: str, params: Mapping[str, Any] | None = None, *,
             timeout: float | None = None) -> Any:
        """Calls any method of the protocol; its result as the daemon says it."""
        with self._changed:
            call = self._session.ask(method, params or {})
            self._wake()
        try:
            self._wait(lambda: call.is_done, self.timeout if timeout is None else timeout)
        except AnswerTimeout:
            with self._changed:
                self._session.give_up(call)
        return call.value()

    def _pages(self, method: str, params: Dict[str, Any]) -> Iterator[Any]:
        while True:
            page = self.call(method, params)
            yield page
            if page.get("next") is None:
                return
            params = {**params, "after": page["next"]}

    # State

    def get(self, key: str, default: Value = None) -> Value:
        """The value of a key; ``default`` where it is absent."""
        return self.call("state.get", {"keys": [key]})["values"].get(key, default)

    def values(self, *keys: str, under: str | None = None) -> Dict[str, Value]:
        """The values of keys, or of all below one, or of all; absent ones are left out."""
        result: Dict[str, Value] = {}
        for page in self._pages("state.get", requests.present(keys=requests.keys(keys), under=under)):
            result.update(page["values"])
        return result

    def set(self, values: Mapping[str, Value], *, if_revision: int | None = None,
            published: bool = False, lease: str | None = None,
            silent_after: float | None = None, press: int | None = None) -> Update:
        """Sets keys, all or nothing.

        With ``if_revision`` only if none of them changed after it, else ``Conflict``; ``published``
        waits for the frame that shows it; under a ``lease`` this client feeds the keys. With the
        ``press`` of an action, its button changes as a part of that press's release.
        """
        shared = requests.writing(if_revision, published, lease, silent_after, press)
        return requests.update(self.call("state.set", {"values": dict(values), **shared}))

    def update(self, *operations: Mapping[str, Any], if_revision: int | None = None,
               published: bool = False, lease: str | None = None,
               silent_after: float | None = None, press: int | None = None) -> Update:
        """Changes keys, all or nothing: ``update(increment("cart.count"), toggle("door.isOpen"))``."""
        shared = requests.writing(if_revision, published, lease, silent_after, press)
        return requests.update(
            self.call("state.update", {"operations": [dict(each) for each in operations], **shared}))

    def eval(self, expression: str) -> Dict[str, Any]:
        """What an expression comes to now, as the daemon says it: ``value`` or ``error``, and more."""
        result: Dict[str, Any] = self.call("state.eval", {"expression": expression})
        return result

    def derive(self, keys: Mapping[str, Any], *, published: bool = False) -> Dict[str, Value]:
        """Has keys follow from others; the values that they have now."""
        params = requests.present(keys=dict(keys), wait=requests.wait(published))
        return dict(self.call("state.derive", params)["values"])

    def changes(self, *keys: str, under: str | None = None,
                since: RevisionMark | None = None) -> Subscription[Change]:
        """Changes of keys, or of all state, as they are published."""
        return Subscription(self, requests.changes(keys, under, since))

    # Buttons

    def define(self, *buttons: Mapping[str, Any], published: bool = False) -> List[Any]:
        """Defines buttons, all or nothing; warnings of what has no effect."""
        params = requests.present(buttons=requests.definitions(buttons),
                                  wait=requests.wait(published))
        return list(self.call("buttons.define", params).get("warnings", ()))

    def patch(self, id: str, changes: Mapping[str, Any], *, published: bool = False) -> List[Any]:
        """Changes a definition by a merge patch; warnings of what has no effect."""
        params = requests.patch(id, changes, published)
        return list(self.call("buttons.patch", params).get("warnings", ()))

    def remove(self, *ids: str, published: bool = False) -> List[str]:
        """Removes buttons; those that there were."""
        params = requests.present(ids=list(ids), wait=requests.wait(published))
        return list(self.call("buttons.remove", params)["removed"])

    def define_groups(self, *groups: Mapping[str, Any], published: bool = False) -> None:
        """Defines what groups of buttons have in common, all or nothing."""
        params = requests.present(groups=requests.definitions(groups),
                                  wait=requests.wait(published))
        self.call("groups.define", params)

    def remove_groups(self, *ids: str, published: bool = False) -> List[str]:
        """Removes groups, not their buttons; those that there were."""
        params = requests.present(ids=list(ids), wait=requests.wait(published))
        return list(self.call("groups.remove", params)["removed"])

    def groups(self, *ids: str) -> Dict[str, Dict[str, Any]]:
        """How groups are defined, or all of them, by id."""
        params = requests.present(ids=requests.keys(ids))
        return {each["id"]: each for page in self._pages("groups.get", params)
                for each in page["groups"]}

    def looks(self, match: Match = "*", *, traits: Mapping[str, Any] | None = None
              ) -> Dict[str, Look]:
        """How buttons look now, by id."""
        looks: Dict[str, Look] = {}
        params = requests.present(match=requests.match(match), traits=traits)
        for page in self._pages("buttons.get", params):
            for each in page["buttons"]:
                looks[each["id"]] = Look(each["id"], each["appearance"], each.get("status"))
        return looks

    def buttons(self, match: Match = "*", *, traits: Mapping[str, Any] | None = None,
                since: TickMark | None = None, delta: bool = False,
                max_rate: float | None = None) -> Frames:
        """How buttons look, frame by frame; with ``delta`` less goes over the socket."""
        return Frames(self, requests.frames(match, traits, since, delta, max_rate))

    def trigger(self, id: str, *, gesture: str | None = None, published: bool = False) -> int:
        """Performs a button's action, or that of a gesture; the revision after it."""
        params = requests.present(id=id, gesture=gesture, wait=requests.wait(published))
        return int(self.call("buttons.trigger", params)["revision"])

    def rotate(self, id: str, delta: int, *, published: bool = False) -> int:
        """Turns a button by some steps, as an encoder does; the revision after it."""
        params = requests.present(id=id, delta=delta, wait=requests.wait(published))
        return int(self.call("buttons.rotate", params)["revision"])

    def choose(self, button: str, item: str, *, published: bool = False) -> int:
        """Chooses an entry of a button's menu; the revision after it."""
        params = requests.present(button=button, item=item, wait=requests.wait(published))
        return int(self.call("menu.choose", params)["revision"])

    def actions(self, match: Match = "*", *, fleet: bool = False, group: str | None = None,
                claim_after: float | None = None) -> Subscription[Action]:
        """The actions that buttons perform from now on, whoever presses them; with ``fleet`` also those
        of other daemons. Of a ``group`` each action goes to one subscriber, who calls ``done`` within
        ``claim_after`` seconds, or another gets it."""
        return Subscription(self, ActionFeed(requests.actions(match, fleet, group, claim_after)))

    def done(self, action: Action, *operations: Mapping[str, Any]) -> bool:
        """Ends an action's delivery and applies operations to keys of its scope, in one step; false, and
        nothing is applied, if it went to another meanwhile."""
        params = requests.done(action, operations)
        answer = self.call("actions.done", params)
        return bool(answer["outcome"] == "done")

    # Presses

    def press_began(self, id: str, at: tuple[float, float] | None = None, *,
                    published: bool = False) -> str:
        """Begins a press, at a point from the button's top left corner, or somewhere inside."""
        return self._press("press.began", id, at, published)

    def press_moved(self, id: str, to: tuple[float, float], *, published: bool = False) -> str:
        """Moves a press."""
        return self._press("press.moved", id, to, published)

    def press_ended(self, id: str, at: tuple[float, float] | None = None, *,
                    published: bool = False) -> str:
        """Ends a press; on the button, that performs its action."""
        return self._press("press.ended", id, at, published)

    def press_cancelled(self, id: str, *, published: bool = False) -> str:
        """Ends a press without an action."""
        return self._press("press.cancelled", id, None, published)

    def _press(self, method: str, id: str, at: tuple[float, float] | None, published: bool) -> str:
        params = requests.present(id=id, wait=requests.wait(published), **requests.point(at))
        return str(self.call(method, params)["phase"])

    def report_layout(self, id: str, width: float, height: float) -> None:
        """Says how large this client draws a button; a new connection says it again."""
        self.call("layout.report", {"id": id, "width": width, "height": height})

    # Images

    def put_image(self, data: bytes | bytearray | memoryview) -> ImageInfo:
        """Has the daemon keep an image, PNG, JPEG, WebP or SVG; its name and what else is known of it."""
        return requests.image_info(self.call("images.put", {"data": requests.base64(data)}))

    def image(self, name: str) -> Image | None:
        """An image that the daemon keeps; ``None`` where it is absent."""
        try:
            return requests.image(self.call("images.get", {"image": name}))
        except NotFound:
            return None

    def images(self) -> List[ImageInfo]:
        """What is known of each image that the daemon keeps."""
        return [requests.image_info(each) for page in self._pages("images.list", {})
                for each in page["images"]]

    def remove_images(self, names: str | Iterable[str]) -> List[str]:
        """Removes images; the names of those that there were."""
        return list(self.call("images.remove", {"images": requests.names(names)})["removed"])

    # Service

    def sync(self, timeout: float | None = None) -> int:
        """Waits until every change made before is published; the revision."""
        params = requests.present(timeoutMs=requests.milliseconds(timeout))
        patience = None if timeout is None else self.timeout + timeout
        answer = self.call("sync", params, timeout=patience)
        return int(answer["revision"])

    # Waiting: one thread reads, the others wait for what it brings.

    def _begin(self, feed: Feed[Any]) -> None:
        with self._changed:
            self._session.follow(feed)
            self._wake()

    def _leave(self, feed: Feed[Any]) -> None:
        with self._changed:
            self._session.leave(feed)
            self._wake()
            self._changed.notify_all()

    def _wake(self) -> None:
        """Has the thread that reads look again at what there is to do; needs the lock."""
        if self._reader is not None:
            try:
                self._wake_out.send(b".")
            except OSError:
                pass  # it is full: the thread will wake anyway
        else:
            self._send()

    def _wait(self, is_done: Callable[[], Any], timeout: float | None) -> None:
        """Waits until something holds; the session's end does not end it by itself."""
        deadline = None if timeout is None else time.monotonic() + timeout
        with self._changed:
            while not is_done():
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    raise AnswerTimeout("no answer in time")
                if self._reader is not None:
                    self._changed.wait(left)
                    continue
                try:
                    self._reader = threading.get_ident()
                    self._turn(left)
                finally:
                    self._reader = None
                    if self._session.end:
                        self._close_sockets()
                    self._changed.notify_all()

    def _turn(self, left: float | None) -> None:
        """Waits for the socket, without the lock, and takes what it brings, with it."""
        if self._socket is None:
            pause = self._next_try - time.monotonic()
            if pause <= 0:
                return self._try_again()
            left = pause if left is None else min(left, pause)
        self._send()
        reading: List[socket.socket] = [self._wake_in]
        writing: List[socket.socket] = []
        connection = self._socket
        if connection is not None:
            reading.append(connection)
            if self._session.outbound:
                writing.append(connection)
        self._changed.release()
        try:
            readable = select_ready(reading, writing, left)
        finally:
            self._changed.acquire()
        if self._wake_in in readable:
            try:
                self._wake_in.recv(4096)
            except BlockingIOError:
                pass
        if connection is not None and connection in readable:
            self._receive(connection)

    def _receive(self, connection: socket.socket) -> None:
        try:
            data = connection.recv(1 << 18)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if data:
            try:
                self._session.receive(data)
            except Exception as problem:
                return self._session.fail(problem)
            if self._session.server is not None and self._session.lost_at is None:
                self._pause = FIRST_PAUSE
        else:
            self._disconnect()

    def _send(self) -> None:
        """Sends what the socket takes."""
        connection, outbound = self._socket, self._session.outbound
        while connection is not None and outbound:
            try:
                count = connection.send(outbound)
            except (BlockingIOError, InterruptedError):
                return
            except OSError:
                # What the daemon said last may still be read; the end follows it.
                outbound.clear()
                return
            del outbound[:count]

    def _connect(self) -> None:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.setblocking(False)
            connection.connect(self.path)
        except BaseException:
            connection.close()
            raise
        self._socket = connection
        self._session.connect()

    def _try_again(self) -> None:
        try:
            self._connect()
        except (OSError, NoDaemon):
            self._next_try = time.monotonic() + self._pause * random.uniform(0.5, 1.0)
            self._pause = min(self._pause * 2, LONGEST_PAUSE)

    def _disconnect(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        self._session.disconnect()
        self._next_try = time.monotonic() + self._pause * random.uniform(0.5, 1.0)
        self._pause = min(self._pause * 2, LONGEST_PAUSE)


def select_ready(reading: List[socket.socket], writing: List[socket.socket],
                 timeout: float | None) -> List[socket.socket]:
    """The sockets of which something can be read, or told."""
    poll = select.poll()
    for each in reading:
        poll.register(each, select.POLLIN | (select.POLLOUT if each in writing else 0))
    # Rounded up, so that a wait does not end just before its time.
    found = poll.poll(None if timeout is None else int(timeout * 1000) + 1)
    ready = {number for number, events in found if events & ~select.POLLOUT}
    return [each for each in reading if each.fileno() in ready]


class Subscription(Generic[Element]):
    """What a subscription brings: iterate over it, or ask for the ``next``; it ends with ``close``, or at
    the end of its ``with``.

    It outlives connections. A program that is slow gets the newest, put together.
    """

    def __init__(self, client: Client, feed: Feed[Element]) -> None:
        self._client, self._feed = client, feed
        client._begin(feed)

    def next(self, timeout: float | None = None) -> Element:
        """The next element; ``TimeoutError`` where none comes in time, ``Closed`` after the end."""
        feed = self._feed
        taken: List[Element] = []

        def take() -> bool:
            if not feed.waiting:
                return feed.is_closed
            # With the lock, so that no other thread takes it first.
            taken.append(feed.waiting.popleft())
            self._take(taken[0])
            return True

        self._client._wait(take, timeout)
        if not taken:
            raise feed.error or Closed("this subscription was closed")
        return taken[0]

    def _take(self, element: Element) -> None:
        """Keeps what there is to keep of an element."""

    def close(self) -> None:
        """Ends the subscription."""
        if not self._feed.is_closed:
            self._client._leave(self._feed)

    def __iter__(self) -> Iterator[Element]:
        while True:
            try:
                yield self.next()
            except Closed:
                return

    def __enter__(self: AnySubscription) -> AnySubscription:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        self.close()


class Frames(Subscription[Frame]):
    """A subscription to buttons; ``looks`` is how they look as of the last frame that was taken."""

    def __init__(self, client: Client, feed: FrameFeed) -> None:
        #: How the buttons look, by id.
        self.looks: Dict[str, Look] = {}
        super().__init__(client, feed)

    def _take(self, element: Frame) -> None:
        if element.is_snapshot:
            self.looks.clear()
        for name in element.removed:
            self.looks.pop(name, None)
        self.looks.update(element.buttons)
