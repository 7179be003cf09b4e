#!/usr/bin/env python3
"""Makes the fonts of tst_Looks.qml: boxes for digits, a narrow one for 1. tabular.ttf has the feature tnum,
uneven.ttf has not. Wants fontTools (python3-fonttools)."""

import os

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

FOLDER = os.path.dirname(os.path.abspath(__file__))
DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
ADVANCES = {".notdef": 500, "space": 300, **dict.fromkeys(DIGITS, 560), "zero": 600, "one": 300}


def box(advance):
    """A box that is as wide as its advance lets it be."""
    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    for point in ((50, 700), (advance - 50, 700), (advance - 50, 0)):
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def make(family, file, has_feature):
    """Writes a font."""
    advances = {**ADVANCES, **({digit + ".t": 600 for digit in DIGITS} if has_feature else {})}
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder(list(advances))
    font.setupCharacterMap({32: "space", **{48 + index: digit for index, digit in enumerate(DIGITS)}})
    font.setupGlyf({name: TTGlyphPen(None).glyph() if name == "space" else box(advance)
                    for name, advance in advances.items()})
    font.setupHorizontalMetrics({name: (advance, 50) for name, advance in advances.items()})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": family, "styleName": "Regular"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupPost(keepGlyphNames=False)
    if has_feature:
        rules = " ".join(f"sub {digit} by {digit}.t;" for digit in DIGITS)
        addOpenTypeFeaturesFromString(font.font, f"languagesystem latn dflt; feature tnum {{ {rules} }} tnum;")
    font.font.save(os.path.join(FOLDER, file))


make("Tabular Boxes", "tabular.ttf", True)
make("Uneven Boxes", "uneven.ttf", False)
