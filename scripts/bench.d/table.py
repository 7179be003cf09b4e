"""The table: which figure is held against what, and its budget."""

import statistics
from dataclasses import dataclass


@dataclass
class Row:
    """One line of the table: a figure, what it is held against, and its budget."""

    what: str
    measure: str
    server: str
    figure: str
    unit: str = "us"
    anchor: str = ""  # a server of the same measure, or "measure/server"
    most: float = None
    least: float = None
    most_ratio: float = None


ROWS = [
    Row("set to look through a worker, one CPU, p50", "latency.oneCPU", "Worker", "p50",
        anchor="RelayWithTrip", most=28, most_ratio=1.15),
    Row("  p99", "latency.oneCPU", "Worker", "p99", anchor="RelayWithTrip"),
    Row("set to look, system style, one CPU, p50", "latency.oneCPU", "SystemStyle", "p50",
        anchor="RedisPublish", most=16, most_ratio=1.0),
    Row("  p99", "latency.oneCPU", "SystemStyle", "p99", anchor="RedisPublish"),
    Row("set to look through a worker, two CPUs, p50", "latency.twoCPUs", "Worker", "p50",
        anchor="RelayWithTrip", most_ratio=1.15),
    Row("  p99", "latency.twoCPUs", "Worker", "p99", anchor="RelayWithTrip"),
    Row("set to look, system style, two CPUs, p50", "latency.twoCPUs", "SystemStyle", "p50", anchor="Relay"),
    Row("pipelined sets, notifications", "flood.1", "Worker", "setsPerSecond", "/s",
        anchor="RedisTracking", least=2e6),
    Row("pipelined sets, with replies", "flood.1", "WorkerWithReplies", "setsPerSecond", "/s",
        anchor="RedisTracking", least=1.2e6),
    Row("pipelined sets, 100 subscribers", "flood.100", "Worker", "setsPerSecond", "/s",
        anchor="RedisTracking", least=1e6),
    Row("  memory grown meanwhile", "flood.100", "Worker", "grownMiB", "MiB", anchor="RedisTracking", most=1),
    Row("set to 1 subscriber, p50", "fanOut.1", "Worker", "p50", anchor="RelayWithTrip"),
    Row("  p99", "fanOut.1", "Worker", "p99", anchor="RelayWithTrip"),
    Row("set to the last of 100, p50", "fanOut.100", "Worker", "p50", anchor="RelayWithTrip"),
    Row("  p99", "fanOut.100", "Worker", "p99", anchor="RelayWithTrip"),
    Row("set to the last of 1,000, p50", "fanOut.1000", "Worker", "p50",
        anchor="RelayWithTrip", most=1800, most_ratio=1.1),
    Row("  p99", "fanOut.1000", "Worker", "p99", anchor="RelayWithTrip", most=3000, most_ratio=1.1),
    Row("set to the last of 1,000 with distinct subscriptions, p50", "fanOut.1000", "DistinctSubscriptions", "p50",
        anchor="Worker"),
    Row("set to the last of 10,000, p50", "fanOut.10000", "Worker", "p50", anchor="RelayWithTrip"),
    Row("  p99", "fanOut.10000", "Worker", "p99", anchor="RelayWithTrip"),
    Row("CPU per set and subscriber, 100, 16 in flight", "window.100", "Worker", "cpuNsPerArrival", "ns",
        anchor="RedisPublish", most=256),
    Row("a subscriber that never reads: memory", "stalled.1", "Worker", "grownMiB", "MiB",
        anchor="RedisPublish", most=0.5),
    Row("  the readers' p99", "stalled.1", "Worker", "p99", anchor="stalled.0/Worker", most_ratio=1.1),
    Row("1,000 sets a second to 10: busy", "paced.10", "Worker", "busyPercent", "%", anchor="RedisPublish", most=10),
    Row("set to look beside a client that pipelines batches of buttons.list over 10,000 buttons, p99",
        "greedy", "Greedy", "p99"),
    Row("  more than alone on the same server", "greedy", "Greedy", "addedP99", most=5000),
    Row("set to look, 10 of 100,000 buttons, p50", "scale", "Scale100k", "p50", anchor="Scale1k", most_ratio=1.1),
    Row("set to look, 10 of 1,000,000 buttons, p50", "scale", "Scale1M", "p50", anchor="Scale1k"),
    Row("set to look, 100 of 100,000 buttons, p50", "affected", "Affected100", "p50", anchor="Affected1"),
    Row("set to look, 10,000 of 100,000 buttons, p50", "affected.10k", "Affected10k", "p50", anchor="affected/Affected1"),
    Row("set to look, 4 workers in one tick, p50", "workers", "Workers4", "p50", anchor="Workers"),
    Row("set to look, 16 workers in one tick, p50", "workers", "Workers16", "p50", anchor="Workers"),
    Row("set to look, a title off a template, one CPU, p50", "live.template", "Template", "p50",
        anchor="SystemStyle", most_ratio=1.1),
    Row("set to look, 1,000 buttons off one derived key, one CPU, p50", "live.derived", "ThousandDerived", "p50",
        anchor="Thousand", most_ratio=1.05),
    Row("set to look beside a source that floods, p99", "sources", "FloodingSource", "p99",
        anchor="SystemStyle", most_ratio=1.1),
    Row("  with lines that are wrong", "sources", "WrongSource", "p99", anchor="SystemStyle", most_ratio=1.1),
    Row("  with a line that never ends", "sources", "EndlessSource", "p99", anchor="SystemStyle", most_ratio=1.1),
    Row("  with errors", "sources", "LoggingSource", "p99", anchor="SystemStyle", most_ratio=1.1),
    Row("system style with a journal, one CPU, p50", "journal", "KeptSystemStyle", "p50", anchor="SystemStyle"),
    Row("through a worker with a journal, one CPU, p50", "journal", "KeptWorker", "p50", anchor="Worker"),
    Row("pipelined sets, 1 writer, 1 key", "writers.1", "Keys", "setsPerSecond", "/s"),
    Row("  100 keys", "writers.1", "Keys100", "setsPerSecond", "/s", anchor="Keys"),
    Row("  10,000 keys", "writers.1", "Keys10k", "setsPerSecond", "/s", anchor="Keys"),
    Row("pipelined sets, 4 writers, 1 key each", "writers.4", "Keys", "setsPerSecond", "/s", anchor="writers.1/Keys"),
    Row("  100 keys each", "writers.4", "Keys100", "setsPerSecond", "/s", anchor="Keys"),
    Row("  10,000 keys each", "writers.4", "Keys10k", "setsPerSecond", "/s", anchor="Keys"),
    Row("pipelined sets, 16 writers, 1 key each", "writers.16", "Keys", "setsPerSecond", "/s", anchor="writers.1/Keys"),
    Row("  100 keys each", "writers.16", "Keys100", "setsPerSecond", "/s", anchor="Keys"),
    Row("  10,000 keys each", "writers.16", "Keys10k", "setsPerSecond", "/s", anchor="Keys"),
    Row("memory of an idle connection", "idle.connections", "Idle", "bytesPerConnection", "B",
        anchor="RedisPublish", most=1500),
    Row("  with one subscription", "idle.subscriptions", "IdleSubscribed", "bytesPerConnection", "B",
        anchor="RedisPublish", most=4000),
    Row("memory of the empty daemon", "idle.connections", "Idle", "residentMiB", "MiB",
        anchor="RedisPublish", most=12),
    Row("memory for each byte sent, subscriptions to ids", "kept", "Empty", "bytesPerByteSent", "B", most=2),
    Row("kill -9 of a worker to all its 100 buttons", "crash", "HundredCheckouts", "milliseconds", "ms", most=25),
    Row("a million buttons: memory of each, look and name included", "million", "Million", "bytesPerButton", "B"),
    Row("  snapshot of all", "million", "Million", "snapshotMs", "ms"),
    Row("  start with all from the journal", "million", "Million", "startMs", "ms"),
    Row("a button fatal to a worker to its 99 others", "crash.button", "HundredWithOneFatal",
        "milliseconds", "ms", most=25),
    Row("kill -9 of a feed to one frame with its 1,000 readers", "lost.readers", "ThousandFed",
        "milliseconds", "ms", most=20),
    Row("kill -9 of a feed of 10,000 keys to a subscriber of one", "lost.keys", "TenThousandKeys",
        "milliseconds", "ms", most=20),
    Row("a key of 72 x 72 drawn, p50", "keypads", "Keypads", "drawMs", "ms", most=1.5),
    Row("  as PNG", "keypads", "Keypads", "drawPNGMs", "ms", most=1.5),
    Row("press of a key to its picture, p50", "keypads", "Keypads", "pressP50", "ms"),
    Row("  p99", "keypads", "Keypads", "pressP99", "ms", most=15),
    Row("32 keys that all change 30 times a second: busy", "keypads", "Keypads", "allPercent", "%", most=60),
    Row("  as PNG", "keypads", "Keypads", "allPNGPercent", "%", most=60),
    Row("  one of them that changes, of all", "keypads", "Keypads", "oneOfAll", ""),
    Row("memory of the daemon for a deck of 32 keys", "keypads", "Keypads", "grownKiB", "KiB"),
    Row("a fleet's daemon: memory of its own beside one without", "fleet.memory", "Fleet", "addedMiB", "MiB",
        most=0.5),
    Row("  memory of a shared key beside one that is not", "fleet.memory", "Fleet", "bytesPerKey", "B", most=16),
    Row("  memory of its link's own, with TLS", "fleet.memory", "Fleet", "linkMiB", "MiB", most=12),
    Row("  the same with the pages of its program", "fleet.memory", "Fleet", "linkResidentMiB", "MiB"),
    Row("  100,000 keys to a new daemon", "fleet.snapshot", "Fleet", "snapshotMs", "ms", most=3000),
    Row("  50,000 entries of the log to one that was away", "fleet.catchUp", "FleetWatched", "entriesPerSecond", "/s",
        least=100_000),
    Row("  looks that a client gets meanwhile", "fleet.catchUp", "FleetWatched", "looks", "", most=1),
    Row("a change on one daemon to a look of another, p50", "fleet.change", "FleetWatched", "changeP50"),
    Row("  beside a bare PUBLISH of the engine", "fleet.change", "FleetWatched", "ofPublish", ""),
]


