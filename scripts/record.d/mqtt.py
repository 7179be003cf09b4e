"""The schema of mqtt.yaml, the file of rules of buttond-mqtt."""

from files import NAME, NO_VALUE, count, name, span
from shapes import BOOL, NUMBER, TEXT, about, array, between, document, one_or_more, or_null, read, ref

PLAIN = "[A-Za-z0-9_-]"
# A name in which $1 stands for what the first wildcard of the topic stood for.
TEMPLATE = {"type": "string", "maxLength": 255,
            "pattern": f"^({PLAIN}|\\$[1-9])+(\\.({PLAIN}|\\$[1-9])+)*$"}
LEVEL = "(\\+|[^+#/\\u0000-\\u001f\\u007f]*)"
FILTER = {"type": "string", "minLength": 1, "maxLength": 1024,
          "pattern": f"^(#|{LEVEL}(/{LEVEL})*(/#)?)$"}
TOPIC = {"type": "string", "maxLength": 1024, "pattern": "^[^+#\\u0000-\\u001f\\u007f]+$"}
POINTER = {"type": "string", "pattern": "^(/([^~]|~[01])*)?$"}
IDENTIFIER = {"type": "string", "pattern": f"^{PLAIN}{{1,64}}$"}
# A text in which $payload and others stand for what an action has.
ACTION = {"type": "string",
          "pattern": "^([^$]|\\$(id|name|item|payload)(?![A-Za-z])|\\$(?![A-Za-z]))*$"}
QOS = count(0, 1, 0, "How surely a message arrives: at most once, or at least once.")
PATTERNS = one_or_more(NAME, minItems=1, maxItems=100)


def rules(text, schema):
    """A list of rules."""
    return about(text, array(schema, maxItems=5_000))


def together(*names):
    """The same object must have all of some names if it has one."""
    return [{"if": {"required": [one], "properties": {one: TEXT}},
             "then": {"required": [other], "properties": {other: TEXT}}}
            for one in names for other in names if one != other]


def broker():
    """Where the broker is."""
    tls = {**read({
        "ca?": about("Whose certificates count, as PEM; the system's authorities unless given.", TEXT),
        "certificate?": about("The client's certificate, as PEM.", TEXT),
        "certificateKey?": about("Its private key, as PEM.", TEXT)}),
        "allOf": together("certificate", "certificateKey")}
    shape = read({
        "host?": {"description": "The broker's machine.", "type": "string", "default": "localhost",
                  "pattern": "^[\\u0021-\\u007e]{1,255}$"},
        "port?": about("Its port: 1883, or with TLS 8883, unless given.", between(1, 65_535, "integer")),
        "clientId?": about("The name that the broker knows the client by.",
                           {"type": "string", "minLength": 1, "maxLength": 128,
                            "pattern": "^[^\\u0000-\\u001f]*$"}),
        "user?": about("As whom.", TEXT),
        "passwordFile?": about("The file whose first line is the password; not everybody may read it.",
                               TEXT),
        "keepAlive?": span(5, 3_600, "30s", "After how much silence each side asks for the other; a "
                           "plain number is seconds."),
        "tls?": {"description": "Encrypts the connection: true, or with which files.", "default": False,
                 "anyOf": [BOOL, tls]}})
    return {**shape, "allOf": [
        {"if": {"required": ["passwordFile"], "properties": {"passwordFile": TEXT}},
         "then": {"required": ["user"], "properties": {"user": TEXT}}}]}


def topic_rule():
    """From the broker to a key."""
    return read({
        "topic": about("+ stands for one level, a last # for any number.", FILTER),
        "key": about("The key; $1 is what the first of them stood for.", TEMPLATE),
        "format?": name("json", "How the payload is read.", "json", "number", "bool", "text"),
        "pointer?": about("A part of a JSON payload, by RFC 6901.", POINTER),
        "qos?": QOS,
        "retained?": name("use", "Which of the messages that the broker has kept count.", "use",
                          "ignore", "only"),
        "fed?": about("Whether the key belongs to the lease.", {**BOOL, "default": True}),
        "noValue?": NO_VALUE,
        "silentAfter?": span(1, 604_800, None, "Without a message for so long the key is lost; a plain number is "
                             "seconds."),
        "availability?": about("Where it is said whether the device is there.", read({
            "topic": about("The topic; $1 is what the first wildcard of the rule stood for.", TOPIC),
            "online?": {**TEXT, "default": "online"}, "offline?": {**TEXT, "default": "offline"},
            "pointer?": about("What of a JSON payload says it, by RFC 6901.", POINTER)}))})


def given(name):
    """An object has texts of a name, and not null."""
    return {"required": [name], "properties": {name: {"type": ["string", "array"]}}}


