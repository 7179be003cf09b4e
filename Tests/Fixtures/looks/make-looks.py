#!/usr/bin/env python3
"""Works out how buttons of the shipped plugins must look, and writes it beside itself.

    Tests/Fixtures/looks/make-looks.py

Knows the colour tables and the rules of the styles, and nothing of the code that is tested against
its output: one row of a table is one case.
"""

import decimal
import itertools
import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent

# Light, dark. A colour is (red, green, blue, alpha), channels 0 to 255, alpha 0 to 1.
NAMED = {
    "systemBlue": ("007AFF", "0A84FF"),
    "systemPink": ("FF2D55", "FF375F"),
    "systemRed": ("FF3B30", "FF453A"),
    "systemOrange": ("FF9500", "FF9F0A"),
    "systemGreen": ("34C759", "30D158"),
    "systemGray": ("8E8E93", "8E8E93"),
    "systemGray5": ("E5E5EA", "2C2C2E"),
    "systemGray6": ("F2F2F7", "1C1C1E"),
    "label": ("000000", "FFFFFF"),
    "white": ("FFFFFF", "FFFFFF"),
    "black": ("000000", "000000"),
}
NAMED_WITH_ALPHA = {
    "tertiaryLabel": (("3C3C43", 0.30), ("EBEBF5", 0.30)),
    "secondarySystemFill": (("787880", 0.16), ("787880", 0.32)),
    "tertiarySystemFill": (("767680", 0.12), ("767680", 0.24)),
    "clear": (("000000", 0), ("000000", 0)),
}
STATES = ("highlighted", "disabled", "selected", "focused")


def color(name, display="light", tint="systemBlue"):
    """What a name, or #RRGGBB, is on a display."""
    if name == "tint":
        name = tint
    if name.startswith("#"):
        digits, alpha = name[1:7], 1.0
    elif name in NAMED_WITH_ALPHA:
        digits, alpha = NAMED_WITH_ALPHA[name][display == "dark"]
    else:
        digits, alpha = NAMED[name][display == "dark"], 1.0
    return tuple(int(digits[i : i + 2], 16) for i in (0, 2, 4)) + (alpha,)


def with_alpha(rgba, alpha):
    return rgba[:3] + (alpha,)


def opacity(rgba, factor):
    return rgba[:3] + (rgba[3] * factor,)


def darker(rgba, amount):
    return tuple(channel * (1 - amount) for channel in rgba[:3]) + rgba[3:]


def half_up(number):
    # Doubles such as 0.3 * 255 = 76.5 are exact here; noise behind the ninth digit is cut.
    exact = decimal.Decimal(repr(round(number, 9)))
    return int(exact.quantize(decimal.Decimal(1), decimal.ROUND_HALF_UP))


def rgba_text(rgba):
    channels = [half_up(channel) for channel in rgba[:3]] + [half_up(rgba[3] * 255)]
    return "#" + "".join(f"{channel:02X}" for channel in channels)


def number(value):
    return int(value) if value == int(value) else round(value, 3)


# Members that are left out where they have these values.
DEFAULTS = {
    "isEnabled": True,
    "isSelected": False,
    "isHighlighted": False,
    "isFocused": False,
    "isBusy": False,
    "role": "none",
    "strokeColor": "#00000000",
    "shadowColor": "#00000000",
    "subtitleColor": "#00000000",
    "strokeWidth": 0,
    "strokeOutset": 0,
    "shadowRadius": 0,
    "shadowX": 0,
    "shadowY": 0,
    "opacity": 1,
    "scale": 1,
    "isFullWidth": False,
    "showsActivityIndicator": False,
    "titleUnderline": False,
}


def appearance(state, role="none", **members):
    """A look: what the button does, and what is told, over a medium button of a system style."""
    look = {
        "isEnabled": "disabled" not in state,
        "isSelected": "selected" in state,
        "isHighlighted": "highlighted" in state,
        "isFocused": "focused" in state,
        "role": role,
        "titleFontSize": 17,
        "titleTextStyle": "body",
        "cornerShape": "fixed",
        "cornerRadius": 5.95,
        "insetTop": 7,
        "insetLeading": 12,
        "insetBottom": 7,
        "insetTrailing": 12,
    }
    look.update(members)
    if isinstance(look["titleFontSize"], tuple):
        look["titleFontSize"] = look["titleFontSize"][0]
        del look["titleTextStyle"]
    for name, value in list(look.items()):
        if isinstance(value, tuple):
            look[name] = rgba_text(value)
        elif isinstance(value, float):
            look[name] = number(value)
        if value is None or (name in DEFAULTS and look[name] == DEFAULTS[name]):
            del look[name]
    return look


