#!/usr/bin/env node
// A door with a button: a client of buttond in Node, with the package of clients/node.
//
//     node door.mjs [SOCKET]
//
// Defines the button `door`, opens the door once, and prints how the button looks, now and whenever
// that changes: press it in the gallery, or with `buttonctl press door`. When the daemon goes away it
// waits for the next one and goes on from the last frame that it has seen.

import { ButtondError, connect } from "buttond";

const door = {
  id: "door",
  style: "filled",
  configuration: { title: "Open the door" },
  stateValues: { title: { selected: "Close the door" } },
  isSelected: { state: "door.isOpen" },
  action: { name: "door", operations: [{ op: "toggle", key: "door.isOpen" }] },
};

/** Shows the button, also after the daemon was away. */
async function follow(client) {
  await client.define(door);
  const frames = client.buttons("door");
  await client.set({ "door.isOpen": true }, { published: true });
  for await (const { resumed, removed, buttons } of frames) {
    if (resumed) console.log(`back after the daemon ${resumed.restarted ? "started anew" : "was away"}`);
    for (const id of removed) console.log(`${id} is gone`);
    for (const [id, { appearance, status }] of buttons) {
      const words = [`${id}:`, appearance.title, appearance.backgroundColor, status?.reason];
      console.log(words.filter(Boolean).join(" "));
    }
  }
}

const path = process.argv[2];
if (process.argv.length > 3 || path?.startsWith("-")) {
  console.error("usage: door.mjs [SOCKET]");
  process.exit(64);
}
try {
  const client = await connect({ path, name: "door.mjs", require: ["resume"], wait: 10_000 });
  console.log(`connected to buttond ${client.server.version} as ${client.server.role}`);
  await follow(client);
} catch (error) {
  if (!(error instanceof ButtondError)) throw error;
  console.error(`door.mjs: ${error.message}`);
  process.exit(1);
}
