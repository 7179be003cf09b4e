"""What docs/plugin*.md say of plugins, beside their blocks (checks.blocks.plugins)."""

import json
import re

import pytest

from .blocks.plugins import COMPILE
from .judges import file
from .machine import settled
from .repository import lines, read

GUIDE = "docs/plugin*.md"
# A handler that makes a title of the names which the host does not know.
PROBE = """
#include <buttond_plugin.h>
#include <string.h>
static const btn_host_api *host;
static const char *const names[] = {%s, 0};
static btn_status create(const btn_host_api *api, void **self) { host = api; *self = 0; return 0; }
static btn_status resolve(void *self, btn_key entry, btn_request *request) {
   static char title[4000];
   btn_value value = {BTN_T_STRING, 0, {0}};
   int i;
   (void)self, (void)entry;
   strcpy(title, "unknown:");
   for (i = 0; names[i]; i++) {
      btn_key key = host->intern(host->host, names[i], (uint32_t)strlen(names[i]));
      if (host->get(request, key, &value) >= 0) continue;
      strcat(strcat(title, " "), names[i]);
   }
   value.type = BTN_T_STRING;
   value.as.s = title;
   value.len = (uint32_t)strlen(title);
   return host->set(request, host->intern(host->host, "title", 5), &value);
}
static const btn_plugin plugin = {sizeof(btn_plugin), 1, 0, 0, "com.example.probe", "1", create, 0,
                                  resolve, 0};
const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) { return info ? &plugin : 0; }
"""


def section(heading):
    """The text of a part of the guide."""
    return read(GUIDE).split(f"## {heading}\n")[1].split("\n## ")[0]


def readable_names():
    """The names of the guide's table of what can be read, with something in place of KEY and so on."""
    colors = re.search(r"\*\*Colours\*\*.*?: (`[^.]*`)\.\n", read(GUIDE), re.S)[1]
    settable = [row["name"] for row in json.loads(read("Config/properties.json"))["properties"]
                if "plugin" in row["settableBy"] and row["type"] != "attributedText"]
    for cell in re.findall(r"^\| (`.*?`) \|", section("What can be read"), re.M):
        for name in re.findall(r"`([^`]+)`", cell):
            if name == "button.PROPERTY":
                yield from (f"button.{each}" for each in settable)
            elif name == "env.color.NAME":
                yield from (f"env.color.{color}" for color in re.findall(r"`(\w+)`", colors))
            else:
                for word, example in (("KEY", "a.b"), ("REVERSE.DNS.NAME", "com.example.a"),
                                      ("NAME", "a"), ("PATH", "a.b")):
                    name = name.replace(word, example)
                yield name


def test_everything_that_the_guide_says_can_be_read_is_known(machine):
    manifest = {"schemaVersion": 1, "id": "com.example.probe", "name": "probe", "version": "1", "abi": {"major": 1},
                "library": "libprobe.so", "handlers": [{"name": "probe"}], "reads": ["state.*"]}
    machine.write("probe/plugin.json", json.dumps(manifest))
    machine.write("probe/probe.c", PROBE % ", ".join(f'"{name}"' for name in readable_names()))
    machine.run(COMPILE.format("probe"))
    with machine.daemon("--ephemeral --plugins .") as client:
        client.define({"id": "probe", "style": "gray", "handler": "probe/probe"})
        assert settled(client, "probe")["title"] == "unknown:"


def test_the_check_has_the_items_of_the_page(machine):
    said = re.search(r"Items: ([^.]*)\.", machine.run("buttonctl plugin check --help"))[1]
    assert re.findall(r"^\| `([\w-]+)` \|", section("The check"), re.M) == re.split(r",\s+", said)


def test_a_test_makes_every_call_that_the_sandbox_refuses():
    calls = {call for cell in re.findall(r"\| refused: ([^|]*) \|", section("The sandbox"))
             for call in re.findall(r"`(\w+)`", cell)}
    tried = "".join(read(f"Tests/DaemonTests/HostileCase+{name}.swift") for name in ("Calls", "StartingCalls"))
    assert calls and not [call for call in calls if f'"{call}"' not in tried]


MANIFESTS = lines("Tests/Fixtures/manifests.jsonl")


@pytest.mark.parametrize("line", MANIFESTS[1:], ids=lambda line: line["about"])
def test_the_schema_takes_the_manifests_that_the_daemon_reads(line):
    manifest = {**MANIFESTS[0]["least"], **line.get("members", {})}
    for name in line.get("without", []):
        del manifest[name]
    assert (not file("plugin").faults(manifest)) == line.get("schemaTakes", line["isRead"]), line
