"""What runs for the pictures: the daemon, which is started again when it dies, the gateway, Waybar in sway, and a keypad."""

import json
import os
import queue
import re
import shutil
import signal
import socket
import subprocess
import threading
import time

from keypad import Keypad

PATIENCE = 30.0  # seconds that any step may take
BUTTONS = ("add-item", "checkout", "like", "order")
BAR = (396, 40)  # the size of Waybar's screen, in points

SWAY = """\
output HEADLESS-1 mode {width}x{height}@60Hz
output HEADLESS-1 scale 2
workspace 1
exec waybar -c {folder}/config -s {folder}/style.css >{folder}/log 2>&1
"""

STYLE = """\
* { font-family: Inter, sans-serif; font-size: 16px; border-radius: 0; }
window#waybar { background: #f2f2f7; color: #1c1c1e; }
#workspaces button { padding: 0 12px; color: #1c1c1e; }
#custom-add-item, #custom-checkout, #custom-like, #custom-order { margin: 0 8px; }
.disconnected { opacity: 0.5; }
"""


class StageFailed(Exception):
    """Something did not come up, or did not happen."""


def at_rest(look, what):
    """What a screen shows, once it shows something and changes no more."""
    end, before = time.monotonic() + PATIENCE, None
    while time.monotonic() < end:
        time.sleep(0.5)
        now = look()
        if now and now == before:
            return now
        before = now
    raise StageFailed(f"{what} does not come to rest")


class Feed:
    """What a command prints, one JSON document on each line, with the times."""

    def __init__(self, command):
        self.lines = []
        self.news = queue.Queue()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self.pump, daemon=True).start()

    def pump(self):
        """Keeps each line with the time it came."""
        for line in self.process.stdout:
            self.lines.append((time.time(), json.loads(line)))
            self.news.put(None)

    def close(self):
        """Ends the command."""
        self.process.terminate()
        self.process.wait()

    def wait(self, holds):
        """The time of the first line, from the last one that is there, of which it holds."""
        end, at = time.monotonic() + PATIENCE, max(0, len(self.lines) - 1)
        while True:
            while at < len(self.lines):
                if holds(self.lines[at][1]):
                    return self.lines[at][0]
                at += 1
            try:
                self.news.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise StageFailed(f"a line never came; the last is {self.lines[-1:]}") from None


