"""Holds the schemas of files in Config/schemas to the programs that read the files, both ways: they think alike of all
that is shipped, of the cases and the broken files of the tests, and of every bound and choice in a schema, but for
what no schema can say."""

import glob
import json
import os
import re
import subprocess

import pytest

from .judges import file, parsed, yaml
from .repository import ROOT, lines, read

PREFIX = os.environ["BUTTOND_TEST_PREFIX"]
# A layout may be without some programs: BUTTOND_MQTT=0, BUTTOND_RASTER=0.
OWN_PROGRAMS = {kind: program for kind, program in (("mqtt", "buttond-mqtt"), ("surface", "buttond-surface"))
                if os.access(f"{PREFIX}/bin/{program}", os.X_OK)}
KINDS = ("buttond", "buttons", "tokens", "plugin", *OWN_PROGRAMS)
BROKEN = "Tests/DaemonConfigurationTests/Fixtures/wrong"
# Broken files of the tests whose mistake no schema can say.
BEYOND = {
    "buttons-nowhere.yaml": "what is named is not there", "unknown-theme.yaml": "the same",
    "folder-of-themes.yaml": "the same", "theme-is-no-json/buttond.yaml": "the theme is broken",
    "files/buttond.yaml": "its other files are broken",
    "sizes-that-do-not-fit.yaml": "two sizes that do not fit one another",
    "lines-too-short-for-a-fleet.yaml": "the same",
    "steps-that-do-not-fit.yaml": "the same", "results-that-do-not-fit.yaml": "the same",
    "expression-limits.yaml": "the size of expressions",
    "group-limit.yaml": "a limit that the file itself lowers",
    "expression-result-bytes.yaml": "a range of a size with a unit",
    "span-out-of-range.yaml": "a range of a span with a unit", "twice.yaml": "a name twice",
    "two-documents.yaml": "two documents", "no-yaml.yaml": "no YAML",
    "derived-cycle.yaml": "keys that depend on themselves",
    "fleet-buttons.yaml": "a button that a scope shares, and scopes that overlap",
    "files/buttons.d/b.yaml": "an id that another file has", "files/buttons.d/c.json": "no JSON",
    "theme-is-no-json/mine/cut.tokens.json": "no JSON"}


def case(machine, number, kind, value):
    """The path of a configuration whose file of a kind has that value."""
    text, folder = json.dumps(value), f"cases/{number}"
    if kind == "buttond" or kind in OWN_PROGRAMS:
        return machine.write(f"{folder}/{kind}.json", text)
    if kind == "buttons":
        machine.write(f"{folder}/buttons.json", text)
        return machine.write(f"{folder}/buttond.yaml", "buttons: [buttons.json]")
    machine.write(f"{folder}/themes/t.tokens.json", text)
    return machine.write(f"{folder}/buttond.yaml", "theme: t")


def check(machine, program, paths):
    """What a program says that checks these files, and whether it takes all of them."""
    code, text = machine.do(f"{program} --check {' '.join(f'--config {path}' for path in paths)}")
    assert code in (0, 78), f"{program} ended with {code}: {text}"
    return text, code == 0


def complaints(machine, cases):
    """What the program that reads it has against each of these values of a kind of file; empty where it takes it. One
    start of the daemon checks all of its files."""
    paths = [case(machine, number, *each) for number, each in enumerate(cases)]
    of_daemon = [path for path, (kind, _) in zip(paths, cases) if kind not in OWN_PROGRAMS]
    said = check(machine, "buttond", of_daemon)[0] if of_daemon else ""
    for path, (kind, _) in zip(paths, cases):
        if kind in OWN_PROGRAMS:
            text, is_taken = check(machine, OWN_PROGRAMS[kind], [path])
        else:
            is_taken, folder = f"{path} is in order" in said, os.path.dirname(path) + "/"
            text = "\n".join(line for line in said.splitlines() if folder in line)
        yield "" if is_taken else text or "it says nothing of the file"


def test_the_template_has_the_keys_of_its_schema():
    text = read("Config/buttond.yaml")
    full = parsed(re.sub(r"^#(?! \S)", "", text, flags=re.M))
    assert not file("buttond").faults(parsed(text)) + file("buttond").faults(full)
    assert set(full) == set(file("buttond").judge.schema["properties"])


