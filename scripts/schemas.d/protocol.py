"""The client protocol as an OpenRPC document: methods, notifications, errors and their types."""

from shapes import (ANYTHING, BOOL, COUNT, NUMBER, TEXT, about, array, between, enum, or_null, read,
                    ref, rendered, told, used)
from values import APPEARANCE, OWN_PROPERTY, definition_members

ERRORS = {
    "parseError": (-32700, "The line is not JSON."),
    "invalidRequest": (-32600, "It is JSON and no request; or a line is too long or nested too deep."),
    "methodNotFound": (-32601, "There is no such method."),
    "invalidParams": (-32602, "A parameter is missing, of the wrong type, out of range, or unknown in "
                              "a definition."),
    "internalError": (-32603, "The daemon is at fault; its log says more."),
    "notFound": (-32001, "No such button, style, plugin or subscription."),
    "conflict": (-32002, "ifRevision did not hold; nothing was applied. data.revision is the present "
                         "one."),
    "forbidden": (-32003, "This client may not do that, or not connect."),
    "configurationRequired": (-32004, "A handler on a button without configuration."),
    "limitExceeded": (-32005, "data.limit and data.value name the limit."),
    "pluginUnavailable": (-32006, "The plugin of a style or handler is not installed, or cannot do "
                                  "what is asked."),
    "timeout": (-32007, "A sync or wait ran out; a change stays applied."),
    "capabilityMissing": (-32008, "hello required what this server lacks."),
    "disabled": (-32009, "A press begins, or a trigger comes, on a button that is disabled or busy."),
    "notDurable": (-32010, "Durability is strict and changes cannot be written; data.applied says "
                           "whether this one stands in memory."),
    "invalidConfiguration": (-32011, "The daemon's configuration is wrong; the one before stays in "
                                     "force."),
}
# What any method may be answered with; the others are at the methods.
ALWAYS = ("invalidParams", "internalError", "forbidden", "limitExceeded")
# What comes before there is a method.
UNASKED = ("parseError", "invalidRequest", "methodNotFound", "forbidden", "limitExceeded")

LIMITS = (
    "maxLineBytes", "maxFrameBytes", "depth", "batchRequests", "connections", "userConnections", "keys",
    "keyBytes", "keySegments", "valueBytes", "stateBytes", "buttons", "definitionBytes",
    "definitionsBytes", "idBytes", "subscriptions", "layouts", "presses", "globs", "names", "traitSets",
    "userTraitSets", "requestRate", "nameBytes", "connectionBytes", "userBytes", "clientBytes")
FIGURES = (
    "revision", "tick", "ticks", "frames", "resolves", "looks", "batches", "lateAnswers",
    "staleAnswers", "changeSets", "writes", "updateRequests", "requests", "errors", "throttles",
    "connections", "stalledClients", "buttons", "keys", "stateBytes", "definitionBytes", "journalGroups",
    "journalEntries", "journalFailures", "unsaved", "durabilityLost", "unsettled",
    "acceptedClients", "refusedClients", "closedStalledClients", "shedClients", "clientBytes",
    "suppressedLogLines")
PLUGIN_STATES = ("starting", "running", "restarting", "quarantined", "failed", "disabled")
PHASES = ("discovered", "verified", "spawning", "ready", "busy", "stopping", "dying", "backoff",
          "quarantined", "failed", "disabled", "stopped", "gone")
REASONS = ("pluginStarting", "pluginCrashed", "pluginHung", "pluginDisabled", "pluginMissing",
           "handlerFailed", "quarantined", "poisoned")
LAYERS = ("systemStyle", "configuration", "stateValues", "style", "handler", "transformer",
          "fallback", "definition", "press")
CAUSES = ("state", "theme", "definition", "press", "request", "plugin", "worker", "traits", "stale")
ROLES = ("read", "press", "write", "admin")
DURABILITIES = ("none", "relaxed", "strict")

EPOCH = ref("Epoch")
TICK = ref("Tick")
REVISION = ref("Revision")
SUBSCRIPTION = ref("Subscription")
VALUES = ref("Values")
KEYS = array(ref("StateKey"))
IDS = array(TEXT)
MORE = about("Further parts of the same follow.", {"const": True})
WARNINGS = about("What was accepted and has no effect, with its path.", array(TEXT))


