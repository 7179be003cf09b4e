"""The functions that try blocks of pages, by name; each takes the fixtures that it names."""

import inspect

from . import bars, claims, configuration, kiosk, pages, plugins, protocol, sessions

FUNCTIONS = {name: function for module in (bars, claims, configuration, kiosk, pages, plugins, protocol, sessions)
             for name, function in vars(module).items()
             if inspect.isfunction(function) and function.__module__ == module.__name__}
