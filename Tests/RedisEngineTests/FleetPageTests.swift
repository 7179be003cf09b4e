import Glibc
import TestSupport
import Testing

/// What docs/fleet.md tells to do makes a fleet.
@Suite(
  .blocking,
  .enabled(if: RedisServer.isInstalled && RedisServer.hasTLS, "wants a redis-server with TLS"))
struct FleetPageTests {
  /// All blocks of the page run as they stand there, on two machines with a cable between them; the programs
  /// of a whole system are replaced by ones that do the same here.
  @Test(.inNamespaces)
  func aShopThatIsSetUpByThePageSellsAfterARestart() throws {
    let folder = TemporaryFolder()
    let script = folder.write(Self.script, to: "page.py")
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let done = try Program.run(
      "/usr/bin/unshare",
      [
        "-m", "-n", "-u", "/usr/bin/env", "python3", script, "/\(root)/docs/fleet.md",
        InstalledPrefix().path, folder.path,
      ], by: Deadline(seconds: 60))
    #expect(done.end == .exited(0), "\(done.output)\n\(done.error)")
    #expect(done.output.contains("sold 2 after a restart of the engine"))
  }

  private static let script = #"""
    import ctypes, json, os, re, shutil, signal, socket, subprocess, sys, time

    page, prefix, folder = sys.argv[1:4]
    libc = ctypes.CDLL(None)
    started = {}

    def sh(command, **more):
        return subprocess.run(["bash", "-euc", command], check=True, text=True, **more)

    def start(name, command):
        stop(name)
        log = open(f"{folder}/{name}.log", "ab")
        started[name] = subprocess.Popen(["bash", "-c", "exec " + command], stdout=log, stderr=log,
                                         preexec_fn=lambda: libc.prctl(1, signal.SIGKILL))

    def stop(name):
        if name in started:
            started[name].terminate()
            started.pop(name).wait(20)

    def systemctl(words):
        unit = words[-1].removesuffix(".service")
        if unit == "redis-server":
            start(unit, f"nsenter --net=/proc/{hub.pid}/ns/net {folder}/redis-server /etc/redis/redis.conf")
        elif unit == "buttond":
            start(unit, f"{prefix}/bin/buttond --config /etc/buttond/buttond.yaml --no-installed-plugins"
                        " --state /var/lib/buttond --socket /run/buttond/buttond.sock")
        elif unit == "buttond-fleet":
            start(unit, f"{prefix}/libexec/buttond/buttond-fleet run --config /etc/buttond/buttond.yaml"
                        " --socket /run/buttond/buttond.sock")
        else:
            sys.exit(f"no unit {unit}")

    def until(what, condition):
        end = time.monotonic() + 40
        while not condition():
            if time.monotonic() > end:
                raise RuntimeError(f"never {what}")
            time.sleep(0.05)

    def ctl(*words):
        done = subprocess.run([f"{prefix}/bin/buttonctl", "--json", "--socket", "/run/buttond/buttond.sock", *words],
                              capture_output=True, text=True)
        return json.loads(done.stdout) if done.returncode == 0 and done.stdout else {}

    def state():
        return (ctl("fleet", "status").get("scopes") or [{}])[0].get("state")

    def connections():
        with open(f"{folder}/buttond-fleet.log") as log:
            return log.read().count("shop-4: connected to")

    def connected():
        try:
            with socket.socket(socket.AF_UNIX) as probe:
                probe.connect("/run/buttond/buttond.sock")
                return True
        except OSError:
            return False