@pytest.mark.parametrize("kind, path", [
    *(("tokens", path) for path in glob.glob("Config/themes/*", root_dir=ROOT)), ("buttons", "Config/demo/buttons.json"),
    *(("plugin", path) for path in glob.glob("Plugins/*/plugin.json", root_dir=ROOT))])
def test_schemas_take_what_is_shipped(kind, path):
    assert not file(kind).faults(parsed(read(path)))


@pytest.mark.parametrize("name", [
    name for name in glob.glob("**/*.*", root_dir=f"{ROOT}/{BROKEN}", recursive=True)
    if os.path.isfile(f"{ROOT}/{BROKEN}/{name}")])
def test_schemas_refuse_broken_files(name):
    kind = "tokens" if name.endswith(".tokens.json") else "buttons" if "buttons.d" in name else "buttond"
    try:
        faults = file(kind).faults(parsed(read(f"{BROKEN}/{name}")))
    except yaml.YAMLError:
        faults = [] if name in BEYOND else ["no YAML"]
    assert bool(faults) != (name in BEYOND), faults


@pytest.mark.parametrize("line", lines("Tests/Fixtures/definitions.jsonl"), ids=str)
def test_the_schema_thinks_of_definitions_what_the_daemon_does(line):
    faults = file("buttons").faults([line["definition"]])
    assert bool(faults) != line.get("schemaTakes", "reason" not in line), faults


def test_daemon_and_schemas_think_of_each_case_what_its_line_says(machine, wrong):
    cases = [each for each in lines("Tests/Fixtures/schemas.jsonl") if each["file"] in KINDS]
    found = complaints(machine, [(each["file"], each["value"]) for each in cases])
    for each, complaint in zip(cases, found, strict=True):
        if bool(complaint) == each["isRead"]:
            wrong(each["about"], f"the daemon thinks of {each['value']}: {complaint or 'nothing'}")
        faults = file(each["file"]).faults(each["value"])
        if bool(faults) == each.get("schemaTakes", each["isRead"]):
            wrong(each["about"], f"the schema thinks of {each['value']}: {faults}")


def leaves(node, path=()):
    """The keys of a schema that hold no keys, with their places."""
    for name, inner in node.get("properties", {}).items():
        while len(inner.get("anyOf", ())) == 2 and inner["anyOf"][1] == {"type": "null"}:
            inner = inner["anyOf"][0]
        if "properties" in inner:
            yield from leaves(inner, (*path, name))
        else:
            yield (*path, name), inner


def extremes(leaf):
    """Values that a bound or a choice just takes, and some that it does not."""
    for way in leaf.get("anyOf", [leaf]):
        if "minimum" in way:
            step = 1 if "integer" in way["type"] else 0.01
            yield from ((way["minimum"], True), (way["maximum"], True))
            yield from ((way["minimum"] - step, False), (way["maximum"] + step, False))
        for name in way.get("enum", ()):
            yield name, True
        if "enum" in way:
            yield "nonsense", False


def bounds(kind):
    """Files of a kind at the bounds and choices of its schema, and whether they are taken."""
    for path, leaf in leaves(file(kind).judge.schema):
        for value, is_taken in extremes(leaf):
            config = value
            for name in reversed(path):
                config = {name: config}
            # Limits that may not be above or below another.
            if path == ("limits", "valueBytes") and value == leaf["anyOf"][0]["maximum"]:
                config["limits"]["lineBytes"] = value
            if path == ("limits", "lineBytes") and value == leaf["anyOf"][0]["minimum"]:
                config["limits"]["valueBytes"] = value
            if path == ("limits", "derivedSteps") and value == leaf["minimum"]:
                config["limits"]["expressionSteps"] = value
            yield config, is_taken


@pytest.mark.parametrize("kind, least", [("buttond", 100), ("mqtt", 12), ("surface", 2)])
def test_programs_take_what_the_schema_says_to_the_last_one(machine, wrong, kind, least):
    if kind not in KINDS:
        pytest.skip(f"this layout reads no {kind}.yaml")
    cases = list(bounds(kind))
    assert len(cases) >= least
    found = complaints(machine, [(kind, config) for config, _ in cases])
    for (config, is_taken), complaint in zip(cases, found, strict=True):
        if bool(complaint) == is_taken or bool(file(kind).faults(config)) == is_taken:
            wrong(kind, f"{config} should {'' if is_taken else 'not '}be taken: {complaint}")


def test_files_made_of_tables_are_what_the_tables_say():
    subprocess.run([f"{ROOT}/scripts/record", "--check"], check=True)
