"""What subscriptions bring and methods answer, as Python values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Mapping, NotRequired, Sequence, TypedDict, Union, cast

#: A value of the state, as ``json`` reads it: ``1`` and ``1.0`` are different values, here as there.
Value = Any
#: An id, a glob over ids (``*``, ``?``), a list of these, or ``{"group": name}``.
Match = Union[str, Sequence[str], Mapping[str, str]]
#: How heavy a font is.
FontWeight = Literal["ultraLight", "thin", "light", "regular", "medium", "semibold", "bold", "heavy", "black"]


class TextRun(TypedDict):
    """A run of a title, as ``titleRuns`` of a configuration has it."""

    text: str
    #: A colour by its name or as ``#RRGGBB``, or one for light and one for dark displays.
    color: NotRequired[str | Mapping[str, Any] | None]
    fontWeight: NotRequired[FontWeight | None]
    italic: NotRequired[bool | None]
    underline: NotRequired[bool | None]
    strikethrough: NotRequired[bool | None]
    #: An address of https, http or mailto.
    link: NotRequired[str | None]


class TitleRun(TypedDict):
    """A run of a title as it is drawn, complete but for the size of its font."""

    text: str
    #: ``#RRGGBBAA``.
    color: str
    fontWeight: NotRequired[FontWeight]
    italic: NotRequired[bool]
    underline: NotRequired[bool]
    strikethrough: NotRequired[bool]
    #: An address of https, http or mailto.
    link: NotRequired[str]


@dataclass(frozen=True)
class Resumed:
    """The connection was lost before this; what is said of it belongs to the element that carries it."""

    #: How long there was no connection, in seconds.
    seconds: float
    #: Whether the daemon started anew. History before it is gone, and what it has now came as a snapshot.
    restarted: bool


@dataclass(frozen=True)
class Look:
    """How a button looks, resolved: colours are ``#RRGGBBAA``, lengths are points."""

    id: str
    #: What differs from the defaults.
    appearance: Mapping[str, Any]
    #: What is wrong with it; nothing while all is well.
    status: Mapping[str, Any] | None = None
    #: How the change to this look is to be shown.
    transaction: Mapping[str, Any] | None = None

    @property
    def title(self) -> str:
        """The button's title; empty where it has none."""
        return str(self.appearance.get("title", ""))

    @property
    def title_runs(self) -> Sequence[TitleRun]:
        """The title in runs, which together are ``title``; none where it is of one kind."""
        return cast(Sequence[TitleRun], self.appearance.get("titleRuns", ()))

    @property
    def is_enabled(self) -> bool:
        """Whether it can be pressed."""
        return self.appearance.get("isEnabled") is not False

    @property
    def is_selected(self) -> bool:
        """Whether it is on."""
        return self.appearance.get("isSelected") is True

    @property
    def is_highlighted(self) -> bool:
        """Whether anybody presses it."""
        return self.appearance.get("isHighlighted") is True

    @property
    def is_hovered(self) -> bool:
        """Whether a pointer is over it."""
        return self.appearance.get("isHovered") is True


@dataclass(frozen=True)
class TickMark:
    """Where a subscription to buttons resumes."""

    epoch: str
    tick: int


@dataclass(frozen=True)
class RevisionMark:
    """Where a subscription to state resumes."""

    epoch: str
    revision: int


@dataclass(frozen=True)
class Frame:
    """What changed in one tick among the buttons of a subscription; the first has all of them."""

    epoch: str
    tick: int
    revision: int
    #: Whether this is all there is: drop what you hold.
    is_snapshot: bool
    #: The buttons with new looks.
    buttons: Mapping[str, Look]
    #: The buttons that are gone, or match no more.
    removed: Sequence[str]
    #: Set on the first frame after the connection was lost.
    resumed: Resumed | None = None
    #: How many frames were put together in this one, as this program was slow to take them.
    frames: int = 1

    @property
    def mark(self) -> TickMark:
        """Where a later subscription may resume: ``since``."""
        return TickMark(self.epoch, self.tick)


@dataclass(frozen=True)
class Change:
    """What changed in the keys of a subscription; the first has all of them."""

    epoch: str
    revision: int
    #: Whether this is all there is: drop what you hold.
    is_snapshot: bool
    #: Keys with new values, and those that were lost or came back.
    values: Mapping[str, Value]
    #: Those of ``values`` that are lost: what fed them is gone.
    lost: frozenset[str]
    #: Keys that are absent now.
    removed: Sequence[str]
    #: Why derived keys have no value.
    errors: Mapping[str, Any] = field(default_factory=dict)
    #: Set on the first change after the connection was lost.
    resumed: Resumed | None = None
    #: How many changes were put together in this one, as this program was slow to take them.
    changes: int = 1

    @property
    def mark(self) -> RevisionMark:
        """Where a later subscription may resume: ``since``."""
        return RevisionMark(self.epoch, self.revision)


@dataclass(frozen=True)
class Action:
    """A button performed its action."""

    id: str
    name: str | None
    payload: Value
    #: The name of the client that pressed or triggered it.
    client: str | None
    revision: int
    #: How many before this one are lost, as this program was slow to take them.
    missed: int = 0
    #: Set on the first one after the connection was lost; those that happened meanwhile are not told.
    resumed: Resumed | None = None
    #: The scope of the fleet that performed it.
    scope: str | None = None
    #: What ``done`` ends, in a group.
    delivery: str | None = None
    #: Whether somebody had it before, and may have done it in part.
    redelivered: bool = False
    subscription: str = ""
    #: The entry of the button's menu that was chosen.
    item: str | None = None
    #: Of a press: name it in ``set`` or ``update``, and the button changes as a part of the press's release.
    press: int | None = None


@dataclass(frozen=True)
class Update:
    """What came of a change of state."""

    revision: int
    #: The keys that now have another value.
    changed: Sequence[str]
    #: Their values; those of removed keys are not there.
    values: Mapping[str, Value]


@dataclass(frozen=True)
class ImageInfo:
    """What is known of an image that the daemon keeps."""

    #: Its name, for looks and ``image``: ``sha256:`` and the hash of its bytes.
    image: str
    #: ``image/png``, ``image/jpeg``, ``image/webp`` or ``image/svg+xml``.
    type: str
    #: How many bytes it has.
    bytes: int
    #: In pixels.
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True)
class Image:
    """An image that the daemon keeps. It never changes."""

    type: str
    data: bytes


@dataclass(frozen=True)
class Server:
    """What the daemon says of itself and of this connection."""

    version: str
    protocol: int
    epoch: str
    #: What this connection may do: ``read``, ``press``, ``write`` or ``admin``.
    role: str
    durability: str
    capabilities: frozenset[str]
    limits: Mapping[str, int]