def layer_members():
    """What one layer has."""
    return {
        "layer": about("Who has set it.", enum(*LAYERS)),
        "plugin?": about("The id of the plugin behind it.", TEXT),
        "property?": about("What it sets, by the name in a definition, where that is another.", TEXT),
        "setBy?": about("The layer that set a transformer.", TEXT),
        "value?": about("In the form of the appearance.", ANYTHING)}


def types(shared):
    """The shared types, and those of messages alone."""
    return {**shared, **{
        "Epoch": about("A random string, new with every start of the daemon.", TEXT),
        "Revision": about("Grows by one with each set of changes.", COUNT),
        "Tick": about("Grows by one with each frame.", COUNT),
        "Subscription": about("The same for equal subscriptions.", TEXT),
        "Values": about("Keys and their values.", {
            "type": "object", "propertyNames": ref("StateKey"), "additionalProperties": ANYTHING}),
        "RevisionMark": about("From where a subscription to state goes on.",
                              read({"epoch": EPOCH, "revision": REVISION}, False)),
        "TickMark": about("From where a subscription to buttons goes on.",
                          read({"epoch": EPOCH, "tick": TICK}, False)),
        "Match": about("An id, a glob over ids (* any characters, ? one), a list of these, or a "
                       "group.", {"anyOf": [TEXT, array(TEXT), read({"group": TEXT}, False)]}),
        "Wait": about("Answer when the frame that shows the change is on its way to every "
                      "subscriber.", {"const": "published"}),
        "Role": about("Each may do what the ones before it may.", enum(*ROLES)),
        "Status": about("Why a button does not show what its plugin would make of the present "
                        "state.", told({
                            "stale": about("The look is older than the state.", BOOL),
                            "fallback": about("The daemon draws it without the plugin.", BOOL),
                            "reason": enum(*REASONS), "plugin": TEXT, "message": TEXT,
                            "since": TICK})),
        "Animation": {"oneOf": [
            told({"curve": enum("linear", "easeIn", "easeOut", "easeInOut"), "durationMs": NUMBER}),
            told({"curve": {"const": "spring"}, "response": about("Seconds.", NUMBER),
                  "dampingFraction": NUMBER, "blendDuration": about("Seconds.", NUMBER)})]},
        "Transaction": about("How the change to a look is to be shown.", told({
            "animation?": ref("Animation"), "disablesAnimations?": {"const": True},
            "animatesContent?": {"const": False}})),
        "Record": about("A button's look; in delta form maybe what differs from the one before.", {
            **told({"id": ref("ButtonID"), "appearance?": ref("Appearance"),
                    "patch?": ref("AppearancePatch"), "status?": ref("Status"),
                    "transaction?": ref("Transaction"),
                    "revision?": about("Of a slow plugin's look that is older than its frame.",
                                       REVISION)}),
            "oneOf": [{"required": ["appearance"]}, {"required": ["patch"]}]}),
        "Look": about("A button's look, whole.", told({
            "id": ref("ButtonID"), "appearance": ref("Appearance"), "status?": ref("Status"),
            "revision?": REVISION})),
        "Limits": about("The daemon's bounds.", told({name: COUNT for name in LIMITS})),
        "Phase": about("Where a press stands.", enum("inactive", "pressing", "outOfBounds")),
        "Parameter": told({
            "name": TEXT, "type": enum("bool", "int", "number", "string", "color"),
            "default?": ANYTHING, "minimum?": NUMBER, "maximum?": NUMBER, "values?": array(TEXT),
            "examples?": array(ANYTHING), "documentation": TEXT}),
        "Style": about("A style or an update handler.", told({
            "name": about("As a definition writes it.", TEXT), "title": TEXT,
            "plugin?": about("Its id; none for a system style.", TEXT), "documentation": TEXT,
            "parameters": array(ref("Parameter"))})),
        "Sandbox": told({
            "mode": enum("off", "best-effort", "strict"),
            "layers": array(enum("rlimits", "noNewPrivileges", "notDumpable",
                                 "memoryDenyWriteExecute", "landlock", "seccomp")),
            "landlockABI": COUNT}),
        "Plugin": about("A plugin and how it is doing.", told({
            "name": TEXT, "id": TEXT, "version": TEXT, "path": TEXT,
            "hash?": about("The SHA-256 of the files in force.", TEXT),
            "state": enum(*PLUGIN_STATES), "phase?": enum(*PHASES), "pid?": COUNT,
            "restarts": COUNT, "deaths": COUNT,
            "lastError?": about("What went wrong last, kept after a recovery.", TEXT),
            "quarantine?": about("Why these files are quarantined.", TEXT),
            "retryAt?": about("When the worker is started again, in ms since 1970.", COUNT),
            "sandbox?": ref("Sandbox"), "buttons": COUNT, "poisoned?": COUNT,
            "handlerTime": about("Microseconds.", COUNT)})),
        "Reading": about("A state key with the revision of its last change, or a token of the theme.",
                         {"oneOf": [told({"key": ref("StateKey"), "revision": REVISION}),
                                    told({"token": TEXT})]}),
        "Layer": about("What one layer has.", told(layer_members())),
        "Explanation": about("Where a property comes from.", told({
            "name": TEXT, **layer_members(),
            "losing?": about("What the layers below have, the strongest first.", array(ref("Layer"))),
            "from?": about("What the system style made the value of.", array(ref("Layer"))),
            "reads?": array(ref("Reading"))})),
        "Pass": about("What a plugin did when it last ran for a button.", told({
            "plugin": TEXT, "style?": TEXT, "handler?": TEXT, "microseconds": COUNT,
            "revision": REVISION, "readsTraits": BOOL, "isUndivided?": {"const": True},
            "reads": array(ref("Reading"))})),
        "Cause": about("What made a button dirty last.", told({
            "tick": TICK, "causes": array(enum(*CAUSES)), "keys": array(ref("Reading"))})),
        "PluginFigures": told({"name": TEXT, "state": enum(*PLUGIN_STATES), "restarts": COUNT,
                               "handlerTime": COUNT}),
        "ErrorData": about("The `data` of an error.", told({
            "reason": enum(*ERRORS), "path?": about("The place in the request.", TEXT),
            "limit?": about("The name of the limit.", TEXT), "value?": about("Its value.", COUNT),
            "revision?": REVISION, "applied?": about("The change stands in memory.", BOOL)})),
        "Error": about("What a request that failed is answered with.", told({
            "code": {"type": "integer", "enum": [code for code, _ in ERRORS.values()]},
            "message": about("What failed, and what to do.", TEXT), "data": ref("ErrorData")})),
    }}


