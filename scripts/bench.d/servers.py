"""The servers that are measured, and how each is started and spoken to."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import time

DEADLINE = 30.0  # seconds that a server may take to get ready


def request(method, params, identity=None):
    """One JSON-RPC line: a notification without an identity."""
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    if identity is not None:
        message["id"] = identity
    return json.dumps(message, separators=(",", ":")) + "\n"


class Connection:
    """A plain blocking client of the daemon."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(DEADLINE)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")
        self.identity = 0

    def send(self, text):
        """Writes a line."""
        self.socket.sendall(text.encode())

    def receive(self):
        """The next message of the daemon."""
        return json.loads(self.file.readline())

    def call(self, method, **params):
        """The result of a request; notifications that come meanwhile are dropped."""
        self.identity += 1
        self.send(request(method, params, self.identity))
        while True:
            message = self.receive()
            if message.get("id") == self.identity:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]

    def close(self):
        """Ends the connection."""
        self.file.close()
        self.socket.close()


class NotInstalled(Exception):
    """A peer that this machine does not have."""


def escaped(data):
    """Bytes as loadgen takes them in an argument."""
    return "".join(chr(b) if 32 <= b < 127 and b != 92 else f"\\x{b:02x}" for b in data)


class Server:
    """A server in a folder of its own, on one CPU."""

    title = ""  # how the table names it as a peer; its class otherwise
    hello = subscribe = ""
    set = ""
    extra = ()  # further arguments of loadgen
    descriptors = ()  # that the server inherits
    ends = ()  # whose connections it is known to end when one subscriber never reads

    def __init__(self, options, folder, cpu):
        self.options = options
        self.path = os.path.join(folder, "s")
        self.folder = folder
        self.log = open(os.path.join(folder, "log"), "w+", encoding="utf-8", errors="replace")
        command = self.command(folder)
        if shutil.which(command[0]) is None:
            raise NotInstalled(command[0])
        self.process = subprocess.Popen(
            ["taskset", "-c", str(cpu), *command], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            pass_fds=self.descriptors)
        end = time.monotonic() + DEADLINE
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > end:
                self.log.seek(0)
                raise RuntimeError(f"{type(self).__name__} did not start: {self.log.read()}")
            time.sleep(0.02)
        self.prepare()

    def command(self, folder):
        """The program and its arguments."""
        raise NotImplementedError

    def prepare(self):
        """What is to be done once it answers."""

    def answers(self):
        """It accepts a connection."""
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(self.path)
            except OSError:
                return False
        return True

    def children(self):
        """The process ids of its children."""
        pid = self.process.pid
        return pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()

    def pids(self):
        """The server's process id, then its children's."""
        return [str(self.process.pid), *self.children()]

    def stop(self):
        """Ends the server and its children."""
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


class Buttond(Server):
    """The daemon without buttons."""

    definitions = ()

    def command(self, folder):
        program = os.path.join(self.options.prefix, "bin", "buttond")
        configuration = os.path.join(folder, "buttond.yaml")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write("limits: {connections: 12000}\n")
            if self.options.train:
                file.write("sandbox: off\n")
        return [program, "--ephemeral", "--socket", self.path, "--log-level", "error", "--config", configuration]

    def prepare(self):
        if not self.definitions:
            return
        connection = Connection(self.path)
        for start in range(0, len(self.definitions), 1000):
            connection.call("buttons.define", buttons=self.definitions[start : start + 1000])
        end = time.monotonic() + DEADLINE
        few = [definition["id"] for definition in self.definitions[:16]]
        while True:
            connection.call("sync", timeoutMs=60000)
            records = connection.call("buttons.get", match=few)["buttons"]
            if len(records) == len(few) and not any("status" in record for record in records):
                break
            if time.monotonic() > end:
                raise RuntimeError(f"the buttons are not well: {records}")
            time.sleep(0.02)
        connection.close()


def checkout(identity):
    """A button that a plugin's handler titles."""
    return {
        "id": identity,
        "style": "filled",
        "handler": "checkout/count",
        "configuration": {"baseBackgroundColor": "systemPink", "buttonSize": "large"},
    }


def toggle(identity, key):
    """A button of a system style that follows one key."""
    return {
        "id": identity,
        "style": "gray",
        "configuration": {"title": "Toggle"},
        "isSelected": {"state": key},
    }


