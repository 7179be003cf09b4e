"""The client protocol as an OpenRPC document, made of Config/messages.json, which a test writes from the
tables in Sources/ButtonProtocol.
"""

from shapes import TEXT, about, or_null, read, ref, rendered, told, used
from values import definition_members, table

MESSAGES = table("Config/messages.json")
ERRORS = MESSAGES["errors"]
# What any method may be answered with; the others are at the methods.
ALWAYS = ("invalidParams", "internalError", "forbidden", "limitExceeded")
# What comes before there is a method.
UNASKED = ("parseError", "invalidRequest", "methodNotFound", "forbidden", "limitExceeded")


def schema(node, is_read):
    """What a type in the tables is in JSON Schema; what the daemon reads is open."""
    node = dict(node)
    text = node.pop("description", None)
    if "fields" in node:
        node = fielded(node, is_read)
    elif "items" in node:
        node["items"] = schema(node["items"], is_read)
    return about(text, node) if text else node


def fields(members, is_read):
    """The fields of an object, with their schemas."""
    return {name: schema(node, is_read) for name, node in members.items()}


def fielded(node, is_read):
    """An object with fields, of which some may take the place of others."""
    members = fields(node["fields"], is_read)
    shape = (lambda them: read(them, False)) if is_read else told
    groups = node.get("oneOf", [])
    named = [name + "?" for group in groups for name in group]
    if groups and set(members) == set(named):
        return {"oneOf": [shape({name: members[name + "?"] for name in group}) for group in groups]}
    return {**shape(members),
            **({"oneOf": [{"required": group} for group in groups]} if groups else {})}


def types(shared):
    """The shared types, and those of messages alone."""
    own = MESSAGES["types"]
    asked = used([each["params"] for each in MESSAGES["methods"].values()],
                 {**shared, "DefinitionPatch": {}, **own})
    return {**shared, **{name: schema(node, name in asked) for name, node in own.items()}, **{
        "Error": about("What a request that failed is answered with.", told({
            "code": {"type": "integer", "enum": [each["code"] for each in ERRORS.values()]},
            "message": about("What failed, and what to do.", TEXT), "data": ref("ErrorData")})),
    }}


def patch_members():
    """What `*` stands for in the params of buttons.patch."""
    return {"style?!": ref("StyleReference"), **definition_members(True)}


def parameters(members, is_read):
    """Content descriptors; what is read may be null where it may be left out, unless "!" says no."""
    return [{"name": name.rstrip("?!"), **({"required": True} if "?" not in name else {}),
             "schema": or_null(schema) if is_read and name.endswith("?") else schema}
            for name, schema in members.items()]


def method(name, entry):
    """A method of the document."""
    params = fields(entry["params"], True)
    is_patch = params.pop("*", None) is not None
    if is_patch:
        params |= patch_members()
    return {
        "name": name, "summary": entry["summary"],
        "tags": [{"name": name.split(".")[0] if "." in name else "session"}],
        "paramStructure": "by-name", "params": parameters(params, True),
        "result": {"name": "result", "schema": told(fields(entry["result"], False))},
        "errors": [{"$ref": f"#/components/errors/{each}"} for each in (*ALWAYS, *entry["errors"])],
        "x-role": entry["role"], "x-unknownParams": "refused" if is_patch else "ignored",
        **({"x-notifications": entry["notifications"]} if entry["notifications"] else {})}


def openrpc(shared):
    """The document."""
    kinds = types(shared)
    methods = [method(name, entry) for name, entry in MESSAGES["methods"].items()]
    notifications = [{"name": name, "summary": entry["summary"], "paramStructure": "by-name",
                      "params": parameters(fields(entry["params"], False), False)}
                     for name, entry in MESSAGES["notifications"].items()]
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
                           "docs/protocol.md and the pages that it lists say the rest. Parameters go by "
                           "name, and null counts as left out. Objects that the daemon writes are closed here, which is what "
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
            "errors": {reason: {**error, "data": {"reason": reason}}
                       for reason, error in ERRORS.items()}}}