def padded(points):
    """The same insets on all sides."""
    return {f"inset{edge}": points for edge in ("Top", "Leading", "Bottom", "Trailing")}


def focus_ring(state, display="light", tint="systemBlue"):
    """What system styles draw around a button that holds the focus."""
    if "focused" not in state:
        return {}
    return {"strokeColor": color("tint", display, tint), "strokeWidth": 2, "strokeOutset": 4}


def busy(look):
    """A busy button: a spinner in the colour of the text."""
    return look | {
        "isBusy": True, "showsActivityIndicator": True,
        "activityIndicatorColor": look["titleColor"],
    }


def states(bits=STATES):
    """Every combination of some bits, normal first."""
    for count in range(len(bits) + 1):
        yield from itertools.combinations(bits, count)


def case(row, style, state, look, title="Title", traits=None, keys=None, press=None, **definition):
    """One case: a definition in a state, on a display, with the look that follows."""
    button = {"style": style}
    if title is not None:
        button["configuration"] = {"title": title}
        look = {"title": title} | look
    configuration = definition.pop("configuration", {})
    if configuration or title is not None:
        button["configuration"] = button.get("configuration", {}) | configuration
    button |= definition
    made = {"row": row, "definition": button, "state": "+".join(state) or "normal"}
    if traits:
        made["traits"] = traits
    if keys:
        made["keys"] = keys
    made["appearance"] = look
    if press:
        made["onPress"], made["onRelease"] = press
        # What the action changed in a plain button shows at once.
        made["animatesContent"] = style != "press/plain"
    return made


def traits_of(display, tint="systemBlue", **more):
    traits = {}
    if display != "light":
        traits["userInterfaceStyle"] = display
    if tint != "systemBlue":
        traits["tint"] = tint
    return traits | more


# Outline: a line, the button's colour, and a background that is plain every time.


def outline_look(state, base, display="light", tint="systemBlue", **more):
    own = color(base, display, tint)
    stroke, foreground, background = color("systemGray5", display), own, color("clear")
    exact = frozenset(state)
    if exact == {"highlighted"}:
        background = with_alpha(own, 0.3)
    elif exact == {"selected"}:
        stroke, foreground, background = color("clear"), color("white"), own
    elif exact == {"selected", "highlighted"}:
        stroke, foreground, background = color("clear"), color("white"), darker(own, 0.25)
    elif exact == {"disabled"}:
        stroke, foreground = color("systemGray6", display), with_alpha(own, 0.3)
    line = {"strokeColor": stroke, "strokeWidth": 1} | focus_ring(state, display, tint)
    return appearance(
        state, titleColor=foreground, backgroundColor=background, cornerRadius=20, **line, **more,
    )


# Everything that a configuration can say of the background.
BACKGROUND = {
    "cornerStyle": "capsule",
    "baseBackgroundColor": "systemPink",
    "automaticallyUpdateForSelection": True,
    "background": {
        "cornerRadius": 3,
        "backgroundInsets": {"top": 1, "leading": 2, "bottom": 3, "trailing": 4},
        "backgroundColor": "systemGreen",
        "backgroundColorTransformer": {"opacity": 0.5},
        "strokeColor": "systemRed",
        "strokeColorTransformer": {"darker": 0.5},
        "strokeWidth": 7,
        "strokeOutset": 5,
        "image": "leaves",
        "imageContentMode": "center",
        "material": "thin",
        "shadow": {"color": "systemRed", "opacity": 0.5, "radius": 4, "x": 5, "y": 6},
    },
}


