"""Random gestures of a finger on buttons with and without a long and a double press, and what must come of each.

A gesture is a text: v the finger goes down, ^ comes up, - rests until the long press is performed, or for longer than
that takes, > leaves the button's bounds, < comes back into them, x the press is cancelled.
"""

import os
import random
import time

LIMIT = 0.1  # seconds: how long a press is held to be a long one, and a tap waits for the next; the least there is
# What is performed, t for a tap, l for a long and d for a double press, where a button has neither of the last two,
# a long press, a double press, and both.
GESTURES = {
    "v^": ("t", "t", "t", "t"),
    "v-^": ("t", "l", "t", "l"),
    "v^v^": ("tt", "tt", "d", "d"),
    "v^v-^": ("tt", "tl", "d", "tl"),
    "v^v^v^": ("ttt", "ttt", "dt", "dt"),
    "vx": ("", "", "", ""),
    "v-x": ("", "l", "", "l"),
    "v^vx": ("t", "t", "t", "t"),
    "v>^": ("", "", "", ""),
    "v>-^": ("", "", "", ""),
    "v><^": ("t", "t", "t", "t"),
    "v>-<^": ("t", "t", "t", "t"),
    "v^v>^": ("t", "t", "t", "t"),
    "v^v><^": ("tt", "tt", "tt", "tt"),
}
LONG = {"longPress": {"afterMs": 100, "action": {"name": "l"}}}
DOUBLE = {"doublePress": {"withinMs": 100, "action": {"name": "d"}}}
KINDS = ({}, LONG, DOUBLE, {**LONG, **DOUBLE})
BUTTONS = 40
EVENTS = {"v": "began", "^": "ended", ">": "moved", "<": "moved", "x": "cancelled"}
INSIDE, OUTSIDE = [5, 5], [-60, 5]
NOTHING = "nothing", ""


class Wrong(Exception):
    """Something else came of a gesture."""


class Finger:
    """Makes gestures, and remembers what was performed."""

    def __init__(self, do, ask, performed):
        """`do` gives the driver a command, `ask` has another client ask the daemon, and `performed` is what takes the
        next action that was performed: a button and a name."""
        self.do, self.ask, self.performed = do, ask, performed
        self.names = [f"finger.{index}" for index in range(BUTTONS)]
        self.came = {name: "" for name in [*self.names, "mark"]}
        self.awaited = dict.fromkeys(self.names, NOTHING)
        buttons = [{"id": name, "style": "filled", "configuration": {"title": name}, "action": {"name": "t"}}
                   for name in self.came]
        for index, name in enumerate(self.names):
            buttons[index].update(KINDS[index % len(KINDS)])
        ask("buttons.define", {"buttons": buttons, "wait": "published"})
        for name in self.names:
            do({"op": "layout", "id": name, "width": 100, "height": 40})

    def take(self):
        """Takes the next action that was performed."""
        name, action = self.performed()
        self.came[name] += action

    def take_all(self):
        """Takes all that has been performed, also by taps that wait."""
        time.sleep(2 * LIMIT)
        marks = self.came["mark"]
        self.ask("buttons.trigger", {"id": "mark"})
        while self.came["mark"] == marks:
            self.take()

    def make(self, name, gesture, wanted):
        """Makes a gesture, of which `wanted` must come; whether it was quick enough to be told from another."""
        is_quick, down, up = True, None, None
        at = INSIDE
        for sign in gesture:
            if sign == "-":
                if "l" not in wanted:
                    time.sleep(1.2 * LIMIT)
                while "l" in wanted and "l" not in self.came[name]:
                    self.take()
                down = None
                continue
            if sign in "><":
                at = OUTSIDE if sign == ">" else INSIDE
            told = time.monotonic()
            self.do({"op": "press", "event": EVENTS[sign], "id": name, **({} if sign == "x" else {"at": at})})
            passed = time.monotonic() - LIMIT
            if sign == "v":
                is_quick = is_quick and (up is None or passed < up)
                down, up = told, None
            else:
                is_quick = is_quick and (down is None or passed < down)
                down, up = None, told if sign == "^" else None
        return is_quick

    def press(self, name, gesture):
        """Makes a gesture on a button, after what came of the one before; whether it can be judged."""
        self.settle(name)
        wanted = GESTURES[gesture][self.names.index(name) % len(KINDS)]
        is_quick = self.make(name, gesture, wanted)
        if is_quick:
            self.awaited[name] = gesture, wanted
        else:
            self.take_all()
            self.came[name] = ""
        return is_quick

    def settle(self, name):
        """Waits for what must come of a button's last gesture."""
        gesture, wanted = self.awaited[name]
        while len(self.came[name]) < len(wanted):
            self.take()
        came, self.came[name] = self.came[name], ""
        self.awaited[name] = NOTHING
        if came != wanted:
            raise Wrong(f"{gesture} of {name}: wanted '{wanted}', came '{came}'")


def play(count, do, ask, performed):
    """Makes `count` gestures; what is wrong with one of them, or nothing."""
    seed = int(os.environ.get("BUTTOND_TEST_SEED") or random.randrange(1 << 63))
    chance = random.Random(seed)
    finger = Finger(do, ask, performed)
    try:
        judged = sum(finger.press(chance.choice(finger.names), chance.choice(list(GESTURES))) for _ in range(count))
        finger.take_all()
        for name in finger.names:
            finger.settle(name)
    except Wrong as error:
        return f"{error}, with BUTTOND_TEST_SEED={seed}"
    # What is slow here may have become another gesture there.
    return None if judged >= count / 10 else f"only {judged} of {count} gestures were quick enough to be judged"
