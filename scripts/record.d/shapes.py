"""How schemas are written here: objects that are read, objects that are told, and names of types.

A name with "?" behind it may be left out. In what the daemon reads it may then also be null, which
counts as left out; what the daemon tells is never null there.
"""

NULL = {"type": "null"}
ANYTHING = {}
BOOL = {"type": "boolean"}
TEXT = {"type": "string"}
NUMBER = {"type": "number"}
COUNT = {"type": "integer", "minimum": 0}


def ref(name):
    """A shared type by its name; `rendered` makes a pointer of it."""
    return {"$ref": name}


def about(text, schema):
    """A schema with a sentence on it."""
    if "$ref" in schema:
        return {"description": text, "allOf": [schema]}
    return {"description": text, **schema}


def enum(*names):
    """One of some texts."""
    return {"type": "string", "enum": list(names)}


def array(items, **bounds):
    """An array of things of one kind."""
    return {"type": "array", "items": items, **bounds}


def one_or_more(schema, **bounds):
    """A thing, or an array of such."""
    return {"anyOf": [schema, array(schema, **bounds)]}


def between(least, most, kind="number"):
    """A number in a range."""
    return {"type": kind, "minimum": least, "maximum": most}


def or_null(schema):
    """The same, or null."""
    if schema == NULL or not schema.keys() - {"description", "default", "deprecated"}:
        return schema
    if isinstance(schema.get("type"), str) and not schema.keys() & {"allOf", "anyOf", "if", "const"}:
        more = {"enum": schema["enum"] + [None]} if "enum" in schema else {}
        return {**schema, "type": [schema["type"], "null"], **more}
    outside = {key: schema[key] for key in ("description", "default") if key in schema}
    inside = {key: value for key, value in schema.items() if key not in outside}
    ways = inside["anyOf"] if list(inside) == ["anyOf"] else [inside]
    if list(inside) == ["allOf"] and len(inside["allOf"]) == 1:
        ways = inside["allOf"]
    return {**outside, "anyOf": ways + [NULL]}


def _split(members):
    """The schemas by name, and the names that must be there."""
    schemas = {name.rstrip("?"): schema for name, schema in members.items()}
    return schemas, [name for name in members if not name.endswith("?")]


def _object(schemas, required, is_closed):
    shape = {"type": "object"}
    if is_closed:
        shape["additionalProperties"] = False
    if required:
        shape["required"] = required
    return {**shape, "properties": schemas}


def read(members, is_closed=True):
    """An object that the daemon reads, refusing names that it does not know unless it is open."""
    schemas, required = _split(members)
    for name in schemas:
        if name not in required:
            schemas[name] = or_null(schemas[name])
    return _object(schemas, required, is_closed)


def told(members):
    """An object that the daemon writes, with nothing else in it."""
    return _object(*_split(members), True)


def used(schema, types):
    """The names of the shared types that a schema needs, also by way of others."""
    found, waiting = set(), [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            name = node.get("$ref")
            if isinstance(name, str) and name not in found:
                found.add(name)
                waiting.append(types[name])
            waiting += [value for key, value in node.items() if key != "$ref"]
    return found


def rendered(node, place):
    """A schema whose references are pointers to where the shared types lie."""
    if isinstance(node, list):
        return [rendered(each, place) for each in node]
    if not isinstance(node, dict):
        return node
    return {key: place + value if key == "$ref" and isinstance(value, str)
            else rendered(value, place) for key, value in node.items()}


def document(title, text, schema, types, comment=None):
    """A JSON Schema that stands alone: what it needs of the shared types is in its $defs."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title,
            "description": text}
    if comment:
        head["$comment"] = comment
    defs = {name: types[name] for name in types if name in used(schema, types)}
    return rendered({**head, **schema, "$defs": defs}, "#/$defs/")