def outline():
    style = "outline/outline"
    for state in states():
        for display in ("light", "dark"):
            for base in (None, "systemPink", "#102030"):
                configuration = {"baseForegroundColor": base} if base else {}
                yield case(
                    f"{'+'.join(state) or 'normal'} {display} {base or 'tint'}",
                    style,
                    state,
                    outline_look(state, base or "tint", display),
                    traits=traits_of(display),
                    configuration=configuration,
                )
    for state in states(("highlighted", "disabled", "selected")):
        name = "+".join(state) or "normal"
        yield case(
            f"{name} with the display's tint", style, state,
            outline_look(state, "tint", tint="systemOrange"),
            traits=traits_of("light", "systemOrange"),
        )
        yield case(
            f"{name} over a background of its own", style, state,
            outline_look(state, "tint"), configuration=BACKGROUND,
        )
        yield case(f"{name} without a title", style, state, outline_look(state, "tint"), title=None)
        look = outline_look(state, "tint")
        yield case(
            f"{name} with everything that can be coloured", style, state,
            look
            | {
                "subtitle": "More",
                "subtitleColor": look["titleColor"],
                "subtitleFontSize": 13,
                "imageName": "star",
                "imageColor": look["titleColor"],
                "indicator": "popup",
                "indicatorColor": look["titleColor"],
            },
            configuration={"subtitle": "More", "image": "star", "indicator": "popup"},
        )
        # A busy button takes no press.
        if "highlighted" not in state:
            yield case(
                f"{name} and busy", style, state, busy(outline_look(state, "tint")), isBusy=True,
            )
    yield case(
        "disabled with a transformer of the title", style, ("disabled",),
        outline_look(("disabled",), "tint") | {"titleColor": rgba_text(color("systemRed"))},
        configuration={"titleColorTransformer": {"constant": "systemRed"}},
    )
    yield case(
        "disabled with a coloured attributed title", style, ("disabled",),
        {"title": "Red"}
        | outline_look(("disabled",), "tint")
        | {"titleColor": rgba_text(color("systemRed"))},
        title=None,
        configuration={"attributedTitle": {"text": "Red", "color": "systemRed"}},
    )


# Press: opacity and scale of the whole button.

EASE = "easeInOut(0.16)"


def pressed(state, faded, scale=1.0):
    if "highlighted" not in state:
        return {}
    return {"opacity": faded, "scale": float(scale)}


def press():
    for state in states(("highlighted", "disabled", "selected")):
        name = "+".join(state) or "normal"
        for display in ("light", "dark"):
            traits = traits_of(display)
            if not {"highlighted", "disabled"} <= set(state):
                yield from press_default(name, state, display, traits)
                yield from press_plain(name, state, display, traits)
                for style in ("press/scale", "press/primitive-scale"):
                    yield from press_scale(style, name, state, display, traits)
    yield case(
        "default with a tint", "press/default", (),
        appearance(
            (), titleColor=color("systemOrange"), backgroundColor=color("clear"), **padded(0),
        ),
        traits=traits_of("light", "systemOrange"), press=("disablesAnimations", "default"),
    )
    yield case(
        "plain with a tint", "press/plain", (),
        appearance((), titleColor=color("label"), backgroundColor=color("clear"), **padded(0)),
        traits=traits_of("light", "systemOrange"), press=("disablesAnimations", "default"),
    )
    yield case(
        "default with a background of its own", "press/default", ("highlighted",),
        appearance(
            ("highlighted",), titleColor=color("tint"), backgroundColor=color("systemGreen"),
            opacity=0.2, **padded(0),
        ),
        press=("disablesAnimations", "default"),
        configuration={"baseBackgroundColor": "systemGreen"},
    )
    for style, ink, padding in (
        ("default", "systemBlue", 0), ("plain", "label", 0), ("scale", "systemBlue", 15),
    ):
        yield case(
            f"{style} with the focus", f"press/{style}", ("focused",),
            appearance(
                ("focused",), titleColor=color(ink), backgroundColor=color("clear"),
                **focus_ring(("focused",)), **padded(padding),
            ),
            press=None if style == "scale" else ("disablesAnimations", "default"),
        )
        yield case(
            f"{style}, busy", f"press/{style}", (),
            busy(
                appearance(
                    (), titleColor=color(ink), backgroundColor=color("clear"), **padded(padding),
                )
            ),
            press=None if style == "scale" else ("disablesAnimations", "default"),
            isBusy=True,
        )


def press_default(name, state, display, traits):
    for role, base in itertools.product(("none", "cancel", "destructive"), (None, "systemGreen")):
        ink = color(base or ("systemRed" if role == "destructive" else "tint"), display)
        if "disabled" in state:
            ink = color("tertiaryLabel", display)
        yield case(
            f"default {name} {display} {role} {base or 'accent'}", "press/default", state,
            appearance(
                state, role=role, titleColor=ink, backgroundColor=color("clear"),
                **pressed(state, 0.2), **padded(0),
            ),
            traits=traits, press=("disablesAnimations", "default"),
            configuration={"baseForegroundColor": base} if base else {},
            **({} if role == "none" else {"role": role}),
        )


