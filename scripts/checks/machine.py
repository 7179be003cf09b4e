"""A folder with an installed layout, and a shell in it, whose jobs are the daemons and what else a check starts."""

import os
import re
import select
import shutil
import subprocess
import tempfile
import time
import urllib.request

import buttond

from .repository import ROOT, SCRATCH, read

DEADLINE = 60.0  # seconds that anything may take
# The only port that a program has is one that nobody else has.
AT_ANY_PORT = '#!/bin/sh\nexec "{program}" --port 0 "$@"\n'

# As on a terminal, each job is a group of processes. They end with the shell, and the shell when nobody writes to it,
# whatever has become of its writer; what does not end when it is asked to is killed.
JOBS = """set -m
trap 'groups=$(jobs -p | sed s/^/-/)
if [[ $groups ]]; then
  kill -CONT -- $groups
  kill -- $groups
  { sleep 10; kill -KILL -- $groups; } &
  wait ${groups//-/}
  kill -KILL -- -$!
fi' EXIT
"""


def until(condition, what, seconds=DEADLINE):
    """Waits for something that nobody tells of; `what` says what was missing."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, what() if callable(what) else what
        time.sleep(0.01)
    return found


class Job:
    """A command in the background, whose output is in a file."""

    def __init__(self, command, pid, path):
        self.command, self.pid, self.path = command, pid, path
        # Whether it is to end with the session that started it.
        self.is_foreground = False

    def printed(self):
        """What it has printed so far, in whole lines."""
        with open(self.path, encoding="utf-8") as file:
            text = file.read()
        return text[:text.rfind("\n") + 1]

    def wait(self, pattern):
        """Waits until it has printed what a pattern finds."""
        def found():
            # What ends without it will not print it any more.
            is_over = not os.path.exists(f"/proc/{self.pid}")
            printed = re.search(pattern, self.printed())
            assert printed or not is_over, f"$ {self.command}\nended and never printed {pattern}:\n{self.printed()}"
            return printed
        return until(found, lambda: f"$ {self.command}\nnever printed {pattern}; there was:\n{self.printed()}")


class Machine:
    """An installed layout of its own, a home, and a bash in it."""

    def __init__(self, installed):
        self.installed = installed
        # A socket's path is short.
        self.folder = tempfile.mkdtemp(prefix="buttond.")
        self.prefix, self.socket = f"{self.folder}/buttond", f"{self.folder}/b.sock"
        self.here = [("/tmp/", f"{self.folder}/")]
        self.bash, self.jobs, self.count = None, [], 0
        self.broker, self.shown = None, None
        shutil.copytree(installed, self.prefix, symlinks=True, copy_function=link_or_copy,
                        ignore=lambda path, names: {"plugins"} if path.endswith("lib/buttond") else ())
        os.mkdir(f"{self.prefix}/lib/buttond/plugins")
        os.unlink(f"{self.prefix}/bin/buttond-gateway")
        self.write("buttond/bin/buttond-gateway", AT_ANY_PORT.format(program=f"{installed}/bin/buttond-gateway"))
        os.symlink(f"{ROOT}/Config", f"{self.folder}/Config")
        self.environment = {
            "PATH": f"{self.prefix}/bin:{ROOT}/scripts/test.d/kept:{os.environ['PATH']}",
            "BUTTOND_KEPT": f"{SCRATCH}/debug/compiled", "HOME": self.folder, "XDG_RUNTIME_DIR": f"{self.folder}/run",
            "PKG_CONFIG_PATH": f"{self.prefix}/lib/pkgconfig", "NO_COLOR": "1",
            # Of the compiler, which is not in the page's home.
            **{name: os.environ.get(name, os.path.expanduser(f"~/{folder}"))
               for name, folder in (("RUSTUP_HOME", ".rustup"), ("CARGO_HOME", ".cargo"))}}
        os.mkdir(f"{self.folder}/run", 0o700)
        os.makedirs(self.environment["BUTTOND_KEPT"], exist_ok=True)

    def write(self, name, text):
        """The path of a file with that text below the folder; one that begins with #! can be run."""
        path = os.path.join(self.folder, name.lstrip("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o755 if text.startswith("#!") else 0o644)
        return path

    def offer(self, text):
        """Installs the plugins whose styles and handlers a text names, or a file of Config that it names, and no
        others: a daemon starts all."""
        text += "".join(map(read, re.findall(r"\bConfig/[\w/]+\.\w+", text)))
        shelf, installed = f"{self.prefix}/lib/buttond/plugins", f"{self.installed}/lib/buttond/plugins"
        for name in os.listdir(installed):
            if re.search(rf"\b{name}/[a-z]", text) and not os.path.lexists(f"{shelf}/{name}"):
                os.symlink(f"{installed}/{name}", f"{shelf}/{name}")

    def translated(self, text):
        """A text with what is of this machine in place of what is of the page's."""
        for there, here in self.here:
            text = text.replace(there, here)
        return text

    def do(self, command):
        """Has the shell run a command: its exit code, and what it has printed."""
        if not self.bash:
            self.bash = subprocess.Popen(
                ["bash", "--norc"], cwd=self.folder, env=self.environment, text=True, start_new_session=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            self.bash.stdin.write(JOBS)
        self.count += 1
        self.bash.stdin.write(f"{{ {command}\n}} >{self.output()} 2>&1 </dev/null; echo $?\n")
        self.bash.stdin.flush()
        is_done, _, _ = select.select([self.bash.stdout], [], [], 10 * DEADLINE)
        assert is_done, f"$ {command}\ndoes not end"
        code = int(self.bash.stdout.readline())
        with open(self.output(), encoding="utf-8") as file:
            return code, file.read()

    def output(self):
        """The file with what the last command prints."""
        return f"{self.folder}/.{self.count}"

    def run(self, command, code=0):
        """What a command prints, which must end with that code."""
        ended, printed = self.do(command)
        assert ended == code, f"$ {command}\nended with {ended}: {printed}"
        return printed

    def start(self, command, pattern=""):
        """A job that has printed what a pattern finds."""
        self.do(f"{command} &")
        path = self.output()
        job = Job(command, int(self.run("echo $!")), path)
        self.jobs.append(job)
        job.wait(pattern)
        return job

    def stop(self, job):
        """Ends a job politely."""
        self.do(f"kill -- -{job.pid} && wait {job.pid}")
        self.jobs.remove(job)

    def daemon(self, arguments="", socket=None):
        """A client of a daemon that now runs, which keeps nothing unless it is told to."""
        socket = socket or self.socket
        self.start(f"buttond --socket {socket} {arguments or '--ephemeral'}", "listening on ")
        self.do(f"export BUTTOND_SOCKET={socket}")
        return self.client(socket)

    def client(self, socket=None):
        """A client of the daemon that runs."""
        return buttond.Client(socket or self.socket, name="check", timeout=DEADLINE)

    def gateway(self, arguments=""):
        """The address and the token of a gateway that now runs."""
        job = self.start(f"buttond-gateway {arguments}", "listening on http")
        return re.search(r"(http://[^#\s]*)(?:#token=(\w+))?", job.printed()).groups()

    def restart(self):
        """Ends all that runs; a new shell is in the folder again."""
        if self.bash:
            self.bash.stdin.close()
            self.bash.wait(DEADLINE)
            self.bash.stdout.close()
        self.bash, self.jobs = None, []

    def close(self):
        """Ends all that runs and removes the folder."""
        self.restart()
        shutil.rmtree(self.folder, ignore_errors=True)


def link_or_copy(source, target):
    """A file's other name, or where that cannot be, a copy."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def get(url):
    """The text at an address."""
    with urllib.request.urlopen(url, timeout=DEADLINE) as answer:
        return answer.read().decode()


def settled(client, button):
    """The appearance of a button, once its plugin has started."""
    def look():
        client.sync()
        found = client.looks(button)[button]
        assert found.status is None or found.status["reason"] == "pluginStarting", f"{button} shows {found.status}"
        return None if found.status else found
    return until(look, f"the plugin of {button} does not start").appearance
