"""The types of the Node package, out of the OpenRPC document."""

import json


class Types:
    """JSON Schema as TypeScript."""

    def __init__(self, document):
        self.document = document

    @staticmethod
    def name(name):
        """The name of a type; the language has some already."""
        return {"Record": "LookRecord", "Error": "ErrorObject"}.get(name, name)

    def of(self, schema, indent=""):
        """The type of a schema."""
        if "$ref" in schema:
            return self.name(schema["$ref"].split("/")[-1])
        if "const" in schema:
            return json.dumps(schema["const"])
        if "enum" in schema:
            return " | ".join(json.dumps(each) for each in schema["enum"])
        for word in ("anyOf", "oneOf"):
            if word in schema and "properties" not in schema:
                parts = dict.fromkeys(self.of(each, indent) for each in schema[word])
                return " | ".join(parts)
        if "allOf" in schema and len(schema["allOf"]) == 1:
            return self.of(schema["allOf"][0], indent)
        kind = schema.get("type")
        if isinstance(kind, list):
            return " | ".join(self.of({**schema, "type": each}, indent) for each in kind)
        if kind == "array":
            return f"Array<{self.of(schema.get('items', {}), indent)}>"
        if kind == "object" or "properties" in schema:
            return self.members(schema, indent)
        return {"string": "string", "integer": "number", "number": "number", "boolean": "boolean",
                "null": "null"}.get(kind, "Value")

    def members(self, schema, indent=""):
        """The type of an object."""
        properties, inner = schema.get("properties", {}), indent + "  "
        others = schema.get("additionalProperties")
        if not properties:
            value = self.of(others, indent) if isinstance(others, dict) else "Value"
            return "{}" if others is False and "patternProperties" not in schema else (
                f"Record<string, {value}>")
        required, lines = schema.get("required", ()), []
        for name, each in properties.items():
            if each.get("description"):
                lines.append(f"{inner}/** {each['description']} */")
            mark = "" if name in required else "?"
            lines.append(f"{inner}{name}{mark}: {self.of(each, inner)};")
        if "patternProperties" in schema:
            lines.append(f"{inner}[name: `x-${{string}}`]: Value;")
        return "{\n" + "\n".join(lines) + f"\n{indent}}}"

    def method(self, method):
        """The params and the result of a method."""
        params = {"properties": {each["name"]: each["schema"] for each in method["params"]},
                  "required": [each["name"] for each in method["params"] if each.get("required")],
                  "additionalProperties": False}
        return (f"  /** {method['summary']} */\n" if method.get("summary") else "") + (
            f"  \"{method['name']}\": {{\n    params: {self.members(params, '    ')};\n"
            f"    result: {self.of(method['result']['schema'], '    ')};\n  }};")

    def text(self):
        """The file."""
        parts = ["// Written by scripts/record from Config/schemas/openrpc.json.",
                 "/** A value of the state; integers that a number cannot hold are bigint. */\n"
                 "export type Value = null | boolean | number | bigint | string | Value[] "
                 "| { [name: string]: Value };"]
        for name, schema in self.document["components"]["schemas"].items():
            comment = f"/** {schema['description']} */\n" if schema.get("description") else ""
            parts.append(f"{comment}export type {self.name(name)} = {self.of(schema)};")
        methods = "\n".join(self.method(each) for each in self.document["methods"])
        parts.append(f"/** The params and the result of every method. */\nexport interface Methods {{\n"
                     f"{methods}\n}}")
        return "\n\n".join(parts) + "\n"