class Worker(Buttond):
    """The daemon with one button resolved by a plugin's worker; sets are notifications."""

    definitions = (checkout("checkout"),)
    subscribe = request("buttons.subscribe", {"match": "checkout"}, 1)
    set = request("state.set", {"values": {"checkout.itemCount": "@"}}).replace('"@"', "<token>")


class WorkerWithReplies(Worker):
    """The same, each set a request that is answered."""

    set = request("state.set", {"values": {"checkout.itemCount": "@"}}, 7).replace('"@"', "<token>")


class HundredCheckouts(Worker):
    """The daemon with a hundred buttons in one worker."""

    definitions = tuple(checkout(f"checkout.{n}") for n in range(100))


class HundredWithOneFatal(Buttond):
    """The daemon with a hundred buttons in one worker, one of which can be fatal to it."""

    definitions = tuple(
        {"id": "fatal" if n == 50 else f"good.{n}", "style": "fatal/look"} for n in range(100))

    def command(self, folder):
        plugin = os.path.join(folder, "plugins", "fatal")
        os.makedirs(plugin)
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "plugin/fatal.c")
        headers = os.path.join(self.options.prefix, "include", "buttond")
        subprocess.run(
            ["cc", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-I", headers, "-o",
             os.path.join(plugin, "libFatal.so"), source], check=True)
        manifest = {
            "schemaVersion": 1, "id": "org.example.fatal", "name": "fatal", "version": "1.0.0",
            "abi": {"major": 1, "minor": 0}, "reads": ["state.bench.*"],
            "library": {f"linux-{machine}": "libFatal.so" for machine in ("x86_64", "aarch64")},
            "styles": [{"name": "look", "title": "Look", "base": "plain"}],
        }
        with open(os.path.join(plugin, "plugin.json"), "w", encoding="utf-8") as file:
            json.dump(manifest, file)
        return [*super().command(folder), "--plugins", os.path.join(folder, "plugins")]


class SystemStyle(Buttond):
    """The daemon with one button that it resolves itself."""

    definitions = (toggle("toggle", "toggle.isOn"),)
    subscribe = request("buttons.subscribe", {"match": "toggle"}, 1)
    set = request("state.set", {"values": {"toggle.isOn": "@"}}).replace('"@"', "<bit>")
    extra = ("--by-line",)


class Template(SystemStyle):
    """The same button with a title off the key that is set."""

    definitions = (
        {"id": "toggle", "style": "gray", "configuration": {"title": {"template": "Toggle {toggle.isOn}"}}},)
    set = request("state.set", {"values": {"toggle.isOn": "@"}}).replace('"@"', "<token>")