def median_of(runs, figure):
    """The median of a figure over the repeats in which all readers stayed; nothing when there is none."""
    values = [run[figure] for run in runs if not run.get("endedReaders") and run.get(figure) is not None]
    return statistics.median(values) if values else None


def median(measures, measure, server, figure):
    """The same of a server under a load."""
    return median_of(measures[measure].figures.get(server, []), figure)


def with_outcome(measures, measure, server, words):
    """A server's figure in words, and whose connections it ended in any of the runs: once is enough to be told."""
    runs = measures[measure].figures.get(server, [])
    outcome = next((run["outcome"] for run in runs if "outcome" in run), "")
    return " and ".join(part for part in (words, outcome) if part)


def number(value, unit):
    """A figure as the table shows it."""
    if value is None:
        return "-"
    if unit == "/s":
        return f"{value / 1e6:.2f} M/s" if value >= 1e6 else f"{value / 1e3:.0f} k/s"
    if unit == "us" and value >= 1000:
        return f"{value / 1000:.2f} ms"
    return f"{value:.0f} {unit}" if abs(value) >= 100 else f"{value:.1f} {unit}"


def judge(row, value, ratio):
    """The budget in words, and whether it is met."""
    terms, met = [], True
    if row.most is not None:
        terms.append("<= " + number(row.most, row.unit))
        met = met and value <= row.most
    if row.least is not None:
        terms.append(">= " + number(row.least, row.unit))
        met = met and value >= row.least
    if row.most_ratio is not None and ratio is not None:
        terms.append(f"<= {row.most_ratio:.2f} x")
        met = met and ratio <= row.most_ratio
    return ", ".join(terms), ("ok" if met else "missed") if terms else ""