def press_plain(name, state, display, traits):
    for role, base in itertools.product(("none", "destructive"), (None, "systemGreen")):
        members = pressed(state, 0.75)
        if "disabled" in state:
            members = {"opacity": 0.5}
        yield case(
            f"plain {name} {display} {role} {base or 'label'}", "press/plain", state,
            appearance(
                state, role=role, titleColor=color(base or "label", display),
                backgroundColor=color("clear"), **members, **padded(0),
            ),
            traits=traits, press=("disablesAnimations", "default"),
            configuration={"baseForegroundColor": base} if base else {},
            **({} if role == "none" else {"role": role}),
        )


def press_scale(style, name, state, display, traits):
    kinds = (False, True) if style == "press/scale" else (True,)
    for scale, is_animated in itertools.product((None, 0.5, 1, 1.25), kinds):
        parameters = {} if scale is None else {"scaleAmount": scale}
        if is_animated and len(kinds) > 1:
            parameters["isAnimated"] = True
        ink = color("systemGray" if "disabled" in state else "systemBlue", display)
        yield case(
            f"{style.split('/')[1]} {name} {display} {scale or 'default'}"
            f"{' animated' if 'isAnimated' in parameters else ''}", style, state,
            appearance(
                state, titleColor=ink, backgroundColor=color("clear"),
                **pressed(state, 0.5, 0.98 if scale is None else scale), **padded(15),
            ),
            traits=traits, press=(EASE, EASE) if is_animated else None,
            **({"parameters": parameters} if parameters else {}),
        )


# Checkout: titles.


def filled(state, background="tint", **more):
    """A filled button: the look of its state, selection not shown."""
    ink, fill = color("white"), color(background)
    if "disabled" in state:
        ink, fill = color("tertiaryLabel"), color("tertiarySystemFill")
    elif "highlighted" in state:
        ink, fill = opacity(ink, 0.75), opacity(fill, 0.75)
    return appearance(state, titleColor=ink, backgroundColor=fill, **focus_ring(state), **more)


def titled(row, state, title, look=None, **definition):
    made = case(row, "filled", state, look or filled(state), title=None, **definition)
    if title is not None:
        made["appearance"] = {"title": title} | made["appearance"]
    return made


def checkout():
    exact = {
        (): "Normal",
        ("highlighted",): "Highlighted",
        ("selected",): "Selected",
        ("disabled",): "Disabled",
        ("highlighted", "selected"): "Highlighted Selected",
    }
    per_state = {
        "normal": "Normal", "highlighted": "Highlighted", "selected": "Selected",
        "disabled": "Disabled", "selected+highlighted": "Highlighted Selected",
    }
    for state in states():
        name = "+".join(state) or "normal"
        yield titled(
            f"a handler names {name}", state, exact.get(state, "Normal"),
            handler="checkout/state-title",
        )
        # Of highlighted and disabled together the disabled bit is dropped before the look-up.
        key = tuple(bit for bit in state if bit != "disabled" or "highlighted" not in state)
        yield titled(
            f"values for states name {name}", state, exact.get(key, "Normal"),
            stateValues={"title": per_state},
        )
    for state in states():
        name = "+".join(state) or "normal"
        is_pressed = state == ("highlighted",)
        old = {"title": {"normal": "Old", "highlighted": "Old Highlighted"}}
        old_title = "Old Highlighted" if frozenset(state) in (
            {"highlighted"}, {"highlighted", "disabled"}
        ) else "Old"
        only = {"highlighted": "New Highlighted"}
        both = only | {"normal": "New Normal"}
        handler = {"handler": "checkout/highlighted-title"}
        new = "New Highlighted"
        yield titled(
            f"{name}: the handler wins over values for states", state,
            new if is_pressed else old_title, parameters=only, stateValues=old, **handler,
        )
        yield titled(
            f"{name}: the handler's default case wins too", state,
            new if is_pressed else "New Normal", parameters=both, stateValues=old, **handler,
        )
        yield titled(
            f"{name}: an empty default case leaves the value for normal", state,
            new if is_pressed else "Old", parameters=only,
            stateValues={"title": {"normal": "Old"}}, **handler,
        )
        yield titled(
            f"{name}: without a default case the configuration holds", state,
            new if is_pressed else "New", parameters=only, configuration={"title": "New"},
            **handler,
        )
        yield titled(
            f"{name}: nobody else says a title", state, new if is_pressed else None,
            parameters=only, configuration={"subtitle": "More"},
            look=filled(state)
            | {
                "subtitle": "More", "subtitleFontSize": 13,
                "subtitleColor": filled(state)["titleColor"],
            },
            **handler,
        )
        yield titled(
            f"{name}: underlined only while highlighted", state,
            new if is_pressed else "Normal",
            look=filled(state, titleUnderline=is_pressed),
            parameters={"highlighted": new, "normal": "Normal", "isUnderlined": True}, **handler,
        )
    large = {
        "cornerRadius": 8.75, "insetTop": 15, "insetLeading": 20, "insetBottom": 15,
        "insetTrailing": 20,
    }
    for count, says in ((None, 0), (0, 0), (1, 1), (12, 12), (-3, -3), (2.0, 2), ("many", 0)):
        yield titled(
            f"{json.dumps(count)} items in the cart", (), f"Checkout {says}",
            look=filled((), "systemPink", **large),
            handler="checkout/count",
            configuration={"baseBackgroundColor": "systemPink", "buttonSize": "large"},
            **({} if count is None else {"keys": {"checkout.itemCount": count}}),
        )