class Stage:
    """All that runs, in a folder of its own."""

    def __init__(self, prefix, folder, pages):
        self.prefix = prefix
        self.folder = folder
        self.socket = f"{folder}/b.sock"
        self.is_over = False
        # Sway refuses to run as root.
        self.lowered = [] if os.geteuid() else ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        os.chmod(folder, 0o755)
        with open(f"{folder}/buttond.yaml", "w", encoding="utf-8") as file:
            file.write("access:\n  - {user: nobody, role: press}\n")
        self.daemon = self.start_daemon()
        threading.Thread(target=self.keep_daemon, daemon=True).start()
        self.gateway, self.address = self.start(
            "buttond-gateway", r"listening on (\S+)", "--listen", "127.0.0.1", "--port", "0", "--web", pages)
        self.feeds, self.sway = {}, None
        self.surface, self.keypad = self.start_surface()

    def start(self, program, wanted, *arguments):
        """A program, and what it prints when it is ready; the rest of its output is read and forgotten."""
        process = subprocess.Popen([f"{self.prefix}/bin/{program}", "--socket", self.socket, *arguments],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = process.stdout.readline()
        found = re.search(wanted, line)
        if not found:
            raise StageFailed(f"{program} said {line!r}")
        threading.Thread(target=process.stdout.read, daemon=True).start()
        return process, found.group(1)

    def start_surface(self):
        """What serves keypads, and one that has a key for each button."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with open(f"{self.folder}/surface.yaml", "w", encoding="utf-8") as file:
            rows = "".join(f"[{name}], " for name in BUTTONS)
            file.write(f"listen: [127.0.0.1]\nport: {port}\ndevices: [{{id: keypad, layout: store}}]\n"
                       f"layouts: {{store: {{all: [{rows}]}}}}\n")
        surface, _ = self.start("buttond-surface", r"waiting for decks on (\S+)", "--config",
                                f"{self.folder}/surface.yaml")
        return surface, Keypad(("127.0.0.1", port), len(BUTTONS))

    def key_pictures(self):
        """What the keys show, each as a PNG."""
        return at_rest(self.keypad.shown, "the keypad")

    def start_daemon(self):
        """A daemon that keeps its state in the folder."""
        return self.start("buttond", r"listening on (\S+)", "--config", f"{self.folder}/buttond.yaml",
                          "--state", f"{self.folder}/state", "--with-parent", "--log-level", "error")[0]

    def keep_daemon(self):
        """Starts the daemon again a second after it dies, as buttond.service does."""
        while not self.is_over:
            self.daemon.wait()
            if not self.is_over:
                time.sleep(1)
                self.daemon = self.start_daemon()

    def buttonctl(self, *arguments):
        """What buttonctl prints, as JSON."""
        done = subprocess.run(self.command("--json", *arguments), stdout=subprocess.PIPE, text=True, timeout=PATIENCE,
                              check=True)
        return json.loads(done.stdout)

    def command(self, *arguments):
        """A command of buttonctl."""
        return [f"{self.prefix}/bin/buttonctl", "--socket", self.socket, *arguments]

    def watch_bar(self, name):
        """The command that feeds Waybar with a button."""
        return self.command("buttons", "watch", name, "--format", "waybar")

    def start_bar(self):
        """Waybar on a screen of its own; each button is a module, as docs/buttonctl.md has it."""
        folder = f"{self.folder}/bar"
        os.mkdir(folder, 0o700)
        config = {"layer": "top", "height": BAR[1], "modules-left": ["sway/workspaces"],
                  "modules-right": [f"custom/{name}" for name in BUTTONS]}
        for name in BUTTONS:
            config[f"custom/{name}"] = {"exec": " ".join(self.watch_bar(name)), "return-type": "json"}
        for name, text in (("config", json.dumps(config)), ("style.css", STYLE),
                           ("sway", SWAY.format(width=2 * BAR[0], height=2 * BAR[1], folder=folder))):
            with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                file.write(text)
        if self.lowered:
            shutil.chown(folder, "nobody")
            self.check_lowered()
        environment = {**os.environ, "HOME": folder, "XDG_RUNTIME_DIR": folder, "WLR_BACKENDS": "headless",
                       "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
        for name in ("WAYLAND_DISPLAY", "DISPLAY", "SWAYSOCK"):
            environment.pop(name, None)
        self.sway = subprocess.Popen([*self.lowered, "sway", "-c", f"{folder}/sway"], env=environment,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.feeds = {name: Feed(self.watch_bar(name)) for name in BUTTONS}

    def check_lowered(self):
        """Fails early when the user who runs Waybar cannot run buttonctl."""
        done = subprocess.run([*self.lowered, f"{self.prefix}/bin/buttonctl", "--version"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if done.returncode:
            raise StageFailed(f"the user nobody cannot run {self.prefix}/bin/buttonctl")

    def bar_screenshot(self):
        """What Waybar's screen shows, as a PNG; nothing before there is a screen."""
        environment = {**os.environ, "XDG_RUNTIME_DIR": f"{self.folder}/bar", "WAYLAND_DISPLAY": "wayland-1"}
        done = subprocess.run(["grim", "-"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              check=False)
        return done.stdout

    def still_bar_screenshot(self):
        """The same, once it changes no more."""
        return at_rest(self.bar_screenshot, "Waybar")

    def bar_lines(self):
        """What Waybar reads now: for each button its text with markup, and its classes."""
        return {name: feed.lines[-1][1] for name, feed in self.feeds.items()}

    def close(self):
        """Ends everything."""
        self.is_over = True
        for feed in self.feeds.values():
            feed.close()
        self.keypad.close()
        for process in (self.surface, self.sway, self.gateway, self.daemon):
            if process and process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait()