def trigger():
    """From the broker to a button."""
    shape = read({
        "topic": FILTER,
        "button": about("The button; $1 is what the first wildcard stood for.", TEMPLATE),
        "allow?": about("Ids or patterns of what may be pressed.", PATTERNS),
        "press?": about("Payloads that perform the action: all, without these three.", PATTERNS),
        "longPress?": about("Payloads that perform the action of a long press.", PATTERNS),
        "doublePress?": about("Payloads that perform the action of a double press.", PATTERNS),
        "pointer?": about("What of a JSON payload is one of these, by RFC 6901.", POINTER),
        "qos?": QOS})
    words = [given(name) for name in ("press", "longPress", "doublePress")]
    return {**shape,
            "anyOf": [given("allow"), {"properties": {"button": {"pattern": "^[^$]*$"}}}],
            "allOf": [{"if": {"required": ["pointer"], "properties": {"pointer": TEXT}},
                       "then": {"anyOf": words}}]}


def outward():
    """The rules of what goes to the broker."""
    key = read({
        "key": ref("StateKey"), "topic": TOPIC,
        "format?": name("text", "How the value is written.", "text", "json", "onOff"),
        "qos?": QOS, "retain?": {**BOOL, "default": True}})
    look = read({
        "buttons?": {**PATTERNS, "default": "*"},
        "topic": about("With $id for the button's id.", {**TOPIC, "allOf": [{"pattern": "\\$id"}]}),
        "maxRate?": about("Frames a second at most.", between(0.001, 120)), "qos?": QOS})
    action = read({
        "buttons?": {**PATTERNS, "default": "*"},
        "topic": about("It may have $id for the button's id.", TOPIC),
        "payload?": about("What is sent; $id, $name, $item and $payload are what the action has. All that "
                          "it has as JSON unless given.", ACTION), "qos?": QOS})
    return key, look, action


def home_assistant():
    """What is announced to Home Assistant."""
    def entities(text, member, kind, **more):
        shape = read({member: ref(kind), "name?": TEXT, "icon?": TEXT, **more})
        # What must be said of an entity beside its id is not in its id alone.
        ways = [shape] if any(not name.endswith("?") for name in more) else [ref(kind), shape]
        return about(text, array({"anyOf": ways}, maxItems=1_000))

    named, measured = {"class?": TEXT}, {"class?": TEXT, "unit?": TEXT}
    options = array(ref("ButtonID"), minItems=1, maxItems=64, uniqueItems=True)

    return read({
        "prefix?": {"description": "What discovery topics begin with.", **TOPIC,
                    "allOf": [{"pattern": "[^/]$"}], "default": "homeassistant"},
        "device?": {"description": "The device's id.", **IDENTIFIER, "default": "buttond"},
        "name?": about("Its name; its id unless given.", TEXT),
        "templates?": about("A file with the texts of the discovery; the installed one unless given.",
                            TEXT),
        "buttons?": entities("They press buttons.", "id", "ButtonID", **named),
        "events?": entities("They tell that buttons performed their actions.", "id", "ButtonID", **named),
        "lights?": entities("They show and set keys that are true or false.", "key", "StateKey", **{
            "brightness?": about("The key of the brightness, from 0 to 100.", ref("StateKey"))}),
        "switches?": entities("They show and set keys that are true or false.", "key", "StateKey", **named),
        "binarySensors?": entities("They show keys that are true or false.", "key", "StateKey", **named),
        "sensors?": entities("They show keys.", "key", "StateKey", **measured),
        "numbers?": entities("They show and set keys that are numbers.", "key", "StateKey", **{
            **measured, "min": about("The least that may be set.", NUMBER),
            "max": about("The most; more than min.", NUMBER),
            "step?": about("1 unless given.", {"type": "number", "minimum": 0.001})}),
        "selects?": entities("They choose from menus of buttons.", "id", "ButtonID", **{
            "key": about("The button's menuSelection.", ref("StateKey")),
            "options": about("The ids of the entries.", options)})})


def schema(types):
    """mqtt.yaml."""
    key, look, action = outward()
    settings = {
        "broker?": about("Where the broker is, and as whom to speak to it.", broker()),
        "prefix?": {"description": "What the topics of buttond-mqtt itself begin with.",
                    **TOPIC, "allOf": [{"pattern": "[^/]$"}], "default": "buttond"},
        "lease?": {"description": "The lease of the keys that topics feed.", **IDENTIFIER,
                   "maxLength": 48, "default": "mqtt"},
        "maxKeys?": count(1, 200_000, 10_000, "Keys that topics may make."),
        "topics?": rules("From the broker: topics to keys.", topic_rule()),
        "triggers?": rules("Topics that press buttons.", trigger()),
        "keys?": rules("To the broker: keys to topics.", key),
        "looks?": rules("Looks of buttons to topics.", look),
        "actions?": rules("Actions of buttons to topics.", action),
        "homeAssistant?": about("What Home Assistant finds.", home_assistant())}
    return document(
        "mqtt.yaml", "The rules of buttond-mqtt: buttond-mqtt --config FILE. Relative paths lead from "
        "the folder of the file. A key that is null is left out.",
        or_null(read(settings)), types,
        "What buttond-mqtt checks and no schema can say: texts' lengths count in bytes, whole numbers are "
        "written without a fraction, spans with a unit keep to the range of those without, a $ has a "
        "number no greater than the topic has wildcards, a payload of a trigger does one thing, max is more "
        "than min, no entity is in its list twice, all lists of entities together have at most 1,000, and "
        "files that are named are there.")
