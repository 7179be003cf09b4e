"""What pages and sources say of each other."""

import glob
import os
import re

import pytest

from .machine import get
from .repository import ROOT, place, read

ARCHITECTURE, PATHS, GLOSSARY = "docs/architecture.md", "docs/paths.md", "docs/glossary.md"
# The files of each row of docs/five-styles.md, and how many lines they may have at most.
COUNTED = {
    "outline": (["Outline/OutlineStyle"], 34),
    "default and plain": (["Press/DefaultStyle", "Press/PlainStyle"], 24),
    "scale": (["Press/ScaleStyle"], 16),
    "primitive scale": (["Press/PrimitiveScaleStyle"], 26),
    "dynamic checkout": (["Checkout/Count"], 5),
    "themed library": (["Themed/ThemedButton", "Themed/GreenButton"], 70)}


def targets():
    """The names of Package.swift's targets, shipped plugins included, tests and fuzzers not."""
    package = read("Package.swift")
    named = re.findall(r"\.(?:target|systemLibrary|executableTarget)\(\s*name: \"([\w-]+)\"", package)
    plugins = re.search(r"let swiftPlugins = \[(.*?)\]", package, re.S)[1]
    return set(named + re.findall(r"\"(\w+)\"", plugins))


def sources(folder="Sources"):
    """The Swift sources in a folder, one after another."""
    return "".join(map(read, sorted(glob.glob(f"{folder}/**/*.swift", root_dir=ROOT, recursive=True))))


def test_every_target_has_a_paragraph():
    paragraphs = re.split(r"\n\s*\n", read(ARCHITECTURE))
    described = {name for each in paragraphs if each.startswith("**`")
                 for name in re.findall(r"\*\*`([\w-]+)`\*\*", each)}
    assert described == targets()


def test_steps_name_what_is_in_their_files(wrong):
    for page in (ARCHITECTURE, PATHS):
        for found in re.finditer(r"`([\w.]+)`\s+in\s+`(Sources/[^`]+)`", read(page)):
            name, path = found.groups()
            if not re.search(rf"\b{name.rpartition('.')[2]}\b", read(path)):
                wrong(place(page, found), f"{path} has no {name}")


def test_types_that_are_named_exist(wrong):
    declared = targets() | set(re.findall(
        r"\b(?:struct|class|enum|protocol|actor|typealias|import) (\w+)", sources()))
    for page in (ARCHITECTURE, PATHS):
        for found in re.finditer(r"`([A-Z][a-z]\w*[A-Z]\w*)[`.]", read(page)):
            if found[1] not in declared:
                wrong(place(page, found), f"there is no type {found[1]}")


def test_a_part_of_the_engine_has_only_parts_above_it(wrong):
    text = read(ARCHITECTURE)
    table = text[text.index("### The parts of the engine"):text.index("### The parts of the daemon")]
    engine = sources("Sources/ButtonEngine")
    parts = re.findall(r"^\| `(\w+)`", table, re.M)
    for row, part in enumerate(parts):
        body = re.search(rf"^(?:package )?(?:final )?(?:class|struct) {part}\b.*?^}}", engine, re.M | re.S)
        assert body, f"there is no part {part}"
        for below in parts[row + 1:]:
            if re.search(rf"\w+: {below}\b|= {below}\(", body[0]):
                wrong(ARCHITECTURE, f"{part} has a {below}, which must stand above it")


def test_entries_of_the_glossary_are_in_order():
    terms = [term.lower() for term in re.findall(r"^\*\*(.+?)\*\*", read(GLOSSARY), re.M)]
    assert terms and terms == sorted(set(terms))


def test_the_index_of_decisions_is_whole():
    pages = set(os.listdir(f"{ROOT}/docs/decisions")) - {"README.md"}
    assert set(re.findall(r"\]\((\d{4}-[a-z0-9-]+\.md)\)", read("docs/decisions/README.md"))) == pages


@pytest.mark.parametrize("page", ["docs/operating.md", "CONTRIBUTING.md"])
def test_files_in_tables_exist(page, prefix, wrong):
    for found in re.finditer(r"^\| (`.*?`) \|", read(page), re.M):
        for path in re.findall(r"`([^`]+)`", found[1]):
            path = path.replace("NAME.schema", "plugin.schema").replace("NAME", "pill")
            is_installed = path.split("/")[0] in ("bin", "lib", "libexec", "include", "share")
            if not os.path.exists(os.path.join(prefix if is_installed else ROOT, path)):
                wrong(place(page, found), f"{path} is not there")


def test_the_five_styles_have_as_many_lines_as_said(wrong):
    page = "docs/five-styles.md"
    for name, (files, most) in COUNTED.items():
        stripped = [line.strip() for file in files for line in read(f"Plugins/{file}.swift").splitlines()]
        count = sum(bool(line) and not line.startswith(("//", "import ")) for line in stripped)
        said = re.search(rf"^\| \[{name}\]\(#[\w-]+\) \| (\d+) \|", read(page), re.M)
        if not said or int(said[1]) != count or count > most:
            wrong(place(page, said) if said else page, f"{name} has {count} lines of code; {most} are the most")


def test_there_are_thirteen_recipes():
    assert len(re.findall(r"^## ", read("docs/recipes.md"), re.M)) == 13


def test_the_gateway_has_the_paths_and_options_of_its_page(machine, gateway, wrong):
    page = "docs/web.md"
    said = machine.run("buttond-gateway --help")
    for found in re.finditer(r"^\| (`/.*?) \|", read(page), re.M):
        for path in re.findall(r"`(/[^`]*)`", found[1]):
            try:
                get(gateway.rstrip("/") + path)
            except OSError as answer:
                # Where a WebSocket is opened, an ordinary request is told so.
                if (path, getattr(answer, "code", None)) != ("/ws", 426):
                    wrong(place(page, found), f"{path}: {answer}")
    for found in re.finditer(r"`(--[a-z-]+)", read(page)):
        if found[1] not in said and found[1] != "--live-button-font":
            wrong(place(page, found), f"buttond-gateway has no {found[1]}")


@pytest.mark.parametrize("name", ["buttonctl.1", "buttond.1", "buttond-gateway.1", "buttond-mqtt.1", "buttond-surface.1",
                                  "buttond.yaml.5"])
def test_manual_pages_are_installed(prefix, name):
    assert os.path.exists(f"{prefix}/share/man/man{name[-1]}/{name}")


def test_manual_pages_are_set_without_a_warning(machine):
    if machine.do("command -v groff")[0]:
        pytest.skip("there is no groff")
    assert not machine.run("for page in buttond/share/man/man*/*; do "
                           "groff -man -ww -Tutf8 -Kutf8 -rLL=100n $page 2>&1 >/dev/null || echo $page; done")
