"""The client for asyncio: as ``buttond.Client``, with ``await`` and ``async for``."""

from __future__ import annotations

import asyncio
import os
import random
from types import TracebackType
from typing import (Any, AsyncIterator, Callable, Dict, Generic, Iterable, List, Mapping, Sequence,
                    TypeVar)

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
    go on from where they were when it is back. Its parameters are those of ``buttond.Client``.

    ``async with Client() as client:`` connects and closes, as ``await client.connect()`` and
    ``await client.close()`` do. Belongs to one event loop. A task reads what the daemon sends; what a slow
    program does not take is put together.
    """

    def __init__(
        self, path: str | os.PathLike[str] | None = None, *, name: str = "python",
        role: str | None = None, require: Sequence[str] = (), timeout: float = 30.0,
        wait: float = 0.0, reconnect: bool = True,
    ) -> None:
        self._path = path
        self.timeout, self._patience = timeout, wait
        hello = requests.present(client=name, role=role, require=list(require) or None)
        self._session = Session(hello, reconnect)
        self._task: asyncio.Task[None] | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._waiters: List[asyncio.Future[None]] = []

    async def connect(self) -> Client:
        """Connects; ``NoDaemon`` where there is none."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._patience
        while True:
            try:
                streams = await asyncio.open_unix_connection(self.path)
                break
            except NoDaemon:
                if loop.time() >= deadline:
                    raise
            except OSError as error:
                if loop.time() >= deadline:
                    raise NoDaemon(f"no daemon listens on {self.path}: {error.strerror}") from None
            await asyncio.sleep(FIRST_PAUSE)
        self._task = loop.create_task(self._run(*streams))
        try:
            await self._until(lambda: self._session.server or self._session.end, self.timeout)
            if self._session.end:
                raise self._session.end
        except BaseException:
            await self.close()
            raise
        return self

    async def close(self) -> None:
        """Ends the connection; calls that wait fail with ``Closed``, iterations end."""
        self._session.finish(Closed("this client was closed"))
        self._notify()
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def __aenter__(self) -> Client:
        return await self.connect()

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        traceback: TracebackType | None) -> None:
        await self.close()

    @property
    def path(self) -> str:
        """The socket, which may not be known before a daemon has made its folder."""
        return socket_path(self._path)

    @property
    def server(self) -> Server:
        """What the daemon said of itself when the connection began."""
        assert self._session.server is not None, "connect first"
        return self._session.server

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection now."""
        return self._session.is_connected

    # Any method

    async def call(self, method: str, params: Mapping[str, Any] | None = None, *,
                   timeout: float | None = None) -> Any:
        """Calls any method of the protocol; its result as the daemon says it."""
        call = self._session.ask(method, params or {})
        self._send()
        try:
            await self._until(lambda: call.is_done, self.timeout if timeout is None else timeout)
        except AnswerTimeout:
            self._session.give_up(call)
        except asyncio.CancelledError:
            self._session.give_up(call)
            raise
        return call.value()

    async def _pages(self, method: str, params: Dict[str, Any]) -> AsyncIterator[Any]:
        while True:
            page = await self.call(method, params)
            yield page
            if page.get("next") is None:
                return
            params = {**params, "after": page["next"]}

    # State

    async def get(self, key: str, default: Value = None) -> Value:
        """The value of a key; ``default`` where it is absent."""
        return (await self.call("state.get", {"keys": [key]}))["values"].get(key, default)

    async def values(self, *keys: str, under: str | None = None) -> Dict[str, Value]:
        """The values of keys, or of all below one, or of all; absent ones are left out."""
        result: Dict[str, Value] = {}
        params = requests.present(keys=requests.keys(keys), under=under)
        async for page in self._pages("state.get", params):
            result.update(page["values"])
        return result

    async def set(self, values: Mapping[str, Value], *, if_revision: int | None = None,
                  published: bool = False, lease: str | None = None,
                  silent_after: float | None = None, press: int | None = None) -> Update:
        """Sets keys, all or nothing; see ``buttond.Client.set``."""
        shared = requests.writing(if_revision, published, lease, silent_after, press)
        return requests.update(await self.call("state.set", {"values": dict(values), **shared}))

    async def update(self, *operations: Mapping[str, Any], if_revision: int | None = None,
                     published: bool = False, lease: str | None = None,
                     silent_after: float | None = None, press: int | None = None) -> Update:
        """Changes keys, all or nothing: ``await client.update(increment("cart.count"))``."""
        shared = requests.writing(if_revision, published, lease, silent_after, press)
        changes = [dict(each) for each in operations]
        return requests.update(await self.call("state.update", {"operations": changes, **shared}))

    async def eval(self, expression: str) -> Dict[str, Any]:
        """What an expression comes to now, as the daemon says it: ``value`` or ``error``, and more."""
        result: Dict[str, Any] = await self.call("state.eval", {"expression": expression})
        return result

    async def derive(self, keys: Mapping[str, Any], *, published: bool = False
                     ) -> Dict[str, Value]:
        """Has keys follow from others; the values that they have now."""
        params = requests.present(keys=dict(keys), wait=requests.wait(published))
        return dict((await self.call("state.derive", params))["values"])

    def changes(self, *keys: str, under: str | None = None,
                since: RevisionMark | None = None) -> Subscription[Change]:
        """Changes of keys, or of all state, as they are published."""
        return Subscription(self, requests.changes(keys, under, since))

    # Buttons

    async def define(self, *buttons: Mapping[str, Any], published: bool = False) -> List[Any]:
        """Defines buttons, all or nothing; warnings of what has no effect."""
        params = requests.present(buttons=requests.definitions(buttons),
                                  wait=requests.wait(published))
        return list((await self.call("buttons.define", params)).get("warnings", ()))

    async def patch(self, id: str, changes: Mapping[str, Any], *, published: bool = False
                    ) -> List[Any]:
        """Changes a definition by a merge patch; warnings of what has no effect."""
        params = requests.patch(id, changes, published)
        return list((await self.call("buttons.patch", params)).get("warnings", ()))

    async def remove(self, *ids: str, published: bool = False) -> List[str]:
        """Removes buttons; those that there were."""
        params = requests.present(ids=list(ids), wait=requests.wait(published))
        return list((await self.call("buttons.remove", params))["removed"])

    async def define_groups(self, *groups: Mapping[str, Any], published: bool = False) -> None:
        """Defines what groups of buttons have in common, all or nothing."""
        params = requests.present(groups=requests.definitions(groups),
                                  wait=requests.wait(published))
        await self.call("groups.define", params)

    async def remove_groups(self, *ids: str, published: bool = False) -> List[str]:
        """Removes groups, not their buttons; those that there were."""
        params = requests.present(ids=list(ids), wait=requests.wait(published))
        return list((await self.call("groups.remove", params))["removed"])

    async def groups(self, *ids: str) -> Dict[str, Dict[str, Any]]:
        """How groups are defined, or all of them, by id."""
        params = requests.present(ids=requests.keys(ids))
        return {each["id"]: each async for page in self._pages("groups.get", params)
                for each in page["groups"]}

    async def looks(self, match: Match = "*", *, traits: Mapping[str, Any] | None = None
                    ) -> Dict[str, Look]:
        """How buttons look now, by id."""
        looks: Dict[str, Look] = {}
        params = requests.present(match=requests.match(match), traits=traits)
        async for page in self._pages("buttons.get", params):
            for each in page["buttons"]:
                looks[each["id"]] = Look(each["id"], each["appearance"], each.get("status"))
        return looks

    def buttons(self, match: Match = "*", *, traits: Mapping[str, Any] | None = None,
                since: TickMark | None = None, delta: bool = False,
                max_rate: float | None = None) -> Frames:
        """How buttons look, frame by frame; with ``delta`` less goes over the socket."""
        return Frames(self, requests.frames(match, traits, since, delta, max_rate))

    async def trigger(self, id: str, *, gesture: str | None = None,
                      published: bool = False) -> int:
        """Performs a button's action, or that of a gesture; the revision after it."""
        params = requests.present(id=id, gesture=gesture, wait=requests.wait(published))
        return int((await self.call("buttons.trigger", params))["revision"])

    async def rotate(self, id: str, delta: int, *, published: bool = False) -> int:
        """Turns a button by some steps, as an encoder does; the revision after it."""
        params = requests.present(id=id, delta=delta, wait=requests.wait(published))
        return int((await self.call("buttons.rotate", params))["revision"])

    async def choose(self, button: str, item: str, *, published: bool = False) -> int:
        """Chooses an entry of a button's menu; the revision after it."""
        params = requests.present(button=button, item=item, wait=requests.wait(published))
        return int((await self.call("menu.choose", params))["revision"])

    def actions(self, match: Match = "*", *, fleet: bool = False, group: str | None = None,
                claim_after: float | None = None) -> Subscription[Action]:
        """The actions that buttons perform from now on, whoever presses them; with ``fleet`` also those
        of other daemons. Of a ``group`` each action goes to one subscriber, who calls ``done`` within
        ``claim_after`` seconds, or another gets it."""
        return Subscription(self, ActionFeed(requests.actions(match, fleet, group, claim_after)))

    async def done(self, action: Action, *operations: Mapping[str, Any]) -> bool:
        """Ends an action's delivery and applies operations to keys of its scope, in one step; false, and
        nothing is applied, if it went to another meanwhile."""
        params = requests.done(action, operations)
        answer = await self.call("actions.done", params)
        return bool(answer["outcome"] == "done")

    # Presses

    async def press_began(self, id: str, at: tuple[float, float] | None = None, *,
                          published: bool = False) -> str:
        """Begins a press, at a point from the button's top left corner, or somewhere inside."""
        return await self._press("press.began", id, at, published)

    async def press_moved(self, id: str, to: tuple[float, float], *, published: bool = False
                          ) -> str:
        """Moves a press."""
        return await self._press("press.moved", id, to, published)

    async def press_ended(self, id: str, at: tuple[float, float] | None = None, *,
                          published: bool = False) -> str:
        """Ends a press; on the button, that performs its action."""
        return await self._press("press.ended", id, at, published)

    async def press_cancelled(self, id: str, *, published: bool = False) -> str:
        """Ends a press without an action."""
        return await self._press("press.cancelled", id, None, published)

    async def _press(self, method: str, id: str, at: tuple[float, float] | None, published: bool
                     ) -> str:
        params = requests.present(id=id, wait=requests.wait(published), **requests.point(at))
        return str((await self.call(method, params))["phase"])

    async def report_layout(self, id: str, width: float, height: float) -> None:
        """Says how large this client draws a button; a new connection says it again."""
        await self.call("layout.report", {"id": id, "width": width, "height": height})

    # Images

    async def put_image(self, data: bytes | bytearray | memoryview) -> ImageInfo:
        """Has the daemon keep an image, PNG, JPEG, WebP or SVG; its name and what else is known of it."""
        return requests.image_info(await self.call("images.put", {"data": requests.base64(data)}))

    async def image(self, name: str) -> Image | None:
        """An image that the daemon keeps; ``None`` where it is absent."""
        try:
            return requests.image(await self.call("images.get", {"image": name}))
        except NotFound:
            return None

    async def images(self) -> List[ImageInfo]:
        """What is known of each image that the daemon keeps."""
        return [requests.image_info(each) async for page in self._pages("images.list", {})
                for each in page["images"]]

    async def remove_images(self, names: str | Iterable[str]) -> List[str]:
        """Removes images; the names of those that there were."""
        return list((await self.call("images.remove", {"images": requests.names(names)}))["removed"])

    # Service

    async def sync(self, timeout: float | None = None) -> int:
        """Waits until every change made before is published; the revision."""
        params = requests.present(timeoutMs=requests.milliseconds(timeout))
        patience = None if timeout is None else self.timeout + timeout
        answer = await self.call("sync", params, timeout=patience)
        return int(answer["revision"])

    # The connection

    async def _run(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Reads until the session ends; where that fails, nobody else reads, and so it ends."""
        try:
            await self._read_all(reader, writer)
        except Exception as problem:
            self._session.fail(problem)
            self._notify()

    async def _read_all(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
                        ) -> None:
        """Reads until the session ends, over all connections."""
        pause = FIRST_PAUSE
        while True:
            try:
                self._writer = writer
                self._session.connect()
                self._send()
                if await self._read(reader):
                    pause = FIRST_PAUSE
            finally:
                self._writer = None
                writer.close()
                self._session.disconnect()
                self._notify()
            if self._session.end:
                return
            while True:
                await asyncio.sleep(pause * random.uniform(0.5, 1.0))
                pause = min(pause * 2, LONGEST_PAUSE)
                try:
                    reader, writer = await asyncio.open_unix_connection(self.path)
                    break
                except (OSError, NoDaemon):
                    continue

    async def _read(self, reader: asyncio.StreamReader) -> bool:
        """Reads to the end of a connection; whether the daemon greeted."""
        while not self._session.end:
            try:
                data = await reader.read(1 << 18)
            except OSError:
                data = b""
            if not data:
                break
            self._session.receive(data)
            self._send()
            self._notify()
        return self._session.lost_at is None

    def _send(self) -> None:
        if self._writer is not None and self._session.outbound:
            self._writer.write(bytes(self._session.outbound))
            self._session.outbound.clear()

    def _notify(self) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def _until(self, is_done: Callable[[], Any], timeout: float | None) -> None:
        """Waits until something holds."""
        loop = asyncio.get_running_loop()
        deadline = None if timeout is None else loop.time() + timeout
        while not is_done():
            waiter: asyncio.Future[None] = loop.create_future()
            self._waiters.append(waiter)
            try:
                left = None if deadline is None else deadline - loop.time()
                await asyncio.wait_for(waiter, left)
            except asyncio.TimeoutError:
                raise AnswerTimeout("no answer in time") from None
            finally:
                if waiter in self._waiters:
                    self._waiters.remove(waiter)


class Subscription(Generic[Element]):
    """What a subscription brings: ``async for``, or ``await next()``; it ends with ``close``, or at the
    end of its ``async with``. It outlives connections."""

    def __init__(self, client: Client, feed: Feed[Element]) -> None:
        self._client, self._feed = client, feed
        client._session.follow(feed)
        client._send()

    async def next(self, timeout: float | None = None) -> Element:
        """The next element; ``TimeoutError`` where none comes in time, ``Closed`` after the end."""
        feed = self._feed
        await self._client._until(lambda: feed.waiting or feed.is_closed, timeout)
        if not feed.waiting:
            raise feed.error or Closed("this subscription was closed")
        element = feed.waiting.popleft()
        self._take(element)
        return element

    def _take(self, element: Element) -> None:
        """Keeps what there is to keep of an element."""

    def close(self) -> None:
        """Ends the subscription."""
        if not self._feed.is_closed:
            self._client._session.leave(self._feed)
            self._client._send()
            self._client._notify()

    async def __aiter__(self) -> AsyncIterator[Element]:
        while True:
            try:
                element = await self.next()
            except Closed:
                return
            yield element

    async def __aenter__(self: AnySubscription) -> AnySubscription:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
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
