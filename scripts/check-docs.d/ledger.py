#!/usr/bin/env python3
"""Every fenced block of the documents, and whether it was held to what it says."""

import fnmatch
import glob
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The folder in which SwiftPM builds, as scripts/common.sh has it.
SCRATCH = os.environ.get("BUTTOND_SCRATCH") or os.path.join(
    ROOT, ".build" + "".join(f"-{each}" for each in [os.environ.get("BUTTOND_SANITIZE")] if each))


class Untrue(Exception):
    """The page says something that does not hold."""


def read(path):
    """The text of a file of the repository; with a * in the path, that of all such files, one after another."""
    if "*" in path:
        return "".join(map(read, sorted(glob.glob(path, root_dir=ROOT))))
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def documents():
    """The pages with blocks: those at the top, docs, and the catalogues of the libraries."""
    folders = ["docs", "docs/decisions", "Sources/ButtonClient/ButtonClient.docc", "Sources/ButtondKit/ButtondKit.docc"]
    return ["README.md", "CONTRIBUTING.md", "SECURITY.md"] + sorted(
        f"{folder}/{name}" for folder in folders
        for name in os.listdir(os.path.join(ROOT, folder)) if name.endswith(".md"))


# Blocks that check-docs leaves alone, by page and first line: who looks after them instead, or why nobody
# can. What is not needed here any more has to go.
ELSEWHERE = {
    ("README.md", "scripts/demo     # builds, starts a private daemon, shows seven live buttons, cleans up"):
        "builds everything; .ci/run runs both, and what they are called with is held to their help",
    ("CONTRIBUTING.md", "scripts/test                          # must pass; .ci/run runs the demo and this"):
        "takes hours; what they are called with is held to their help",
    ("README.md", "tar xzf buttond-0.1.0-linux-x86_64.tar.gz"):
        "wants a release; scripts/release.d/try runs it on a system of its own",
    ("docs/operating.md", "sudo apt install ./buttond*.deb"):
        "wants apt and systemd; scripts/package --check does it on a system of its own",
    ("docs/operating.md",
     "buttonctl --socket /run/buttond/buttond.sock backup kept.backup    # while the daemon runs"):
        "wants systemd; DaemonTests.BackupTests makes and restores backups",
    ("docs/operating.md", "#!/bin/sh"):
        "wants runit",
    ("docs/operating.md", "# systemctl edit buttond.service"):
        "wants systemd",
    ("docs/sources.md", "# systemctl edit buttond.service, for sources with a network"):
        "wants systemd",
    ("docs/operating.md", "systemd-sysusers                                # makes the user buttond"):
        "wants systemd; scripts/package --check does it on a system of its own",
    ("docs/web.md", "systemd-sysusers"):
        "wants systemd; scripts/package --check does it on a system of its own",
    ("docs/kiosk.md", "apt install cage xwayland chromium curl"):
        "wants a machine of its own with a screen",
    ("docs/kiosk.md", "systemctl set-default graphical.target"):
        "wants systemd and a screen",
    ("docs/kiosk.md", "sudo -u kiosk XDG_RUNTIME_DIR=/run/user/$(id -u kiosk) buttonctl doctor"):
        "wants systemd",
    ("docs/fleet.md", "buttonctl fleet engine hub.lan"):
        "wants two machines; RedisEngineTests.FleetPageTests runs all of the section in two namespaces",
    ("docs/fleet.md", "chown -R redis: /etc/redis/buttond"):
        "wants two machines; RedisEngineTests.FleetPageTests runs all of the section in two namespaces",
    ("docs/fleet.md",
     "buttonctl fleet init shop-4 --engine rediss://admin@hub.lan:6380 --ca authority/ca.pem --secret authority/admin.secret"):
        "wants two machines; RedisEngineTests.FleetPageTests runs all of the section in two namespaces",
    ("docs/fleet.md",
     "buttonctl fleet user till-17 --scope shop-4 --secrets secrets --engine rediss://admin@hub.lan:6380 --ca authority/ca.pem --admin-secret authority/admin.secret"):
        "wants two machines; RedisEngineTests.FleetPageTests runs all of the section in two namespaces",
    ("docs/fleet.md", "systemd-sysusers"):
        "wants two machines; RedisEngineTests.FleetPageTests runs all of the section in two namespaces",
    ("docs/fleet-operations.md",
     "ADMIN=\"--engine rediss://admin@hub.lan:6380 --ca authority/ca.pem --secret authority/admin.secret\""):
        "the options of the commands below",
    ("docs/fleet-operations.md",
     "buttonctl fleet user till-{1..30} --scope shop-4 --secrets secrets --engine rediss://admin@hub.lan:6380 --engine rediss://admin@hub-2.lan:6380 --ca authority/ca.pem --admin-secret authority/admin.secret"):
        "wants engines; RedisEngineTests.FleetProgramTests makes users of many names",
    ("docs/fleet-operations.md",
     "redis-cli --tls --cacert authority/ca.pem -h hub.lan -p 6380 --user admin --askpass ACL DELUSER till-17"):
        "redis-cli's own",
    ("docs/fleet-operations.md", "buttonctl fleet engine hub-2.lan --also hub.lan --replica-of hub.lan"):
        "wants a machine; FleetProgramTests makes its folder",
    ("docs/fleet-operations.md",
     "redis-cli --tls --cacert authority/ca.pem -h hub.lan -p 6380 --user admin --askpass --rdb hub.rdb"):
        "redis-cli's own",
    ("docs/fleet-operations.md",
     "buttonctl fleet user till-{1..30} --renew --scope shop-4 --secrets secrets --engine rediss://admin@hub.lan:6380 --ca authority/ca.pem --admin-secret authority/admin.secret"):
        "wants engines; FleetProgramTests renews passwords",
    ("docs/fleet-operations.md", "buttonctl fleet engine hub.lan --renew"):
        "wants engines; FleetProgramTests renews certificates",
    ("docs/fleet-operations.md", "buttonctl fleet restore shop-4 --from till-17.backup --config buttond.yaml $ADMIN"):
        "wants an engine; RedisEngineTests.FleetMendingTests restores a scope",
    ("docs/fleet-operations.md", "buttonctl fleet repair shop-4 --check $ADMIN"):
        "wants an engine; RedisEngineTests.FleetMendingTests repairs a scope",
    ("docs/fleet.md", "buttonctl buttons define menu.yaml"):
        "wants a Redis; RedisEngineTests.FleetProcessTests defines buttons on one of two daemons",
    ("docs/fleet.md", "buttonctl fleet list --config /etc/buttond/buttond.yaml"):
        "wants a Redis; RedisEngineTests.FleetProgramTests runs it",
    ("docs/mqtt.md", "systemd-sysusers"):
        "wants systemd; scripts/package --check looks at the unit",
    ("docs/performance.md", "client             daemon                                 worker"):
        "a drawing; scripts/check-instructions holds the figures beside it",
    ("docs/plugins.md", " state.set stock 2 ──► buttond ──batch──► buttond-worker ──resolve()──► your code"):
        "a drawing",
    ("docs/plugin-running.md", "warning buttond: the worker was ended by SIGSEGV plugin=com.example.tag"):
        "one line for each of many failures; the tests of PluginHost cause them",
    ("Sources/ButtondKit/ButtondKit.docc/PackagingAPlugin.md",
     "buttonctl plugin new glow --language swift     # a folder that builds and passes the check"):
        "builds with SwiftPM; AuthorTests walks the path",
    ("docs/protocol.md", '{"jsonrpc":"2.0","id":null,"error":{"code":-32003,"message":"this user may not connect: '
     'the daemon\'s configuration names those who may","data":{"reason":"forbidden"}}}'):
        "wants another user; DaemonTests connects as one, and check-schemas reads the line",
}

