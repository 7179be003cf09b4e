"""Sessions of a shell, as they stand on a page."""

import json
import os
import re
import shlex
from collections import Counter

from ..machine import DEADLINE, until
from ..repository import ROOT, blocks, read

# Programs that go on until somebody ends them, but for these ways to call them.
SERVERS = re.compile(r"buttond(-gateway|-mqtt|-surface)?\b(?!.* --(check|describe|help|version|restore))")
# The items of `plugin check` that are answered by one worker together.
SURVEYED = ("manifest", "sandbox", "answers", "undeclared-reads", "range", "output", "states", "contrast")
# All rounds, as in scripts/soak, or few of those that are dear.
IS_LONG = float(os.environ.get("BUTTOND_TEST_SCALE", "1")) > 1


class Shown:
    """What a page shows, and what its jobs print, without what depends on the moment."""

    def __init__(self):
        self.any, self.lines = re.compile("(?!)"), []
        # How long a line is waited for: not long, once something was wrong.
        self.seconds = DEADLINE

    def line(self, line):
        """A line without its tick, seconds, the width of columns, and what the fence says may be anything."""
        line = re.sub(r"^\d+  ", "  ", self.any.sub("N", line.rstrip()))
        return re.sub(r"(?<=\S) {3,}", "  ", re.sub(r"\d+ s  ", "N s  ", line))

    def settled(self, lines):
        """Lines without those of a plugin that starts, a source that has said nothing yet, or a press under way. A
        line of a watch that is the same as the button's last one then says nothing."""
        last, kept = {}, []
        for line in map(self.line, lines):
            if any(word in line for word in ("! pluginStarting", " is absent", "highlighted")):
                continue
            button = line.split()[0] if line.startswith("  ") and line.strip() else None
            if button is None or last.get(button) != line:
                kept.append(line)
            last[button] = line
        return kept

    def missing(self, jobs):
        """What is shown and no job has printed."""
        there = sum((Counter(self.settled(job.printed().splitlines())) for job in jobs), Counter())
        return Counter(self.settled(self.lines)) - there

    def unshown(self, jobs):
        """What the watches have printed besides what is shown."""
        watched = [line for job in jobs if "buttons watch" in job.command
                   for line in self.settled(job.printed().splitlines())]
        return Counter(watched) - Counter(self.settled(self.lines))


def steps(text, line):
    """The commands of a session, each with its line and with the lines that follow it; before the first command may
    be some. A text without $ has a command in each line."""
    if not re.search(r"^\$ ", text, re.M):
        text = re.sub(r"^(?=\S)", "$ ", text, flags=re.M)
    for part in filter(None, re.split(r"^(?=\$ )", text, flags=re.M)):
        command, *expected = part.splitlines() if part.startswith("$ ") else ["", *part.splitlines()]
        number = line + 1
        line += part.count("\n")
        # A quoted text goes on in the next line, and so does what ends in an operator.
        while command.count("'") % 2 or command.endswith(("&&", "\\")):
            command += "\n" + expected.pop(0)
        yield number, command.removeprefix("$ "), [each for each in expected if each]


def files(block, machine):
    """Writes the files of a block's page; of two of one name it is the last one above the block."""
    named = [each for each in blocks(block.page) if each.file]
    above = [each for each in named if each.line < block.line]
    for each in [*reversed(named), *above]:
        machine.write(each.file, machine.translated(each.text))


def session(block, machine, wrong, request):
    """Runs the commands. What follows one is printed by it, all of it but for `…`, or by a job; of a command without
    such lines it does not matter what it prints. A watch prints nothing else."""
    if "mosquitto" in block.text or "buttond-mqtt" in block.text:
        request.getfixturevalue("broker")
    files(block, machine)
    before = [each for each in blocks(block.page) if each.attributes.get("test") == "before"]
    if before or not machine.shown or re.search(r"^\$ buttond .*&", block.text, re.M):
        machine.restart()
        machine.shown = Shown()
    shown = machine.shown
    shown.any = re.compile(block.attributes.get("any", "(?!)"))
    for each in before:
        follow(each, machine, wrong)
    is_right = follow(block, machine, wrong)
    if is_right and any("buttons watch" in job.command for job in machine.jobs):
        machine.run("buttonctl sync")
        extra = shown.unshown(machine.jobs)
        assert not extra, f"the watch also prints {list(extra)}"
    for job in [job for job in machine.jobs if job.is_foreground]:
        machine.stop(job)
        shown.lines = []


