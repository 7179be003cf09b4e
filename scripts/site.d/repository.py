"""A hook of MkDocs: pages of the site that are files of the repository outside docs.

The documents link to files as they lie in the repository, and a code host follows these links. Here every file
outside of docs to which a page of the site leads gets a page, too: a document as it is, a source highlighted, a folder as
a list. README.md is the site's first page. A link to a file that does not exist stays, and fails the build. The pages
that are made of tables come from reference.py.
"""

import os
import posixpath
import re
import sys

from mkdocs.structure.files import File, InclusionLevel

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import reference

MADE = reference.pages()
# What the site has besides the pages: its name there, and the file.
ASSETS = {"icon.svg": "clients/web/icon.svg", "site.css": "scripts/site.d/site.css",
          "frame-worker.js": "scripts/site.d/frame-worker.js"}
# Files outside of docs that the site's navigation has.
LISTED = ["Sources/CButtonPlugin/include/buttond_plugin.h", "Plugins/SDK/c/buttond_style.h"]
LINK = re.compile(r"(\]\()([^)\s#]+)?(#[^)\s]*)?(\))")
FENCE = re.compile(r"^(`{3,}).*?^\1$", re.M | re.S)
# The languages of files whose names end in another word.
LANGUAGES = {"mjs": "js", "map": "text", "Makefile": "make", "LICENSE": "text"}


def read(path):
    """The text of a file of the repository."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def page_of(path):
    """Where a file of the repository is in the site, from its root."""
    if path == "README.md":
        return "index.md"
    if path.startswith("docs/images/") or (path.startswith("docs/") and path.endswith(".md")):
        return path.removeprefix("docs/")
    # A README of a folder would be the first page of its section.
    return f"repository/{path.removesuffix('/README.md').removesuffix('.md')}.md"


def file_of(uri):
    """The file of the repository that a page of the site shows."""
    if uri == "index.md":
        return "README.md"
    if not uri.startswith("repository/"):
        return f"docs/{uri}"
    path = uri.removeprefix("repository/").removesuffix(".md")
    names = (f"{path}/README.md", f"{path}.md", path)
    return next(name for name in names if os.path.exists(os.path.join(ROOT, name)))


def outside_code(change, text):
    """A document with something changed outside of its fenced blocks."""
    parts, end = [], 0
    for block in FENCE.finditer(text):
        parts += [change(text[end:block.start()]), block.group()]
        end = block.end()
    return "".join(parts) + change(text[end:])


def targets(path, text):
    """The files of the repository to which a document links."""
    found = []
    outside_code(lambda part: found.extend(LINK.findall(part)) or part, text)
    for _, target, _, _ in found:
        if target and not re.match(r"\w+:", target):
            place = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            if os.path.exists(os.path.join(ROOT, place)):
                yield place


def shown(path):
    """A file or folder of the repository as a document."""
    if path.endswith(".md"):
        return read(path)
    place = os.path.join(ROOT, path)
    name = posixpath.basename(path)
    if os.path.isdir(place):
        names = [each for each in sorted(os.listdir(place)) if each[0] != "."]
        # The examples can be read here to the last file; of other folders the names are enough.
        form = f"- [`%s`]({name}/%s)" if path.startswith("docs/") else "- `%s`"
        items = "\n".join(form.replace("%s", each) for each in names)
        return f"# `{path}`\n\n{items}\n"
    suffix = name.rpartition(".")[2]
    return f"# `{path}`\n\n````{LANGUAGES.get(suffix, suffix)}\n{read(path).rstrip()}\n````\n"


def on_files(files, config):
    """Adds the files to which the pages lead, and those to which they lead in turn."""
    for name, path in ASSETS.items():
        files.append(File.generated(config, name, abs_src_path=os.path.join(ROOT, path)))
    # What is under docs and not a page is shown like any other file.
    for file in list(files):
        if file.src_uri.startswith("examples/"):
            files.remove(file)
    for uri, text in MADE.items():
        files.append(File.generated(config, uri, content=text))
    waiting = ["README.md", *LISTED] + [f"docs/{file.src_uri}" for file in files.documentation_pages()]
    seen = set(waiting)
    while waiting:
        path = waiting.pop()
        uri = page_of(path)
        text = MADE.get(uri) or shown(path)
        if not files.get_file_from_path(uri):
            inclusion = InclusionLevel.INCLUDED if path.endswith(".md") else InclusionLevel.NOT_IN_NAV
            files.append(File.generated(config, uri, content=text, inclusion=inclusion))
        for target in targets(path, text):
            if target not in seen and not target.startswith("docs/images/"):
                seen.add(target)
                waiting.append(target)
    return files


def nested(text):
    """Lists inside of lists as Python-Markdown wants them: indented by four spaces."""
    return re.sub(r"^  (?=- |  \S)", "    ", text, flags=re.M)


def on_page_markdown(markdown, page, **_):
    """Leads the links of a page to where the site has the files."""
    uri = page.file.src_uri
    path, here = file_of(uri), posixpath.dirname(uri)

    def led(link):
        opening, target, heading, closing = link.groups()
        if not target or re.match(r"\w+:", target):
            return link.group()
        place = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        if not os.path.exists(os.path.join(ROOT, place)):
            return link.group()
        return f"{opening}{posixpath.relpath(page_of(place), here or '.')}{heading or ''}{closing}"

    return outside_code(lambda part: LINK.sub(led, nested(part)), markdown)


def on_post_build(config):
    """Writes the index of the search as a script, too: pages that were opened from a folder read no other files."""
    folder = os.path.join(config.site_dir, "search")
    with open(os.path.join(folder, "search_index.json"), encoding="utf-8") as file:
        index = file.read()
    with open(os.path.join(folder, "search_index.js"), "w", encoding="utf-8") as file:
        file.write(f"var __index = {index}")
