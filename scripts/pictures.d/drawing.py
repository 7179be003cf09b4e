"""Draws the screens side by side, in plain frames: with their screenshots, or with their looks over time."""

import base64
import re
from html import escape

WIDTH = 600
CAPTION = 20  # the height of a line above each screen
BEZEL = 8
# Where each screen is, its size, how much smaller it is drawn, the frame's corner, and what is written above.
SCREENS = {
    "bar": {"x": 2, "y": CAPTION + 2, "size": (396, 40), "scale": 1, "bezel": 2, "corner": 6, "caption": "Waybar"},
    "kiosk": {"x": BEZEL, "y": 2 * CAPTION + 58 + BEZEL, "size": (384, 252), "scale": 1, "bezel": BEZEL, "corner": 12,
              "caption": "kiosk"},
    "phone": {"x": 416, "y": CAPTION + BEZEL, "size": (352, 660), "scale": 0.5, "bezel": BEZEL, "corner": 24,
              "caption": "phone, dark"},
}
# The keypad, which stands beside them in the still picture: the sides of a key, and the room around each.
KEY, ROOM = 72, 15
BOTTOM = SCREENS["kiosk"]["y"] + 252 + BEZEL
SANS = "-apple-system, 'SF Pro Text', Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
MONO = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"
LINE, LETTER, RESULT = 22, 7.8, 274  # of the terminal: a line's height, a letter's width, where results begin


def number(value):
    """A number in as few letters as a tenth of a point needs."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def paint(color, grayscale=0.0, name="fill"):
    """A colour of CSS as attributes of SVG."""
    *rgb, alpha = [float(part) for part in re.findall(r"[\d.]+", color)] + ([] if color.startswith("rgba") else [1.0])
    gray = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
    text = "".join(f"{round(part + (gray - part) * grayscale):02x}" for part in rgb)
    return f'{name}="#{text}"' + ("" if alpha == 1 else f' {name}-opacity="{alpha:g}"')


def label(text, grayscale=0.0):
    """A text, as wide as it was in the browser."""
    return (f'<text x="{number(text["x"])}" y="{number(text["baseline"])}" font-size="{number(text["size"])}" '
            f'font-weight="{text["weight"]}" textLength="{number(text["width"])}" lengthAdjust="spacingAndGlyphs" '
            f'{paint(text["color"], grayscale)}>{escape(text["text"])}</text>')


def rectangle(box, attributes, inset=0.0):
    """A rectangle with round corners."""
    return (f'<rect x="{number(box["x"] + inset)}" y="{number(box["y"] + inset)}" '
            f'width="{number(box["width"] - 2 * inset)}" height="{number(box["height"] - 2 * inset)}" '
            f'rx="{number(max(0, box["radius"] - inset))}" {attributes}/>')


def button(look):
    """A button as it was drawn."""
    gray, ground, stroke = look["grayscale"], look["ground"], look["stroke"]
    parts = []
    shadow = re.match(r"(rgba?\([^)]*\)) ([-\d.]+)px ([-\d.]+)px ([\d.]+)px", ground["shadow"])
    if shadow:
        color, x, y, radius = shadow.groups()
        moved = {**ground, "x": ground["x"] + float(x), "y": ground["y"] + float(y)}
        parts.append(rectangle(moved, f'{paint(color, gray)} filter="url(#blur{number(float(radius) / 2)})"'))
    parts.append(rectangle(ground, paint(ground["color"], gray)))
    if stroke["borderWidth"] and not stroke["border"].endswith(" 0)"):
        parts.append(rectangle(stroke, f'fill="none" stroke-width="{number(stroke["borderWidth"])}" '
                               + paint(stroke["border"], gray, "stroke"), stroke["borderWidth"] / 2))
    parts.append(label(look["title"], gray))
    return "".join(parts) if look["opacity"] == 1 else f'<g opacity="{look["opacity"]:g}">{"".join(parts)}</g>'


def frame(name, content):
    """A screen in its frame, with its caption."""
    screen = SCREENS[name]
    width, height = (length * screen["scale"] for length in screen["size"])
    bezel, corner = screen["bezel"], screen["corner"]
    box = {"x": screen["x"] - bezel, "y": screen["y"] - bezel, "width": width + 2 * bezel,
           "height": height + 2 * bezel, "radius": corner}
    inner = {"x": screen["x"], "y": screen["y"], "width": width, "height": height, "radius": corner - bezel}
    return (f'<text x="{box["x"] + 2}" y="{box["y"] - 6}" font-size="12" fill="#6e7781">{screen["caption"]}</text>'
            + rectangle(box, 'fill="#2c2c2e" stroke="#6e7781"', 0.5)
            + f'<clipPath id="{name}">{rectangle(inner, "")}</clipPath><g clip-path="url(#{name})">{content}</g>')


def place(name, content):
    """A screen's content at its place."""
    screen = SCREENS[name]
    scale = "" if screen["scale"] == 1 else f' scale({screen["scale"]})'
    return f'<g transform="translate({screen["x"]} {screen["y"]}){scale}">{content}</g>'


