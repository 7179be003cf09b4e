"""The table of docs/plugin-properties.md: what a style can set, out of Config/properties.json."""

import json
import os

from values import ROOT


def settable():
    """The registry's lines of what plugins can set."""
    with open(os.path.join(ROOT, "Config/properties.json"), encoding="utf-8") as file:
        properties = json.load(file)["properties"]
    return [each for each in properties
            if "plugin" in each["settableBy"] and each["type"] != "attributedText"]


def line(row):
    """A property's line."""
    if row["type"] == "number":
        takes = " to ".join(f"{bound:,}".replace("-", "−") for bound in row["range"])
    elif row["type"] == "choice":
        takes = ", ".join(row["choices"])
    else:
        takes = {"bool": "flag", "color": "colour", "fontEffect": "font effect"}.get(row["type"], row["type"])
    default = "" if row["default"] is None else json.dumps(row["default"]).strip('"')
    return f"| `{row['name']}` | {takes} | {default} | {row['since']} | {row['documentation']} |\n"


def table():
    """All lines."""
    return "".join(map(line, settable()))
