#!/usr/bin/env python3
"""What the documents say in passing: how programs are called, configurations, drawings, single messages.

Each function takes the page's layout (Page in check-docs), the ledger, and what else it needs.
"""

import collections
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import time
import urllib.request

from ledger import ROOT, SCRATCH, Untrue, read


def write(page, name, text):
    """Writes a file below the page's folder."""
    path = os.path.join(page.folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def options(text):
    """The long options that a text names."""
    return set(re.findall(r"--[a-z][a-z-]+", text))


def check_usage(page, ledger):
    """The lines of usage have the daemon's options, all of them."""
    guide = "docs/operating.md"
    usage, said = ledger.take(guide, "The command line")[0], page.run("buttond --help")
    if options(usage) != options(said):
        raise Untrue(f"{guide}: buttond --help and the page differ in {options(usage) ^ options(said)}")


def check_common_options(page, ledger):
    """A command takes the options of docs/buttonctl.md, each with every choice, for the daemon that runs."""
    usage = ledger.take("docs/buttonctl.md", "")[0]
    for option in re.findall(r"\[([^]]*)\]", usage):
        name, _, value = option.partition(" ")
        for choice in value.replace("PATH", page.socket).split("|"):
            page.run(f"buttonctl {name} {choice} stats")


def check_scripts(ledger):
    """The repository's own commands are there, with the options that they are shown with."""
    shown = [block.text for block in ledger.blocks
             if block.page in ("README.md", "CONTRIBUTING.md", "docs/operating.md")]
    for command in re.findall(r"^(scripts/.*)$", "".join(shown), re.M):
        script, _, arguments = command.split("#")[0].strip().partition(" ")
        if not os.access(os.path.join(ROOT, script), os.X_OK):
            raise Untrue(f"{command}: there is no {script}")
        # What scripts/test is given goes to `swift test`.
        if script == "scripts/test" or not options(arguments):
            continue
        said = subprocess.run([os.path.join(ROOT, script), "--help"], cwd=ROOT, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
        missing = options(arguments) - options(said)
        if missing:
            raise Untrue(f"{command}: there is no {missing}: {said}")


def check_floors(ledger):
    """The drawing of the floors is scripts/layers.txt."""
    page = "docs/architecture.md"
    drawn = [line.removeprefix("floor ").split() for line in
             ledger.take(page, "Targets")[0].splitlines()]
    real = [line.split()[1:] for line in read("scripts/layers.txt").splitlines()
            if line.startswith("floor ")]
    if sorted(map(sorted, drawn)) != sorted(map(sorted, real)):
        raise Untrue(f"{page} draws the floors {drawn}; scripts/layers.txt has {real}")


def check_pictures(page, ledger):
    """The commands that draw in a daemon of their own, which has the plugins that they name; the others are
    returned."""
    text = ledger.take("docs/buttonctl.md", "Pictures and explanations")[0] + ledger.take("docs/gallery.md", "")[0]
    page.offer(text)
    live = re.findall(r"^.* checkout .*$", text, re.M)
    for command in text.splitlines():
        if command not in live:
            page.run(command)
    expect_drawn(page, "outline.png", "sizes.svg", "mine.svg")
    return live


def check_live_pictures(page, commands):
    """The commands that draw and explain, for the daemon that runs."""
    for command in commands:
        page.run(command)
    expect_drawn(page, "checkout.svg")


def expect_drawn(page, *names):
    """There is something in the pictures."""
    empty = [name for name in names if not os.path.getsize(os.path.join(page.folder, name))]
    if empty:
        raise Untrue(f"docs/buttonctl.md: {empty} has nothing in it")


KIOSK = "docs/kiosk.md"
PROTOCOL = "docs/protocol*.md"


def has_export(module, name):
    """Whether a module in JavaScript exports a name, or passes it on."""
    return re.search(rf"^export ((async )?(function|class|const) {name}\b|{{[^}}]*\b{name}\b[^}}]*}} from)", module, re.M)


def check_kiosk(page, ledger, module):
    """The kiosk of the page: the files are taken, the buttons do what it says, the gateway serves its page, and
    the script that shows it waits for the gateway and knows the token."""
    for name, text in ledger.files(KIOSK).items():
        if name.startswith("kiosk/"):
            write(page, name, text)
    script = ledger.files(KIOSK)["kiosk/page/kiosk.js"]
    for name in re.search(r"import \{ (.*) \} from", script).group(1).split(", "):
        if not has_export(module, name):
            raise Untrue(f"{KIOSK}: live-button.js has no {name}")
    check, start, _, gateway, *commands = re.findall(
        r"^\$ (.*?)(?: &)?$", ledger.take(KIOSK, "Try it on your desk")[0], re.M)
    page.run(check)
    page.offer("".join(text for name, text in ledger.files(KIOSK).items() if name.startswith("kiosk/")))
    daemon = page.daemon(start)
    page.environment["XDG_RUNTIME_DIR"] = page.folder
    web = page.start(f"{gateway} --port 0", "kiosk-gateway")
    page.wait("kiosk-gateway", "listening on http://")
    url, token = re.search(r"(http://[^#]*)#token=(\w+)", page.printed("kiosk-gateway")).groups()
    for path, said in (("", "<title>Café</title>"), ("kiosk.js", script), ("live-button.js", module)):
        with urllib.request.urlopen(url + path, timeout=60) as answer:
            if said not in answer.read().decode():
                raise Untrue(f"{KIOSK}: {url}{path} is another file")
    for command in commands[:-1]:
        page.run(command)
    page.run(f"{commands[-1]} || true")
    # On a busy machine a plugin may take longer to start, or to answer, than the commands.
    page.run("for i in $(seq 400); do buttonctl --json buttons get coffee pay dark | grep -q status || exit 0; "
             "sleep 0.05; done; exit 1")
    looks = {each["id"]: each["appearance"]
             for each in json.loads(page.run("buttonctl --json buttons get coffee pay dark"))["buttons"]}
    if looks["pay"]["title"] != "Pay 2.50 €" or not looks["dark"].get("isSelected"):
        raise Untrue(f"{KIOSK}: the buttons look like {looks}")
    if looks["coffee"]["backgroundColor"] != "#6F4E37FF":
        raise Untrue(f"{KIOSK}: the theme's colour is {looks['coffee']['backgroundColor']}")

    # The script, with a browser that prints what it is to show.
    write(page, "bin/chromium", '#!/bin/sh\nprintf "%s\\n" "$@"\n')
    os.chmod(os.path.join(page.folder, "bin/chromium"), 0o755)
    write(page, "buttond/gateway.token", token)
    shown = write(page, "kiosk/shown.sh", ledger.files(KIOSK)["kiosk/kiosk.sh"].replace(
        "http://127.0.0.1:8437/", url))
    said = page.run(f"PATH={page.folder}/bin:$PATH sh {shown}").splitlines()
    if said[-1] != f"{url}#token={token}":
        raise Untrue(f"{KIOSK}: the browser is started with {said}")
    page.stop(web)
    page.stop(daemon)
    del page.environment["XDG_RUNTIME_DIR"]

    check_kiosk_units(page, ledger)
    rules = ledger.take(KIOSK, "Other users", "yaml")[0]
    write(page, "kiosk/rules.yaml", rules.replace("till", "nobody").replace("/run/kiosk", page.folder))
    page.run("buttond --check --config kiosk/rules.yaml")


def check_kiosk_units(page, ledger):
    """systemd finds no fault with the screen's unit, nor with the gateway's beside the drop-in, whose command the
    gateway understands. The program that shows the screen need not be there."""
    files = ledger.files(KIOSK)
    screen = re.sub(r"(?<=ExecStart=)/usr/bin/cage\b", "/bin/true", files["/etc/systemd/system/kiosk.service"])
    page.run(f"systemd-analyze verify {write(page, 'units/kiosk.service', screen)}")
    programs = os.path.join(page.prefix, "bin")
    drop_in = files["gateway.conf"].replace("/usr/bin", programs)
    write(page, "units/buttond-gateway.service.d/page.conf", drop_in)
    with open(os.path.join(page.prefix, "lib/systemd/user/buttond-gateway.service"), encoding="utf-8") as file:
        gateway = write(page, "units/buttond-gateway.service", file.read())
    page.run(f"XDG_RUNTIME_DIR={page.folder} systemd-analyze verify --user {gateway}")
    command = re.search(r"^ExecStart=(/.*)$", drop_in, re.M).group(1)
    unknown = options(command) - options(page.run(f"{programs}/buttond-gateway --help"))
    if unknown:
        raise Untrue(f"{KIOSK}: the gateway has no {unknown}")


# Files in which stands what docs/configuration.md says is wrong.
WRONG = {
    "buttond.yaml": "# Too many.\nlimits:\n  conections: 5\n",
    "buttons.d/shop.yaml": "shop.add:\n  style: gray\n  configuration: {title: Add}\n\npay:\n"
                           "  style: gray\n  configuration:\n      title: Pay\n      buttonSize: lage\n",
    "themes/shop.tokens.json": '{\n  "button": {\n    "$type": "color",\n    "primary": {\n'
                               '      "primary": { "$value": "{brand.main}" }\n    }\n  },\n'
                               '  "brand": { "main": { "$type": "color",'
                               ' "$value": "{button.primary.primary}" } }\n}\n',
}


def check_configuration(page, ledger):
    """The configurations on the pages are taken, and what is wrong is told in the page's words."""
    guide = "docs/configuration.md"
    shop = ledger.take(guide, "", "yaml")[0]
    access = ledger.take(guide, "Access", "yaml") + ledger.take("docs/web.md", "As a service", "yaml")
    buttons = ledger.take(guide, "Buttons", "yaml")[0]
    derived = ledger.take(guide, "Derived", "yaml")[0]
    groups = ledger.take(guide, "Groups", "yaml")[0]
    theme = ledger.take(guide, "Themes", "json")[0]
    commands, complaints, remark, modeline = ledger.take(guide, "", count=4)
    schema = re.search(r"\$schema=/usr/(\S+)", modeline).group(1)
    if not os.path.exists(os.path.join(page.prefix, schema)):
        raise Untrue(f"{guide}: {schema} is not installed")
    check, describe, hang_up, reload = [line.split("#")[0].strip() for line in commands.splitlines()]
    json.loads(page.run(describe))

    # Users and groups that every system has.
    known = [re.sub(r"group: \w+", "group: daemon", re.sub(r"user: [a-z-]+", "user: nobody", each))
             for each in access]
    known += [re.sub(r"user: [a-z-]+", "user: nobody", each)
              for heading in ("Set up a shop", "Prices of a chain")
              for each in ledger.take("docs/fleet.md", heading, "yaml")]
    known += ledger.take(guide, "Fleet", "yaml")
    names = [f"shop/rules{number}.yaml" for number in range(len(known))] + ["shop/buttond.yaml"]
    for name, text in zip(names, known + [shop]):
        write(page, name, text)
    path = write(page, "shop/themes/shop.tokens.json", theme)
    page.run(check.replace("FILE", " --config ".join(names)))
    page.offer(buttons + shop)

    write(page, "shop/buttond.yaml", "theme: shop\n" + known[0] + derived + groups)
    write(page, "shop/buttons.d/shop.yaml", buttons)
    daemon = page.daemon("buttond --ephemeral --socket /tmp/b.sock --config shop/buttond.yaml")
    defined = page.run("buttonctl buttons list")
    if "shop.add" not in defined or "shop.pay" not in defined:
        raise Untrue(f"{guide}: the buttons of the page are not there: {defined}")
    if "the configuration" not in page.run("buttonctl groups list"):
        raise Untrue(f"{guide}: the groups of the page are not there")
    page.run("buttonctl state set cart.total=4.5 till.isLocked=false")
    label = page.run("buttonctl state get cart.label")
    if "Pay 4.50 €" not in label:
        raise Untrue(f"{guide}: the derived key of the page has another value: {label}")
    page.run(reload)
    with open(path, "w", encoding="utf-8") as file:
        file.write("{")
    page.run(hang_up.replace("PID", str(daemon.pid)))
    page.wait("daemon", "shop.tokens.json")
    page.stop(daemon)

    folders = {"buttond.yaml": "", "buttons.d/shop.yaml": "", "themes/shop.tokens.json": "theme: shop\n"}
    for number, (name, text) in enumerate(WRONG.items()):
        write(page, f"wrong{number}/buttond.yaml", folders[name])
        write(page, f"wrong{number}/{name}", text)
        done = subprocess.run(
            ["buttond", "--check", "--config", "buttond.yaml"], text=True, check=False,
            cwd=os.path.join(page.folder, f"wrong{number}"), env=page.environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said = next(line for line in complaints.splitlines() if line.startswith(name))
        if done.returncode != 78 or said not in done.stdout.splitlines():
            raise Untrue(f"{guide} says {said}; the daemon {done.returncode}: {done.stdout}")

    write(page, "null/buttond.yaml", "")
    write(page, "null/buttons.d/shop.yaml",
          "pay:\n  style: gray\n  configuration:\n    baseBackgroundColor: #ff0000\n")
    said = page.run("cd null && buttond --check --config buttond.yaml")
    if f"warning: {remark}" not in said:
        raise Untrue(f"{guide} says {remark}; the daemon: {said}")


def check_troubleshooting(page, ledger):
    """The doctor says of a daemon that is stopped what the page shows, and takes the page's options."""
    guide = "docs/troubleshooting.md"
    commands, report = ledger.take(guide, "", count=2)
    daemon = page.daemon("buttond --ephemeral --socket /tmp/b.sock --no-installed-plugins")
    write(page, "doctor.yaml", "")
    daemon.send_signal(signal.SIGSTOP)
    try:
        for number, line in enumerate(commands.splitlines()):
            command = line.split("#")[0].replace("FILE", "doctor.yaml").replace("DIR", "kept")
            done = subprocess.run(
                ["bash", "-c", command], cwd=page.folder, env=page.environment, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            said = re.sub(r"\d+", "N", done.stdout)
            if done.returncode != 1 or number == 0 and said != re.sub(r"\d+", "N", report):
                raise Untrue(f"{guide}: {command} ended with {done.returncode} and says {done.stdout}")
    finally:
        daemon.send_signal(signal.SIGCONT)
    page.stop(daemon)


def check_metrics(page, ledger):
    """The file for node_exporter is written as the page says, and has metrics."""
    target = os.path.join(page.folder, "buttond.prom")
    command = ledger.take("docs/operating.md", "Metrics")[0]
    page.run(command.replace("/run/buttond/buttond.sock", page.socket)
             .replace("/var/lib/node_exporter/textfile/buttond.prom", target))
    with open(target, encoding="utf-8") as file:
        if "\nbuttond_plugin_up{" not in file.read():
            raise Untrue("docs/operating.md: the metrics tell nothing of plugins")


def shape(value):
    """A JSON value without its figures: what depends on when it was asked for."""
    if isinstance(value, dict):
        return {key: shape(each) for key, each in value.items() if key not in ("epoch", "id")}
    if isinstance(value, list):
        return [shape(each) for each in value]
    return 0 if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def check_runs(runs, look):
    """A title in runs, as a look has it: complete runs, and the text of all of them."""
    whole = [{"color": look["titleColor"]} | run | ({"color": shown["color"]} if "color" in run else {})
             for run, shown in zip(runs, look["titleRuns"])]
    if look["titleRuns"] != whole or look["title"] != "".join(run["text"] for run in runs):
        raise Untrue(f"{PROTOCOL} show the runs {runs}; the daemon {look}")


def check_messages(page, ledger, client):
    """The messages of docs/protocol*.md, as the daemon says them: after the demo's definitions."""
    name = PROTOCOL
    error, definition, runs, action, gestures, knob, explanation = [
        json.loads(ledger.take(name, heading, "json")[0]) for heading in
        ("Errors", "Definitions", "Title runs", "Conditions and computed values", "Long and double presses",
         "Encoders", "Explanations")]
    leasing = ledger.take(name, "Leases", "json")[0]
    defining = ledger.take(name, "Defining and finding", "json")[0]
    subscribing, frame = ledger.take(name, "Getting looks", "json", count=2)
    error, frame = error["error"], json.loads(frame)
    answer = client.call("buttons.define", {"buttons": [
        {"id": "odd", "style": "gray", "configuration": {"titel": "Odd"}}]})
    if answer.get("error") != error:
        raise Untrue(f"{name} says {error}; the daemon {answer}")

    shown = frame["params"]["buttons"][0]
    client.get("buttons.define", {"buttons": [
        {"id": "checkout", "style": "filled", "handler": "checkout/count", "configuration": {
            "title": "Checkout", "baseBackgroundColor": "systemPink", "buttonSize": "large"}}]})
    client.look("checkout")
    for count in (2, 3):
        client.get("state.set", {"values": {"checkout.itemCount": count}})
        client.look("checkout")
    look = client.look("checkout")
    if look != shown["appearance"]:
        raise Untrue(f"{name} shows {shown}; the daemon {look}")

    explained = explanation["result"]
    answer = client.get("buttons.explain", {"id": "checkout"})
    listed = {each["name"]: each for each in answer["properties"]}
    if shape(explained["plugins"]) != shape(answer["plugins"]):
        raise Untrue(f"{name} explains {explained['plugins']}; the daemon {answer['plugins']}")
    for part in explained["properties"]:
        if shape(listed.get(part["name"])) != shape(part):
            raise Untrue(f"{name} explains {part}; the daemon {listed.get(part['name'])}")
    if explained.keys() != answer.keys() or shape(explained["dirty"]) != shape(answer["dirty"]):
        raise Untrue(f"{name} explains {explained}; the daemon {answer}")

    client.get("buttons.define", {"buttons": [knob]})
    client.get("buttons.rotate", {"id": knob["id"], "delta": -3})
    if client.get("state.get", {"keys": ["volume"]})["values"] != {"volume": 35}:
        raise Untrue(f"{name}: the encoder turned back three steps does not make 35 of 50")
    client.get("buttons.define", {"buttons": [definition, runs, gestures]})
    check_runs(runs["configuration"]["titleRuns"], client.look(runs["id"]))
    check_bindings(ledger, client)
    check_action(action, client)

    for exchange in (leasing, defining, subscribing):
        request, answer = map(json.loads, exchange.splitlines())
        said = client.get(request["method"], request["params"])
        if request["id"] != answer["id"] or shape(said) != shape(answer["result"]):
            raise Untrue(f"{name} shows {answer}; the daemon answers {said}")


def check_first_button(page, ledger, play):
    """README's first button comes to life by README's lines; the daemon that has it."""
    write(page, "shop.yaml", ledger.take("README.md", "A first button", "yaml")[0])
    page.run("buttond --check --config shop.yaml")
    return play(page, ledger.take("README.md", "A first button")[0])


def check_bindings(ledger, client):
    """The button of docs/expressions.md follows its keys."""
    definition = json.loads(ledger.take("docs/expressions.md", "In buttons", "json")[0])
    client.get("buttons.define", {"buttons": [definition]})
    for total, is_locked, title, color, is_enabled in (
            (120.5, False, "Pay 120.50 €", "#FF3B30FF", True), (2.0, True, "Pay 2.00 €", "#007AFFFF", False)):
        client.get("state.set", {"values": {"cart.total": total, "till.isLocked": is_locked}})
        look = client.look(definition["id"])
        if (look["title"], look.get("isEnabled", True)) != (title, is_enabled) or (
                is_enabled and look["backgroundColor"] != color):
            raise Untrue(f"docs/expressions.md: at {total} the button looks like {look}")


def check_action(action, client):
    """The action of docs/protocol-actions.md does what it says, as long as it may."""
    client.get("buttons.define", {"buttons": [{"id": "sell", "style": "gray", "action": action}]})
    client.get("state.set", {"values": {
        "stock": 1, "till.isLocked": False, "item.price": 2.5, "cart.total": 1.0}})
    client.get("buttons.trigger", {"id": "sell"})
    wanted = {"cart.total": 3.5, "till.text": "Sold for 2.50", "till.isLast": True}
    values = client.get("state.get", {"keys": list(wanted)})["values"]
    if values != wanted:
        raise Untrue(f"{PROTOCOL}: the action makes {values}")
    client.get("state.set", {"values": {"stock": 0}})
    error = client.call("buttons.trigger", {"id": "sell"}).get("error", {})
    if error.get("data", {}).get("reason") != "guarded":
        raise Untrue(f"{PROTOCOL}: the action is answered {error}")


def check_demo(page, ledger):
    """The demo's story runs in the page's order; only numbers of processes and times may differ."""
    page.offer("Config/demo/buttons.json")
    daemon = page.daemon(
        f"buttond --ephemeral --socket /tmp/b.sock --config {ROOT}/Config/demo/buttond.yaml")
    done = page.run(f"{ROOT}/scripts/demo.d/show --once --buttonctl $(command -v buttonctl)"
                    f" --socket {page.socket} --buttons {ROOT}/Config/demo/buttons.json", deadline=60)
    page.stop(daemon)
    number = r"\b\d{2,}\b|(?<=tick )\d+|\d+(?= ms\b)"
    printed = [re.sub(number, "N", line) for line in done.splitlines()]
    place = 0
    for line in ledger.take("docs/start.md", "The demo")[0].splitlines():
        if not line or line == "…" or line.startswith(("$ ", "SIGTERM")):
            continue
        line = re.sub(number, "N", line)
        if line not in printed[place:]:
            raise Untrue(f"docs/start.md: the demo does not say, there: {line}\n{done}")
        place = printed.index(line, place) + 1


def check_markup(ledger, module):
    """The elements and functions of the HTML on the pages are those of the gateway's module."""
    blocks = [block for block in ledger.blocks if block.language == "html"]
    for block in blocks:
        block.is_seen = True
        text = block.text
        for element in set(re.findall(r"<(\w+-[\w-]+)", text)):
            if f'customElements.define("{element}"' not in module:
                raise Untrue(f"{block.page}:{block.line}: nothing defines <{element}>")
        for attribute in re.findall(r"<\w+-[\w-]+ (\w+)=", text):
            if not re.search(rf'observedAttributes[^\]]*"{attribute}"', module):
                raise Untrue(f"{block.page}:{block.line}: the element has no {attribute}")
        for names in re.findall(r"import \{ ([\w, ]+) \}", text):
            for name in names.split(", "):
                if not has_export(module, name):
                    raise Untrue(f"{block.page}:{block.line}: live-button.js has no {name}")


def compile_client(page, built, sources, program):
    """Compiles a program that uses ButtonClient, of which there is a build, as strictly as this package."""
    sanitizer = os.environ.get("BUTTOND_SANITIZE")
    walls = [f"-Xcc -fmodule-map-file={built}/{name}.build/module.modulemap"
             for name in ("CPlatform", "CSimdjson")]
    objects = [f"$(find {built}/{name}.build -name '*.o')" for name in
               ("ButtonClient", "ButtonModel", "ButtonProtocol", "JSONRPC", "CPlatform", "CSimdjson")]
    page.run(" ".join(
        ["swiftc -swift-version 6 -warnings-as-errors -parse-as-library",
         f"-sanitize={sanitizer}" if sanitizer else "", f"-I {built}/Modules", *walls,
         f"-module-cache-path {page.folder}/modules -o {program}", *sources, *objects,
         "-lsimdjson -lstdc++"]), deadline=120)


def check_article(page, ledger, play):
    """The article's package is one, and its program says what the article shows."""
    name = "Sources/ButtonClient/ButtonClient.docc/FirstSubscriber.md"
    files = ledger.files(name)
    for path, text in files.items():
        write(page, path, text)
    products = re.findall(r'library\(name: "(\w+)"', read("Package.swift"))
    for product in re.findall(r'product\(name: "(\w+)"', files["till/Package.swift"]):
        if product not in products:
            raise Untrue(f"{name}: there is no product {product}")
    compile_client(page, os.path.join(SCRATCH, "debug"),
                   [path for path in files if "/Sources/" in path], "till/till")
    session = ledger.take(name, "The program")[0].replace("swift run till", "stdbuf -oL till/till")
    page.stop(play(page, session))


def play_mqtt(page, files, session):
    """Plays a session with a broker, a daemon and a bridge between them; the files are the page's."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # The page's broker is at the usual port, where a machine may have one already.
    for name, text in files.items():
        write(page, name, text.replace("  host: localhost", f"  host: 127.0.0.1\n  port: {port}"))
    for name in ("mosquitto_pub", "mosquitto_sub"):
        write(page, f".config/{name}", f"-p {port}\n")
    broker = page.start(f"{shutil.which('mosquitto') or '/usr/sbin/mosquitto'} -p {port} -v", "broker")
    page.wait("broker", "running")
    jobs, daemon, said = [], None, collections.Counter()
    for step in re.split(r"^\$ ", session, flags=re.M)[1:]:
        command, *lines = [line.replace("localhost:1883", f"127.0.0.1:{port}")
                           for line in page.here(step).splitlines() if line]
        if command.startswith("buttond "):
            daemon = page.daemon(command.rstrip("& "))
        elif command.endswith("&"):
            name = f"mqtt{len(jobs)}"
            jobs.append((name, page.start("stdbuf -oL " + command.rstrip("& "), name)))
            if "mosquitto_sub" in command:
                page.wait("broker", f"{shlex.split(command)[-2]} (QoS 0)")
        elif not command.startswith("export "):
            page.run(command)
        for line in lines:
            line = re.sub(r"^\d+  ", "  ", line)
            said[line] += 1
            wait_for_any(page, [name for name, _ in jobs] + ["daemon"], line, said[line])
    for _, job in jobs:
        page.stop(job)
    page.stop(broker)
    page.stop(daemon)


def check_mqtt(page, ledger):
    """The files of rules of docs/mqtt.md are such, and do what the page says."""
    guide = "docs/mqtt.md"
    files = ledger.files(guide)
    for name, text in files.items():
        write(page, name, text)
    page.offer(files["buttons.yaml"])
    check, start, session = ledger.take(guide, "In five minutes", count=3)
    command, said = check.splitlines()
    if page.run(command).strip() != said:
        raise Untrue(f"{guide}: {command} says {page.run(command)}")
    play_mqtt(page, files, start + session)
    play_mqtt(page, files, ledger.take(guide, "A light that turns gray")[0])
    # The warning, with its line, is what the program says of the file that it is about.
    warning = next(block for block in ledger.take(guide, "The file") if block.startswith("mqtt.yaml:"))
    write(page, "mqtt.yaml", "prefix: wall\ntriggers:\n  - topic: wall/press/+\n    button: $1\n    allow: till.*\n")
    told = page.run("buttond-mqtt --config mqtt.yaml --check")
    if warning not in told:
        raise Untrue(f"{guide}: the program says {told}")
    for text in [*ledger.take(guide, "The file", "yaml", 2), *ledger.take(guide, "Home Assistant", "yaml")]:
        write(page, "mqtt.yaml", text)
        told = page.run("buttond-mqtt --config mqtt.yaml --check")
        if "mqtt.yaml:" in told:
            raise Untrue(f"{guide}: of {text} the program says {told}")


def check_keypads(page, ledger):
    """The files of docs/keypads.md are such, and what it says is printed is."""
    guide = "docs/keypads.md"
    for name, text in ledger.files(guide).items():
        write(page, name, text)
    command, said = ledger.take(guide, "Pages")[0].splitlines()
    if page.run(command).strip() != said:
        raise Untrue(f"{guide}: {command} says {page.run(command)}")
    start, first, *_ = ledger.take(guide, "In five minutes")[0].split("\n")
    surface = page.start(f"stdbuf -oL {start.strip().removeprefix('$ ')}", "surface")
    page.wait("surface", first.strip())
    page.stop(surface)
    write(page, "surface.yaml", ledger.take(guide, "Other machines", "yaml")[0])
    if "surface.yaml:" in page.run("buttond-surface --config surface.yaml --check"):
        raise Untrue(f"{guide}: the file of other machines is not one")
    buttons = ledger.take(guide, "Pages", "yaml", 2)[1] + "  till.pay: {style: filled}\n"
    write(page, "keys.yaml", ledger.take(guide, "As a service", "yaml")[0].replace(
        "user: buttond-surface", "user: root") + buttons)
    daemon = page.daemon(page.here("buttond --ephemeral --config keys.yaml --socket /tmp/keys.sock"))
    render, put = (block.strip() for block in ledger.take(guide, "What a key shows", count=2))
    page.run(page.here(render.replace("buttonctl", "buttonctl --socket /tmp/keys.sock")))
    expect_drawn(page, "key.png")
    shutil.copy(os.path.join(page.folder, "key.png"), os.path.join(page.folder, "logo.png"))
    name = page.run(page.here(put.replace("buttonctl", "buttonctl --socket /tmp/keys.sock"))).strip()
    if not re.fullmatch("sha256:[0-9a-f]{64}", name):
        raise Untrue(f"{guide}: {put} prints {name!r}")
    page.stop(daemon)
    write(page, "knob.yaml", ledger.take(guide, "What a key does", "yaml")[0])
    daemon = page.daemon(page.here("buttond --ephemeral --config knob.yaml --socket /tmp/knob.sock"))
    page.run(page.here("buttonctl --socket /tmp/knob.sock rotate volume 2"))
    if page.run(page.here("buttonctl --socket /tmp/knob.sock state get volume")).split()[-1] != "60":
        raise Untrue(f"{guide}: turning the knob twice does not make 60 of 50")
    page.stop(daemon)


def wait_for_any(page, names, line, count):
    """Waits until some background commands have printed a line that often."""
    end = time.monotonic() + 30
    while True:
        printed = {name: page.printed(name) for name in names}
        if sum(text.count(line + "\n") for text in printed.values()) >= count:
            return
        if time.monotonic() > end:
            raise Untrue(f"nothing printed \"{line}\"; there was {printed}")
        time.sleep(0.005)


# What stands for WirePlumber and the display: each keeps its levels in files of its folder.
WPCTL = """#!/bin/bash
cd "${0%/*}"
device=${@:(-2):1} change=${@:(-1)}
touch "$change" "$device"
case $1 in
  get-volume) printf 'Volume: %.2f%s\\n' "$(cat "$change")e-2" "$([[ -e $change.muted ]] && echo ' [MUTED]')" ;;
  set-volume) echo $(($(cat "$device") ${change:(-1)} ${change%%%*})) >"$device" ;;
  set-mute) rm "$device.muted" 2>/dev/null || touch "$device.muted" ;;
esac
"""
BRIGHTNESSCTL = """#!/bin/bash
cd "${0%/*}"
case $* in
  -m) echo "panel,backlight,480,$(cat panel)%,1200" ;;
  *+5%) echo $(($(cat panel) + 5)) >panel ;;
  *5%-) echo $(($(cat panel) - 5)) >panel ;;