class FloodingSource(SystemStyle):
    """The same button beside a source that prints as much as it can."""

    program = "line = '{\"bad.n\": 1}\\n' * 1000\nwhile True: sys.stdout.write(line)"

    def command(self, folder):
        command = super().command(folder)
        script = os.path.join(folder, "bad.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write(f"import sys\n{self.program}\n")
        with open(os.path.join(folder, "buttond.yaml"), "a", encoding="utf-8") as file:
            file.write(f"sources: {{bad: {{run: [python3, {script}], keys: bad.*}}}}\n")
        return command


class WrongSource(FloodingSource):
    """The same; no line is right."""

    program = "line = '{\"bad.n\": \\n' * 1000\nwhile True: sys.stdout.write(line)"


class EndlessSource(FloodingSource):
    """The same; its line never ends."""

    program = "while True: sys.stdout.write('x' * 100000)"


class LoggingSource(FloodingSource):
    """The same; it is all errors."""

    program = "line = 'error ' * 20 + '\\n'\nwhile True: sys.stderr.write(line * 1000)"


class Scale(SystemStyle):
    """Some buttons on the key that is set, and as many others as make a total."""

    total = 1000
    affected = 10
    followed = "toggle.isOn"
    subscribe = request("buttons.subscribe", {"match": "hot.*"}, 1)

    def prepare(self):
        others = self.total - self.affected
        self.definitions = [toggle(f"hot.{n}", self.followed) for n in range(self.affected)]
        self.definitions += [toggle(f"cold.{n}", f"cold.k{n % 999}") for n in range(others)]
        super().prepare()


class Thousand(Scale):
    """All of 1,000."""

    affected = 1000


class ThousandDerived(Thousand):
    """All of 1,000, off a key that is derived from the one that is set."""

    followed = "toggle.derived"

    def prepare(self):
        connection = Connection(self.path)
        connection.call("state.derive", keys={self.followed: "toggle.isOn"})
        connection.close()
        super().prepare()


class Scale1k(Scale):
    """10 of 1,000."""


class Scale100k(Scale):
    """10 of 100,000."""

    total = 100_000


class Scale1M(Scale):
    """10 of 1,000,000."""

    total = 1_000_000


class Affected1(Scale100k):
    """1 of 100,000."""

    affected = 1


class Affected100(Scale100k):
    """100 of 100,000."""

    affected = 100


class Affected10k(Scale100k):
    """10,000 of 100,000; the subscription names one, as a frame of all would measure its bytes."""

    affected = 10_000
    subscribe = request("buttons.subscribe", {"match": "hot.9999"}, 1)


class DistinctSubscriptions(Worker):
    """Each subscriber names another button besides, so that no two share a line."""

    subscribe = request("buttons.subscribe", {"match": ["checkout", "other.<n>"]}, 1)


class Keys(Buttond):
    """No buttons: sets of a key that a subscriber to state follows, and of one of many others."""

    count = 1
    number = 0  # of the writer

    def texts(self, number):
        """What a writer's subscriber and the writer write."""
        values = {f"bench.w{number}": "@", f"bench.w{number}.k<key:{self.count}>": "@"}
        return (
            request("state.subscribe", {"keys": [f"bench.w{number}"]}, 1),
            request("state.set", {"values": values}).replace('"@"', "<token>"),
        )

    def __init__(self, options, folder, cpu):
        self.subscribe, self.set = self.texts(0)
        super().__init__(options, folder, cpu)


class Keys100(Keys):
    """One of 100 others."""

    count = 100


class Keys10k(Keys):
    """One of 10,000 others."""

    count = 10_000


class Workers(Buttond):
    """As many plugins, each with a worker of its own that titles one button by the same key."""

    count = 1
    subscribe = request("buttons.subscribe", {"match": "counted.*"}, 1)
    set = request("state.set", {"values": {"bench.count": "@"}}).replace('"@"', "<token>")

    def command(self, folder):
        plugins = os.path.join(folder, "plugins")
        include = os.path.join(self.options.prefix, "include", "buttond")
        source = pathlib.Path(__file__).with_name("plugin") / "count.c"
        for n in range(self.count):
            home = pathlib.Path(plugins, f"bench{n}")
            home.mkdir(parents=True)
            subprocess.run(
                ["cc", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-I", include,
                 f'-DPLUGIN_ID="dev.buttond.bench{n}"', "-o", str(home / "plugin.so"), str(source)],
                check=True)
            (home / "plugin.json").write_text(json.dumps({
                "schemaVersion": 1, "id": f"dev.buttond.bench{n}", "name": f"Bench {n}", "version": "1.0.0",
                "license": "Apache-2.0", "description": "Counts.", "abi": {"major": 1, "minor": 0},
                "library": {"linux-x86_64": "plugin.so", "linux-aarch64": "plugin.so"},
                "styles": [], "handlers": [{"name": "count", "documentation": "Counts."}],
                "reads": ["state.bench.*"], "fallback": "plain",
            }), encoding="utf-8")
        self.definitions = tuple(
            {"id": f"counted.{n}", "style": "gray", "handler": f"bench{n}/count", "configuration": {}}
            for n in range(self.count))
        return [*super().command(folder), "--plugins", plugins]


class Workers4(Workers):
    """Four."""

    count = 4


class Workers16(Workers):
    """Sixteen."""

    count = 16


class Kept(Buttond):
    """The daemon with a journal."""

    def command(self, folder):
        command = super().command(folder)
        place = command.index("--ephemeral")
        return [*command[:place], "--state", os.path.join(folder, "state"), *command[place + 1 :]]


class KeptSystemStyle(Kept, SystemStyle):
    """The same with one button that it resolves itself."""


class KeptWorker(Kept, Worker):
    """The same with one button resolved by a plugin's worker."""


class Idle(Buttond):
    """The daemon with connections that do nothing."""


class IdleSubscribed(Worker):
    """The daemon with connections that hold one subscription each."""