PAGE = {"limit?": about("The most in the answer.", between(1, (1 << 63) - 1, "integer")),
        "after?": about("Begin behind this one: `next` of the answer before.", TEXT)}
NEXT = {"next?": about("The answer stops here; the `after` of the next request.", TEXT)}
WAIT = {"wait?": ref("Wait")}
ID = {"id": ref("ButtonID")}
MATCH = {"match": ref("Match")}
TRAITS = {"traits?": ref("Traits")}
COORDINATE = between(-1_000_000, 1_000_000)
PLACE = {"x?": about("Points from the left edge of the button as drawn.", COORDINATE),
         "y?": about("Points from its upper edge.", COORDINATE)}
LENGTH = between(0, 1_000_000)
PLUGIN = {"name": about("The plugin's short name or its id.", TEXT)}
PRESSED = told({"phase": ref("Phase")})
NOTHING = told({})
CHANGE = ("timeout", "notDurable")
PRESS = ("notFound", "disabled", *CHANGE)
STEERING = ("notFound", "pluginUnavailable", "timeout")
UNDER = {"keys?": KEYS, "under?": about("a means a and every key that begins with a.",
                                        ref("StateKey"))}

# name: (role, summary, params, result, errors, notifications)
METHODS = {
    "hello": ("read", "Introduces the client; optional.", {
        "client": about("A name for logs and for action.triggered.", TEXT),
        "require?": about("Capabilities without which the client cannot go on.", array(TEXT)),
        "want?": about("Capabilities that it would use.", array(TEXT)),
        "role?": about("Lowers what this connection may do, for good.", ref("Role"))}, told({
            "server": TEXT, "version": TEXT, "protocol": {"const": 1}, "epoch": EPOCH,
            "revision": REVISION, "tick": TICK, "durability?": enum(*DURABILITIES),
            "role": ref("Role"), "capabilities": array(TEXT), "limits": ref("Limits")}),
              ("capabilityMissing",), ()),
    "ping": ("read", "Asks for nothing but an answer.", {}, NOTHING, (), ()),
    "sync": ("read", "Answered once every change applied before it is published, after the frames on "
             "this connection.", {
                 "timeoutMs?": {**between(1, 60_000, "integer"), "default": 5_000}},
             told({"epoch": EPOCH, "tick": TICK, "revision": REVISION}), CHANGE, ()),
    "unsubscribe": ("read", "Ends a subscription of this connection.", {
        "subscription": TEXT}, NOTHING, ("notFound",), ()),
    "state.get": ("read", "Values of keys; without keys and under of all.", {**UNDER, **PAGE},
                  told({"revision": REVISION, "values": VALUES, **NEXT}), (), ()),
    "state.set": ("write", "Sets keys, all or nothing.", {
        "values": VALUES,
        "ifRevision?": about("Nothing is applied if a key changed after it.", REVISION), **WAIT},
                  told({"revision": REVISION, "changed": KEYS}), ("conflict", *CHANGE), ()),
    "state.update": ("write", "Changes keys by operations, all or nothing.", {
        "operations": array(ref("Operation")),
        "ifRevision?": about("Nothing is applied if a key changed after it.", REVISION), **WAIT},
                     told({"revision": REVISION, "changed": KEYS, "values": VALUES}),
                     ("conflict", *CHANGE), ()),
    "state.subscribe": ("read", "Subscribes to state; without keys and under to all.", {
        **UNDER, "since?": ref("RevisionMark")}, told({
            "subscription": SUBSCRIPTION,
            "snapshot": about("The values are all there is, not only what changed since.", BOOL),
            "epoch": EPOCH, "revision": REVISION, "values": VALUES, "removed": KEYS,
            "more?": MORE}), (), ("state.changed",)),
    "buttons.define": ("write", "Defines buttons, all or nothing; one that exists is replaced.", {
        "buttons": array(ref("Definition")), **WAIT},
                       told({"revision": REVISION, "defined": IDS, "warnings?": WARNINGS}),
                       ("notFound", "configurationRequired", "pluginUnavailable", *CHANGE), ()),
    "buttons.patch": ("write", "Changes some of a definition: a JSON Merge Patch beside id and wait.", {
        **ID, **WAIT, "style?!": ref("StyleReference"), **definition_members(True)},
                      told({"revision": REVISION, "warnings?": WARNINGS}),
                      ("notFound", "configurationRequired", "pluginUnavailable", *CHANGE), ()),
    "buttons.remove": ("write", "Removes buttons; unknown ids are skipped.", {
        "ids": array(TEXT), **WAIT}, told({"revision": REVISION, "removed": IDS}), CHANGE, ()),
    "buttons.list": ("read", "Which buttons there are, by id.", {"match?": ref("Match"), **PAGE}, told({
        "buttons": array(told({
            "id": ref("ButtonID"), "style": ref("StyleReference"), "handler?": ref("PluginEntry"),
            "group?": TEXT, "status?": ref("Status")})), **NEXT}), (), ()),
    "buttons.definitions": ("read", "How buttons are defined, by id.",
                            {"match?": ref("Match"), **PAGE}, told({
                                "revision": REVISION, "buttons": array(ref("Definition")), **NEXT}),
                            (), ()),
    "buttons.get": ("read", "Looks of buttons, by id.", {**MATCH, **TRAITS, **PAGE}, told({
        "epoch": EPOCH, "tick": TICK, "revision": REVISION, "buttons": array(ref("Look")), **NEXT}),
                    (), ()),
    "buttons.subscribe": ("read", "Subscribes to looks of buttons.", {
        **MATCH, **TRAITS, "since?": ref("TickMark"),
        "form?": about("delta: patches where the client holds the look before.",
                       {**enum("full", "delta"), "default": "full"}),
        "maxRate?": about("Frames a second at most.", {"type": "number", "minimum": 0.001})}, told({
            "subscription": SUBSCRIPTION, "epoch": EPOCH, "tick": TICK, "revision": REVISION,
            "snapshot": about("The records are all there are, not only what changed since.", BOOL),
            "buttons": array(ref("Record")), "removed": IDS, "more?": MORE}),
                          (), ("buttons.updated",)),
    "buttons.explain": ("read", "How a button came to look as it does.", {
        **ID, "property?": about("A member of the appearance; all unless given.", {"anyOf": [
            enum(*[row["key"] for row in APPEARANCE]),
            {"type": "string", "pattern": OWN_PROPERTY}]}), **TRAITS}, told({
            "id": ref("ButtonID"), "epoch": EPOCH, "tick": TICK, "revision": REVISION,
            "style": ref("StyleReference"), "handler?": ref("PluginEntry"), "resolves": COUNT,
            "status?": ref("Status"), "dirty": ref("Cause"), "plugins": array(ref("Pass")),
            "properties": array(ref("Explanation"))}), ("notFound",), ()),
    "buttons.setNeedsUpdateConfiguration": (
        "write", "Has buttons resolved again for reasons that no key shows.", MATCH,
        told({"buttons": COUNT}), (), ()),
    "buttons.trigger": ("press", "Performs a button's action, as a keyboard would.", {**ID, **WAIT},
                        told({"revision": REVISION}), PRESS, ()),
    "layout.report": ("press", "How large this client draws a button, in points, insets included.", {
        **ID, "width": LENGTH, "height": LENGTH}, NOTHING, ("notFound",), ()),
    "press.began": ("press", "A finger, a pen or a mouse went down on a button; inside without a "
                    "place. x and y go together.", {**ID, **PLACE, **WAIT}, PRESSED, PRESS, ()),
    "press.moved": ("press", "It is somewhere else.", {
        **ID, **{name.rstrip("?"): schema for name, schema in PLACE.items()}, **WAIT}, PRESSED, PRESS,
                    ()),
    "press.ended": ("press", "It was lifted, here or where it was last. x and y go together.",
                    {**ID, **PLACE, **WAIT}, PRESSED, PRESS, ()),
    "press.cancelled": ("press", "It came to nothing.", {**ID, **WAIT}, PRESSED, PRESS, ()),
    "actions.subscribe": ("press", "Subscribes to actions of buttons.", {"match?": ref("Match")},
                          told({"subscription": SUBSCRIPTION}), (), ("action.triggered",)),
    "inputs.subscribe": ("admin", "Subscribes to what clients ask for that changes something: for "
                         "recordings.", {}, told({
                             "subscription": SUBSCRIPTION, "epoch": EPOCH, "revision": REVISION,
                             "tick": TICK, "at": about("Microseconds of the daemon's clock.", COUNT),
                             "state": VALUES, "buttons": array(ref("Definition")),
                             "layouts": array(told({"connection": COUNT, "id": ref("ButtonID"),
                                                    "width": NUMBER, "height": NUMBER})),
                             "presses": array(told({"connection": COUNT, "id": ref("ButtonID")}))}),
                         (), ("input.received",)),
    "styles.list": ("read", "The styles and handlers that definitions may name.", {},
                    told({"styles": array(ref("Style")), "handlers": array(ref("Style"))}), (), ()),
    "plugins.list": ("admin", "The plugins and how they are doing.", {},
                     told({"plugins": array(ref("Plugin"))}), (), ()),
    "plugins.reload": ("admin", "Reads a plugin's files again, and uses them if they are in order.",
                       PLUGIN, told({"replaced": BOOL, "plugin": ref("Plugin")}), STEERING, ()),
    "plugins.reset": ("admin", "Forgets a plugin's deaths, lifts its quarantine, starts it.", PLUGIN,
                      told({"plugin": ref("Plugin")}), STEERING, ()),
    "plugins.enable": ("admin", "Starts a plugin that was disabled.", PLUGIN,
                       told({"plugin": ref("Plugin")}), STEERING, ()),
    "plugins.disable": ("admin", "Stops a plugin until it is enabled.", PLUGIN,
                        told({"plugin": ref("Plugin")}), STEERING, ()),
    "plugins.subscribe": ("admin", "Subscribes to how plugins are doing.", {}, told({
        "subscription": SUBSCRIPTION, "plugins": array(ref("Plugin"))}), (), ("plugin.changed",)),
    "server.stats": ("read", "Counters and gauges.", {}, told({
        "durability?": enum(*DURABILITIES), **{name: COUNT for name in FIGURES},
        "plugins?": array(ref("PluginFigures"))}), (), ()),
    "server.reload": ("admin", "Reads the configuration again.", {}, told({
        "revision": REVISION, "theme": TEXT, "tokensChanged": COUNT, "buttonsDefined": COUNT,
        "buttonsRemoved": COUNT, "warnings?": array(TEXT)}), ("invalidConfiguration",), ()),
    "server.backup": ("admin", "Makes a backup of everything that is kept.", {}, told({
        "path": TEXT, "revision": REVISION, "bytes": COUNT}), ("notFound", "internalError"), ()),
}

