"""The files of the repository, and the fenced blocks of its pages."""

import glob
import json
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The folder in which SwiftPM builds, as scripts/common.sh has it.
SCRATCH = os.environ.get("BUTTOND_SCRATCH") or os.path.join(
    ROOT, ".build" + "".join(f"-{each}" for each in [os.environ.get("BUTTOND_SANITIZE")] if each))
FENCE = re.compile(r'```(?P<language>\w*)(?: \{(?P<attributes>\w+="[^"]*"(?: \w+="[^"]*")*)\})?$')


def read(path):
    """The text of a file of the repository; with a * in the path, that of all such files, one after another."""
    if "*" in path:
        return "".join(map(read, sorted(glob.glob(path, root_dir=ROOT))))
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def lines(path):
    """The values of a table, one a line."""
    return [json.loads(line) for line in read(path).splitlines() if line and line[0] != "#"]


def documents():
    """The pages with blocks: those at the top, docs, and the catalogues of the libraries."""
    folders = ["docs", "docs/decisions", "Sources/ButtonClient/ButtonClient.docc", "Sources/ButtondKit/ButtondKit.docc"]
    return ["README.md", "CONTRIBUTING.md", "SECURITY.md"] + sorted(
        f"{folder}/{name}" for folder in folders
        for name in os.listdir(os.path.join(ROOT, folder)) if name.endswith(".md"))


def place(page, found):
    """The page and line at which a match of its text begins."""
    return f"{page}:{found.string.count(chr(10), 0, found.start()) + 1}"


class Block:
    """A fenced block of a page: its place, its text, and what its fence says; where other readers of the page, such
    as DocC, want a plain fence, a comment above says it. A block under a line with a name in code is a file of that
    name; the fence may say it, too."""

    def __init__(self, page, line, fence, above):
        found = FENCE.match(fence)
        self.page, self.line, self.text = page, line, ""
        self.is_fence_right = found is not None
        self.language = found["language"] if found else ""
        said = above if above.startswith("<!--") else (found and found["attributes"]) or ""
        self.attributes = dict(re.findall(r'(\w+)="([^"]*)"', said))
        named = re.fullmatch(r"`([\w/.]+)`", above)
        self.file = self.attributes.get("file") or (named[1] if named else None)

    @property
    def place(self):
        """Its page and line."""
        return f"{self.page}:{self.line}"


def blocks(pages):
    """The blocks of some pages: of one, or of all that a pattern names."""
    found = []
    for page in sorted(glob.glob(pages, root_dir=ROOT)):
        block, above = None, ""
        for number, line in enumerate(read(page).splitlines(keepends=True), 1):
            if line.startswith("```"):
                block = Block(page, number, line.strip(), above.strip()) if block is None else None
                found += [block] if block else []
            elif block:
                block.text += line
            above = line
    return found


def taken(pages, test):
    """The one block of some pages whose fence names that test."""
    [block] = [each for each in blocks(pages) if each.attributes.get("test") == test]
    return block
