#!/usr/bin/env python3
"""The driver of the Python client, for play: driver.py sync|asyncio."""

import asyncio
import base64
import dataclasses
import inspect
import json
import sys

import buttond
import buttond.aio

OPTIONS = {"ifRevision": "if_revision", "published": "published", "lease": "lease",
           "name": "name", "role": "role", "require": "require", "reconnect": "reconnect",
           "timeout": "timeout", "delta": "delta", "wait": "wait"}


def look(each):
    """A look as the transcripts have it."""
    status = {"status": each.status["reason"]} if each.status else {}
    return {"title": each.title, "selected": each.is_selected, "highlighted": each.is_highlighted,
            "enabled": each.is_enabled, **status}


def element(each):
    """What a subscription brought, as the transcripts have it."""
    away = {"restarted": each.resumed.restarted} if each.resumed else None
    if isinstance(each, buttond.Frame):
        told = {"snapshot": each.is_snapshot, "removed": each.removed,
                "buttons": {name: look(value) for name, value in sorted(each.buttons.items())}}
    elif isinstance(each, buttond.Change):
        told = {"snapshot": each.is_snapshot, "removed": each.removed, "values": dict(each.values),
                "lost": sorted(each.lost)}
    else:
        told = {"id": each.id, "name": each.name, "payload": each.payload, "client": each.client,
                "press": each.press}
    return {**told, "resumed": away} if away else told


def known(info):
    """What is known of an image, as the protocol has it."""
    return {name: value for name, value in dataclasses.asdict(info).items() if value is not None}


class Driver:
    """Does commands; one client API is awaited, the other is not."""

    def __init__(self, is_async):
        self.is_async, self.clients, self.feeds = is_async, {}, {}

    async def do(self, command):
        """What a command comes to."""
        op = command["op"]
        options = {OPTIONS[name]: command[name] for name in OPTIONS if name in command}
        result = getattr(self, "do_" + op)(command, options)
        return await result if inspect.isawaitable(result) else result

    async def done(self, result):
        """The result of a method of either API."""
        return await result if inspect.isawaitable(result) else result

    async def do_connect(self, command, options):
        if self.is_async:
            client = await buttond.aio.Client(**options).connect()
        else:
            client = buttond.Client(**options)
        self.clients[command["as"]] = client
        return {"role": client.server.role, "protocol": client.server.protocol,
                "resumes": "resume" in client.server.capabilities}

    async def do_close(self, command, _):
        return await self.done(self.client(command).close())

    def client(self, command):
        """The client that a command is for."""
        return self.clients[command.get("on", "a")]

    def do_call(self, command, _):
        return self.client(command).call(command["method"], command.get("params"))

    async def do_set(self, command, options):
        answer = await self.done(self.client(command).set(command["values"], **options))
        return {"revision": answer.revision}

    async def do_update(self, command, options):
        answer = await self.done(self.client(command).update(*command["operations"], **options))
        return answer.values

    def do_get(self, command, _):
        return self.client(command).values(*command.get("keys", ()), under=command.get("under"))

    async def do_define(self, command, options):
        answer = self.client(command).define(*command["buttons"], **options)
        return {"warnings": len(await self.done(answer))}

    def do_remove(self, command, options):
        return self.client(command).remove(*command["ids"], **options)

    def do_define_groups(self, command, options):
        return self.client(command).define_groups(*command["groups"], **options)

    def do_remove_groups(self, command, options):
        return self.client(command).remove_groups(*command["ids"], **options)

    def do_groups(self, command, _):
        return self.client(command).groups(*command.get("ids", ()))

    async def do_looks(self, command, _):
        looks = await self.done(self.client(command).looks(command["match"]))
        return {name: look(each) for name, each in sorted(looks.items())}

    async def do_trigger(self, command, options):
        await self.done(self.client(command).trigger(command["id"], **options))

    def do_press(self, command, options):
        press = getattr(self.client(command), "press_" + command["event"])
        at = [tuple(command["at"])] if "at" in command else []
        return press(command["id"], *at, **options)

    async def do_layout(self, command, _):
        size = command["width"], command["height"]
        await self.done(self.client(command).report_layout(command["id"], *size))

    async def do_put_image(self, command, _):
        return known(await self.done(self.client(command).put_image(base64.b64decode(command["data"]))))

    async def do_image(self, command, _):
        image = await self.done(self.client(command).image(command["image"]))
        return image and {"type": image.type, "data": base64.b64encode(image.data).decode()}

    async def do_images(self, command, _):
        return [known(each) for each in await self.done(self.client(command).images())]

    def do_remove_images(self, command, _):
        return self.client(command).remove_images(command["images"])

    async def do_sync(self, command, _):
        await self.done(self.client(command).sync())

    def do_frames(self, command, options):
        self.feeds[command["as"]] = self.client(command).buttons(command["match"], **options)

    def do_changes(self, command, _):
        self.feeds[command["as"]] = self.client(command).changes(
            *command.get("keys", ()), under=command.get("under"))

    def do_actions(self, command, _):
        self.feeds[command["as"]] = self.client(command).actions(command["match"])

    async def do_next(self, command, _):
        return element(await self.done(self.feeds[command["of"]].next()))

    async def do_drain(self, command, _):
        """Takes elements until a button has a title; how many."""
        for count in range(1, 1_000_000):
            each = await self.done(self.feeds[command["of"]].next())
            shown = each.buttons.get(command["button"])
            if shown and shown.title == command["title"]:
                return {"elements": count}

    async def do_stop(self, command, _):
        await self.done(self.feeds.pop(command["of"]).close())

    async def do_reset(self, _, __):
        for client in self.clients.values():
            await self.done(client.close())
        self.clients, self.feeds = {}, {}


def told(error):
    """An error as the transcripts have it."""
    if isinstance(error, buttond.Refused):
        return {"reason": error.reason, "says": error.message,
                **({"path": error.path} if error.path else {})}
    kinds = {buttond.NoDaemon: "noDaemon", buttond.ConnectionLost: "connectionLost",
             buttond.Closed: "closed", buttond.AnswerTimeout: "timeout"}
    return {"reason": kinds[type(error)], "says": str(error)}


async def main():
    driver = Driver(sys.argv[1] == "asyncio")
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        try:
            answer = {"ok": await driver.do(json.loads(line))}
        except buttond.ButtondError as error:
            answer = {"error": told(error)}
        print(json.dumps(answer), flush=True)


asyncio.run(main())