# name: (summary, params)
NOTIFICATIONS = {
    "state.changed": ("What changed in the state that a subscription covers, at most once a tick.", {
        "subscription": SUBSCRIPTION, "revision": REVISION, "values": VALUES, "removed": KEYS,
        "more?": MORE}),
    "buttons.updated": ("A frame: all that changed in a tick among the buttons of a subscription.", {
        "subscription": SUBSCRIPTION, "tick": TICK, "revision": REVISION,
        "buttons": array(ref("Record")), "removed": IDS,
        "snapshot?": about("Drop all you hold first.", {"const": True}), "more?": MORE}),
    "action.triggered": ("A button performed its action.", {
        "subscription": SUBSCRIPTION, "id": ref("ButtonID"), "name?": TEXT, "payload?": ANYTHING,
        "client?": about("As the one that pressed called itself.", TEXT), "revision": REVISION,
        "missed?": about("Actions before this one that nobody took.", COUNT)}),
    "plugin.changed": ("A plugin is new, another version, or doing otherwise.", {
        "subscription": SUBSCRIPTION, "plugin": ref("Plugin")}),
    "input.received": ("A client asked for something that changes something; or, as the method "
                       "connection.closed, one that did is gone.", {
                           "subscription": SUBSCRIPTION,
                           "at": about("Microseconds of the daemon's clock.", COUNT),
                           "revision": REVISION, "connection": COUNT, "client?": TEXT,
                           "method": TEXT, "params": {"type": "object"},
                           "refused?": about("The reason of the error.", enum(*ERRORS)),
                           "missed?": COUNT}),
}


