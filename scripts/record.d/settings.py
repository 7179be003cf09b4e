"""The numbers that a configuration may set, out of Config/settings.json: their schemas, their lines in
Config/buttond.yaml, and their tables in the pages."""

import os
import re
import textwrap

from shapes import between, read
from values import ROOT, table

NUMBER_TEXT = "([0-9]+\\.?[0-9]*|\\.[0-9]+)"
UNITS = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
SPANS = {"seconds": "s", "milliseconds": "ms"}
# How sizes and spans are written with a unit.
SIZE_TEXT = {"type": "string", "pattern": f"^{NUMBER_TEXT} ?({'|'.join(UNITS)})$"}
SPAN_TEXT = {"type": "string", "pattern": f"^{NUMBER_TEXT} ?(ms|s|min|h)$"}
# What `buttond --describe settings` prints.
DESCRIBED = table("Config/settings.json")
TEMPLATE = os.path.join(ROOT, "Config/buttond.yaml")
# Where the comments of the template stand, and how far they go.
COLUMN, WIDTH = 36, 112


def section(name):
    """The settings of a mapping, by their names in it."""
    return {row["name"].rpartition(".")[2]: row for row in DESCRIBED["settings"]
            if row["name"].rpartition(".")[0] == name}


def whole(number):
    """A number without a needless fraction."""
    return int(number) if number == int(number) else number


def as_written(row):
    """A default as a file has it; None where it depends on the machine."""
    usual = row.get("default")
    if usual is None:
        return None
    if row["kind"] == "bytes":
        unit = max((unit for unit in UNITS if usual % UNITS[unit] == 0), key=UNITS.get)
        return f"{whole(usual / UNITS[unit])} {unit}"
    return f"{whole(usual)}{SPANS.get(row['kind'], '')}"


def plain(text):
    """Markdown as plain text."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("`", "")


def share(row):
    """What it is half of, as a sentence's end."""
    return f"; half of {row['half'].rpartition('.')[2]} unless set" if "half" in row else ""


def schema_of(row):
    """One setting as a schema."""
    text = plain(row["text"])
    text = text[0].upper() + text[1:] + share(row)
    least, most = whole(row["minimum"]), whole(row["maximum"])
    schema = between(least, most, "integer" if row["kind"] in ("count", "bytes") else "number")
    if row["kind"] == "bytes":
        schema = {"anyOf": [schema, SIZE_TEXT]}
    elif row["kind"] in SPANS:
        text += f"; a plain number is {row['kind']}"
        schema = {"anyOf": [schema, SPAN_TEXT]}
    usual = as_written(row) if "anyOf" in schema else row.get("default")
    text += ". (restart)" if row.get("restart") else "."
    return {"description": text, **schema,
            **({} if usual is None else {"default": whole(usual) if isinstance(usual, float) else usual})}


def schema(name):
    """The schema of a mapping of numbers."""
    return read({f"{key}?": schema_of(row) for key, row in section(name).items()})


def lines(name, indent, marks_restart):
    """The settings of a mapping as lines of the template, each with its default."""
    out = []
    for key, row in section(name).items():
        text = re.split(r"[:;] ", plain(row["text"]))[0] + share(row)
        if row.get("default") is None:
            text = plain(row["text"])
        if marks_restart and row.get("restart"):
            text += " (restart)"
        line = f"#{indent}{key}: {as_written(row) or 1}"
        if text == key:
            out.append(line)
            continue
        first, *others = textwrap.wrap(text, WIDTH - COLUMN - 2)
        out += [f"{line.ljust(COLUMN)}# {first}", *("#".ljust(COLUMN) + f"# {other}" for other in others)]
    return "\n".join(out)


def template():
    """Config/buttond.yaml with the lines of its numbers."""
    with open(TEMPLATE, encoding="utf-8") as file:
        text = file.read()
    for head, name, indent in (("#frame:", "frame", "  "), ("#  limits:", "plugins.limits", "    "),
                               ("#limits:", "limits", "  ")):
        block = lines(name, indent, name == "limits")
        text, count = re.subn(rf"(?m)^{head}\n(#.*\n)*", lambda _: f"{head}\n{block}\n", text)
        if count != 1:
            raise SystemExit(f"record: Config/buttond.yaml should have {head} once")
    return text


def limits_table():
    """The table of docs/protocol.md: what `hello` reports."""
    ranges = {row["name"]: row for row in section("limits").values()}
    out = []
    for row in DESCRIBED["limits"]:
        setting = ranges.get(f"limits.{row['setting']}") if "setting" in row else None
        half = f"; half of `{row['half']}` unless set" if "half" in row else ""
        may = "fixed" if setting is None else (
            f"{whole(setting['minimum']):,} to {whole(setting['maximum']):,}")
        out.append(f"| `{row['name']}` | {row['value']:,} | {may} | {row['text']}{half} |\n")
    return "".join(out)


def plugins_table():
    """The table of docs/configuration.md: the figures of plugins."""
    return "".join(
        f"| `{key}` | {as_written(row) or ''} | {row['text']} |\n"
        for key, row in section("plugins.limits").items())
