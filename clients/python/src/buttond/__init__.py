"""A client of buttond: live buttons that follow shared state.

    import buttond

    with buttond.Client() as client:
        client.define({"id": "door", "style": "filled", "configuration": {"title": "Open"}})
        for frame in client.buttons("door"):
            print(frame.buttons["door"].title)

``buttond.aio`` has the same for asyncio.
"""

from ._errors import (AnswerTimeout, ButtondError, CapabilityMissing, Closed,
                      ConfigurationRequired, Conflict, ConnectionLost, DerivedKey, Disabled,
                      FleetUnavailable, Forbidden, Guarded, InternalError,
                      InvalidConfiguration, InvalidParams,
                      InvalidRequest, LimitExceeded, MethodNotFound, NoDaemon, NotDurable, NotFound,
                      ParseError, PluginUnavailable, Refused, WaitTimeout)
from ._requests import append, increment, merge, remove, set_to, toggle
from ._session import socket_path
from ._sync import Client, Frames, Subscription
from ._values import (Action, Change, FontWeight, Frame, Image, ImageInfo, Look, Match, Resumed,
                      RevisionMark, Server, TextRun, TickMark, TitleRun, Update, Value)

__version__ = "0.1.0"

__all__ = [
    "Action", "AnswerTimeout", "ButtondError", "CapabilityMissing", "Change", "Client", "Closed",
    "ConfigurationRequired", "Conflict", "ConnectionLost", "DerivedKey", "Disabled",
    "FleetUnavailable", "FontWeight", "Forbidden",
    "Frame", "Frames", "Guarded", "Image", "ImageInfo", "InternalError", "InvalidConfiguration",
    "InvalidParams",
    "InvalidRequest", "LimitExceeded", "Look", "Match", "MethodNotFound", "NoDaemon", "NotDurable",
    "NotFound", "ParseError", "PluginUnavailable", "Refused", "Resumed", "RevisionMark", "Server",
    "Subscription", "TextRun", "TickMark", "TitleRun", "Update", "Value", "WaitTimeout", "append",
    "increment", "merge", "remove", "set_to", "socket_path", "toggle",
]