def peers_of(row, measures, kinds, absent, anchor):
    """What the measure's other peers took, and how many times theirs the figure is."""
    value, words = median(measures, row.measure, row.server, row.figure), []
    for name in measures[row.measure].servers:
        title = kinds[name].title
        if not title or name == anchor:
            continue
        theirs = median(measures, row.measure, name, row.figure)
        figure = ""
        if theirs is not None:
            figure = number(theirs, row.unit) + (f" ({value / theirs:.2f})" if theirs > 0 else "")
        elif title in absent:
            figure = "not installed"
        told = with_outcome(measures, row.measure, name, figure)
        if told:
            words.append(f"{title} {told}")
    return ", ".join(words)


def budget_rows(measures, kinds, absent):
    """The rows of the table that were measured."""
    for row in ROWS:
        value = median(measures, row.measure, row.server, row.figure)
        if value is None:
            continue
        where, _, name = row.anchor.rpartition("/")
        anchor = median(measures, where or row.measure, name, row.figure) if name else None
        ratio = value / anchor if anchor else None
        against = ""
        if name:
            figure = number(anchor, row.unit) if anchor is not None else ""
            told = with_outcome(measures, where or row.measure, name, figure)
            against = f"{kinds[name].title or name} {told}" if told else ""
        budget, verdict = judge(row, value, ratio)
        yield {
            "what": row.what, "value": number(value, row.unit),
            "against": against,
            "ratio": f"{ratio:.2f}" if ratio is not None else "",
            "peers": peers_of(row, measures, kinds, absent, name), "budget": budget, "verdict": verdict,
        }