def parameters(members, is_read):
    """Content descriptors; what is read may be null where it may be left out, unless "!" says no."""
    return [{"name": name.rstrip("?!"), **({"required": True} if "?" not in name else {}),
             "schema": or_null(schema) if is_read and name.endswith("?") else schema}
            for name, schema in members.items()]


def method(name, entry):
    """A method of the document."""
    role, summary, params, result, errors, notifications = entry
    refuses = "refused" if name == "buttons.patch" else "ignored"
    return {
        "name": name, "summary": summary, "tags": [{"name": name.split(".")[0] if "." in name else "session"}],
        "paramStructure": "by-name", "params": parameters(params, True),
        "result": {"name": "result", "schema": result},
        "errors": [{"$ref": f"#/components/errors/{each}"} for each in (*ALWAYS, *errors)],
        "x-role": role, "x-unknownParams": refuses,
        **({"x-notifications": list(notifications)} if notifications else {})}


def openrpc(shared):
    """The document."""
    kinds = types(shared)
    methods = [method(name, entry) for name, entry in METHODS.items()]
    notifications = [{"name": name, "summary": summary, "paramStructure": "by-name",
                      "params": parameters(params, False)}
                     for name, (summary, params) in NOTIFICATIONS.items()]
    bodies = [[each["params"], each.get("result")] for each in methods + notifications]
    needed = used(bodies + [ref("Error")], kinds)
    place = "#/components/schemas/"
    for each in methods:
        for part in ("params", "result"):
            each[part] = rendered(each[part], place)
    return {
        "openrpc": "1.3.2",
        "info": {
            "title": "buttond's client protocol", "version": "1",
            "description": "JSON-RPC 2.0 over a Unix stream socket, one message a line: "
                           "docs/protocol.md says the rest. Parameters go by name, and null counts as "
                           "left out. Objects that the daemon writes are closed here, which is what "
                           "this version sends; members may be added, so a client ignores those that "
                           "it does not know. OpenRPC has no word for what a server sends without "
                           "being asked: that is under x-notifications, described as methods are."},
        "servers": [{"name": "socket", "url": "unix:${path}", "variables": {
            "path": {"default": "/run/buttond/buttond.sock",
                     "description": "BUTTOND_SOCKET, else $XDG_RUNTIME_DIR/buttond/buttond.sock, "
                                    "else this one for root."}}}],
        "methods": methods,
        "x-notifications": rendered(notifications, place),
        "x-unaskedErrors": [{"$ref": f"#/components/errors/{each}"} for each in UNASKED],
        "components": {
            "schemas": {name: rendered(kinds[name], place) for name in kinds if name in needed},
            "errors": {reason: {"code": code, "message": text, "data": {"reason": reason}}
                       for reason, (code, text) in ERRORS.items()}}}
