"""What both stories need: programs that are started and ended, and waits that end."""

import argparse
import os
import select
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, f"{ROOT}/clients/python/src")
import buttond

DEADLINE = 30.0  # seconds that any one step may take
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class DemoFailed(Exception):
    """Something the demo promised did not happen."""


class Stage:
    """An installation and a folder, with all that is started there; each program has a log."""

    def __init__(self, prefix):
        self.prefix = prefix
        self.temporary = tempfile.TemporaryDirectory(prefix="buttond-demo.")
        self.folder = self.temporary.name
        self.running = {}

    def start(self, name, *command, ready=False):
        """Starts a program under a name; with `ready`, returns the first line that it prints."""
        with open(f"{self.folder}/{name}.log", "ab") as log:
            process = self.running[name] = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE if ready else log, stderr=log, text=True)
        if ready and select.select([process.stdout], [], [], DEADLINE)[0]:
            return process.stdout.readline().strip()
        return None

    def daemon(self, name, *options):
        """Starts a daemon; where it listens."""
        path = f"{self.folder}/{name}.sock"
        said = self.start(name, f"{self.prefix}/bin/buttond", "--ephemeral", "--socket", path, *options, ready=True)
        if said != f"listening on {path}":
            raise DemoFailed(f"buttond did not say that it listens (it said: '{said}')")
        return path

    def kill(self, name):
        """Kills a program, and returns when it is gone."""
        process = self.running.pop(name)
        process.kill()
        process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Who is impatient must not leave programs behind.
        for number in ENDS:
            signal.signal(number, signal.SIG_IGN)
        for name in list(self.running)[::-1]:
            self.kill(name)
        self.temporary.cleanup()

    def logs(self):
        """The ends of all logs."""
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(".log"):
                with open(f"{self.folder}/{name}", encoding="utf-8") as log:
                    yield f"--- {name}\n{''.join(log.readlines()[-40:])}"


def wait(what, holds):
    """What holds, as soon as something does."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        if found := holds():
            return found
        time.sleep(0.02)
    raise DemoFailed(f"it never came about that {what}")


def play(story):
    """Tells a story on a stage, once or with what people ask for after it, and ends."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--once", action="store_true")
    options = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)
    for number in ENDS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda number, _: sys.exit(128 + number))
    with Stage(options.prefix) as stage:
        try:
            story(stage, options.once)
        except Exception as problem:
            text = str(problem) if isinstance(problem, (DemoFailed, buttond.ButtondError)) else repr(problem)
            print(f"demo: {text}", *stage.logs(), sep="\n", file=sys.stderr)
            sys.exit(1)
