"""The schemas of the files that an operator writes: configuration, buttons, themes."""

import settings
from shapes import (ANYTHING, COUNT, NULL, TEXT, about, array, between, document, enum, one_or_more, or_null, read,
                    ref)
from values import HEX


def span(least, most, usual, text):
    """A span of time, with a unit, or a plain number in the key's own."""
    default = {} if usual is None else {"default": usual}
    return {"description": text, **default, "anyOf": [between(least, most), settings.SPAN_TEXT]}


def count(least, most, usual, text):
    """A number of things."""
    return {"description": text, **between(least, most, "integer"), "default": usual}


def name(usual, text, *names):
    """One of some names."""
    return {"description": text, **enum(*names), "default": usual}


NAME = {"type": "string", "minLength": 1}
FOLDERS = one_or_more(NAME)
# A word for no value.
WORD = {"type": "string", "maxLength": 64}
NO_VALUE = about("Words instead of a value, in any case: the key is lost. Unless given, of numbers and booleans nan, "
                 "none, null, unavailable, unknown, undefined, n/a and an empty text.",
                 one_or_more(WORD, maxItems=100))


def access():
    """Who else may connect."""
    who = {"anyOf": [NAME, COUNT]}
    one = [{"required": [named], "properties": {named: {"not": NULL}, other: NULL}}
           for named, other in (("user", "group"), ("group", "user"))]
    return {**read({"user?": about("A user's name or number.", who),
                    "group?": about("A group's name or number.", who),
                    "role": about("What they may do.", enum("read", "press", "write", "admin", "fleet"))}),
            "anyOf": one}


def sources():
    """Programs that feed keys."""
    pattern = {"type": "string", "pattern": "^[A-Za-z0-9_*?-]+(\\.[A-Za-z0-9_*?-]+){0,15}$"}
    who = {"anyOf": [NAME, between(0, 4_294_967_294, "integer")]}
    one = read({
        "run": about("The program and its arguments; it starts in the folder of this file.",
                     {**array(TEXT, minItems=1, maxItems=1024), "prefixItems": [NAME]}),
        "every?": span(0.1, 604_800, None, "It runs to its end and again after so long; a plain number is seconds. "
                       "Without it, it runs all the time and prints lines."),
        "format?": name("json", "What it prints: an object of keys and values, or a value for one key.",
                        "json", "text", "number", "bool", "waybar"),
        "key?": about("The one key that it writes; of waybar, the key above text, class and others.",
                      ref("StateKey")),
        "keys?": about("Patterns of the keys that it may write.", one_or_more(pattern, minItems=1)),
        "silentAfter?": span(0.1, 604_800, None, "Without a value for so long it counts as lost; a plain number is "
                             "seconds."),
        "noValue?": NO_VALUE,
        "user?": about("The user that it runs as, which needs a daemon that runs as root.", who)})
    # A key or keys, and keys with the format json alone.
    given = {"not": NULL}
    plain = {"anyOf": [{"not": {"required": ["format"]}},
                       {"properties": {"format": {"enum": ["json", None]}}}]}
    one["oneOf"] = [
        {"required": ["key"], "properties": {"key": given, "keys": NULL}},
        {"required": ["keys"], "properties": {"keys": given, "key": NULL}, **plain}]
    return {"type": "object", "additionalProperties": one,
            "propertyNames": {"maxLength": 64, "pattern": "^[A-Za-z0-9_-]+$"}}


