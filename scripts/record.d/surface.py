"""The schema of surface.yaml, the file of decks and layouts of buttond-surface."""

from shapes import about, array, between, document, or_null, read, ref


def device():
    """Which decks have which layout."""
    return read({
        "id": about("The deck's id as its client names it; * stands for any run of characters, ? for one.",
                    {"type": "string"}),
        "layout?": about("The layout; the only one unless given.", {"type": "string"}),
        "page?": about("The key that names the page; surface.ID.page unless given.", ref("StateKey")),
        "brightness?": {"description": "0 to 100, or the name of a key that is.", "default": 100,
                        "anyOf": [between(0, 100, "integer"), ref("StateKey")]},
        "rotation?": {"description": "How far pictures are turned clockwise, in degrees.",
                      "type": "integer", "enum": [0, 90, 180, 270], "default": 0},
        "traits?": about("For which display buttons are drawn: dark unless given.", ref("Traits"))})


def schema(types):
    """surface.yaml."""
    row = array({"anyOf": [ref("ButtonID"), {"type": "null"}]})
    page = {"anyOf": [array(row, minItems=1), {"type": "string", "pattern": "^[A-Za-z0-9._*?-]+$"}]}
    layout = {"type": "object", "minProperties": 1, "additionalProperties": about(
        "Rows of buttons from the top left, null for a dark key; or a pattern, whose buttons are shown in "
        "the order of their ids.", page)}
    settings = {
        "listen?": about("Addresses to listen on; 127.0.0.1 and ::1 unless given. Decks of other machines "
                         "need devices.", array({"type": "string"})),
        "port?": {"description": "The port.", **between(1, 65_535, "integer"), "default": 16_622},
        "devices?": about("Which decks may come, and what they show; the first that matches counts. Without "
                          "it, any deck of this machine has the only layout.", array(device())),
        "layouts?": {"description": "Pages by name, of which the first is shown at first; one page with all "
                     "buttons unless given.", "type": "object", "minProperties": 1,
                     "additionalProperties": layout}}
    return document(
        "surface.yaml", "The decks and layouts of buttond-surface: buttond-surface --config FILE. A key that "
        "is null is left out.", or_null(read(settings)), types,
        "What buttond-surface checks and no schema can say: a layout that is named is there, an address is "
        "one, addresses that other machines reach come with devices, several layouts come with devices, and "
        "a layout has at most 2,000 buttons and 100 patterns.")