# Languages whose blocks another script holds.
BY_LANGUAGE = {"swift": "scripts/docs compiles it"}


class Block:
    """One fenced block: where it stands, what it says, and whether somebody has looked at it."""

    def __init__(self, page, line, heading, language, above):
        self.page, self.line, self.heading, self.language = page, line, heading, language
        self.file = (re.fullmatch(r"`([\w/.]+)`", above) or [None, None])[1]
        self.text, self.is_seen = "", False


def parsed(page):
    """The blocks of a page; its headings are those of the second level."""
    found, heading, open_block, above = [], "", None, ""
    for number, line in enumerate(read(page).splitlines(keepends=True), 1):
        if line.startswith("```"):
            if open_block is None:
                open_block = Block(page, number, heading, line[3:].strip(), above.strip())
                found.append(open_block)
            else:
                open_block = None
        elif open_block is not None:
            open_block.text += line
        elif line.startswith("## "):
            heading = line[3:].strip()
        above = line
    return found


class Ledger:
    """All blocks of the documents."""

    def __init__(self):
        self.blocks = [block for page in documents() for block in parsed(page)]

    def take(self, page, heading, language="", count=1):
        """The texts of the blocks under a heading of some pages, those in one language; they are looked at now.

        There must be as many as the caller knows what to do with, if it says so.
        """
        found = [block for block in self.blocks if fnmatch.fnmatch(block.page, page)
                 and (block.heading, block.language) == (heading, language)]
        if count is not None and len(found) != count:
            raise Untrue(f"{page}: under \"{heading}\" are {len(found)} {language or 'plain'} blocks, and "
                         f"this knows what {count} of them say")
        for block in found:
            block.is_seen = True
        return [block.text for block in found]

    def files(self, page):
        """The blocks that stand under a file's name, by that name; they are looked at now."""
        found = [block for block in self.blocks if fnmatch.fnmatch(block.page, page) and block.file]
        for block in found:
            block.is_seen = True
        return {block.file: block.text for block in found}

    def close(self):
        """Every block was looked at, or somebody else does; and nobody is said to without need."""
        needed, bare = set(), []
        for block in self.blocks:
            name = (block.page, block.text.split("\n", 1)[0])
            if name in ELSEWHERE and not block.is_seen:
                needed.add(name)
            elif not block.is_seen and block.language not in BY_LANGUAGE:
                bare.append(f"{block.page}:{block.line}: nothing holds this block to what it says: "
                            f"{name[1]}")
        bare += [f"{page}: scripts/check-docs.d/ledger.py names a block that is gone or is looked at: "
                 f"{line}" for page, line in ELSEWHERE.keys() - needed]
        if bare:
            raise Untrue("\n".join(bare))