# Themed: colours and sizes of the theme.

TYPES = {
    "primary": (("systemBlue", 1), ("white", 1)),
    "success": (("systemGreen", 1), ("white", 1)),
    "info": (("systemBlue", 0.6), ("white", 1)),
    "light": (("systemGray", 0.2), ("systemBlue", 1)),
    "warning": (("systemOrange", 1), ("white", 1)),
    "danger": (("systemRed", 1), ("white", 1)),
    "dark": (("black", 1), ("white", 1)),
}
SIZES = {"small": 12, "default": 17, "large": 28}
RADII = {"default": 6, "rounded": 40}
# Foreground, background, border and radius by display.
DISPLAYS = {
    "default": ("secondary", "primary", None, "default"),
    "transparent": ("primary", "secondary", None, "default"),
    "outline": ("primary", "secondary", "primary", "default"),
    "rounded": ("secondary", "primary", None, "rounded"),
}
BODY = {
    "xS": 14, "S": 15, "M": 16, "L": 17, "XL": 19, "XXL": 21, "XXXL": 23, "AX1": 28, "AX2": 33,
    "AX3": 40, "AX4": 47, "AX5": 53,
}


def token_color(name, factor, display):
    # A token holds whole channels.
    red, green, blue, alpha = opacity(color(name, display), factor)
    return (red, green, blue, half_up(alpha * 255) / 255)


def themed_colors(kind, display, on="light"):
    inks = {
        name: token_color(*token, on)
        for name, token in zip(("primary", "secondary"), TYPES[kind])
    }
    foreground, background, border, radius = DISPLAYS[display]
    edge = inks[border] if border else color("clear")
    return inks[foreground], inks[background], edge, RADII[radius]


def themed_look(kind, display, size, state=(), on="light", points=None, **more):
    foreground, background, edge, radius = themed_colors(kind, display, on)
    members = {
        "titleColor": foreground,
        "backgroundColor": background,
        "strokeColor": edge,
        "strokeWidth": 1,
        "cornerRadius": radius,
        "titleFontSize": (points or SIZES[size],),
        "shadowColor": opacity(background, 0.2),
        "shadowRadius": radius,
        "shadowY": 5,
    } | padded(16)
    if "disabled" in state:
        members |= {"opacity": 0.5}
        for name in ("shadowColor", "shadowRadius", "shadowY"):
            del members[name]
    elif "highlighted" in state:
        members |= {"opacity": 0.7}
    return appearance(state, **(members | more))


