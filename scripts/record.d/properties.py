"""The table of docs/plugin-properties.md: what a style can set, out of Config/properties.json."""

import json

from values import REGISTRY


def settable():
    """The registry's lines of what plugins can set."""
    return [row for row in REGISTRY if "plugin" in row["settableBy"] and row["type"] != "attributedText"]


def bounds(row):
    """What a number may be."""
    return " to ".join(f"{bound:,}".replace("-", "−") for bound in row["range"])


def line(row):
    """A property's line."""
    if row["type"] == "number":
        takes = bounds(row)
    elif row["type"] == "choice":
        takes = ", ".join(row["choices"])
    else:
        takes = {"bool": "flag", "color": "colour", "fontEffect": "font effect"}.get(row["type"], row["type"])
    default = "" if row["default"] is None else json.dumps(row["default"]).strip('"')
    return f"| `{row['name']}` | {takes} | {default} | {row['since']} | {row['documentation']} |\n"


def table():
    """All lines."""
    return "".join(map(line, settable()))
