"""Holds the client packages to Config/schemas/openrpc.json: the errors, what may be asked again, and every method and
parameter that they name. scripts/record writes the types of the one for Node."""

import asyncio
import json
import re
import shutil
import subprocess
import typing

import buttond
import buttond._errors
import buttond._session
import buttond.aio
import pytest

from .repository import ROOT, read

DOCUMENT = json.loads(read("Config/schemas/openrpc.json"))
METHODS = {each["name"]: {param["name"] for param in each["params"]} for each in DOCUMENT["methods"]}
NOTIFICATIONS = {each["name"] for each in DOCUMENT["x-notifications"]}
PYTHON, NODE = "clients/python/src/buttond", "clients/node/src"
SOURCES = {name: read(name) for name in (
    f"{PYTHON}/_sync.py", f"{PYTHON}/aio.py", f"{PYTHON}/_session.py", f"{NODE}/client.js", f"{NODE}/feeds.js")}
# Methods that the clients leave to `call`.
SPARE = {"state.derived", "buttons.list", "buttons.definitions", "buttons.explain",
         "buttons.setNeedsUpdateConfiguration"}


def quoted(text, word=r"[\w.]+"):
    """The words that stand in quotation marks."""
    return set(re.findall(rf'"({word})"', text))


def test_errors_are_those_of_the_protocol():
    reasons = set(DOCUMENT["components"]["errors"])
    assert set(buttond._errors.REASONS) == reasons
    assert set(re.findall(r"^  (\w+): \w+,$", read(f"{NODE}/errors.js"), re.M)) == reasons


@pytest.mark.parametrize("module", [buttond._sync, buttond.aio])
def test_who_waits_looks_at_each_try_where_the_socket_is(module, monkeypatch):
    class Found(Exception):
        pass

    tries = iter([buttond.NoDaemon("there is no folder yet"), Found()])

    def look(_):
        raise next(tries)

    monkeypatch.setattr(module, "socket_path", look)
    with pytest.raises(Found):
        client = module.Client(wait=60)
        asyncio.run(client.connect())


def test_all_clients_ask_the_same_requests_again():
    swift = read("Sources/ButtonClient/Continuity.swift")
    node = read(f"{NODE}/session.js")
    assert quoted(re.search(r"new Set\(\[(.*?)\]\)", node, re.S)[1]) == buttond._session.READS
    assert quoted(re.search(r"reads: .*?\[(.*?)\]", swift, re.S)[1]) == buttond._session.READS


def test_methods_that_are_named_exist(wrong):
    groups = {method.split(".")[0] for method in METHODS if "." in method}
    for name, text in SOURCES.items():
        for method in quoted(text, r"\w+\.\w+") - set(METHODS) - NOTIFICATIONS:
            if method.split(".")[0] in groups:
                wrong(name, f"there is no method {method}")


@pytest.mark.parametrize("names", [("_sync.py", "_session.py"), ("client.js", "feeds.js")], ids=["python", "node"])
def test_clients_have_a_call_for_every_method(names):
    called = set().union(*(quoted(text) for name, text in SOURCES.items() if name.endswith(names)))
    wanted = {method for method in METHODS if re.match(r"state|buttons|press|layout|actions", method)}
    assert not wanted - SPARE - called


def test_both_clients_in_python_have_the_same_members():
    members = [{name for name in vars(kind) if not name.startswith("_")} - {"connect"}
               for kind in (buttond.Client, buttond.aio.Client)]
    assert members[0] == members[1]


def test_parameters_that_are_named_exist():
    text = SOURCES[f"{PYTHON}/_sync.py"] + read(f"{PYTHON}/_requests.py")
    named = {param for call in re.findall(r"present\((.*?)\)", text) for param in re.findall(r"(\w+)=", call)}
    assert not named - set().union(*METHODS.values())


@pytest.mark.parametrize("kind", [buttond.TextRun, buttond.TitleRun])
def test_runs_have_the_members_of_the_protocol(kind):
    schema = DOCUMENT["components"]["schemas"][f"{kind.__name__}s"]["items"]
    hints = typing.get_type_hints(kind, include_extras=True)
    assert set(hints) == set(schema["properties"])
    required = {name for name in hints if typing.get_origin(hints[name]) is not typing.NotRequired}
    assert required == set(schema["required"])


def test_weights_are_those_of_the_protocol():
    weights = DOCUMENT["components"]["schemas"]["TitleRuns"]["items"]["properties"]["fontWeight"]["enum"]
    assert list(typing.get_args(buttond.FontWeight)) == weights


@pytest.mark.skipif(not shutil.which("mypy"), reason="there is no mypy")
def test_types_are_strict():
    subprocess.run(["mypy", "--strict", "--cache-dir=/dev/null", "src"], cwd=f"{ROOT}/clients/python", check=True)
