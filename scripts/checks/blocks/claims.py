"""Blocks that say something of programs and sources in a form of their own."""

import os
import re
import subprocess

from ..machine import settled
from ..repository import ROOT, SCRATCH, blocks, read
from . import sessions


def options(text):
    """The long options that a text names."""
    return set(re.findall(r"--[a-z][a-z-]+", text))


def usage(block, machine):
    """The lines of usage have the daemon's options, all of them."""
    said = machine.run("buttond --help")
    assert options(block.text) == options(said), f"buttond has {options(block.text) ^ options(said)} here or there only"


def choices(block, machine, daemon):
    """A command takes the options, each with every choice."""
    for option in re.findall(r"\[([^]]*)\]", block.text):
        name, _, value = option.partition(" ")
        for choice in value.replace("PATH", machine.socket).split("|"):
            machine.run(f"buttonctl {name} {choice} stats")


def commands(block, wrong):
    """The repository's own commands are there, with the options that they are shown with."""
    for number, line in enumerate(block.text.splitlines(), block.line + 1):
        script, *words = line.split("#")[0].split()
        wanted, part = options(" ".join(words)), [word for word in words[:1] if word.isalpha()]
        if not os.access(os.path.join(ROOT, script), os.X_OK):
            wrong(f"{block.page}:{number}", f"there is no {script}")
        # What scripts/test itself is given goes to `swift test`.
        elif wanted and (part or script != "scripts/test"):
            said = subprocess.run([os.path.join(ROOT, script), *part, "--help"], text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
            if missing := wanted - options(said):
                wrong(f"{block.page}:{number}", f"{script} has no {missing}")


def floors(block):
    """The drawing of the floors is scripts/lint.d/layers.txt."""
    drawn = [sorted(line.removeprefix("floor ").split()) for line in block.text.splitlines()]
    real = [sorted(line.split()[1:]) for line in read("scripts/lint.d/layers.txt").splitlines()
            if line.startswith("floor ")]
    assert sorted(drawn) == sorted(real), f"scripts/lint.d/layers.txt has {real}"


def demo(block, machine, prefix, wrong):
    """The demo's story runs in the page's order; only numbers of processes and times may differ."""
    done = machine.run(f"{ROOT}/scripts/demo.d/show --once --prefix {prefix}")
    number = r"\b\d{2,}\b|(?<=tick )\d+|\d+(?= ms\b)|\d+(?= processes\b)"
    printed, last = [re.sub(number, "N", line) for line in done.splitlines()], 0
    for at, line in enumerate(block.text.splitlines(), block.line + 1):
        if not line or line == "…" or line.startswith("$ "):
            continue
        line = re.sub(number, "N", line)
        if line in printed[last:]:
            last = printed.index(line, last) + 1
        else:
            wrong(f"{block.page}:{at}", f"the demo does not say, there: {line}\n{done}")


def has_export(text, name):
    """Whether a module in JavaScript exports a name, or passes it on."""
    return re.search(rf"^export ((async )?(function|class|const) {name}\b|{{[^}}]*\b{name}\b[^}}]*}} from)", text, re.M)


def markup(block, module, wrong):
    """Elements, attributes and functions are those of the gateway's module."""
    for element in set(re.findall(r"<(\w+-[\w-]+)", block.text)):
        if f'customElements.define("{element}"' not in module:
            wrong(block.place, f"nothing defines <{element}>")
    for attribute in re.findall(r"<\w+-[\w-]+ (\w+)=", block.text):
        if not re.search(rf'observedAttributes[^\]]*"{attribute}"', module):
            wrong(block.place, f"the element has no {attribute}")
    for names in re.findall(r"import \{ ([\w, ]+) \}", block.text):
        for name in names.split(", "):
            if not has_export(module, name):
                wrong(block.place, f"live-button.js has no {name}")


def excerpt(block):
    """The lines stand in the file that the fence names, one after another, however far in."""
    def plain(text):
        return [line.strip() for line in text.strip().splitlines()]
    said, real = plain(block.text), plain(read(block.attributes["of"]))
    assert any(real[at:at + len(said)] == said for at in range(len(real))), "the file has no such lines"


def swift(block):
    """The page is one whose examples scripts/test docs compiles; a shorter one is in the sources."""
    if block.page == "docs/five-styles.md":
        assert block.text in read("Plugins/*/*.swift"), "this is in no shipped plugin"
    else:
        assert re.match(r"docs/plugin|.*\.docc/", block.page), "scripts/test docs does not compile what is on this page"


def compiled(folder):
    """The files of a target that the compilers take, as its folder of objects has them: in Swift all in one place."""
    for path, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".swift"):
                yield name
            elif name.endswith((".c", ".cc", ".cpp")):
                yield os.path.relpath(f"{path}/{name}", folder)


