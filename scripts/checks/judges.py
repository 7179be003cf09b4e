"""What the schemas say of files and of messages."""

import functools
import json
import re

import jsonschema
import yaml

from .repository import read


class Core(yaml.SafeLoader):
    """YAML 1.2's core schema, as the daemon reads it: yes, no and dates are texts."""


Core.yaml_implicit_resolvers = {}
for tag, form, first in (
        ("null", r"^(~|null|Null|NULL|)$", ["~", "n", "N", ""]),
        ("bool", r"^(true|True|TRUE|false|False|FALSE)$", list("tTfF")),
        ("int", r"^[-+]?[0-9]+$", list("-+0123456789")),
        ("float", r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$", list("-+.0123456789"))):
    Core.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(form), first)


def parsed(text):
    """The value of YAML, JSON included."""
    return yaml.load(text, Core)


def schema(name):
    """A schema, all of whose references lead somewhere."""
    text = read(f"Config/schemas/{name}")
    document = json.loads(text)
    for pointer in set(re.findall(r'"\$ref": "([^"]*)"', text)):
        follow(document, pointer, name)
    return document


def follow(document, pointer, name=""):
    """What a pointer leads to."""
    node = document
    for part in pointer.removeprefix("#/").split("/"):
        assert pointer.startswith("#/") and isinstance(node, dict) and part in node, (
            f"{name}: {pointer} leads nowhere")
        node = node[part]
    return node


class File:
    """A schema of files as a judge."""

    def __init__(self, name):
        document = schema(name)
        jsonschema.Draft202012Validator.check_schema(document)
        self.name, self.judge = name, jsonschema.Draft202012Validator(document)

    def faults(self, value):
        """Why a value is not taken; empty where it is."""
        return [f"{error.json_path}: {error.message[:200]}" for error in self.judge.iter_errors(value)]


@functools.cache
def file(kind):
    """The judge of a kind of file."""
    return File(f"{kind}.schema.json")


class Protocol:
    """The OpenRPC document as a judge of messages."""

    def __init__(self):
        self.document = schema("openrpc.json")
        self.components = self.document["components"]
        self.methods = self.by_name(self.document["methods"])
        self.notifications = self.by_name(self.document["x-notifications"])
        self.codes = {each["data"]["reason"]: each["code"]
                      for each in self.components["errors"].values()}
        self.judges = {}
        self.check_structure()

    def by_name(self, entries):
        """Methods by their names, of which each is there once."""
        names = [entry["name"] for entry in entries]
        assert len(names) == len(set(names)), "openrpc.json: a method is there twice"
        return dict(zip(names, entries))

    def check_structure(self):
        """What OpenRPC and JSON Schema want of the document."""
        info = self.document["info"]
        assert re.fullmatch(r"1\.\d+\.\d+", self.document["openrpc"]) and info["title"] and info["version"]
        self.check_members(self.document, "openrpc", "info", "servers", "methods", "components")
        for error in self.components["errors"].values():
            assert error.keys() == {"code", "message", "data"}, (
                f"openrpc.json: this is not an error of OpenRPC: {error}")
        for schemas in self.components["schemas"].values():
            jsonschema.Draft7Validator.check_schema(schemas)
        for method in [*self.methods.values(), *self.notifications.values()]:
            self.check_members(method, "name", "summary", "tags", "paramStructure", "params", "result",
                               "errors")
            for each in method["params"]:
                self.check_members(each, "name", "required", "schema")
            names = [each["name"] for each in method["params"]]
            assert method["paramStructure"] == "by-name" and len(names) == len(set(names)), (
                f"openrpc.json: the params of {method['name']} are wrong")
            for each in [*method["params"], *([method["result"]] if "result" in method else [])]:
                jsonschema.Draft7Validator.check_schema(each["schema"])
            for name in method.get("x-notifications", ()):
                assert name in self.notifications, f"openrpc.json: there is no notification {name}"

    @staticmethod
    def check_members(part, *known):
        """OpenRPC knows the members of a part, but for those that begin with x-."""
        unknown = {key for key in part if not key.startswith("x-")} - set(known)
        assert not unknown, f"openrpc.json: OpenRPC has no {sorted(unknown)}: {str(part)[:300]}"

    def judged(self, place, part, value):
        """Why a value is not what a part of the document says."""
        judge = self.judges.get(place)
        if judge is None:
            judge = self.judges[place] = jsonschema.Draft7Validator(
                {"components": self.components, "allOf": [part]})
        return [f"{place}{error.json_path[1:]}: {error.message[:200]}"
                for error in judge.iter_errors(value)]

    def params(self, method, params, is_closed):
        """Why the params are not those of a method or a notification."""
        described = {each["name"]: each for each in method["params"]}
        faults = []
        for name, entry in described.items():
            if name in params:
                faults += self.judged(f"{method['name']} {name}", entry["schema"], params[name])
            elif entry.get("required"):
                faults.append(f"{method['name']}: {name} is missing")
        if is_closed:
            faults += [f"{method['name']}: {name} is not known"
                       for name in params if name not in described]
        return faults

    def request(self, name, params):
        """Why a request is none that the daemon takes."""
        method = self.methods[name]
        if not isinstance(params, dict):
            return [f"{name}: params are not an object"]
        return self.params(method, params, method["x-unknownParams"] == "refused")

    def result(self, name, result):
        """Why a result is not that of the method."""
        return self.judged(f"{name} result", self.methods[name]["result"]["schema"], result)

    def error(self, error, allowed):
        """Why an error is not one of those described."""
        faults = self.judged("error", {"$ref": "#/components/schemas/Error"}, error)
        reason = error.get("data", {}).get("reason")
        if self.codes.get(reason) != error.get("code"):
            faults.append(f"{reason} has another code than {error.get('code')}")
        if reason not in allowed:
            faults.append(f"{reason} is not among {sorted(allowed)}")
        return faults

    def reasons(self, method):
        """The reasons with which a method may fail."""
        entries = self.document["x-unaskedErrors"] if method is None else method["errors"]
        return {follow(self.document, each["$ref"])["data"]["reason"] for each in entries}
