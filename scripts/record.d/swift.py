"""What Swift code calls for each property, in styles and in definitions: written from Config/properties.json."""

import re

from properties import bounds, settable
from sdk import properties, wrapped
from values import PROPERTIES, REGISTRY

HEAD = """// Written by scripts/record from the registry of properties, revision {}.

"""
# Where the case of Property is not the last part of the name, as that belongs to the content.
CASES = {"background.cornerRadius": "backgroundCornerRadius", "background.image": "backgroundImage",
         "background.imageContentMode": "backgroundImageContentMode"}
# What is written by hand, as it is more than a value: texts and their attributes, edges, the shadow.
BY_HAND = re.compile(r"(attributed)?(title|subtitle)|titleRuns|attributed\w+|.*[iI]nsets\.\w+|background\.shadow\.\w+")


def ranged(text, row):
    """A sentence with what a number may be, behind its unit."""
    head, found, rest = text.partition("oints")
    if not found:
        head, found, rest = re.match(r"([^.;]*)()(.*)", text, re.S).groups()
    return f"{head}{found} ({bounds(row)}){rest}"


def sentence(row, names, unset):
    """What a property is, in Swift's words: what the reader's type calls by these names as code, and its own choices;
    `unset` stands for "nothing:"."""
    text = row["documentation"].replace("nothing or empty:", "nil or empty:").replace("nothing:", unset)
    text = text.replace(" empty:", " nil or empty:").replace("nil or nil", "nil")
    if row["type"] == "number" and not row.get("clamps"):
        text = ranged(text, row)
    # Text styles and weights are words of sentences as well.
    own = [each for each in row.get("choices", ()) if row["choices"][-1] not in ("caption2", "black")]
    code = {**names, **{each: each for each in own}}
    return re.sub(r"[\w.]*\w", lambda each: f"`{code[each[0]]}`" if each[0] in code else each[0], text)


def known(rows, group, owner):
    """How a view of a group calls the properties that have a name which is no word: its own as they are, those of
    `owner` by its name."""
    names = {}
    for row in rows:
        place, _, last = row["name"].rpartition(".")
        if re.search("[A-Z.]", row["name"]):
            names[row["name"]] = last if place == group else f"{owner}.{row['name']}" if group else row["name"]
    return names


def member(text, name, kind, reading, writing, setter="set"):
    """A variable of a property."""
    return (f"{wrapped(text, '  /// ')}\n  public var {name}: {kind}? {{\n    get {{ {reading} }}\n"
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
        # Setting anything but a text to nil changes nothing.
        text = sentence(row, known(settable(), group, "Look"), "nil:" if kind == "String" else "while nobody sets it,")
        members[group].append(member(text, name, kind, f'call.property("button.{row["name"]}")',
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
    ours = [row for row in REGISTRY if "configuration" in row["settableBy"]]
    for row in ours:
        group, _, last = row["name"].rpartition(".")
        if BY_HAND.fullmatch(row["name"]):
            continue
        kind, reading, writing = forms[row["type"]]
        if not kind:
            kind = types[tuple(row["choices"])]
            kind = {"ButtonSize": "Size"}.get(kind, kind)
        case = "." + CASES.get(row["name"], last)
        text = sentence(row, known(ours, group, "ButtonConfiguration"), "nil:")
        if row["type"] == "fontEffect":
            text += " The text form of a `FontEffect`."
        members[group].append(member(text, last, kind, f"properties.{reading.format(case)}",
                                     f"properties.{writing}(newValue, for: {case})"))
    return HEAD.format(PROPERTIES["revision"]) + extension("ButtonConfiguration", members[""]) + "\n" + extension(
        "BackgroundConfiguration", members["background"])


def files():
    """The texts by their paths in the repository."""
    return {"Sources/ButtondKit/Looks+Properties.swift": looks(),
            "Sources/ButtonModel/ButtonConfiguration+Properties.swift": configurations()}
