"""Conversations with a live daemon, every line of which is judged by the OpenRPC document."""

import json
import socket

from .machine import DEADLINE


class Judged:
    """Connections to a daemon; what they send and get is judged, and what was seen is counted."""

    def __init__(self, protocol, path):
        self.protocol, self.path = protocol, path
        self.answered, self.notified, self.failed = set(), set(), set()
        self.lines = 0
        # Requests that the daemon refuses and the document takes, or the other way round.
        self.disputed = []

    def connect(self):
        """A new connection."""
        return Connection(self)


class Connection:
    """One connection."""

    def __init__(self, judged):
        self.judged, self.protocol = judged, judged.protocol
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(DEADLINE)
        self.socket.connect(judged.path)
        self.input = self.socket.makefile("rb")
        self.waiting, self.asked = [], 0
        self.notifications = []

    def close(self):
        """Ends the connection."""
        self.input.close()
        self.socket.close()

    def send_text(self, text):
        """Sends a line as it stands; what is a request in it is remembered."""
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            message = None
        for request in message if isinstance(message, list) else [message]:
            if isinstance(request, dict) and "id" in request:
                self.waiting.append(request)
        self.socket.sendall(text.encode() + b"\n")

    def receive(self):
        """The next line, judged; nothing at the end of the connection."""
        try:
            line = self.input.readline()
        except TimeoutError:
            raise AssertionError(f"nothing came for {DEADLINE:.0f} s") from None
        if not line:
            return None
        self.judged.lines += 1
        value = json.loads(line)
        for message in value if isinstance(value, list) else [value]:
            self.judge(message)
        return value

    def judge(self, message):
        """Judges one message of the daemon."""
        assert message.get("jsonrpc") == "2.0", f"no JSON-RPC: {message}"
        if "method" in message:
            self.judge_notification(message)
        else:
            self.judge_answer(message)

    def judge_notification(self, message):
        name, params = message["method"], message["params"]
        assert name in self.protocol.notifications, f"openrpc.json has no notification {name}"
        self.fail_on(self.protocol.params(self.protocol.notifications[name], params, True)
                     + [f"{key} beside {name}" for key in message
                        if key not in ("jsonrpc", "method", "params")], message)
        self.judged.notified.add(name)

    def judge_answer(self, message):
        """An answer belongs to the request of its id, or to a line that was none."""
        request = next((each for each in self.waiting if each["id"] == message["id"]
                        and type(each["id"]) is type(message["id"])), None)
        if request is not None:
            self.waiting.remove(request)
        name = request.get("method") if request and request.get("jsonrpc") == "2.0" else None
        method = self.protocol.methods.get(name) if isinstance(name, str) else None
        faults = [f"{key} in an answer" for key in message
                  if key not in ("jsonrpc", "id", "result", "error")]
        if "result" in message:
            assert method is not None, f"openrpc.json has no method {name}, which answers {message}"
            faults += self.protocol.result(name, message["result"])
            self.judged.answered.add(name)
        else:
            self.judged.failed.add(message["error"]["data"]["reason"])
            faults += self.protocol.error(message["error"], self.protocol.reasons(method))
        self.fail_on(faults, message)
        if method is not None:
            self.compare(request, message)

    def compare(self, request, answer):
        """The document takes the params that the daemon takes, and no others."""
        refused = answer.get("error", {}).get("data", {}).get("reason") == "invalidParams"
        faults = self.protocol.request(request["method"], request.get("params", {}))
        if refused != bool(faults) and ("result" in answer or refused):
            self.judged.disputed.append((request, faults or answer["error"]["message"]))

    @staticmethod
    def fail_on(faults, message):
        assert not faults, f"openrpc.json does not say this: {faults}\n  of {json.dumps(message)[:2000]}"

    def call(self, method, params=None):
        """The answer to a request; notifications that come before it are kept."""
        self.asked += 1
        request = {"jsonrpc": "2.0", "id": self.asked, "method": method}
        self.send_text(json.dumps({**request, **({} if params is None else {"params": params})}))
        while True:
            message = self.receive()
            assert message is not None, f"the daemon hung up on {method} {params}"
            if "method" not in message:
                return message
            self.notifications.append(message)

    def get(self, method, params=None):
        """The result of a request that must succeed."""
        answer = self.call(method, params)
        assert "result" in answer, f"{method} {params}: {answer['error']['message']}"
        return answer["result"]

    def wait_for(self, name, is_wanted=lambda params: True):
        """The params of the next notification of a name that is as wanted."""
        while True:
            for message in self.notifications:
                if message["method"] == name and is_wanted(message["params"]):
                    self.notifications.remove(message)
                    return message["params"]
            message = self.receive()
            assert message is not None, f"the daemon hung up, and there was no {name}"
            self.notifications.append(message)


def filled(value, names):
    """A message with the values of names in their places."""
    if isinstance(value, str) and value in names:
        return names[value]
    if isinstance(value, list):
        return [filled(each, names) for each in value]
    if isinstance(value, dict):
        return {key: filled(each, names) for key, each in value.items()}
    return value


def bind(pattern, value, names):
    """Remembers what stands where a pattern has a name."""
    if isinstance(pattern, str) and pattern.startswith("$"):
        names.setdefault(pattern, value)
    elif isinstance(pattern, list) and isinstance(value, list):
        for each, other in zip(pattern, value):
            bind(each, other, names)
    elif isinstance(pattern, dict) and isinstance(value, dict):
        for key in pattern.keys() & value.keys():
            bind(pattern[key], value[key], names)


def play(judged, transcript):
    """Plays a transcript (Tests/Transcripts) and judges every line of it."""
    names, connections = {}, {}
    for step in map(json.loads, transcript.splitlines()):
        name = step.get("close") or step.get("expectClose") or step.get("on", "a")
        if step.keys() & {"send", "text", "expect"} and name not in connections:
            connections[name] = judged.connect()
        if "send" in step:
            connections[name].send_text(json.dumps(filled(step["send"], names)))
        elif "text" in step:
            connections[name].send_text(step["text"])
        elif "expect" in step:
            bind(step["expect"], connections[name].receive(), names)
        elif "close" in step or "expectClose" in step:
            connections.pop(name).close()
    for connection in connections.values():
        connection.close()


def clear(judged):
    """Leaves the daemon without buttons and state, for the next transcript."""
    client = judged.connect()
    client.get("buttons.remove", {"ids": [each["id"] for each in client.get("buttons.list")["buttons"]]})
    client.get("state.update", {"operations": [
        {"op": "remove", "key": key} for key in client.get("state.get")["values"]]})
    client.close()
