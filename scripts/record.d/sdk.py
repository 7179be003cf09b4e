"""What styles in C and Rust call for each property: written from Config/properties.json."""

import re

from appearance import filled
from properties import settable
from values import PROPERTIES

# The types of choices whose property's name says too much; any other is named after its property.
TYPES = {"titleFontWeight": "FontWeight", "titleLineBreakMode": "LineBreakMode",
         "titleTextStyle": "TextStyle", "titleFontDesign": "FontDesign",
         "background.imageContentMode": "ImageContentMode"}
HEAD = ("Written by scripts/record from the registry of properties, revision {}: a function for every one that "
        "styles can set.")


def words(name):
    """titleFontSize: title, font, size; of background.backgroundColor the first word once."""
    found = [part.lower() for part in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)]
    return found[1:] if len(found) > 1 and found[0] == found[1] else found


def snake(name):
    """title_font_size."""
    return "_".join(words(name))


def pascal(name):
    """TitleFontSize."""
    return "".join(part.capitalize() for part in words(name))


def properties():
    """The rows that plugins may set, those of choices with the name of their type; the runs of a title have a
    function by hand in buttond_style.h and buttond.rs."""
    rows = [dict(row) for row in settable() if row["type"] != "textRuns"]
    types = {}
    for row in rows:
        if row["type"] == "choice":
            key = tuple(row["choices"])
            types.setdefault(key, TYPES.get(row["name"], pascal(row["name"])))
            row["choice"] = types[key]
    return PROPERTIES["revision"], rows, types


def wrapped(text, prefix, end=""):
    """A comment, broken into lines."""
    rest = " " * len(prefix) if end else prefix.rstrip() + " "
    return filled(" ".join(text.split()), 103 - len(end), prefix, rest) + end


def c_header():
    """Plugins/SDK/c/buttond_properties.h."""
    revision, rows, types = properties()
    out = [wrapped(HEAD.format(revision), "/* ", " */"),
           "#ifndef BUTTOND_PROPERTIES_H\n#define BUTTOND_PROPERTIES_H\n"]
    for names, kind in types.items():
        enum, constant = f"bts_{snake(kind)}", f"BTS_{snake(kind).upper()}"
        members = ",\n".join(f"   {constant}_{snake(name).upper()}" for name in names)
        out.append(f"typedef enum {enum} {{\n{members}\n}} {enum};\n")
    takes = {"text": "const char *text", "effect": "const char *effect",
             "fontEffect": "const char *font_effect", "color": "bts_color color",
             "number": "double number", "bool": "int flag", "transaction": "const char *transaction"}
    for row in rows:
        name, kind = snake(row["name"]), row["type"]
        out.append(wrapped(row["documentation"], "/* ", " */"))
        if kind == "choice":
            enum = f"bts_{snake(row['choice'])}"
            names = wrapped(", ".join(f'"{each}"' for each in row["choices"]), "      ")
            out.append(
                f"static inline void bts_set_{name}(bts_button *button, {enum} choice) {{\n"
                f"   static const char *const names[] = {{\n{names}}};\n"
                f"   unsigned place = (unsigned)choice;\n"
                f'   bts_set_text(button, "{row["name"]}",\n'
                f'                place < sizeof names / sizeof *names ? names[place] : "?");\n}}\n')
            continue
        function = {"effect": "text", "fontEffect": "text", "transaction": "text", "bool": "flag"}.get(kind, kind)
        argument = takes[kind].split()[-1].lstrip("*")
        out.append(f"static inline void bts_set_{name}(bts_button *button, {takes[kind]}) {{\n"
                   f'   bts_set_{function}(button, "{row["name"]}", {argument});\n}}\n')
    out.append("#endif /* BUTTOND_PROPERTIES_H */")
    return "\n".join(out) + "\n"


def rust_module():
    """Plugins/SDK/templates/rust/properties.rs."""
    revision, rows, types = properties()
    out = [wrapped(HEAD.format(revision), "//! "), "", "use super::{Color, Request, Status, Value};", ""]
    for names, kind in types.items():
        members = "".join(f"    {pascal(name)},\n" for name in names)
        arms = "".join(f'            {kind}::{pascal(name)} => "{name}",\n' for name in names)
        out.append(f"#[derive(Clone, Copy, PartialEq)]\npub enum {kind} {{\n{members}}}\n\n"
                   f"impl {kind} {{\n    pub fn name(self) -> &'static str {{\n        match self {{\n"
                   f"{arms}        }}\n    }}\n}}\n")
    out.append("impl Request<'_> {")
    forms = {"text": ("text: Option<&str>", 'Value::Text(text.unwrap_or(""))'),
             "effect": ("effect: &str", "Value::Text(effect)"),
             "fontEffect": ("effect: &str", "Value::Text(effect)"),
             "transaction": ("transaction: &str", "Value::Text(transaction)"),
             "number": ("number: f64", "Value::Number(number)"), "bool": ("flag: bool", "Value::Flag(flag)")}
    functions = []
    for row in rows:
        name, kind = snake(row["name"]), row["type"]
        text = wrapped(row["documentation"], "    /// ") + "\n"
        if kind == "color":
            text += (f"    pub fn set_{name}(&self, color: Color) -> Result<(), Status> {{\n"
                     f'        self.set_color("{row["name"]}", &color)\n    }}\n')
        else:
            if kind == "choice":
                argument, value = f"choice: {row['choice']}", "Value::Text(choice.name())"
            else:
                argument, value = forms[kind]
            text += (f"    pub fn set_{name}(&self, {argument}) -> Result<(), Status> {{\n"
                     f'        self.set("{row["name"]}", {value})\n    }}\n')
        functions.append(text)
    out.append("\n".join(functions) + "}")
    return "\n".join(out) + "\n"


def files():
    """The texts by their paths in the repository."""
    return {"Plugins/SDK/c/buttond_properties.h": c_header(),
            "Plugins/SDK/templates/rust/properties.rs": rust_module()}
