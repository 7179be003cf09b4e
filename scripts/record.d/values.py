"""The types that files and messages share: colours, traits, definitions of buttons, looks."""

import json
import os
import re

from appearance import ROOT, members
from shapes import (ANYTHING, BOOL, NULL, NUMBER, TEXT, about, array, between, enum, or_null,
                    read, ref, told)


def table(path):
    """A table of the repository."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return json.load(file)


PROPERTIES = table("Config/properties.json")
REGISTRY = PROPERTIES["properties"]
APPEARANCE = [member.row for member in members()]
FIGURES = table("Config/system-styles.json")
SYSTEM_STYLES = [row["style"] for row in FIGURES["styles"]]
CONTENT_SIZES = [row["contentSize"] for row in FIGURES["contentSizes"]]
with open(os.path.join(ROOT, "Sources/ButtonModel/NamedColor.swift"), encoding="utf-8") as file:
    COLORS = ", ".join(re.findall(r"^  case (.*)$", file.read(), re.M)).split(", ")
TINT_MODES = ("automatic", "normal", "dimmed")
ROLES = ("none", "cancel", "destructive", "primary")
# Older setters that a definition may still have, which then says in a warning that they do nothing.
WITHOUT_EFFECT = ("backgroundImage", "titleShadowColor", "contentEdgeInsets", "titleEdgeInsets",
                  "imageEdgeInsets")
NO_EFFECT = {"description": "Accepted with a warning: it has no effect.", "deprecated": True}
STATES = "highlighted|disabled|selected|focused"
# Words with spaces between them; what stands in the parentheses is left to the daemon.
FONT_EFFECT = {"type": "string", "maxLength": 256, "pattern": (
    "^ *((textStyle|size|scale|weight|design)\\([A-Za-z0-9.+-]+\\)|italic|monospacedDigits)"
    "( +((textStyle|size|scale|weight|design)\\([A-Za-z0-9.+-]+\\)|italic|monospacedDigits))* *$")}
HEX = {"type": "string", "pattern": "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$"}


def choices(name):
    """What a property of the registry may be."""
    return next(row["choices"] for row in REGISTRY if row["name"] == name)


def members_of(colors, is_patch):
    """A colour with members for light, dark and high contrast."""
    light = {"light?" if is_patch else "light": colors}
    return read({**light, "dark?": colors, "highContrastLight?": colors, "highContrastDark?": colors})


def attributed(is_patch):
    """A text with attributes."""
    color = ref("ColorPatch" if is_patch else "Color")
    return read({
        "text?" if is_patch else "text": TEXT, "color?": color,
        "fontSize?": about("Points.", between(1, 1000)),
        "fontWeight?": enum(*choices("titleFontWeight")), "underline?": BOOL,
        "strikethrough?": BOOL})


def runs(color):
    """The runs of a title."""
    return {"type": "array", "maxItems": 32, "items": read({
        "text": TEXT, "color?": color, "fontWeight?": enum(*choices("titleFontWeight")),
        "italic?": BOOL, "underline?": BOOL, "strikethrough?": BOOL,
        "link?": about("An address of https, http or mailto.",
                       {"type": "string", "maxLength": 2048,
                        "pattern": "^([Hh][Tt][Tt][Pp][Ss]?://|[Mm][Aa][Ii][Ll][Tt][Oo]:)[!-~]+$"})})}


def property_schema(row, is_patch):
    """What a definition may give a property."""
    kind, patch = row["type"], "Patch" if is_patch else ""
    schema = {
        "bool": BOOL, "text": TEXT, "color": ref("Color" + patch), "effect": ref("Effect"),
        "attributedText": ref("AttributedText" + patch), "textRuns": ref("TextRuns"),
    }.get(kind)
    if kind == "number":
        # What clamps takes any number.
        schema = NUMBER if row.get("clamps") else between(*row["range"])
    if kind == "fontEffect":
        schema = FONT_EFFECT
    if kind == "choice":
        schema = enum(*row["choices"])
    if kind != "attributedText":
        schema = {"anyOf": [schema, ref("BoundValue")]}
    schema = about(row["documentation"], schema)
    return schema if row["default"] is None else {**schema, "default": row["default"]}


def configuration(is_patch):
    """The properties that a configuration sets, as objects inside one another."""
    tree = {}
    for row in REGISTRY:
        if "configuration" in row["settableBy"]:
            *groups, name = row["name"].split(".")
            node = tree
            for group in groups:
                node = node.setdefault(group, {})
            node[name] = property_schema(row, is_patch)

    def closed(node):
        return read({
            name + "?": value if value.keys() & {"type", "allOf", "anyOf", "enum"} else closed(value)
            for name, value in node.items()})

    return closed(tree)


def state_values(is_patch):
    """Values by control state, of the properties that have such."""
    rows = [row for row in REGISTRY if "stateValues" in row["settableBy"]]

    def by_state(row):
        return {"description": row["documentation"], "type": "object",
                "propertyNames": ref("ControlStateName"),
                "additionalProperties": or_null(
                    {key: value for key, value in property_schema(row, is_patch).items()
                     if key != "description"})}

    return read({**{row["name"] + "?": by_state(row) for row in rows},
                 **{name + "?": NO_EFFECT for name in WITHOUT_EFFECT}})


def flag(is_patch):
    """True, false, what an expression makes, or a binding to a key."""
    return {"anyOf": [BOOL, read({"cel": about("An expression that makes true or false.", TEXT)}), read({
        "state?" if is_patch else "state": about("The key that the flag follows.", ref("StateKey")),
        "equals?": about("True while the key has this value; without it, or null, while it is true.",
                         ANYTHING)})]}


def operation(is_action):
    """A change of one key; in an action it may have a condition, and an argument made by an
    expression."""
    value, by, more = ANYTHING, NUMBER, {}
    if is_action:
        value, by = ref("Argument"), {"anyOf": [NUMBER, read({"cel": TEXT})]}
        more = {"when?": about("The operation is left out unless this is true.", ref("Condition"))}

    def kind(name, text, members):
        rest = {each: NULL for each in ("value?", "by?") if each.rstrip("?") not in
                [member.rstrip("?") for member in members]}
        return about(text, read(
            {"op": {"const": name}, "key": ref("StateKey"), **members, **more, **rest}, is_action))

    return {"oneOf": [
        kind("set", "The key has the value.", {"value": value}),
        kind("remove", "The key is absent.", {}),
        kind("increment", "Adds to a number, 1 without `by`; absent counts as 0.", {"by?": by}),
        kind("toggle", "True becomes false; absent becomes true.", {}),
        kind("append", "Adds to the end of an array; absent counts as empty.", {"value": value}),
        kind("merge", "JSON Merge Patch (RFC 7396); absent counts as {}.", {"value": value})]}


# What steers a terminal, breaks a line, turns it round, or cannot be seen, as in a pattern. Those
# beyond U+FFFF are left to the daemon: not every engine reads patterns by code point.
UNPRINTABLE = ("\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f"
               "\\u0890\\u0891\\u08e2\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f"
               "\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufdd0-\\ufdef\\ufeff\\uffa0"
               "\\ufff0-\\ufffb\\ufffe\\uffff")


def definition_members(is_patch):
    """What a definition says, but for its id and style."""
    patch = "Patch" if is_patch else ""
    timed_action = "action?" if is_patch else "action"
    after = about("From the beginning of the press, 500 unless given.", between(100, 10000, "integer"))
    return {
        "parameters?": about("For style and handler, checked against their manifest; what has cel or "
                             "template follows it.", {"type": "object"}),
        "configuration?": about("What the button wants to look like, {} unless given. Null makes a "
                                "button on which neither style nor handler runs.",
                                ref("Configuration" + patch)),
        "stateValues?": ref("StateValues" + patch),
        "handler?": about("plugin/handler: runs after the style and has the last word.",
                          ref("PluginEntry")),
        "isEnabled?": ref("Flag" + patch),
        "isSelected?": ref("Flag" + patch),
        "togglesSelection?": about("The key that a press or a trigger toggles; isSelected follows it, and is "
                                   "left out.", ref("StateKey")),
        "isBusy?": ref("Flag" + patch),
        "isHidden?": ref("Flag" + patch),
        "isFocused?": BOOL,
        "automaticallyUpdatesConfiguration?": about(
            "False: the system style draws every state as normal.", BOOL),
        "role?": {"anyOf": [enum(*ROLES), ref("BoundValue")]},
        "tint?": about("Stands for the tint of the display, and above that of the group.",
                       {"anyOf": [ref("Color" + patch), ref("BoundValue")]}),
        "tintAdjustmentMode?": about("dimmed makes the tint gray; automatic does as the group says.",
                                     enum(*TINT_MODES)),
        "action?": about("What a press or a trigger does.", ref("Action")),
        "repeats?": about("A held press performs the action again.", read({
            "afterMs?": after,
            "everyMs?": about("From one repeat to the next, 100 unless given.", between(50, 10000, "integer"))})),
        "longPress?": about("What a held press does in place of the action.", read({
            "afterMs?": after, timed_action: ref("Action")})),
        "doublePress?": about("What a second press does in place of the action; a single one waits for it.", read({
            "withinMs?": about("From the release of a press to the next, 300 unless given.",
                               between(100, 2000, "integer")),
            timed_action: ref("Action")})),
        "rotation?": about("What turning an encoder does; its expressions read delta, and its payload is it.",
                           read({timed_action: ref("Action")})),
        "shortcut?": about("The key with which clients press the button: modifiers and a key, such as "
                           "cmd+return.", {"type": "string", "pattern": "^[!-~]+$"}),
        "menu?": about("The entries of its menu.", {
            "type": "array", "minItems": 1, "maxItems": 64, "items": ref("MenuItem")}),
        "menuSelection?": about("The key with the id of the chosen entry, whose title the button shows: it is "
                                "a popup.", ref("StateKey")),
        "showsMenuAsPrimaryAction?": about("Clients show the menu in place of a press.", BOOL),
        "group?": about("A name to match by, and that of the group whose settings hold.",
                        ref("GroupID")),
        **{name + "?": NO_EFFECT for name in WITHOUT_EFFECT}}


def group(needs_id):
    """What a group says of its buttons; one that stands under its id need not repeat it."""
    return read({
        "id" if needs_id else "id?": ref("GroupID"),
        "tint?": about("Stands for the tint of the display, below that of a button.", ref("Color")),
        "tintAdjustmentMode?": about("dimmed makes the tint gray.", enum(*TINT_MODES)),
        "controlSize?": about("The size of buttons that say none.", enum(*choices("controlSize"))),
        "borderShape?": about("The shape of buttons that say none.", enum(*choices("borderShape"))),
        "borderRadius?": about("The radius of a roundedRectangle, in points.",
                               {"type": "number", "minimum": 0, "maximum": 10000}),
        "isEnabled?": about("False disables all of its buttons.", ref("Flag"))})


def definition(needs_id):
    """A button; one that stands under its id need not repeat it."""
    members = {"id" if needs_id else "id?": ref("ButtonID"), "style": ref("StyleReference"),
               **definition_members(False)}
    return {**read(members),
            "if": {"required": ["configuration"], "properties": {"configuration": NULL}},
            "then": about("A handler needs a configuration.", {"properties": {"handler": NULL}}),
            "not": {"required": ["togglesSelection", "isSelected"], "properties": {
                "togglesSelection": {"not": NULL}, "isSelected": {"not": NULL}}}}


# What members of a look may be, beside those that are properties of the same name.
APPEARANCE_CHOICES = {
    **{row["name"]: tuple(row["choices"]) for row in REGISTRY if row["type"] == "choice"},
    "role": ROLES, "backgroundImageContentMode": choices("background.imageContentMode"),
    "indicator": ("none", "popup"), "cornerShape": ("fixed", "capsule")}
# A plugin's own properties: x- and a name in reverse DNS.
OWN_PROPERTY = "^x-[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+$"


def appearance(is_patch):
    """A look: flat, with what stands at its default left out; in a patch, null is back to it."""
    members = {}
    for row in APPEARANCE:
        name, default = row["key"], row.get("default")
        if name == "titleRuns":
            schema = about("The title in runs, which together are `title`; each is complete but for the "
                           "size of its font.", ref("TitleRuns"))
        elif name == "progress":
            schema = about("How much of the background is filled, from its leading edge.", between(0, 1))
        elif name in APPEARANCE_CHOICES:
            schema = enum(*APPEARANCE_CHOICES[name])
        elif name.endswith("Color"):
            schema = ref("ResolvedColor")
        elif isinstance(default, bool):
            schema = BOOL
        elif row.get("always") or isinstance(default, (int, float)):
            schema = NUMBER
        else:
            schema = TEXT
        is_optional = is_patch or not row.get("always")
        if is_patch and not row.get("always"):
            schema = or_null(schema)
        if default is not None:
            schema = {**schema, "default": default} if "$ref" not in schema else schema
        members[name + ("?" if is_optional else "")] = schema
    for name, schema in (
            ("isHovered", about("A client's pointer is over the button.", {"const": True})),
            ("shortcut", about("The key with which the button is pressed.", TEXT)),
            ("menu", about("The entries of the menu.", array(told({
                "id": ref("ButtonID"), "title": TEXT, "image?": TEXT, "role?": enum(*ROLES),
                "state?": enum("on", "mixed"), "isEnabled?": {"const": False}})))),
            ("isPopup", about("The button shows the title of the entry that is on.", {"const": True})),
            ("showsMenuAsPrimaryAction", about("A press shows the menu.", {"const": True}))):
        members[name + "?"] = or_null(schema) if is_patch else schema
    own = {"type": ["boolean", "number", "string"] + (["null"] if is_patch else [])}
    return {**told(members), "patternProperties": {OWN_PROPERTY: own}}


def types():
    """All shared types by name, with a sentence each."""
    plain = {"anyOf": [HEX, enum(*COLORS)]}
    dynamic = {"anyOf": [HEX, enum(*[name for name in COLORS if name != "tint"])]}
    return {
        "Color": about(
            "#RGB, #RRGGBB, #RRGGBBAA, a name, or colours for light and dark displays.",
            {"anyOf": plain["anyOf"] + [ref("DynamicColor")]}),
        "ColorPatch": about(
            "A colour, or some members over those of the one that is patched.",
            {"anyOf": plain["anyOf"] + [ref("DynamicColorPatch")]}),
        "DynamicColor": about(
            "Colours by display; those left out fall back to light.", members_of(dynamic, False)),
        "DynamicColorPatch": members_of(dynamic, True),
        "ResolvedColor": about("#RRGGBBAA in upper case.",
                               {"type": "string", "pattern": "^#[0-9A-F]{8}$"}),
        "Effect": about("Makes a colour out of another.", {"anyOf": [
            {"const": "grayscale"},
            {**read({"constant?": ref("Color"), "alpha?": between(0, 1),
                     "opacity?": between(0, 1), "darker?": between(0, 1)}),
             "oneOf": [{"required": [name], "properties": {name: {"not": NULL}}}
                       for name in ("constant", "alpha", "opacity", "darker")]}]}),
        "AttributedText": about("A text with attributes.", attributed(False)),
        "AttributedTextPatch": attributed(True),
        "TextRuns": about("The runs of a title.", runs(ref("Color"))),
        "TitleRuns": about("The runs of a title as they are drawn.", array(told({
            "text": TEXT, "color": ref("ResolvedColor"),
            "fontWeight?": enum(*choices("titleFontWeight")), "italic?": BOOL, "underline?": BOOL,
            "strikethrough?": BOOL, "link?": TEXT}))),
        "ControlStateName": about(
            "normal, or some of highlighted, disabled, selected, focused, joined by +.",
            {"type": "string",
             "pattern": f"^(normal|(?!.*({STATES}).*\\2)({STATES})(\\+({STATES}))*)$"}),
        "StateKey": about(
            "One to sixteen segments of A-Z a-z 0-9 _ - with dots between them, at most 255 bytes.",
            {"type": "string", "maxLength": 255,
             "pattern": "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+){0,15}$"}),
        "ButtonID": about("Letters, digits, '.', '_' and '-'.",
                          {"type": "string", "maxLength": 128, "pattern": "^[A-Za-z0-9._-]+$"}),
        "PluginEntry": about("plugin/name, the plugin by its short name or its id.",
                             {"type": "string", "pattern": "^[^/]+/[^/]+$"}),
        "StyleReference": about("A system style, or plugin/style.",
                                {"anyOf": [enum(*SYSTEM_STYLES), ref("PluginEntry")]}),
        "BoundValue": about(
            "A value that follows the state: what an expression makes, or text with expressions in "
            "braces.", {"oneOf": [read({"cel": TEXT}), read({"template": TEXT})]}),
        "Flag": about("True, false, or what follows the state.", flag(False)),
        "FlagPatch": flag(True),
        "Operation": about("A change of one state key.", operation(False)),
        "Argument": about("Any value, or what makes it of the state.", {
            "if": {"type": "object", "anyOf": [{"required": ["cel"]}, {"required": ["template"]}]},
            "then": ref("BoundValue")}),
        "Condition": about("An expression that makes true or false.",
                           {"anyOf": [TEXT, read({"cel": TEXT})]}),
        "ActionOperation": about("A change of one state key.", operation(True)),
        "Action": about("What a press or a trigger does.", read({
            "name?": about("For those who subscribe to actions.", TEXT),
            "payload?": about("For those who subscribe to actions.", ANYTHING),
            "source?": about("The source of the configuration that is sent the action as well.",
                             {"type": "string", "maxLength": 64, "pattern": "^[A-Za-z0-9_-]+$"}),
            "when?": about("The action is not performed unless this is true.", ref("Condition")),
            "operations?": about("Changes of state, as one set.", array(ref("ActionOperation")))})),
        "MenuItem": about("An entry of a menu.", read({
            "id": ref("ButtonID"), "title": {"anyOf": [TEXT, ref("BoundValue")]},
            "image?": {"anyOf": [TEXT, ref("BoundValue")]}, "role?": enum(*ROLES),
            "state?": {"anyOf": [enum("off", "on", "mixed"), ref("BoundValue")]},
            "isEnabled?": {"anyOf": [BOOL, ref("BoundValue")]},
            "action?": about("What choosing it does.", ref("Action"))})),
        "Configuration": about("What a button wants to look like.", configuration(False)),
        "ConfigurationPatch": about("Properties over those there are; null puts back the default.",
                                    configuration(True)),
        "StateValues": about("Values by control state.", state_values(False)),
        "StateValuesPatch": state_values(True),
        "GroupID": about("1 to 128 bytes, printable.",
                         {"type": "string", "minLength": 1, "maxLength": 128,
                          "pattern": f"^[^{UNPRINTABLE}]*$"}),
        "Group": about("What a group says of its buttons.", group(True)),
        "NamedGroup": about("A group that stands under its id.", group(False)),
        "Definition": about("A button.", definition(True)),
        "NamedDefinition": about("A button that stands under its id.", definition(False)),
        "Traits": about("What a display asks for; what is left out is the configuration's.", read({
            "userInterfaceStyle?": enum("light", "dark"),
            "contrast?": enum("normal", "high"),
            "contentSize?": enum(*CONTENT_SIZES),
            "layoutDirection?": enum("leftToRight", "rightToLeft"),
            "tint?": ref("Color"),
            "locale?": about("A language of BCP 47.", {
                "type": "string", "maxLength": 35,
                "pattern": "^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$"}),
            "reduceMotion?": BOOL,
            "boldText?": BOOL})),
        "Appearance": about("How a button looks: flat and final. What stands at its default is left "
                            "out; lengths are points.", appearance(False)),
        "AppearancePatch": about("A JSON Merge Patch of an appearance; null is back to the default.",
                                 appearance(True)),
        "AppearanceMember": about("A member of an appearance.", {"anyOf": [
            enum(*[row["key"] for row in APPEARANCE]),
            {"type": "string", "pattern": OWN_PROPERTY}]}),
        "Animation": {"oneOf": [
            told({"curve": enum("linear", "easeIn", "easeOut", "easeInOut"), "durationMs": NUMBER}),
            told({"curve": {"const": "spring"}, "response": about("Seconds.", NUMBER),
                  "dampingFraction": NUMBER, "blendDuration": about("Seconds.", NUMBER)})]},
        "Transaction": about("How the change to a look is to be shown.", told({
            "animation?": ref("Animation"), "disablesAnimations?": {"const": True},
            "animatesContent?": {"const": False}})),
    }
