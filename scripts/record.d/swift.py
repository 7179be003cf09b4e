"""What Swift code calls for each property, in styles and in definitions: written from Config/properties.json."""

import re

from sdk import pascal, properties
from values import PROPERTIES, REGISTRY

HEAD = """// Written by scripts/record from the registry of properties, revision {}.

"""
# Where the case of Property is not the last part of the name, as that belongs to the content.
CASES = {"background.cornerRadius": "backgroundCornerRadius", "background.image": "backgroundImage",
         "background.imageContentMode": "backgroundImageContentMode"}
# What is written by hand, as it is more than a value: texts and their attributes, edges, the shadow.
BY_HAND = re.compile(r"(attributed)?(title|subtitle)|titleRuns|attributed\w+|.*[iI]nsets\.\w+|background\.shadow\.\w+")
NAMES = {row["name"] for row in REGISTRY} | {each for row in REGISTRY for each in row.get("choices", ())}


def number(bound):
    """A bound as people write it."""
    return f"{bound:,}".replace("-", "−")


def sentence(row):
    """What a property is, in Swift's words: names as code, what a number may be, nil for nothing."""
    text = row["documentation"].replace("nothing:", "nil:").replace("empty:", "nil or empty:")
    if row["type"] == "number" and not row.get("clamps"):
        low, high = map(number, row["range"])
        head, found, rest = text.partition("oints")
        if not found:
            head, found, rest = re.match(r"([^.;]*)()(.*)", text, re.S).groups()
        text = f"{head}{found} ({low} to {high}){rest}"
    return re.sub(r"[\w.]*\w", lambda each: f"`{each[0]}`" if each[0] in NAMES and re.search(r"[A-Z.]", each[0]) else each[0],
                  text)


def comment(text, width=110):
    """Lines of a comment for a member."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > width - 6:
            lines.append("")
        lines[-1] += f" {word}"
    return "".join(f"  ///{line}\n" for line in lines)


def member(row, name, kind, reading, writing, setter="set"):
    """A variable of a property."""
    return (f"{comment(sentence(row))}  public var {name}: {kind}? {{\n    get {{ {reading} }}\n"
            f"    {setter} {{ {writing} }}\n  }}\n")


def extension(name, members):
    """The members of a type."""
    return f"extension {name} {{\n" + "\n".join(members) + "}\n"


def looks():
    """Sources/ButtondKit/Looks+Properties.swift: what a style reads and sets."""
    revision, rows, _ = properties()
    kinds = {"text": "String", "color": "Color", "number": "Double", "bool": "Bool", "effect": "Effect",
             "fontEffect": "FontEffect", "transaction": "Transaction"}
    views = {"": "Look", "background": "BackgroundLook", "background.shadow": "ShadowLook",
             "transaction": "TransactionLook"}
    members = {view: [] for view in views}
    for row in rows:
        group, _, last = row["name"].rpartition(".")
        if group not in views:
            continue
        name = re.sub(f"^{group}([A-Z])", lambda found: found[1].lower(), last) if group else last
        kind = row.get("choice") or kinds[row["type"]]
        members[group].append(member(row, name, kind, f'call.property("button.{row["name"]}")',
                                     f'call.setProperty("button.{row["name"]}", newValue)', "nonmutating set"))
    return HEAD.format(revision) + "\n".join(
        extension(view, members[group]) for group, view in views.items())


def configurations():
    """Sources/ButtonModel/ButtonConfiguration+Properties.swift: what a definition sets, by UIKit's names."""
    _, _, types = properties()
    forms = {"text": ("String", "text({})?.string", "setText"), "color": ("Color", "color({})", "setColor"),
             "number": ("Double", "number({})", "setNumber"), "bool": ("Bool", "bool({})", "setBool"),
             "effect": ("Effect", "effect({})", "setEffect"),
             "fontEffect": ("String", "text({})?.string", "setText"), "choice": (None, "choice({})", "setChoice")}
    members = {"": [], "background": []}
    for row in REGISTRY:
        group, _, last = row["name"].rpartition(".")
        if "configuration" not in row["settableBy"] or BY_HAND.fullmatch(row["name"]):
            continue
        kind, reading, writing = forms[row["type"]]
        if not kind:
            kind = types[tuple(row["choices"])]
            kind = {"ButtonSize": "Size"}.get(kind, kind)
        case = "." + CASES.get(row["name"], last)
        members[group].append(member(row, last, kind, f"properties.{reading.format(case)}",
                                     f"properties.{writing}(newValue, for: {case})"))
    return HEAD.format(PROPERTIES["revision"]) + extension("ButtonConfiguration", members[""]) + "\n" + extension(
        "BackgroundConfiguration", members["background"])


def files():
    """The texts by their paths in the repository."""
    return {"Sources/ButtondKit/Looks+Properties.swift": looks(),
            "Sources/ButtonModel/ButtonConfiguration+Properties.swift": configurations()}