def store_rows(figures):
    """The store's rows, from buttond-bench."""
    for entry in figures:
        size = f"{entry['buttons']:,} buttons"
        yield limit(f"store, per dirty button, {size}", entry["branchNs"], entry["budgetNs"], "ns")
        yield limit(f"  the read that changes is anywhere", entry["itemNs"], entry["budgetNs"], "ns")
        yield limit(f"  three of four reads change", entry["threeOfFourNs"], None, "ns")
        yield limit(f"  memory of a button", entry["bytesPerButton"], 100, "B")
        yield limit(f"  memory of a key, without its name", entry["bytesPerKey"] - entry["nameBytesPerKey"], 40, "B")
        yield limit(f"  memory of all, 100 B a button and 40 B a key", entry["bytes"] / 1024, entry["budgetBytes"] / 1024, "KiB")


def expression_rows(figures):
    """The rows of single expressions, from buttond-bench."""
    for entry in figures:
        yield limit(f"expression {entry['expression']}", entry["ns"], entry.get("budgetNs"), "ns")


def engine_rows(figures):
    """What derived keys and leases add to a turn, from buttond-bench."""
    for entry in figures:
        yield limit(entry["what"], entry["ns"] / 1000, entry["budgetNs"] / 1000, "us")


def branch_rows(figures):
    """What the machine makes of code behind a wake-up, from branches.c."""
    for what, name, warm in (
        ("after an answer from the same CPU", "sameCPU", "warm"),
        ("after an answer from another CPU", "otherCPU", "warm"),
        ("after an answer from another CPU, without branches", "straightOtherCPU", "straight"),
    ):
        row = limit(f"3,000 branches of C, {what}", figures[name] / 1000, None, "us")
        yield {**row, "against": f"warm, {number(figures[warm] / 1000, 'us')}",
               "ratio": f"{figures[name] / figures[warm]:.2f}"}


def limit(what, value, most, unit):
    """A row with a plain upper bound."""
    return {
        "what": what, "value": number(value, unit), "against": "", "ratio": "", "peers": "",
        "budget": f"<= {number(most, unit)}" if most else "",
        "verdict": ("ok" if value <= most else "missed") if most else "",
    }


HEADS = {"what": "what", "value": "median", "against": "against", "ratio": "ratio", "budget": "budget",
         "verdict": "", "peers": "others, and the ratio to them"}


def print_markdown(rows):
    """The rows as a table in Markdown."""
    print("| " + " | ".join(HEADS.values()) + " |")
    print("|---" * len(HEADS) + "|")
    for row in rows:
        what = "&nbsp;&nbsp;" + row["what"].strip() if row["what"].startswith(" ") else row["what"]
        print("| " + " | ".join([what, *(row[key] for key in list(HEADS)[1:])]) + " |")


def print_table(rows):
    """The rows in columns."""
    widths = {key: max(len(row[key]) for row in [HEADS, *rows]) for key in HEADS}
    for row in [HEADS, *rows]:
        print("  ".join(row[key].ljust(widths[key]) for key in HEADS).rstrip())
