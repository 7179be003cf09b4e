"""Has pytest collect the pages. Every fenced block is a test, and its fence says how it is run, by attributes as in
```sh {test="commands"}, which neither a code host nor the site shows:

- `test="NAME"`: by the function NAME of checks.blocks
- `elsewhere="REASON"`: not here; the reason names what looks after it, or why nothing can
- `file="NAME"`, or a line with the name above: it is a file that other blocks of the page read
- else by its language: console and sh are sessions, html is markup, and scripts/test docs compiles swift.
"""

import os
import re
import shutil
import socket
import subprocess
import types

import pytest

from . import blocks, repository
from .machine import Job, Machine, get
from .repository import ROOT, read

BY_LANGUAGE = {"console": "session", "sh": "session", "html": "markup", "swift": "swift"}
OF_PAGES = ("length", "named")
MISTAKES = pytest.StashKey()


def pytest_configure():
    prefix = os.environ.setdefault("BUTTOND_TEST_PREFIX", os.path.join(repository.SCRATCH, "prefix"))
    if not os.access(os.path.join(prefix, "bin/buttond"), os.X_OK):
        raise pytest.UsageError("BUTTOND_TEST_PREFIX must name what scripts/install --prefix made")


def pytest_collect_file(file_path, parent):
    if os.path.relpath(file_path, ROOT) in repository.documents():
        return Page.from_parent(parent, path=file_path)
    return None


class Page(pytest.Module):
    """A page: what every page must have, and its blocks."""

    def _getobj(self):
        return types.ModuleType("page")

    def collect(self):
        self.page = os.path.relpath(self.path, ROOT)
        for name in OF_PAGES:
            yield self.item(name, name, None)
        for block in repository.blocks(self.page):
            yield self.item(str(block.line), function_of(block), block)

    def item(self, name, function, block):
        """A test of the page."""
        item = pytest.Function.from_parent(self, name=name, callobj=blocks.FUNCTIONS.get(function, unknown))
        item.block = block
        return item


def function_of(block):
    """The name of the function that tries a block."""
    said = block.attributes
    if not block.is_fence_right:
        return None
    return said.get("test") or ("elsewhere" if "elsewhere" in said else "file" if block.file else
                                BY_LANGUAGE.get(block.language))


def unknown(block):
    pytest.fail(f"{block.place}: nothing runs this block: its fence says how (see scripts/checks/plugin.py)", False)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """Tells all mistakes of a test at once."""
    found = pyfuncitem.stash.setdefault(MISTAKES, [])
    try:
        result = yield
    except AssertionError as problem:
        if not found and not getattr(pyfuncitem, "block", None):
            raise
        # It is the page that a reader wants to see, not the function that tried it.
        found.append(str(problem))
    if found:
        block = getattr(pyfuncitem, "block", None)
        pytest.fail("\n".join(f"{block.place}: {each}" if block and not re.match(r"\S+\.md:\d", each) else each
                              for each in found), False)
    return result


@pytest.fixture
def wrong(request):
    """Called with a mistake, and where it is; the test goes on, and fails in the end."""
    def tell(place, text):
        request.node.stash[MISTAKES].append(f"{place}: {text}")
    return tell


@pytest.fixture
def block(request):
    """The block that is tried."""
    return request.node.block


@pytest.fixture(scope="module")
def page(request):
    """The name of the page."""
    return request.node.page


@pytest.fixture(scope="session")
def prefix():
    """The installed layout."""
    return os.path.abspath(os.environ["BUTTOND_TEST_PREFIX"])


@pytest.fixture(scope="module")
def machine(request, prefix):
    """A layout, a folder and a shell for one page, or one module of tests; it has the plugins that a page names."""
    machine = Machine(prefix)
    if isinstance(request.node, Page):
        machine.offer(read(request.node.page))
    yield machine
    machine.close()


@pytest.fixture(scope="module")
def broker(machine):
    """An MQTT broker, which the machine's programs take for the usual one."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # A machine may have one at the usual port already.
    machine.here += [("host: localhost", f"host: 127.0.0.1\n  port: {port}"), ("localhost:1883", f"127.0.0.1:{port}")]
    for name in ("mosquitto_pub", "mosquitto_sub"):
        machine.write(f".config/{name}", f"-p {port}\n")
    log = f"{machine.folder}/broker"
    with open(log, "wb") as file:
        process = subprocess.Popen([shutil.which("mosquitto") or "/usr/sbin/mosquitto", "-p", str(port), "-v"],
                                   stdout=file, stderr=file)
    job = Job("mosquitto", process.pid, log)
    job.wait("running")
    machine.broker = job
    yield job
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def daemon(machine):
    """A client of a daemon that keeps nothing, with the plugins that pages show."""
    machine.offer("checkout/count outline/outline")
    with machine.daemon() as client:
        yield client


@pytest.fixture(scope="module")
def gateway(machine, daemon):
    """The address of a gateway to that daemon."""
    return machine.gateway()[0]


@pytest.fixture(scope="module")
def module(gateway):
    """The module that the gateway has for pages."""
    return get(f"{gateway}live-button.js")