def fleet():
    """What is shared with other daemons."""
    ids = one_or_more(ref("ButtonID"), minItems=1, maxItems=1024)
    offline = enum("refuse", "count", "yield", "overwrite")
    scope = read({
        "engine": about("Where the engine is, such as rediss://hub.lan:6380; ${HOSTNAME} stands for the host's name "
                        "here and in the names of files.", NAME),
        "secret?": about("The file with the engine's password.", NAME),
        "ca?": about("The file with the authorities that vouch for the engine.", NAME),
        "certificate?": about("The file with this daemon's certificate.", NAME),
        "certificateKey?": about("The file with its private key.", NAME),
        "plaintext?": {"description": "Whether an engine on another machine is spoken to without TLS.",
                       "type": "boolean", "default": False},
        "keys": about("Names of keys: stock stands for stock and all under it.",
                      one_or_more(ref("StateKey"), minItems=1, maxItems=1024)),
        "buttons?": about("Ids of buttons that the fleet performs the actions of, each for all under it.", ids),
        "definitions?": about("Ids of buttons whose definitions are shared, each for all under it.", ids),
        "offline?": about("What changes of these keys, and buttons, may do while the fleet is out of reach.",
                          {"type": "object", "additionalProperties": offline,
                           "propertyNames": ref("StateKey")}),
        "access?": name("write", "What this daemon may do with the keys.", "read", "write"),
        "answer?": name("applied", "When the engine's answer counts.", "applied", "replicated",
                        "synced"),
        "pace?": span(0, 3_600_000, "0ms", "At least so long from one reading of the log to the next; "
                      "a plain number is milliseconds."),
        "spread?": span(0, 3_600, "1s", "The time over which daemons spread their attempts to "
                        "connect again; a plain number is seconds.")})
    return read({
        "name?": about("How people call this daemon; the host's name unless given, and in it for ${HOSTNAME}.",
                       {"type": "string", "minLength": 1, "maxLength": 64}),
        "grace?": span(0, 3_600, "5s", "For so long a scope may be out of reach before looks that read "
                       "it are stale; a plain number is seconds."),
        "scopes?": {"type": "object", "additionalProperties": scope,
                    "description": "Keys that share one order, and the engine that has them.",
                    "propertyNames": {"maxLength": 64, "pattern": "^[A-Za-z0-9_-]+$"}}})


def button_list(*more):
    """Buttons: a single one, a mapping of ids to them, or a list, in which more may be."""
    item = {"anyOf": [*more, ref("Definition")]} if more else ref("Definition")
    return {"anyOf": [*more, NULL, array(item), ref("ButtonOrMapping")]}


def file_types(types):
    """The shared types, and those of files."""
    return {**types, "ButtonOrMapping": {
        "type": "object",
        "if": {"required": ["id"], "properties": {"id": TEXT}},
        "then": ref("Definition"),
        "else": {"description": "Ids and their buttons.", "propertyNames": ref("ButtonID"),
                 "additionalProperties": ref("NamedDefinition")}}}


EXPRESSION = {"anyOf": [TEXT, read({"cel": TEXT}), read({"template": TEXT})]}


def configuration_schema(types):
    """buttond.yaml."""
    keys = {
        "socket?": about("The Unix socket; --socket and BUTTOND_SOCKET go before it. (restart)", TEXT),
        "state?": about("Where state and clients' buttons, copies of plugins and their quarantine are "
                        "kept. (restart)", TEXT),
        "durability?": name("relaxed", "When a change survives a crash: relaxed soon after its answer, "
                            "strict before it, none never. (restart)", "none", "relaxed", "strict"),
        "plugins?": about("Where plugins are, which are off, and how patient the daemon is with them. "
                          "(restart)", read({
                              "paths?": about("Folders of plugin folders besides the installed ones.",
                                              FOLDERS),
                              "disabled?": about("Ids or short names of plugins that are off.",
                                                 array(TEXT)),
                              "limits?": about("Times are milliseconds.", settings.schema("plugins.limits"))})),
        "sandbox?": name("best-effort", "How workers are shut in: as far as the kernel can; strict "
                         "refuses to run plugins where it lacks Landlock or seccomp; off is for "
                         "debuggers. (restart)", "best-effort", "strict", "off"),
        "access?": about("Who may connect besides root and the daemon's own user.", array(access())),
        "limits?": about("Bounds. Sizes are bytes, or \"64 KiB\", \"4 MiB\".", settings.schema("limits")),
        "frame?": about("When frames go out.", settings.schema("frame")),
        "theme?": {"description": "The theme: the name of a file NAME.tokens.json in one of the "
                                  "folders of themes, or default, which is built in; or several such "
                                  "files that make one theme, of which the later ones count.",
                   **one_or_more(TEXT, minItems=1),
                   "default": "default"},
        "themes?": about("Folders of themes; \"themes\" beside this file unless given.", FOLDERS),
        "buttons?": about("Buttons, or where they are: files (.yaml, .yml, .json) and folders.",
                          button_list(TEXT)),
        "groups?": {"description": "What groups of buttons have in common, by their ids.", "type": "object",
                    "propertyNames": ref("GroupID"), "additionalProperties": ref("NamedGroup")},
        "derived?": {"description": "Keys that follow from other keys by an expression, or by a template.",
                     "type": "object", "propertyNames": {"allOf": [ref("StateKey"), {"not": enum("clock.second", "clock.minute", "clock.local")}]},
                     "additionalProperties": EXPRESSION},
        "traits?": about("What clients get that do not say what they want. (restart)", ref("Traits")),
        "sources?": about("Programs that feed keys of the state, by their names.", sources()),
        "fleet?": about("Keys that are shared with other daemons. (restart)", fleet()),
        "logging?": about("The log goes to standard error.", read({
            "level?": name("info", "From which level on.", "trace", "debug", "info", "notice",
                           "warning", "error", "critical"),
            "format?": name("text", "How a line is written. (restart)", "text", "json")}))}
    return document(
        "buttond.yaml", "The configuration of buttond: buttond --config FILE. Relative paths lead "
        "from the folder of the file. A key that is null is left out. A reload notes a change of what "
        "is marked (restart), which holds from the next start on.",
        or_null(read(keys)), file_types(types),
        "What the daemon checks and no schema can say: whole numbers are written without a fraction, "
        "sizes and spans with a unit keep to the ranges of those without, valueBytes is at most "
        "lineBytes, which a fleet wants to be at least 1 MiB, files and folders that are named are there, users and groups exist, texts' "
        "lengths count in bytes, an id is defined once, a key has one source, and silentAfter is longer "
        "than every.")


