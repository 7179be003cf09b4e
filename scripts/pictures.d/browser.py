"""A browser without a window, driven through a pair of pipes: JSON, each message ended by a zero."""

import base64
import json
import os
import select
import shutil
import subprocess
import time

PATIENCE = 60.0  # seconds that an answer may take


class BrowserFailed(Exception):
    """The browser refuses, or says nothing."""


class Browser:
    """Runs without its sandbox, as this may be root; it only shows pages of this repository."""

    def __init__(self, folder, within=()):
        """`within` is a command that starts others, such as chroot and its root; `folder` is for the profile."""
        program = "chromium" if within else next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        if program is None:
            raise BrowserFailed("there is no Chromium here: run scripts/setup --pictures")
        reads, self.output = os.pipe()
        self.input, writes = os.pipe()
        # The browser reads at 3 and writes to 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{reads} 4>&{writes}', "bash", *within, program, "--headless=new", "--no-sandbox",
             "--remote-debugging-pipe", f"--user-data-dir={folder}/profile", "--no-first-run",
             "--no-default-browser-check", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions",
             "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
             "--lang=en", "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows",
             "--font-render-hinting=none", "about:blank"],
            pass_fds=(reads, writes), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": folder})
        os.close(reads)
        os.close(writes)
        self.buffered = b""
        self.last = 0

    def call(self, method, session=None, **params):
        """The result of a method of the browser's protocol."""
        self.last += 1
        request = {"id": self.last, "method": method, "params": params}
        if session:
            request["sessionId"] = session
        os.write(self.output, json.dumps(request).encode() + b"\0")
        end = time.monotonic() + PATIENCE
        while True:
            message = self.message(end)
            if message.get("id") != self.last:
                continue
            if "error" in message:
                raise BrowserFailed(f"{method}: {message['error']['message']}")
            return message["result"]

    def message(self, end):
        """The next message of the browser."""
        while b"\0" not in self.buffered:
            if not select.select([self.input], [], [], max(0, end - time.monotonic()))[0]:
                raise BrowserFailed("the browser says nothing")
            chunk = os.read(self.input, 65_536)
            if not chunk:
                raise BrowserFailed("the browser has ended")
            self.buffered += chunk
        text, self.buffered = self.buffered.split(b"\0", 1)
        return json.loads(text)

    def open(self, url, size, density=2, scheme="light", text_size=16, is_phone=False):
        """A page that shares nothing with the others, on a screen of that size and density."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        page = Page(self, self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        page.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=density,
                  mobile=is_phone)
        page.call("Emulation.setTouchEmulationEnabled", enabled=True)
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        # Nothing behind the page: it is seen where the page does not paint.
        page.call("Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})
        page.call("Page.enable")
        page.call("Page.setFontSizes", fontSizes={"standard": text_size, "fixed": 13})
        page.call("Page.navigate", url=url)
        page.wait("document.readyState === 'complete'")
        return page

    def close(self):
        """Ends it with its processes."""
        try:
            self.call("Browser.close")
        except (BrowserFailed, OSError):
            self.process.kill()
        self.process.wait()


class Page:
    """A page of the browser."""

    def __init__(self, browser, session):
        self.browser = browser
        self.session = session

    def call(self, method, **params):
        """The result of a method about this page."""
        return self.browser.call(method, session=self.session, **params)

    def run(self, script):
        """The value of an expression in the page."""
        done = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in done:
            raise BrowserFailed(f"{script[:60]}: {done['exceptionDetails']}")
        return done["result"].get("value")

    def wait(self, condition, seconds=PATIENCE):
        """Waits until an expression holds."""
        end = time.monotonic() + seconds
        while not self.run(condition):
            if time.monotonic() > end:
                raise BrowserFailed(f"it never held that {condition}")
            time.sleep(0.01)

    def touch(self, kind, *points):
        """Moves fingers: touchStart, touchEnd."""
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in points])

    def screenshot(self):
        """What it shows, as a PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
