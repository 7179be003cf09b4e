"""docs/five-styles.md: its code is that of docs/examples/styles, which is as short as the page says."""

import glob
import os
import re

from ledger import ROOT, Untrue, read

PAGE = "docs/five-styles.md"
SOURCES = "docs/examples/styles/Sources"
# The files of each row, and how many lines they may have at most.
STYLES = {
    "outline": (["Outline/OutlineStyle"], 34),
    "default and plain": (["Defaults/DefaultStyle", "Defaults/PlainStyle"], 19),
    "scale": (["Press/ScaleStyle"], 8),
    "bounds press": (["Press/BoundsPressStyle"], 26),
    "dynamic checkout": (["Checkout/Count"], 5),
    "themed library": (["Themed/ThemedStyle", "Themed/GreenStyle"], 70),
}


def code_lines(source):
    """The lines of a source without comments, blank ones and imports."""
    lines = (line.strip() for line in source.splitlines())
    return [line for line in lines if line and not line.startswith(("//", "import "))]


def check(ledger):
    """The table's counts, the code on the page, and every file in some row."""
    page = read(PAGE)
    counted = set()
    for name, (files, most) in STYLES.items():
        count = sum(len(code_lines(read(f"{SOURCES}/{file}.swift"))) for file in files)
        counted.update(f"{file}.swift" for file in files)
        said = re.search(rf"^\| \[{name}\]\(#[\w-]+\) \| (\d+) \|", page, re.M)
        if not said or int(said.group(1)) != count:
            raise Untrue(f"{PAGE}: {name} has {count} lines of code")
        if count > most:
            raise Untrue(f"{SOURCES}: {name} has {count} lines, {most} are the most")
        print(f"check-docs: {name}: {count} lines of code, of {most}")
    there = {os.path.relpath(path, os.path.join(ROOT, SOURCES))
             for path in glob.glob(os.path.join(ROOT, SOURCES, "*/*.swift"))
             if not path.endswith(("Plugin.swift", "/Manifest.swift"))}
    if there != counted:
        raise Untrue(f"scripts/check-docs.d/five.py counts {sorted(counted)}, there are {sorted(there)}")
    for block in re.findall(r"^```swift\n(.*?)^```", page, re.M | re.S):
        if not any(block in read(f"{SOURCES}/{file}") for file in counted):
            raise Untrue(f"{PAGE}: this is in no file of {SOURCES}:\n{block}")
    session = ledger.take(PAGE, "")[0]
    if "\n$ make\n" not in session:
        raise Untrue(f"{PAGE}: the session does not build")