    # A machine with the page's names and users, and nothing of this one's is touched.
    sh(f"""
    mount --make-rprivate /
    cp -a /etc {folder}/etc
    mkdir -p {folder}/etc/redis {folder}/etc/buttond {folder}/lib/redis {folder}/run/redis {folder}/run/buttond {folder}/admin {folder}/bin
    printf '10.9.1.1 hub.lan\\n10.9.1.2 till-17\\n127.0.0.1 localhost\\n' > {folder}/etc/hosts
    for user in redis buttond-fleet; do
      grep -q "^$user:" {folder}/etc/passwd || {{ echo "$user:x:$((4000 + $(wc -l < {folder}/etc/passwd))):4000::/:/bin/false" >> {folder}/etc/passwd; }}
      grep -q "^$user:" {folder}/etc/group || echo "$user:x:$((4000 + $(wc -l < {folder}/etc/group))):" >> {folder}/etc/group
    done
    printf 'bind 127.0.0.1 -::1\\nport 6379\\nprotected-mode yes\\nsave ""\\n' > {folder}/etc/redis/redis.conf
    hostname till-17
    ip link set lo up
    ln -s {os.environ.get("BUTTOND_TEST_REDIS") or next(p for p in ("/usr/bin/redis-check-rdb", "/usr/bin/redis-server") if os.path.exists(p))} {folder}/redis-server
    """)
    for name, body in {"scp": 'while [ $# -gt 2 ]; do shift; done; cp -r "$1" "${2#*:}"',
                       "systemctl": f'echo "$*" > {folder}/ask; cat {folder}/answer > /dev/null',
                       "systemd-sysusers": ":"}.items():
        with open(f"{folder}/bin/{name}", "w") as file:
            file.write(f"#!/bin/bash\n{body}\n")
        os.chmod(f"{folder}/bin/{name}", 0o755)
    for pipe in ("ask", "answer"):
        os.mkfifo(f"{folder}/{pipe}")
    sh(f"mount --bind {folder}/etc /etc; mount --bind {folder}/lib /var/lib; mount --bind {folder}/run /run")

    hub = subprocess.Popen(["unshare", "-n", "sleep", "1000"], preexec_fn=lambda: libc.prctl(1, signal.SIGKILL))
    mine = os.stat("/proc/self/ns/net").st_ino
    until("a second machine", lambda: os.stat(f"/proc/{hub.pid}/ns/net").st_ino != mine)
    sh(f"""
    ip link add near type veth peer name far
    ip link set far netns {hub.pid}
    ip addr add 10.9.1.2/24 dev near; ip link set near up
    nsenter --net=/proc/{hub.pid}/ns/net sh -c 'ip link set lo up; ip addr add 10.9.1.1/24 dev far; ip link set far up'
    """)

    text = open(page).read()
    section = text[text.index("\n## Set up a shop"):]
    section = section[:section.index("\n## ", 5)]
    environment = {"PATH": f"{folder}/bin:{prefix}/bin:{os.environ['PATH']}", "HOME": folder}
    try:
        for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", section, re.S | re.M):
            if language == "yaml":
                with open("/etc/buttond/buttond.yaml", "w") as file:
                    file.write(block)
                continue
            shell = subprocess.Popen(["bash", "-eu"], stdin=subprocess.PIPE, cwd=f"{folder}/admin",
                                     env=environment, text=True, stdout=sys.stderr)
            for line in block.splitlines():
                shell.stdin.write(line + "\n")
                shell.stdin.flush()
                if line.startswith("systemctl"):
                    words = open(f"{folder}/ask").read().split()
                    systemctl(words)
                    if words[-1] == "buttond":
                        until("a daemon that listens", connected)
                    if words[-1] == "redis-server":
                        until("an engine that listens", lambda: os.path.exists("/run/redis/redis-server.sock"))
                    open(f"{folder}/answer", "w").close()
            shell.stdin.close()
            if shell.wait(30):
                raise RuntimeError(f"this fails:\n{block}")
        until("live", lambda: state() == "live")
        ctl("state", "update", "--increment", "stock.apple=1")
        links = connections()
        systemctl(["restart", "redis-server"])
        until("connected again", lambda: connections() > links)
        until("live again", lambda: state() == "live")
        ctl("state", "update", "--increment", "stock.apple=1")
        until("sold", lambda: ctl("state", "get", "stock.apple").get("values", {}).get("stock.apple") == 2
              and ctl("fleet", "status")["scopes"][0]["queued"] == 0)
        secret = open(f"{folder}/admin/authority/admin.secret").read().strip()
        kept = subprocess.run(["redis-cli", "-s", "/run/redis/redis-server.sock", "--user", "admin", "HGET", "btn:{shop-4}:k",
                               "stock.apple"], capture_output=True, text=True, env={**environment, "REDISCLI_AUTH": secret}).stdout
        print(f"sold {kept.split()[-1]} after a restart of the engine")
    except (RuntimeError, OSError, subprocess.SubprocessError) as failure:
        for name in os.listdir(folder):
            if name.endswith(".log"):
                print(f"--- {name}\n{open(folder + '/' + name).read()[-1500:]}", file=sys.stderr)
        sys.exit(f"{failure}")
    finally:
        for name in list(started):
            stop(name)
        hub.kill()
    """#
}