def buttons_schema(types):
    """buttons.d/*.yaml."""
    is_wrapped = {"type": "object", "required": ["buttons"], "maxProperties": 1,
                  "properties": {"buttons": {"type": ["array", "object"]}}}
    return document(
        "Buttons of buttond", "A file of buttons: a single definition, a list of them, or a mapping "
        "of ids to them; any of these also under the name buttons.",
        {"if": is_wrapped, "then": {"properties": {"buttons": button_list()}},
         "else": button_list()}, file_types(types),
        "What the daemon checks and no schema can say: texts' lengths count in bytes, whole numbers "
        "are written without a fraction, the id of a definition in a mapping is the name that it "
        "stands under, and an id is defined once. Whether styles and handlers exist is known when "
        "their plugins are there.")


MILLION = between(-1_000_000, 1_000_000)
WEIGHTS = ("thin", "hairline", "extra-light", "ultra-light", "light", "normal", "regular", "book",
           "medium", "semi-bold", "demi-bold", "bold", "extra-bold", "ultra-bold", "black", "heavy",
           "extra-black", "ultra-black")
FLOAT = "[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?"


def strict(members, required):
    """An object in which null is a value like others."""
    return {"type": "object", "additionalProperties": False, "required": required,
            "properties": members}


# What stands for the value, or a part of the value, of another token.
REFERENCE = {"type": "object", "properties": {"$ref": {"type": "string", "pattern": "^#/"}},
             "required": ["$ref"], "additionalProperties": False}


def part(schema):
    """A part of a token's value, or a reference to one."""
    return {"anyOf": [ref("reference"), schema]}


def measure(least, *units):
    """A number with a unit, as a text or as an object."""
    sign = "" if least is None else "(?!-)"
    value = MILLION if least is None else between(least, 1_000_000)
    return {"anyOf": [
        {"type": "string", "pattern": f"^{sign}{FLOAT}({'|'.join(units)})$"},
        strict({"value": part(value), "unit": part(enum(*units))}, ["value", "unit"])]}


# What a component of a colour may be, by its kind.
COMPONENTS = {
    "share": between(0, 1), "percent": between(0, 100), "chroma": between(0, 1_000_000), "axis": MILLION,
    "hue": {"type": "number", "minimum": 0, "exclusiveMaximum": 360}}
# The kinds of the three components, by colour space.
SPACES = (
    (("srgb", "srgb-linear", "display-p3", "a98-rgb", "prophoto-rgb", "rec2020", "xyz-d65", "xyz-d50"),
     ("share", "share", "share")),
    (("hsl", "hwb"), ("hue", "percent", "percent")),
    (("lab",), ("percent", "axis", "axis")), (("lch",), ("percent", "chroma", "hue")),
    (("oklab",), ("share", "axis", "axis")), (("oklch",), ("share", "chroma", "hue")))


def color():
    """A theme's colour."""
    members = {"colorSpace": part(TEXT), "components": ANYTHING, "alpha": part(between(0, 1)),
               "hex": part({"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"})}
    spaces = []
    for names, kinds in SPACES:
        components = part({"type": "array", "minItems": 3, "maxItems": 3,
                           "prefixItems": [ref(f"{kind}Component") for kind in kinds]})
        spaces.append({"if": {"properties": {"colorSpace": enum(*names)}},
                       "then": {"required": ["components"], "properties": {"components": components}}})
    # The space that a reference leads to is not known here, and of others their hex counts.
    known = {"enum": [name for names, _ in SPACES for name in names]}
    other = {"anyOf": [{"required": ["hex"]},
                       {"properties": {"colorSpace": {"anyOf": [ref("reference"), known]}}}]}
    return {"anyOf": [HEX, {**strict(members, ["colorSpace"]), "allOf": [*spaces, other]}]}