def keypad(pictures):
    """The keys of a keypad in a column, as high as the phone."""
    box = {"x": WIDTH + 16, "y": CAPTION, "width": KEY + 2 * ROOM, "height": BOTTOM - CAPTION, "radius": 16}
    step = (box["height"] - ROOM) / len(pictures)
    parts = [f'<text x="{box["x"] + 2}" y="{box["y"] - 6}" font-size="12" fill="#6e7781">keypad</text>',
             rectangle(box, 'fill="#000" stroke="#6e7781"', 0.5)]
    for index, picture in enumerate(pictures):
        key = {"x": box["x"] + ROOM, "y": box["y"] + ROOM + index * step + (step - ROOM - KEY) / 2, "width": KEY,
               "height": KEY, "radius": 10}
        parts.append(f'<clipPath id="key{index}">{rectangle(key, "")}</clipPath>'
                     f'<image clip-path="url(#key{index})" x="{key["x"]}" y="{key["y"]}" width="{KEY}" height="{KEY}" '
                     f'href="data:image/png;base64,{base64.b64encode(picture).decode()}"/>')
    return "".join(parts), box["x"] + box["width"]


def document(height, title, content, style="", width=WIDTH):
    """A picture."""
    blurs = "".join(
        f'<filter id="blur{radius}" x="-50%" y="-100%" width="200%" height="300%">'
        f'<feGaussianBlur stdDeviation="{radius}"/></filter>'
        for radius in sorted(set(re.findall(r"url\(#blur([\d.]+)\)", content))))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" aria-labelledby="title" font-family="{SANS}">\n'
            f'<title id="title">{escape(title)}</title>\n{style}<defs>{blurs}</defs>\n{content}\n</svg>\n')


def still(title, screenshots, keys):
    """The screens with their screenshots, and a keypad; and how wide that is."""
    column, right = keypad(keys)
    parts = [column]
    for name, picture in screenshots.items():
        width, height = (length * SCREENS[name]["scale"] for length in SCREENS[name]["size"])
        # A screen may be larger than what is shown of it.
        parts.append(frame(name, f'<svg x="{SCREENS[name]["x"]}" y="{SCREENS[name]["y"]}" width="{width}" '
                           f'height="{height}" viewBox="0 0 {width} {height}"><image width="{width}" '
                           f'preserveAspectRatio="xMidYMin slice" height="{height}" '
                           f'href="data:image/png;base64,{base64.b64encode(picture).decode()}"/></svg>'))
    return document(BOTTOM, title, "\n".join(parts), width=right), right


