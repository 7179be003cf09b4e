"""A daemon that shares keys over TLS: its memory, and how it comes to what it does not have yet."""

import os
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time

import servers

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KEYS = 100_000
BEHIND = 50_000  # entries of the log
AT_ONCE = 500  # operations of one request, and requests on their way
CHANGES = 400  # one after the other


def engine_program():
    """The engine; Debian's program for checking files is the server when it is called so."""
    for path in ("/usr/bin/redis-server", "/usr/bin/redis-check-rdb"):
        if os.access(path, os.X_OK):
            return path
    raise RuntimeError("redis-server is not installed")


def openssl(folder, *words):
    """Has openssl make a file."""
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


class Engine:
    """A Redis with TLS at a port, the fleet's functions and the scope `s`."""

    def __init__(self, folder, cpu):
        curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
        openssl(folder, "req", "-x509", *curve, "-days", "2", "-subj", "/CN=bench", "-addext",
                "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "ca.pem")
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self.path, self.authorities = os.path.join(folder, "engine"), os.path.join(folder, "ca.pem")
        link = os.path.join(folder, "redis-server")
        os.symlink(engine_program(), link)
        self.process = subprocess.Popen(
            ["taskset", "-c", str(cpu), link, "--port", "0", "--unixsocket", self.path, "--dir", folder, "--save", "",
             "--appendonly", "yes", "--appendfsync", "everysec", "--bind", "127.0.0.1", "--tls-port", str(self.port),
             "--tls-cert-file", "ca.pem", "--tls-key-file", "key.pem", "--tls-ca-cert-file", "ca.pem",
             "--tls-auth-clients", "no"],
            stdout=subprocess.DEVNULL)
        end = time.monotonic() + servers.DEADLINE
        while not self.connect():
            if time.monotonic() > end:
                raise RuntimeError("the engine did not start")
            time.sleep(0.02)
        with open(os.path.join(ROOT, "Sources/RedisEngine/Library/buttond.lua"), "rb") as file:
            self.send([[b"FUNCTION", b"LOAD", file.read()], ["FCALL", "btn_init", 1, "btn:{s}:m", "0" * 15 + "1"]])
        self.numbers = {}

    def connect(self):
        """Whether there is a connection now."""
        self.socket = socket.socket(socket.AF_UNIX)
        try:
            self.socket.connect(self.path)
        except OSError:
            return False
        self.file = self.socket.makefile("rb")
        return True

    def send(self, commands):
        """Has commands done whose replies are short."""
        for start in range(0, len(commands), AT_ONCE):
            chunk = commands[start : start + AT_ONCE]
            self.socket.sendall(b"".join(self.encoded(command) for command in chunk))
            for _ in chunk:
                self.receive()

    @staticmethod
    def encoded(words):
        """A command on the wire."""
        words = [word if isinstance(word, bytes) else str(word).encode() for word in words]
        return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)

    def receive(self):
        """Reads one reply."""
        line = self.file.readline()
        if line[:1] == b"-":
            raise RuntimeError(line.decode())
        if line[:1] == b"$":
            self.file.read(int(line[1:]) + 2)
        elif line[:1] == b"*":
            for _ in range(int(line[1:])):
                self.receive()

    def change(self, life, requests):
        """Has requests done, each a list of operations."""
        commands = []
        for operations in requests:
            number = self.numbers[life] = self.numbers.get(life, 0) + 1
            commands.append(
                ["FCALL", "btn_apply", 4, "btn:{s}:m", "btn:{s}:l", "btn:{s}:k", f"btn:{{s}}:d:{life}", life, number,
                 number, "", 100_000, *(word for operation in operations for word in operation)])
        self.send(commands)

    def fill(self, count):
        """Gives the scope keys with values."""
        keys = [("s", f"stock.item.{n}", n) for n in range(count)]
        self.change("0000000000000001", [keys[start : start + AT_ONCE] for start in range(0, count, AT_ONCE)])

    def stop(self):
        self.process.kill()
        self.process.wait()


class Fleet(servers.Buttond):
    """A daemon that may share `stock`; its link is started by the measure."""

    engine = link = None

    def command(self, folder):
        program = os.path.join(self.options.prefix, "libexec", "buttond", "buttond-fleet")
        if not os.access(program, os.X_OK):
            raise RuntimeError("there is no buttond-fleet: scripts/bench --only fleet builds it")
        self.cpus = sorted(os.sched_getaffinity(0))
        self.engine = self.engine or Engine(folder, self.cpus[-1])
        command = super().command(folder)
        self.configuration = command[command.index("--config") + 1]
        with open(self.configuration, "a", encoding="utf-8") as file:
            file.write(f"""fleet:
  name: {type(self).__name__}
  scopes:
    s:
      engine: rediss://127.0.0.1:{self.engine.port}
      ca: {self.engine.authorities}
      keys: [stock]
      offline: {{stock: count}}
      spread: 10 ms
""")
        self.link_command = ["taskset", "-c", str(self.cpus[-1]), program, "run", "--config", self.configuration,
                             "--socket", self.path]
        return command

    def come(self):
        """Starts the link, and waits until all is there; seconds from the join on."""
        watch = servers.Connection(self.path)
        scope = watch.call("fleet.subscribe")["scopes"][0]
        self.link = subprocess.Popen(self.link_command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        began = None
        watch.socket.settimeout(120)
        while scope["state"] != "live":
            message = watch.receive()
            if message.get("method") == "fleet.changed":
                scope = message["params"]["scope"]
            if began is None and scope["state"] == "joining":
                began = time.monotonic()
        watch.close()
        return time.monotonic() - began

    def leave(self):
        """Kills the link, and waits until the daemon has noticed."""
        watch = servers.Connection(self.path)
        scope = watch.call("fleet.subscribe")["scopes"][0]
        self.link.send_signal(signal.SIGKILL)
        self.link.wait()
        while scope["state"] == "live":
            message = watch.receive()
            if message.get("method") == "fleet.changed":
                scope = message["params"]["scope"]
        watch.close()

    def stop(self):
        if self.link and self.link.poll() is None:
            self.link.kill()
            self.link.wait()
        super().stop()
        if self.engine:
            self.engine.stop()


class FleetWatched(Fleet):
    """The same with a button that follows a key of the scope."""

    definitions = (
        {"id": "count", "style": "gray", "configuration": {"title": {"template": "{stock.n.orValue(0)}"}}},)

    def prepare(self):
        connection = servers.Connection(self.path)
        connection.call("buttons.define", buttons=list(self.definitions))
        connection.call("sync", timeoutMs=60000)
        connection.close()


class FleetNeighbour(FleetWatched):
    """Another daemon at the engine of one that is there, which stops it."""

    def __init__(self, first, folder):
        self.engine = first.engine
        super().__init__(first.options, folder, first.cpus[0])

    def stop(self):
        self.engine = None
        super().stop()


def anonymous(process):
    """Bytes of a process that are not part of a program's file: pages of those come and go, and others share them."""
    with open(f"/proc/{process.pid}/smaps_rollup", encoding="ascii") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("Anonymous:"))