esac
"""


def wait_for_key(page, key, value):
    """Waits until a key of the daemon has a value; a source may take some time."""
    page.run(f"for i in $(seq 400); do test \"$(buttonctl state get {key})\" = {value} && exit 0; sleep 0.05; done; "
             "buttonctl state get; buttonctl sources list; exit 1")


def check_bars(page, ledger):
    """Every module of docs/bars.md prints a line, and each of its events reaches what it should."""
    guide = "docs/bars.md"
    for name, text in ledger.files(guide).items():
        write(page, f"bars/{name}", text)
    for name, text in (("wpctl", WPCTL), ("brightnessctl", BRIGHTNESSCTL)):
        os.chmod(write(page, f"layout/bin/{name}", text), 0o755)
    for name in ("@DEFAULT_AUDIO_SINK@", "@DEFAULT_AUDIO_SOURCE@", "panel"):
        write(page, f"layout/bin/{name}", "40\n")
    modules = json.loads(ledger.take(guide, "Waybar", "json")[0])
    modules |= json.loads("{" + ledger.take(guide, "Volume, microphone and brightness", "json")[0] + "}")
    states = set(re.findall(r"#custom-checkout\.(\w+)", ledger.take(guide, "Waybar", "css")[0]))
    if unknown := states - set(re.findall(r"`(\w+)`", read(guide))):
        raise Untrue(f"{guide}: the page knows no class {unknown}")
    block = ledger.take(guide, "i3bar and swaybar")[0]
    page.offer(read("Config/demo/buttons.json"))
    daemon = page.daemon("buttond --ephemeral --socket /tmp/b.sock --config bars/buttond.yaml")
    page.run(f"buttonctl buttons define {page.prefix}/share/buttond/demo/buttons.json")

    for key in ("volume", "mic", "brightness"):
        wait_for_key(page, f"{key}.level", "0.4")
    for name, module in modules.items():
        if not name.startswith("custom/"):
            continue
        line = json.loads(page.run(module["exec"] + " --count 1"))
        if not line["text"] or "class" not in line:
            raise Untrue(f"{guide}: {name} prints {line}")
    volume = modules["custom/volume"]
    for event, key, value in (("on-click", "volume.isMuted", "true"), ("on-scroll-up", "volume.level", "0.45"),
                              ("on-scroll-down", "volume.level", "0.4")):
        page.run(volume[event])
        wait_for_key(page, key, value)
    for command, key, value in (("trigger mic", "mic.isMuted", "true"),
                                ("menu choose brightness down", "brightness.level", "0.35"),
                                ("menu choose brightness up", "brightness.level", "0.4")):
        page.run(f"buttonctl {command}")
        wait_for_key(page, key, value)
    page.run(modules["custom/checkout"]["on-click"])
    page.run(re.search(r"status_command (.*) }", block)[1] + " --count 1 </dev/null")
    page.stop(daemon)


def check_sources(page, ledger):
    """The recipes of docs/sources.md feed their keys, and a press reaches the program that it names."""
    guide = "docs/sources.md"
    for name, text in ledger.files(guide).items():
        write(page, f"sources/{name}", text)
    start, *commands = ledger.take(guide, "Three recipes")[0].splitlines()
    said = json.loads(ledger.take(guide, "Input", "json")[0])
    told = json.loads(read("Config/messages.json"))["notifications"]["action.triggered"]["params"]
    if not set(said) <= {name.rstrip("?") for name in told}:
        raise Untrue(f"{guide}: {said} is not a action")
    page.run("buttond --check --config sources/buttond.yaml")
    page.offer("")
    daemon = page.daemon(
        start.removesuffix(" &").replace("--config ", "--ephemeral --socket /tmp/b.sock --config sources/"))
    page.run("for i in $(seq 200); do buttonctl state get host.load host.diskPercent lamp.isOn && exit 0; "
             "sleep 0.05; done; exit 1")
    for command in commands:
        page.run(command)
    wait_for_key(page, "lamp.isOn", "true")
    page.stop(daemon)
