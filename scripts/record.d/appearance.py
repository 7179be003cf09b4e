"""What reads, writes and appends each member of a look: written from the members of Sources/ButtonModel/Appearance.swift."""

import json
import os
import re
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCE = "Sources/ButtonModel/Appearance.swift"
HEAD = f"// Written by scripts/record from {SOURCE}.\n\n"
KINDS = {"Bool": "flag", "Double": "length", "UInt32": "color", "UTF8String": "text", "[TitleRun]": "runs",
         "ButtonRole": "role"}
MEMBER = re.compile(r"  public var (\w+)(?:: ([^ ]+))?(?: = (.+))?\n")


class Member:
    """One member: its name, its group, its kind of value, what it is at first in Swift, whether it may be missing, and
    whether it is always sent."""

    def __init__(self, group, line, comment):
        self.group = group
        self.name, kind, self.initial = MEMBER.fullmatch(line).groups()
        kind = kind or {"true": "Bool", "false": "Bool"}.get(self.initial) or (
            "Double" if re.fullmatch(r"[0-9.]+", self.initial) else self.initial.rpartition(".")[0])
        self.kind = KINDS.get(kind.rstrip("?"), "choice")
        self.is_optional = kind.endswith("?") and self.kind != "text"
        self.is_always_sent = "Always sent." in comment

    @property
    def usual(self):
        """What is left out of JSON."""
        if self.initial is None or self.kind in ("runs", "text"):
            return None
        if self.kind == "color":
            return f"#{int(self.initial):08X}"
        return json.loads(self.initial) if self.kind in ("flag", "length") else self.initial.rpartition(".")[2]

    @property
    def row(self):
        """Its row in the table of members."""
        usual = int(self.usual) if self.kind == "length" and self.usual is not None else self.usual
        return {"key": self.name, **({"always": True} if self.is_always_sent else {"default": usual})}

    @property
    def appended(self):
        """The line that appends it."""
        initial = self.initial
        if self.kind == "choice" and initial and initial.count(".") == 1 and not initial.startswith("Font"):
            initial = "Appearance." + initial
        left = "" if self.is_always_sent or initial in (None, "false", "[]") else f", unless: {initial}"
        value = "value" if self.is_optional else f"look.{self.name}"
        head = f'#""{self.name}":"#, {value}'
        if self.is_optional:
            return f"    if let value = look.{self.name} {{ {self.kind}({head}{left}) }}\n"
        for broken in (f"{head}{left}", f"\n      {head}{left}", f"\n      {head},\n      {left[2:]}"):
            line = f"    {self.kind}({broken})\n"
            if max(map(len, line.splitlines())) <= 100:
                break
        return line


def members():
    """All members in order."""
    with open(os.path.join(ROOT, SOURCE), encoding="utf-8") as file:
        lines = file.readlines()
    found, group, comment = [], None, ""
    for line in lines:
        if mark := re.fullmatch(r"  // MARK: (\S+)\n", line):
            group = None if mark[1] == "-" else mark[1]
        elif group and line.startswith("  ///"):
            comment += line
        elif group and line.startswith("  public var"):
            found.append(Member(group, line, comment))
            comment = ""
    return found


def filled(text, width, head, rest):
    """A text in lines, the first of which begins with `head` and each of the others with `rest`."""
    return textwrap.fill(text, width, initial_indent=head, subsequent_indent=rest, break_long_words=False,
                         break_on_hyphens=False)


def groups(all_members):
    """The names of the groups, in order."""
    return list(dict.fromkeys(member.group for member in all_members))


def keys(all_members):
    """Sources/ButtonModel/AppearanceKey.swift: the members by their names."""
    cases = "".join(
        filled(", ".join(each.name for each in all_members if each.group == group), 99, "  case ", "    ") + "\n"
        for group in groups(all_members))
    sent = ", ".join(f".{each.name}" for each in all_members if each.is_always_sent)
    always = filled(sent, 99, "    case ", "      ")
    paths = "".join(f"    case .{each.name}: .{each.kind}(\\.{each.name})\n" for each in all_members)
    return HEAD + f"""/// The members of an appearance in JSON, in the order in which they are written.
public enum AppearanceKey: UInt8, Hashable, Sendable, CaseIterable {{
{cases}
  /// Whether the member is sent even with its default value.
  public var isAlwaysPresent: Bool {{
    switch self {{
{always}:
      true
    default: false
    }}
  }}

  /// How the member is read and written.
  package var member: AppearanceMember {{
    switch self {{
{paths}    }}
  }}
}}
"""


def writer(all_members):
    """Sources/ButtonResolver/JSONWriter+Appearance.swift: appends the members."""
    calls = "".join(f"    {group}(of: look)\n" for group in groups(all_members))
    functions = "\n".join(
        f"  private mutating func {group}(of look: Appearance) {{\n"
        + "".join(each.appended for each in all_members if each.group == group) + "  }\n"
        for group in groups(all_members))
    return HEAD + f"""import ButtonModel
import JSONRPC

extension JSONWriter {{
  /// Appends the members of a look, each with a comma.
  mutating func members(of look: Appearance) {{
{calls}  }}

{functions}}}
"""


def table(all_members):
    """Tests/ButtonResolverTests/Fixtures/appearance-keys.json: what is left out."""
    return "[\n" + ",\n".join("  " + json.dumps(each.row) for each in all_members) + "\n]\n"


def files():
    """The texts by their paths in the repository."""
    found = members()
    return {"Sources/ButtonModel/AppearanceKey.swift": keys(found),
            "Sources/ButtonResolver/JSONWriter+Appearance.swift": writer(found),
            "Tests/ButtonResolverTests/Fixtures/appearance-keys.json": table(found)}
