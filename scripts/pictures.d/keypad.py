"""A keypad without hardware: what attaches decks to buttond-surface, and keeps the pictures of its keys."""

import base64
import re
import socket
import threading

SIDE = 144  # pixels of a key


class Keypad:
    """A deck of one column."""

    def __init__(self, address, keys):
        self.pictures = {}
        self.line = socket.create_connection(address, timeout=30)
        self.line.sendall(f"ADD-DEVICE DEVICEID=keypad PRODUCT_NAME=Keypad KEYS_TOTAL={keys} KEYS_PER_ROW=1 "
                          f"BITMAPS={SIDE} BITMAP_FORMAT=png\n".encode())
        self.count = keys
        threading.Thread(target=self.pump, daemon=True).start()

    def pump(self):
        """Keeps the newest picture of each key."""
        try:
            for line in self.line.makefile(encoding="utf-8"):
                found = re.search(r'^KEY-STATE .*KEY="?(\d+)"? .*BITMAP="data:image/png;base64,([^"]+)"', line)
                if found:
                    self.pictures[int(found[1])] = base64.b64decode(found[2])
        except OSError:
            pass

    def shown(self):
        """The pictures of all keys; nothing before each has one."""
        return [self.pictures[key] for key in range(self.count)] if len(self.pictures) == self.count else None

    def close(self):
        """Takes the deck away."""
        self.line.close()