def memory(server):
    """What sharing adds to a daemon, and to each key, beside one with the same keys of its own."""
    folder = tempfile.mkdtemp(prefix="buttond-bench.")
    alone = servers.Buttond(server.options, folder, server.cpus[0])
    try:
        connection, shared = servers.Connection(alone.path), servers.Connection(server.path)
        connection.call("ping")
        server.come()
        empty, own = anonymous(server.process), anonymous(alone.process)
        figures = {"addedMiB": (empty - own) / (1 << 20)}
        # One piece after the other, so that no message is so long that its memory would be seen here.
        for start in range(0, KEYS, AT_ONCE):
            keys = range(start, start + AT_ONCE)
            connection.call("state.set", values={f"stock.item.{n}": n for n in keys})
            server.engine.change("0000000000000001", [[("s", f"stock.item.{n}", n) for n in keys]])
            last = f"stock.item.{keys[-1]}"
            while shared.call("state.get", keys=[last])["values"].get(last) is None:
                time.sleep(0.002)
        grown = anonymous(server.process) - empty, anonymous(alone.process) - own
        figures["bytesPerKey"] = (grown[0] - grown[1]) / KEYS
        figures["linkMiB"] = anonymous(server.link) / (1 << 20)
        with open(f"/proc/{server.link.pid}/statm", encoding="ascii") as file:
            figures["linkResidentMiB"] = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
        connection.close()
        shared.close()
        return figures
    finally:
        alone.stop()
        shutil.rmtree(folder, ignore_errors=True)


def snapshot(server):
    """The time in which all keys come to a daemon that has none of them."""
    server.engine.fill(KEYS)
    return {"snapshotMs": server.come() * 1000}


def catch_up(server):
    """The rate at which the log comes to a daemon that was away, and the looks that a client gets."""
    server.engine.fill(BEHIND + 10_000)  # the log is the shorter way than all keys
    server.come()
    server.leave()
    requests = [[("i", "stock.n", 1), ("i", f"stock.item.{n}", 1)] for n in range(BEHIND)]
    server.engine.change("0000000000000002", requests)
    reader = servers.Connection(server.path)
    reader.call("buttons.subscribe", match="count")
    seconds = server.come()
    other = servers.Connection(server.path)  # a call drops the looks that come meanwhile
    other.call("sync", fleet=True, timeoutMs=60000)
    other.close()
    reader.send(servers.request("ping", {}, 99))
    titles = []
    while True:
        message = reader.receive()
        if message.get("id") == 99:
            break
        titles += [record["appearance"]["title"] for record in message.get("params", {}).get("buttons", [])]
    reader.close()
    if titles[-1:] != [str(BEHIND)]:
        raise RuntimeError(f"the last look is {titles[-1:]}")
    # The first may be what was there when the client came.
    return {"entriesPerSecond": BEHIND / seconds, "looks": len(titles) - titles.count("0")}


def change(server):
    """The time from a change on one daemon to a look of another, beside that of a message of the engine's own, each
    with nothing else under way."""
    folder = tempfile.mkdtemp(prefix="buttond-bench.")
    neighbour = FleetNeighbour(server, folder)
    try:
        server.come()
        neighbour.come()
        here, there = servers.Connection(server.path), servers.Connection(neighbour.path)
        there.call("buttons.subscribe", match="count")
        subscriber = socket.socket(socket.AF_UNIX)
        subscriber.connect(server.engine.path)
        subscriber.sendall(Engine.encoded(["SUBSCRIBE", "bench"]))
        subscriber.recv(4096)
        changes, messages = [], []
        for number in range(1, CHANGES + 1):
            began = time.monotonic()
            here.send(servers.request("state.set", {"values": {"stock.n": number}}))
            while True:
                records = there.receive().get("params", {}).get("buttons", [])
                if records and records[0]["appearance"]["title"] == str(number):
                    break
            changes.append(time.monotonic() - began)
            began = time.monotonic()
            server.engine.socket.sendall(Engine.encoded(["PUBLISH", "bench", number]))
            subscriber.recv(4096)
            messages.append(time.monotonic() - began)
            server.engine.receive()
        figures = [statistics.median(times) * 1e6 for times in (changes, messages)]
        return {"changeP50": figures[0], "ofPublish": figures[0] / figures[1]}
    finally:
        neighbour.stop()
        shutil.rmtree(folder, ignore_errors=True)