def follow(block, machine, wrong):
    """Runs the commands of a block; whether all is as it shows."""
    is_right = True
    for number, command, expected in steps(machine.translated(block.text), block.line):
        try:
            perform(machine, machine.shown, command, expected)
        except AssertionError as problem:
            wrong(f"{block.page}:{number}", problem)
            # What is not printed is told once.
            machine.shown.lines, machine.shown.seconds, is_right = [], 3, False
    return is_right


def perform(machine, shown, command, expected):
    """One command, and what follows it."""
    command = re.sub(r"\s+# .*$", "", command)
    is_job = command.endswith(" &")
    own, is_shown, is_whole = [], False, True
    if is_job or SERVERS.match(command):
        start(machine, command.removesuffix("&").rstrip()).is_foreground = not is_job
    elif command:
        own = [shown.line(line) for line in finish(machine, shown, command, expected).splitlines() if line]
    for line in expected:
        if line == "…":
            is_whole = False
        elif shown.line(line) in own:
            place = own.index(shown.line(line))
            assert place == 0 or not is_whole, f"$ {command}\nprints {own[:place]} before \"{line}\""
            own, is_shown, is_whole = own[place + 1:], True, True
        else:
            shown.lines.append(line)
    until(lambda: not shown.missing(machine.jobs), lambda: f"nothing printed {list(shown.missing(machine.jobs))}; $ "
          f"{command}\nprinted {own}, and " + "".join(f"\n$ {job.command}\n{job.printed()}" for job in machine.jobs),
          shown.seconds if machine.jobs else 0)
    assert not (is_shown and is_whole and own), f"$ {command}\nalso prints {own}"


def start(machine, command):
    """A job that is ready."""
    program = command.split()[0]
    pattern = "listening on " if program in ("buttond", "buttond-gateway") else ""
    # Others write a line when it is one only to a terminal.
    is_plain = program in ("buttond", "buttonctl", "buttond-gateway")
    job = machine.start(command if is_plain else f"stdbuf -oL {command}", pattern)
    if program == "mosquitto_sub":
        machine.broker.wait(re.escape(f"{shlex.split(command)[-1]} (QoS 0)"))
    return job


def finish(machine, shown, command, expected):
    """What a command prints."""
    if command.startswith("buttonctl plugin check"):
        return sound(machine, command)
    if command.startswith("kill "):
        return machine.run(f"{command} && wait {' '.join(re.findall('%[0-9]+', command))}")
    if command.startswith("buttonctl buttons watch"):  # until somebody ends it
        command = f"timeout 2 {command} || true"
    elif not re.match(r"buttonctl (--json )?(state get|buttons get|sources list)", command):
        printed = machine.run(command)
        for picture in re.findall(r"(?:-o|--picture) (\S+)", command):
            machine.run(f"test -s {picture}")
        return printed

    # What feeds it, or draws it, may take a moment.
    def printed():
        code, text = machine.do(command)
        there = [shown.line(line) for line in text.splitlines()]
        return [text] if code == 0 and all(line == "…" or shown.line(line) in there for line in expected) else None
    return until(printed, f"$ {command}\nnever printed {expected}", shown.seconds)[0]


def sound(machine, command):
    """Nothing is wrong with a plugin, and there is nothing to warn of; a busy machine makes it slow."""
    only = "" if IS_LONG else "".join(f" --only {item}" for item in SURVEYED)
    folder = re.sub(r"--\S+", "", command.removeprefix("buttonctl plugin check"))
    report = json.loads(machine.run(f"buttonctl --json plugin check {folder}{only} || true"))
    found = [f"{item['id']}: {item['findings']}" for item in report["items"]
             if item["status"] not in ("success", "skipped") and item["id"] != "time"]
    assert not found, f"$ {command}\nfinds {'; '.join(found)}"
    return ""


def before(block):
    """What is done before each session of the page, with its files."""
    assert any("$ " in each.text for each in blocks(block.page) if each.line > block.line), "no session follows"


def file(block):
    """A file that a session of the page reads, or another block."""
    assert any("test" in each.attributes or each.language == "console" for each in blocks(block.page)), (
        "nothing on the page reads a file")


def elsewhere(block):
    """What the reason names is there: scripts, and suites of tests."""
    reason = block.attributes["elsewhere"]
    for path in re.findall(r"\bscripts/[\w./-]*\w", reason):
        assert os.path.exists(f"{ROOT}/{path}"), f"there is no {path}"
    for target, suite in re.findall(r"\b(\w+Tests)\.(\w+Tests)\b", reason):
        assert re.search(rf"\bstruct {suite}\b", read(f"Tests/{target}/*.swift")), f"there is no {target}.{suite}"
