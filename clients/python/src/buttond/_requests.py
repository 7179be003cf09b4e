"""The params of requests, from what Python programs pass; both clients use them."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any, Dict, Iterable, Mapping, Sequence

from ._session import ChangeFeed, FrameFeed
from ._values import Action, Image, ImageInfo, Match, RevisionMark, TickMark, Update, Value

Params = Dict[str, Any]


def present(**params: Any) -> Params:
    """Params without those that are ``None``."""
    return {name: value for name, value in params.items() if value is not None}


def wait(published: bool) -> str | None:
    """The ``wait`` of a change."""
    return "published" if published else None


def milliseconds(seconds: float | None) -> int | None:
    """Seconds as the protocol has them."""
    return None if seconds is None else round(seconds * 1000)


def writing(if_revision: int | None, published: bool, lease: str | None,
            silent_after: float | None, press: int | None) -> Params:
    """The params that all changes of state share."""
    return present(ifRevision=if_revision, wait=wait(published), lease=lease,
                   silentAfterMs=milliseconds(silent_after), press=press)


def match(value: Match) -> Any:
    """A match as the protocol has it."""
    if isinstance(value, (str, Mapping)):
        return value
    return list(value)


def keys(names: Sequence[str]) -> list[str] | None:
    """Keys; none are no restriction."""
    return list(names) or None


def point(at: tuple[float, float] | None) -> Params:
    """Where a press is."""
    return {} if at is None else {"x": at[0], "y": at[1]}


def update(answer: Mapping[str, Any]) -> Update:
    """The answer to a change of state."""
    return Update(answer["revision"], list(answer["changed"]), dict(answer.get("values", {})))


def frames(matching: Match, traits: Mapping[str, Any] | None, since: TickMark | None, delta: bool,
           max_rate: float | None) -> FrameFeed:
    """A subscription to buttons."""
    if since and delta:
        raise ValueError("a subscription in delta form begins with all looks: leave out since")
    params = present(match=match(matching), traits=traits, form="delta" if delta else None,
                     maxRate=max_rate)
    return FrameFeed(params, {"epoch": since.epoch, "tick": since.tick} if since else None)


def changes(names: Sequence[str], under: str | None, since: RevisionMark | None) -> ChangeFeed:
    """A subscription to state."""
    mark = {"epoch": since.epoch, "revision": since.revision} if since else None
    return ChangeFeed(present(keys=keys(names), under=under), mark)


def operation(op: str, key: str, **members: Any) -> Params:
    """One operation of ``update``."""
    return {**members, "op": op, "key": key}


def set_to(key: str, value: Value) -> Params:
    """The key has this value."""
    return operation("set", key, value=value)


def remove(key: str) -> Params:
    """The key is absent."""
    return operation("remove", key)


def increment(key: str, by: int | float = 1) -> Params:
    """Adds to a number; an absent key counts as 0."""
    return operation("increment", key, by=by)


def toggle(key: str) -> Params:
    """True becomes false, anything else that is allowed true."""
    return operation("toggle", key)


def append(key: str, value: Value) -> Params:
    """Adds to the end of an array; an absent key counts as empty."""
    return operation("append", key, value=value)


def merge(key: str, patch: Mapping[str, Value]) -> Params:
    """Merges a patch (RFC 7396) into an object; an absent key counts as an empty one."""
    return operation("merge", key, value=patch)


def actions(matching: Match, fleet: bool, group: str | None, claim_after: float | None) -> Params:
    """A subscription to actions."""
    return present(match=match(matching), fleet=fleet or None, group=group,
                   claimAfterMs=milliseconds(claim_after))


def done(action: Action, operations: Iterable[Mapping[str, Any]]) -> Params:
    """The end of a delivery."""
    if action.delivery is None:
        raise ValueError("this action was delivered to no group, so there is nothing to end")
    return present(subscription=action.subscription, delivery=action.delivery,
                   operations=list(operations) or None)


def patch(id: str, changes: Mapping[str, Any], published: bool) -> Params:
    """A merge patch of a definition, in which null has a meaning."""
    return {**changes, "id": id, **present(wait=wait(published))}


def names(value: str | Iterable[str]) -> list[str]:
    """One name, or several, as a list."""
    return [value] if isinstance(value, str) else list(value)


def base64(data: bytes | bytearray | memoryview) -> str:
    """Bytes as the protocol has them."""
    return b64encode(data).decode("ascii")


def image(answer: Mapping[str, Any]) -> Image:
    """An image with its bytes."""
    return Image(answer["type"], b64decode(answer["data"]))


def image_info(told: Mapping[str, Any]) -> ImageInfo:
    """What is known of an image."""
    return ImageInfo(told["image"], told["type"], told["bytes"], told.get("width"), told.get("height"))


def definitions(buttons: Iterable[Mapping[str, Any]]) -> list[Any]:
    """Definitions as a list."""
    return [dict(button) for button in buttons]