TOKENS = {
    "color": ("#RGB, #RRGGBB, #RRGGBBAA, or the components of a colour space. hex stands in for what sRGB "
              "lacks.", color()),
    "dimension": ("\"6px\" or {value, unit}; a px is a point, a rem 16.", measure(None, "px", "rem")),
    "number": ("A number.", MILLION),
    "duration": ("\"200ms\" or {value, unit}.", measure(0, "ms", "s")),
    "fontFamily": ("A name or a list of names.", {"anyOf": [NAME, array(part(NAME), minItems=1)]}),
    "fontWeight": ("1 to 1000 or a name.", {"anyOf": [between(1, 1000), enum(*WEIGHTS)]})}


def node(kind):
    """A group or a token inside groups whose nearest $type is this."""
    chosen = [{"if": {"required": ["$type"], "properties": {"$type": {"const": each}}},
               "then": ref(f"{each}Node")} for each in TOKENS]
    own = {"required": ["$type"]}
    foreign = {"if": {**own, "properties": {"$type": {"type": "string",
                                                      "not": {"enum": list(TOKENS)}}}},
               "then": ref("foreignNode")}
    return {"type": "object", "properties": {"$type": TEXT},
            "allOf": [*chosen, foreign, {"if": own, "else": ref(f"{kind}Node")}]}


def body(kind):
    """A group whose tokens are of a type unless they say otherwise, or a token of the type."""
    members = ["dark", "highContrast", "highContrastDark"]
    others = {"properties": {"$extensions": {"properties": {"buttond": {
        "properties": {name: ref("colorValue") for name in members}}}}}}
    none = {"properties": {"$extensions": {"properties": {"buttond": {
        "not": {"type": "object", "anyOf": [{"required": [name]} for name in members]}}}}}}
    token = {"properties": {"$value": ref(f"{kind}Value")}, "patternProperties": {"^\\$": ANYTHING},
             "additionalProperties": False}
    if kind in ("color", "untyped"):
        token["allOf"] = [others]
    elif kind != "foreign":
        # What an alias leads to may be a colour, whatever the type of the group.
        token["allOf"] = [{"if": {"properties": {"$value": ref("alias")}}, "then": others, "else": none}]
    group = {"patternProperties": {"^\\$": ANYTHING, "^[^$.{}][^.{}]*$": ref(f"{kind}Member")},
             "additionalProperties": False}
    return {"type": "object", "if": {"required": ["$value"]}, "then": token, "else": group}


def theme_schema():
    """NAME.tokens.json."""
    kinds = {
        "reference": about("What a JSON pointer leads to: a token, or a part of a token's value.", REFERENCE),
        "alias": about("{group.token}, or what a JSON pointer leads to.", {"anyOf": [
            {"type": "string", "pattern": "^\\{.+\\}$"}, ref("reference")]})}
    for kind, number in COMPONENTS.items():
        kinds[f"{kind}Component"] = {"anyOf": [ref("reference"), {"const": "none"}, number]}
    for kind, (text, value) in TOKENS.items():
        kinds[f"{kind}Value"] = about(f"{text} Or an alias, {{group.token}}.",
                                      {"anyOf": [ref("alias"), value]})
    kinds["untypedValue"] = about("An alias: without a $type, on the token or on a group around it, "
                                  "there is nothing else.", ref("alias"))
    kinds["foreignValue"] = about("Of a type that is left out with a warning.", ANYTHING)
    for kind in [*TOKENS, "untyped", "foreign"]:
        kinds[f"{kind}Member"] = node(kind)
        kinds[f"{kind}Node"] = body(kind)
    return document(
        "Theme of buttond", "NAME.tokens.json: Design Tokens, with $extensions.buttond.dark, highContrast "
        "and highContrastDark for other displays. At most 1 MiB and 4,096 tokens. What a theme leaves out comes from the built-in "
        "one.", {"$ref": "untypedMember"}, kinds,
        "A token that this refuses is left out with a warning, and an error only where a token that the "
        "plugin themed reads in every theme is that or refers to it. "
        "What the daemon checks and no schema can say: aliases lead to tokens, of the type that is "
        "given, and not back to themselves; and the tokens that the plugin themed reads have its types.")