def article(block, machine, wrong, request):
    """The article's package is one, and its program says what the article shows."""
    sessions.files(block, machine)
    package = next(each for each in blocks(block.page) if each.file and each.file.endswith("Package.swift"))
    products = re.findall(r'library\(name: "(\w+)"', read("Package.swift"))
    for product in re.findall(r'product\(name: "(\w+)"', package.text):
        assert product in products, f"{package.place}: there is no product {product}"
    # As strictly as this package compiles, from the build of ButtonClient that there is.
    built, sanitizer = f"{SCRATCH}/debug", os.environ.get("BUTTOND_SANITIZE")
    # SwiftPM leaves there what it made of files that are gone.
    objects = [f"{built}/{name}.build/{source}.o" for name in
               ("ButtonClient", "ButtonModel", "ButtonProtocol", "JSONRPC", "CPlatform", "CSimdjson")
               for source in compiled(f"{ROOT}/Sources/{name}")]
    machine.run(" ".join(
        ["swiftc -swift-version 6 -warnings-as-errors -parse-as-library",
         f"-sanitize={sanitizer}" if sanitizer else "", f"-I {built}/Modules",
         *(f"-Xcc -fmodule-map-file={built}/{name}.build/module.modulemap" for name in ("CPlatform", "CSimdjson")),
         "-module-cache-path modules -o till/till till/Sources/till/*.swift", *objects, "-lsimdjson -lstdc++"]))
    machine.here.append(("swift run till", "till/till"))
    sessions.session(block, machine, wrong, request)


def metrics(block, machine, daemon):
    """The file for node_exporter is written, and tells of plugins."""
    daemon.define({"id": "a", "style": "outline/outline"})
    settled(daemon, "a")
    target = f"{machine.folder}/buttond.prom"
    machine.run(block.text.replace("/run/buttond/buttond.sock", machine.socket)
                .replace("/var/lib/node_exporter/textfile/buttond.prom", target))
    with open(target, encoding="utf-8") as text:
        assert "\nbuttond_plugin_up{" in text.read(), "the metrics tell nothing of plugins"


def doctor(block, machine, daemon, wrong):
    """Of a daemon that is stopped each command says the same, with numbers for numbers, and ends with 1."""
    report = next(each.text for each in blocks(block.page) if each.attributes.get("test") == "report")
    machine.write("doctor.yaml", "")
    machine.run("kill -STOP %1")
    for number, command, _ in sessions.steps(block.text, block.line):
        said = machine.run(command.split("#")[0].replace("FILE", "doctor.yaml").replace("DIR", "kept"), code=1)
        if number == block.line + 1 and re.sub(r"\d+", "N", said) != re.sub(r"\d+", "N", report):
            wrong(f"{block.page}:{number}", f"the doctor says {said}")
    machine.run("kill -CONT %1")


def report(block):
    """What `doctor` compares."""
    assert any(each.attributes.get("test") == "doctor" for each in blocks(block.page)), "no doctor prints it"
