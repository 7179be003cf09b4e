#!/usr/bin/env node
// A door with a button: a client of buttond in Node, without a package.
//
//     node door.mjs [SOCKET]
//
// Defines the button `door`, opens the door once, and prints how the button looks, now and whenever
// that changes: press it in the gallery, or with `buttonctl press door`. When the daemon goes away it
// waits for the next one and goes on from the last frame that it has seen.

import { connect } from "node:net";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const door = {
  id: "door",
  style: "filled",
  configuration: { title: "Open the door" },
  stateValues: { title: { selected: "Close the door" } },
  isSelected: { state: "door.isOpen" },
  action: { name: "door", operations: [{ op: "toggle", key: "door.isOpen" }] },
};

/** The daemon answered with an error; its message says what to do. */
class Refused extends Error {}

/** One connection to the daemon. */
class Client {
  #socket;
  #waiting = new Map();
  #asked = 0;
  /** Called with the params of every buttons.updated. */
  onFrame = () => {};
  /** Settles when the connection is over. */
  closed;

  static async open(path) {
    const socket = connect(path);
    await once(socket, "connect");
    return new Client(socket);
  }

  constructor(socket) {
    this.#socket = socket;
    socket.on("error", () => {}); // "close" follows, and says it once
    createInterface({ input: socket }).on("line", (line) => this.#take(JSON.parse(line)));
    this.closed = once(socket, "close").then(() => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the daemon has gone away"));
    });
  }

  /** The result of a request. */
  call(method, params = {}) {
    const id = ++this.#asked;
    this.#socket.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    return new Promise((resolve, reject) => this.#waiting.set(id, { method, resolve, reject }));
  }

  #take(message) {
    if (message.method === "buttons.updated") return this.onFrame(message.params);
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return; // of another notification, or of a line that was no request
    this.#waiting.delete(message.id);
    const { error, result } = message;
    if (error) {
      waiting.reject(new Refused(`${waiting.method}: ${error.message} (${error.data.reason})`));
    } else {
      waiting.resolve(result);
    }
  }

  close() {
    this.#socket.destroy();
  }
}

/** What is on the display, and up to which frame. */
class Panel {
  looks = new Map();
  /** {epoch, tick} of the last whole frame. */
  seen = null;

  /** Lays a snapshot, or what changed, over what there is. */
  takeIn(frame, epoch) {
    if (frame.snapshot) this.looks.clear();
    for (const id of frame.removed) {
      this.looks.delete(id);
      console.log(`${id} is gone`);
    }
    for (const { id, appearance, status } of frame.buttons) {
      this.looks.set(id, appearance);
      const words = [`${id}:`, appearance.title, appearance.backgroundColor, status?.reason];
      console.log(words.filter(Boolean).join(" "));
    }
    if (!frame.more) this.seen = { epoch, tick: frame.tick };
  }
}

/** Shows the button until the daemon goes away. */
async function follow(client, panel) {
  const hello = await client.call("hello", { client: "door.mjs", require: ["resume"] });
  console.log(`connected to ${hello.server} ${hello.version} as ${hello.role}`);
  const isFirst = panel.seen === null;
  if (isFirst) await client.call("buttons.define", { buttons: [door] });
  // Frames may come on the heels of the answer, before it is awaited here.
  const early = [];
  client.onFrame = (frame) => early.push(frame);
  const since = isFirst ? {} : { since: panel.seen };
  const begin = await client.call("buttons.subscribe", { match: "door", ...since });
  // Of another epoch everything comes; of the same one only what changed meanwhile.
  console.log(begin.snapshot ? "all of it" : "what changed meanwhile");
  panel.takeIn(begin, begin.epoch);
  client.onFrame = (frame) => panel.takeIn(frame, begin.epoch);
  early.forEach(client.onFrame);
  if (isFirst) await client.call("state.set", { values: { "door.isOpen": true } });
  await client.closed;
}

const path = process.argv[2] ?? process.env.BUTTOND_SOCKET;
if (process.argv.length > 3 || path?.startsWith("-")) {
  console.error("usage: door.mjs [SOCKET]");
  process.exit(64);
}
if (!path) {
  console.error("door.mjs: name the socket, or set BUTTOND_SOCKET");
  process.exit(64);
}
const panel = new Panel();
for (;;) {
  let client;
  let problem = "the daemon has gone away";
  try {
    client = await Client.open(path);
    await follow(client, panel);
  } catch (error) {
    if (error instanceof Refused) {
      console.error(`door.mjs: ${error.message}`);
      process.exit(1);
    }
    problem = error.message;
  } finally {
    client?.close();
  }
  console.error(`waiting for the daemon at ${path}: ${problem}`);
  await sleep(200);
}
