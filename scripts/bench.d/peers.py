"""The peers that the daemon is measured beside, and how each is started and spoken to."""

import array
import os
import pwd
import shutil
import socket
import struct
import sys

from servers import DEADLINE, NotInstalled, Server, escaped

# Where Debian keeps jeepney, for a Python that is not Debian's own.
sys.path.append("/usr/lib/python3/dist-packages")
try:
    import jeepney
except ImportError:
    jeepney = None

# Bytes that reach a subscriber with each update, from everybody: as many as the daemon's line for a button
# through a worker has. The relay has the number too.
FRAME = 416


class Relay(Server):
    """The bare relay: a loop turn and nothing else."""

    title = "relay"
    subscribe = "S\n"
    set = "W checkout.itemCount <token:77>\n"

    def command(self, folder):
        return [os.path.join(self.options.tools, "relay"), self.path]


class RelayWithTrip(Relay):
    """The bare relay with one trip to a second process."""

    title = "relay with trip"

    def command(self, folder):
        return [os.path.join(self.options.tools, "relay"), "--trip", self.path]


class RelayWithPipes(Relay):
    """The same over two pipes, as between the daemon and its workers."""

    title = "relay with trip over pipes"

    def command(self, folder):
        return [os.path.join(self.options.tools, "relay"), "--pipes", self.path]


class RedisPublish(Server):
    """Redis PUBLISH to subscribers of one channel."""

    title = "Redis PUBLISH"
    ends = ("the subscriber",)  # at 32 MiB, its client-output-buffer-limit
    subscribe = "*2\r\n$9\r\nSUBSCRIBE\r\n$1\r\nc\r\n"
    value = FRAME - 32
    set = f"*3\r\n$7\r\nPUBLISH\r\n$1\r\nc\r\n${value}\r\n<token:{value}>\r\n"

    def command(self, folder):
        return [
            "redis-server", "--port", "0", "--unixsocket", self.path, "--dir", folder, "--save", "",
            "--appendonly", "no", "--maxclients", "11000",
        ]


class RedisTracking(RedisPublish):
    """Redis SET; clients that track the key are told, and fetch the value."""

    title = "Redis tracking"
    ask = "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n"
    subscribe = "*2\r\n$5\r\nHELLO\r\n$1\r\n3\r\n*3\r\n$6\r\nCLIENT\r\n$8\r\nTRACKING\r\n$2\r\nON\r\n" + ask
    set = f"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n${RedisPublish.value}\r\n<token:{RedisPublish.value}>\r\n"
    extra = ("--when", "invalidate", "--ask", ask)


class Mosquitto(Server):
    """mosquitto: a retained value, published at most once, MQTT 3.1.1."""

    title = "mosquitto"
    hello = escaped(b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x00\x00\x00")  # CONNECT, no name, no keep-alive
    subscribe = escaped(b"\x82\x06\x00\x01\x00\x01t\x00")  # SUBSCRIBE to t
    value = FRAME - 6
    set = escaped(b"\x31" + bytes([value + 3 & 127 | 128, value + 3 >> 7]) + struct.pack(">H", 1) + b"t")
    set += f"<token:{value}>"

    def command(self, folder):
        configuration = os.path.join(folder, "mosquitto.conf")
        lines = (f"listener 0 {self.path}", "allow_anonymous true", "persistence false", "log_type none",
                 f"user {pwd.getpwuid(os.getuid()).pw_name}")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        return [program, "-c", configuration]


# What dbus-broker is told about who may do what: everybody everything. (Its own D-Bus types: per user,
# per group, SELinux, AppArmor, and the kind of the bus.)
BATCH = "bta(btbs)a(btssssuutt)a(btssssuutt)"
POLICY = f"(a(u({BATCH}))a(buu({BATCH}))a(ss)bs)"
ANY_MESSAGE = (True, 1, "", "", "", "", 0, 0, 0, 2**64 - 1)
ALLOW_ALL = ([(2**32 - 1, (True, 1, [(True, 1, True, "")], [ANY_MESSAGE], [ANY_MESSAGE]))], [], [], False, "session")
MACHINE = "1" * 32


def greeting(*words):
    """How a D-Bus connection begins."""
    user = str(os.getuid()).encode().hex()
    return b"\0" + "".join(f"{line}\r\n" for line in (f"AUTH EXTERNAL {user}", *words, "BEGIN")).encode()


def bus_call(member, signature=None, body=(), serial=1):
    """A call of the bus itself, as bytes."""
    bus = jeepney.DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
    return jeepney.new_method_call(bus, member, signature, body).serialise(serial)


class DBusBroker(Server):
    """dbus-broker, told by the bench instead of by systemd: a signal to the connections that match it."""

    title = "dbus-broker"
    ends = ("the readers", "the subscriber")  # all clients are one user's, who has one limit of memory
    value = FRAME - 172  # what the signal and its sender's name take

    def command(self, folder):
        if jeepney is None:
            raise NotInstalled("python3-jeepney")
        self.hello = escaped(greeting() + bus_call("Hello"))
        rule = "type='signal',interface='dev.buttond.Bench'"
        self.subscribe = escaped(bus_call("AddMatch", "s", (rule,), serial=2))
        button = jeepney.DBusAddress("/bench", interface="dev.buttond.Bench")
        text = "v" * self.value
        body = ("dev.buttond.Bench", {"Title": ("s", text)}, [])
        signal = jeepney.new_signal(button, "Changed", "sa{sv}as", body).serialise(3)
        self.set = escaped(signal).replace(text, f"<token:{self.value}>")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(1024)
        self.listener.setblocking(False)
        self.control, self.other_end = socket.socketpair()
        self.descriptors = (self.other_end.fileno(),)
        return ["dbus-broker", "--controller", str(self.descriptors[0]), "--machine-id", MACHINE,
                "--max-objects", "1000000", "--max-matches", "100000", "--max-fds", "100000"]

    def prepare(self):
        """Hands the listening socket over."""
        self.other_end.close()
        broker = jeepney.DBusAddress("/org/bus1/DBus/Broker", "-", "org.bus1.DBus.Broker")
        listener = ("/org/bus1/DBus/Listener/0", self.listener, (POLICY, ALLOW_ALL))
        message = jeepney.new_method_call(broker, "AddListener", "ohv", listener)
        del message.header.fields[jeepney.HeaderFields.destination]  # there is no bus between
        descriptors = array.array("i")
        data = message.serialise(1, fds=descriptors)
        self.control.settimeout(DEADLINE)
        self.control.sendall(greeting("NEGOTIATE_UNIX_FD"))
        socket.send_fds(self.control, [data], list(descriptors))
        with self.control.makefile("rb") as answers:
            for _ in ("OK", "AGREE_UNIX_FD"):
                answers.readline()
            kind = answers.read(16)[1]
        if kind != jeepney.MessageType.method_return.value:
            raise RuntimeError("dbus-broker refuses its listener: is it of another version than 33?")

    def stop(self):
        super().stop()
        self.listener.close()
        self.control.close()
