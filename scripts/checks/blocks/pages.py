"""What every page must have."""

import os
import re

from ..repository import ROOT, place, read

MOST_LINES = 400
FOLDERS = "Sources|Tests|Plugins|Config|scripts|docs"


def length(page):
    """A page that is longer has more than one thought."""
    count = len(read(page).splitlines())
    assert count <= MOST_LINES, f"{page} has {count} lines, of at most {MOST_LINES}: split it by its thoughts"


def named(page, wrong):
    """Files that the page names exist; scripts/test site checks the links."""
    for found in re.finditer(rf"`((?:{FOLDERS})/[^`*{{ …]*)`", read(page)):
        if not os.path.exists(os.path.join(ROOT, found[1])):
            wrong(place(page, found), f"{found[1]} is not there")