def luminance(rgb):
    def linear(channel):
        share = channel / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel) for channel in rgb[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def over(top, below):
    return tuple(
        upper * top[3] + lower * (1 - top[3]) for upper, lower in zip(top[:3], below[:3])
    ) + (1.0,)


def contrast(foreground, background):
    """The WCAG ratio of a text on its background, which lies on white."""
    ground = over(background, color("white"))
    lights = sorted((luminance(over(foreground, ground)), luminance(ground)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def themed():
    style = "themed/button"
    for kind, display, size, is_full in itertools.product(
        TYPES, DISPLAYS, SIZES, (False, True)
    ):
        made = case(
            f"{kind} {display} {size}{' full width' if is_full else ''}", style, (),
            themed_look(kind, display, size, isFullWidth=is_full),
            parameters={
                "type": kind, "display": display, "size": size, "isFullWidth": is_full
            },
        )
        foreground, background, _, _ = themed_colors(kind, display)
        ratio = contrast(foreground, background)
        made["contrast"] = round(ratio, 2)
        # 18 typographic points and more, 24 of ours, count as large text.
        made["isReadable"] = ratio >= (3 if SIZES[size] >= 24 else 4.5)
        yield made


def themed_states():
    style = "themed/button"
    yield case("nothing said", style, (), themed_look("primary", "default", "default"))
    for kind, display in itertools.product(TYPES, DISPLAYS):
        parameters = {"type": kind, "display": display}
        yield case(
            f"{kind} {display} in the dark", style, (),
            themed_look(kind, display, "default", on="dark"),
            traits=traits_of("dark"), parameters=parameters,
        )
        for state in (("highlighted",), ("disabled",), ("selected",), ("disabled", "selected")):
            yield case(
                f"{kind} {display} {'+'.join(state)}", style, state,
                themed_look(kind, display, "default", state), parameters=parameters,
            )
        for on in ("light", "dark"):
            yield case(
                f"{kind} {display} with the focus, {on}", style, ("focused",),
                themed_look(
                    kind, display, "default", ("focused",), on, **focus_ring(("focused",), on)
                ),
                traits=traits_of(on), parameters=parameters,
            )
        yield case(
            f"{kind} {display}, busy", style, (), busy(themed_look(kind, display, "default")),
            parameters=parameters, isBusy=True,
        )
        warns = "danger" if kind == "primary" else kind
        yield case(
            f"{kind} {display}, destructive", style, (),
            themed_look(warns, display, "default", role="destructive"),
            parameters=parameters, role="destructive",
        )
        bounce = "spring(0.8, 0.1, 10)"
        for state, scale in (((), 1.0), (("highlighted",), 0.8), (("disabled",), 1.0)):
            yield case(
                f"{kind} {display} {'+'.join(state) or 'normal'} bouncy", style, state,
                themed_look(kind, display, "default", state, scale=scale),
                press=(bounce, bounce), parameters=parameters | {"isBouncy": True},
            )
        for state in ((), ("disabled",)):
            foreground = themed_colors(kind, display)[0]
            yield case(
                f"{kind} {display} {'+'.join(state) or 'normal'} loading", style, state,
                themed_look(
                    kind, display, "default", state, isBusy=True, showsActivityIndicator=True,
                    activityIndicatorColor=foreground,
                ),
                parameters=parameters | {"isLoading": True},
            )
    for content_size, body in BODY.items():
        for size, points in SIZES.items():
            yield case(
                f"{size} at content size {content_size}", style, (),
                themed_look(
                    "primary", "default", size, points=half_up(points * body / 17),
                ),
                traits={"contentSize": content_size}, parameters={"size": size},
            )
    for state in ((), ("highlighted",), ("selected",), ("disabled",)):
        faded = {"opacity": 0.5} if "disabled" in state else pressed(state, 0.7, 0.8)
        yield case(
            f"green {'+'.join(state) or 'normal'}", "themed/green", state,
            appearance(
                state, titleColor=color("white"), backgroundColor=color("systemGreen"), **faded,
                **padded(16),
            ),
            press=("easeInOut(0.2)", "easeInOut(0.2)"),
        )


def tokens():
    """The tokens that the themed buttons read, as they come to plugins: light and dark."""
    made = {}
    for kind, inks in TYPES.items():
        for name, token in zip(("primary", "secondary"), inks):
            members = [rgba_text(token_color(*token, display)) for display in ("light", "dark")]
            if members[0] == members[1]:
                del members[1]
            made[f"button.{kind}.{name}"] = members
    for name, radius in RADII.items():
        made[f"button.radius.{name}"] = radius
    for name, points in SIZES.items():
        made[f"button.size.{name}"] = points
    return made


def write(name, rows):
    text = ",\n".join(json.dumps(row) for row in rows)
    (HERE / f"{name}.json").write_text(f"[\n{text}\n]\n")


write("outline", outline())
write("press", press())
write("checkout", checkout())
write("themed", themed())
write("themed-states", themed_states())
(HERE / "tokens.json").write_text(json.dumps(tokens(), indent=2) + "\n")
