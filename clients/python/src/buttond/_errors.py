"""What goes wrong, as exceptions."""

from __future__ import annotations

from typing import Any, Mapping


class ButtondError(Exception):
    """All errors of this package."""


class NoDaemon(ButtondError, ConnectionError):
    """Nobody listens on the socket."""


class ConnectionLost(ButtondError, ConnectionError):
    """The connection ended before the answer came: a change may have been made, or not."""


class Closed(ButtondError):
    """The client was closed."""


class AnswerTimeout(ButtondError, TimeoutError):
    """No answer came within the client's timeout: a change may have been made, or not."""


class Refused(ButtondError):
    """The daemon refused a request; the subclasses name the reasons, and the message what to do."""

    #: The number on the wire.
    code: int
    #: The word for the kind of refusal, for example ``conflict``.
    reason: str
    #: What failed and what to do about it.
    message: str
    #: The place in the request, for example ``params.buttons[0].configuration.titel``.
    path: str | None
    #: All that the daemon says.
    data: Mapping[str, Any]

    def __init__(self, code: int, message: str, data: Mapping[str, Any]) -> None:
        self.code, self.message, self.data = code, message, data
        self.reason = str(data.get("reason", f"error {code}"))
        path = data.get("path")
        self.path = path if isinstance(path, str) else None
        place = f", at {self.path}" if self.path else ""
        super().__init__(f"{message} ({self.reason}{place})")

    @property
    def applied(self) -> bool:
        """Whether a change stands nevertheless."""
        return self.data.get("applied") is True

    @property
    def revision(self) -> int | None:
        """The revision that the daemon names: of a conflict, of a change that stands."""
        revision = self.data.get("revision")
        return revision if isinstance(revision, int) else None


class ParseError(Refused):
    """A line was not JSON."""


class InvalidRequest(Refused):
    """A line was not a request, too long, or nested too deep."""


class MethodNotFound(Refused):
    """There is no such method."""


class InvalidParams(Refused):
    """A parameter is missing, of the wrong type, or out of range; ``path`` names it."""


class InternalError(Refused):
    """The daemon is at fault; its log says more."""


class NotFound(Refused):
    """No such button, style, plugin or subscription."""


class Conflict(Refused):
    """A key has changed since ``if_revision``; ``revision`` is the present one."""


class Forbidden(Refused):
    """This client may not do that, or not connect."""


class ConfigurationRequired(Refused):
    """A handler on a button without configuration."""


class LimitExceeded(Refused):
    """A limit is reached: ``limit`` is its name, ``value`` what it is set to."""

    @property
    def limit(self) -> str:
        """The name of the limit, for example ``valueBytes``."""
        return str(self.data.get("limit", ""))

    @property
    def value(self) -> int | None:
        """What the limit is set to."""
        value = self.data.get("value")
        return value if isinstance(value, int) else None


class PluginUnavailable(Refused):
    """The plugin of a style or handler is not installed, or cannot do what is asked."""


class WaitTimeout(Refused, TimeoutError):
    """A ``sync`` or a wait for publication ran out; the change stays applied."""


class CapabilityMissing(Refused):
    """The daemon lacks what the client requires."""


class Disabled(Refused):
    """The button is disabled or busy."""


class NotDurable(Refused):
    """Changes cannot be written to the disk; ``applied`` says whether this one stands in memory."""


class InvalidConfiguration(Refused):
    """The daemon's configuration is wrong; the one before stays in force."""


class DerivedKey(Refused):
    """The key follows from other keys and cannot be written."""


class Guarded(Refused):
    """The condition of the button's action does not hold."""


class FleetUnavailable(Refused):
    """The fleet is out of reach, and a change of the shared key may not wait; nothing was applied."""


#: The exception for each word of the protocol; scripts/test check holds it to openrpc.json.
REASONS: Mapping[str, type[Refused]] = {
    "parseError": ParseError,
    "invalidRequest": InvalidRequest,
    "methodNotFound": MethodNotFound,
    "invalidParams": InvalidParams,
    "internalError": InternalError,
    "notFound": NotFound,
    "conflict": Conflict,
    "forbidden": Forbidden,
    "configurationRequired": ConfigurationRequired,
    "limitExceeded": LimitExceeded,
    "pluginUnavailable": PluginUnavailable,
    "timeout": WaitTimeout,
    "capabilityMissing": CapabilityMissing,
    "disabled": Disabled,
    "notDurable": NotDurable,
    "invalidConfiguration": InvalidConfiguration,
    "derivedKey": DerivedKey,
    "guarded": Guarded,
    "fleetUnavailable": FleetUnavailable,
}


def refusal(error: Mapping[str, Any]) -> Refused:
    """The exception for the ``error`` of an answer; one that is new to this package is a ``Refused``."""
    data = error.get("data") or {}
    kind = REASONS.get(str(data.get("reason")), Refused)
    return kind(int(error.get("code", 0)), str(error.get("message", "")), data)