class Film:
    """The looks of all screens over time, which begin again after some seconds."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.rules = []
        self.moments = []
        self.extras = []
        self.lines = []

    def show(self, at, looks):
        """What the screens show from then on."""
        self.moments.append((at, looks))

    def say(self, at, command, later, result):
        """A line of the terminal: what was done, and then what came of it."""
        self.lines.append((at, command, later, result))

    def percent(self, at):
        """A time as CSS has it."""
        return f"{100 * at / self.seconds:.2f}".rstrip("0").rstrip(".") + "%"

    def shown(self, content, spans):
        """Content that shows in these spans of time alone, or always; without motion, at the end."""
        if spans == [(0, self.seconds)]:
            return content
        steps = {0.0: 0}
        for begin, end in spans:
            steps[begin] = 1
            steps[end] = 0
        last = int(spans[-1][1] == self.seconds)
        steps[self.seconds] = last
        frames = "".join(f"{self.percent(at)}{{opacity:{value}}}" for at, value in sorted(steps.items()))
        return f'<g class="{self.rule(frames, "step-end")}" opacity="{last}">{content}</g>'

    def rule(self, frames, timing):
        """The class that moves with these frames."""
        if (frames, timing) not in self.rules:
            self.rules.append((frames, timing))
        return f"m{self.rules.index((frames, timing))}"

    def finger(self, screen, name, arrives, down, leaves):
        """A finger that comes to a button, presses and goes."""
        title = self.moments[0][1][screen]["buttons"][name]["ground"]
        scale = SCREENS[screen]["scale"]
        x = SCREENS[screen]["x"] + scale * (title["x"] + title["width"] * 0.8)
        y = SCREENS[screen]["y"] + scale * (title["y"] + title["height"] * 0.62)
        frames = "".join(f"{self.percent(at)}{{opacity:{opacity};transform:scale({size})}}" for at, opacity, size in (
            (0, 0, 1.6), (arrives, 0, 1.6), (down - 0.15, 0.9, 1.3), (down, 0.9, 1), (leaves, 0.9, 1),
            (leaves + 0.5, 0, 1.6), (self.seconds, 0, 1.6)))
        self.extras.append(f'<circle class="finger {self.rule(frames, "linear")}" cx="{number(x)}" cy="{number(y)}" '
                           'r="11" opacity="0"/>')

    def ring(self, at, name):
        """A ring that fades round a button that has changed, on every screen."""
        frames = "".join(f"{self.percent(when)}{{opacity:{opacity}}}" for when, opacity in (
            (0, 0), (at - 0.01, 0), (at, 0.9), (at + 0.5, 0.9), (at + 1.2, 0), (self.seconds, 0)))
        for screen, look in self.moments[0][1].items():
            ground = look["buttons"][name]["ground"]
            wide = 3 / SCREENS[screen]["scale"]
            round_it = rectangle({**ground, "radius": ground["radius"] + wide},
                                 f'fill="none" stroke="#ff9f0a" stroke-width="{wide / 1.2:g}"', -wide)
            self.extras.append(f'<g class="{self.rule(frames, "linear")}" opacity="0">{place(screen, round_it)}</g>')

    def screen(self, name):
        """One screen over time: each button in each of its looks."""
        first = self.moments[0][1][name]
        size = SCREENS[name]["size"]
        parts = [f'<rect width="{size[0]}" height="{size[1]}" {paint(first["ground"])}/>', label(first["heading"])]
        ends = [at for at, _ in self.moments[1:]] + [self.seconds]
        for each in first["buttons"]:
            spans = {}
            for (begin, looks), end in zip(self.moments, ends):
                runs = spans.setdefault(button(looks[name]["buttons"][each]), [])
                if runs and runs[-1][1] == begin:
                    runs[-1] = (runs[-1][0], end)
                elif end > begin:
                    runs.append((begin, end))
            parts += [self.shown(content, runs) for content, runs in spans.items() if runs]
        return frame(name, place(name, "\n".join(parts)))

    def terminal(self, top):
        """The lines, one after the other."""
        box = {"x": 0, "y": top, "width": WIDTH, "height": LINE * len(self.lines) + 16, "radius": 8}
        parts = [rectangle(box, 'fill="#1c1c1e" stroke="#6e7781"', 0.5)]
        for index, (at, command, later, result) in enumerate(self.lines):
            y = top + 8 + LINE * index + 16
            for begin, x, color, text in ((at, 14, "#f2f2f7", command), (later, RESULT, "#8fd19e", result)):
                kept = text.replace("  ", "\u00a0 ")
                parts.append(self.shown(
                    f'<text x="{x}" y="{y}" fill="{color}" textLength="{number(LETTER * len(text))}" '
                    f'lengthAdjust="spacingAndGlyphs">{escape(kept)}</text>', [(begin, self.seconds)]))
        return f'<g font-family="{MONO}" font-size="13">' + "\n".join(parts) + "</g>"

    def draw(self, title):
        """The picture."""
        content = "\n".join([*map(self.screen, SCREENS), self.terminal(BOTTOM + 14), *self.extras])
        rules = "\n".join(
            f"  .m{index} {{ animation: m{index} {self.seconds}s {timing} infinite }}\n"
            f"  @keyframes m{index} {{ {frames} }}"
            for index, (frames, timing) in enumerate(self.rules))
        style = ("<style>\n.finger { fill: #8e8e93; fill-opacity: .6; stroke: #fff; stroke-width: 2; "
                 "transform-box: fill-box; transform-origin: center }\n"
                 f"@media (prefers-reduced-motion: no-preference) {{\n{rules}\n}}\n</style>\n")
        return document(BOTTOM + 14 + LINE * len(self.lines) + 16, title, content, style)
