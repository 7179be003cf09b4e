"""The types of the Node package, out of the OpenRPC document: JSON Schema as TypeScript."""

import json


def named(name):
    """The name of a type; the language has some already."""
    return {"Record": "LookRecord", "Error": "ErrorObject"}.get(name, name)


def type_of(schema, indent=""):
    """The type of a schema."""
    if "$ref" in schema:
        return named(schema["$ref"].split("/")[-1])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(each) for each in schema["enum"])
    for word in ("anyOf", "oneOf"):
        if word in schema and "properties" not in schema:
            parts = dict.fromkeys(type_of(each, indent) for each in schema[word])
            return " | ".join(parts)
    if "allOf" in schema and len(schema["allOf"]) == 1:
        return type_of(schema["allOf"][0], indent)
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(type_of({**schema, "type": each}, indent) for each in kind)
    if kind == "array":
        return f"Array<{type_of(schema.get('items', {}), indent)}>"
    if kind == "object" or "properties" in schema:
        return members(schema, indent)
    return {"string": "string", "integer": "number", "number": "number", "boolean": "boolean",
            "null": "null"}.get(kind, "Value")


def members(schema, indent):
    """The type of an object."""
    properties, inner = schema.get("properties", {}), indent + "  "
    others = schema.get("additionalProperties")
    if not properties:
        value = type_of(others, indent) if isinstance(others, dict) else "Value"
        return "{}" if others is False and "patternProperties" not in schema else (
            f"Record<string, {value}>")
    required, lines = schema.get("required", ()), []
    for name, each in properties.items():
        if each.get("description"):
            lines.append(f"{inner}/** {each['description']} */")
        mark = "" if name in required else "?"
        lines.append(f"{inner}{name}{mark}: {type_of(each, inner)};")
    if "patternProperties" in schema:
        lines.append(f"{inner}[name: `x-${{string}}`]: Value;")
    return "{\n" + "\n".join(lines) + f"\n{indent}}}"


def method_of(method):
    """The params and the result of a method."""
    params = {"properties": {each["name"]: each["schema"] for each in method["params"]},
              "required": [each["name"] for each in method["params"] if each.get("required")],
              "additionalProperties": False}
    return (f"  /** {method['summary']} */\n  \"{method['name']}\": {{\n    params: {members(params, '    ')};\n"
            f"    result: {type_of(method['result']['schema'], '    ')};\n  }};")


def text(document):
    """The file."""
    parts = ["// Written by scripts/record from Config/schemas/openrpc.json.",
             "/** A value of the state; integers that a number cannot hold are bigint. */\n"
             "export type Value = null | boolean | number | bigint | string | Value[] "
             "| { [name: string]: Value };"]
    for name, schema in document["components"]["schemas"].items():
        comment = f"/** {schema['description']} */\n" if schema.get("description") else ""
        parts.append(f"{comment}export type {named(name)} = {type_of(schema)};")
    methods = "\n".join(map(method_of, document["methods"]))
    parts.append(f"/** The params and the result of every method. */\nexport interface Methods {{\n{methods}\n}}")
    return "\n\n".join(parts) + "\n"
