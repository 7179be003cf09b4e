"""Compares two builds: medians of their figures, measured in turn, as ratios."""

from table import median_of

# The figures that are compared: loadgen's name, what it is, and whether more of it is better.
FIGURES = (
    ("p50", "p50", False),
    ("p99", "p99", False),
    ("setsPerSecond", "sets/s", True),
    ("cpuNsPerSet", "CPU ns/set", False),
    ("arrivalsPerSecond", "arrivals/s", True),
    ("residentMiB", "MiB", False),
    ("residentPeakKiB", "peak KiB", False),
    ("bytesPerConnection", "bytes each", False),
    ("milliseconds", "ms", False),
)


def rows(measures):
    """Per figure: measure, server, title, the median of the other build, of this one, more is better."""
    for measure in measures:
        for name, runs in measure.figures.items():
            for key, title, is_more_better in FIGURES:
                new, old = median_of(runs, key), median_of(measure.others.get(name, []), key)
                if new is not None and old:
                    yield measure.name, name, title, old, new, is_more_better


def print_rows(measures, tolerance=0.03):
    """Prints a line per figure and marks those that are worse by more than the tolerance; counts them."""
    worse = 0
    for measure, name, title, old, new, is_more_better in rows(measures):
        ratio = new / old
        is_worse = ratio < 1 - tolerance if is_more_better else ratio > 1 + tolerance
        worse += is_worse
        mark = "  worse" if is_worse else ""
        print(f"{measure + ' ' + name:36} {title:14} {old:14,.2f} {new:14,.2f} {ratio:7.3f} x{mark}")
    return worse
