// What the session of the Node client does with daemons that no daemon is: BUTTOND_PACKAGE=… node --test session.test.mjs
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const { connect } = await import(pathToFileURL(process.env.BUTTOND_PACKAGE));
const folder = mkdtempSync("/tmp/buttond-session.");
const hello = { role: "admin", protocol: 1, epoch: "e", capabilities: ["resume"], limits: {} };
let count = 0;

/** A daemon that answers each request as a function says: by an answer's members, by text, or not at all. */
async function daemon(answer) {
  const sockets = new Set();
  const asked = [];
  let connections = 0;
  const server = createServer((socket) => {
    const number = (connections += 1);
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    createInterface({ input: socket }).on("line", (line) => {
      const request = JSON.parse(line);
      asked.push(`${request.method} ${number}`);
      const members = answer(request, number) ?? (request.method === "hello" ? { result: hello } : { result: {} });
      const text = typeof members === "string" ? members : JSON.stringify({ id: request.id, ...members });
      if (text) socket.write(text + "\n");
    });
  });
  const path = `${folder}/${(count += 1)}.sock`;
  server.listen(path);
  await once(server, "listening");
  const cut = () => sockets.forEach((socket) => socket.destroy());
  return { path, asked, cut, end: () => (cut(), server.close()) };
}

/** A test with such a daemon and a client of it, both ended behind it. */
function claim(name, answer, body, options) {
  test(name, async () => {
    const server = await daemon(answer);
    const client = await connect({ path: server.path, ...options });
    try {
      await body(client, server);
    } finally {
      client.close();
      server.end();
    }
  });
}

claim("a layout that is not JSON is refused and not said again", () => {}, async (client, { cut, asked }) => {
  await assert.rejects(client.reportLayout("a", NaN, 1), TypeError);
  cut();
  await client.get("x").catch(() => {});
  assert(!asked.some((each) => each.startsWith("layout.report")));
});

const short = { result: { ...hello, limits: { maxLineBytes: 4096 } } };
claim("a subscription that is too long is refused and not asked for", ({ method }) => (method === "hello" ? short : null),
  async (client, { cut, asked }) => {
    const first = client.buttons(["x".repeat(5000)])[Symbol.asyncIterator]().next();
    await assert.rejects(first, /a line has at most 4096 bytes/);
    cut();
    await client.get("x").catch(() => {});
    assert(!asked.some((each) => each.startsWith("buttons.subscribe")));
  });

claim("the next connection hears of the newest 1,000 layouts", () => {}, async (client, { cut, asked }) => {
  await Promise.all(Array.from({ length: 1001 }, (_, index) => client.reportLayout(`b${index}`, 1, 1)));
  cut();
  await client.call("ping");
  assert.equal(asked.filter((each) => each === "layout.report 2").length, 1000);
});

claim("a subscription that is not JSON is refused and not kept", () => {}, async (client, { cut, asked }) => {
  assert.throws(() => client.buttons("*", { maxRate: NaN }), TypeError);
  cut();
  assert.deepEqual(await client.call("ping"), {});
  assert(!asked.some((each) => each.startsWith("buttons.subscribe")));
});

claim("params that are not JSON fail alone", ({ method }) => (method === "slow" ? "" : null), async (client) => {
  const slow = client.call("slow");
  await assert.rejects(client.call("x", () => 1), TypeError);
  assert.deepEqual(await client.call("ping"), {});
  slow.catch(() => {});
});

for (const [name, line] of [["null", "null"], ["no JSON", "{"]]) {
  claim(`${name} for an answer ends the connection, not the program`,
    ({ method }, number) => (method === "ping" && number === 1 ? `${line}\n{"id":2,"result":{"behind":1}}` : null),
    async (client) => assert.deepEqual(await client.call("ping"), {}));
}

claim("a frame without its members ends the connection, and the next one brings it",
  ({ method, id }, number) => method === "buttons.subscribe"
    ? { result: { subscription: `${id}`, snapshot: true, tick: 1, revision: 1, ...(number > 1 && { buttons: [], removed: [] }) } }
    : null,
  async (client) => assert.equal((await client.buttons().next()).isSnapshot, true));

test("who connects waits no longer than it says for a daemon that hangs", async () => {
  const server = await daemon(() => "");
  await assert.rejects(connect({ path: server.path, wait: 200 }), { reason: "noDaemon" });
  server.end();
});

test("who connects looks at each try where the socket is", async () => {
  const server = await daemon(() => {});
  const { env, getuid } = process;
  // A user who has no folder for sockets yet.
  [process.env, process.getuid] = [{}, () => 2 ** 31];
  try {
    const arrival = connect({ wait: 60_000 });
    process.env.BUTTOND_SOCKET = server.path;
    (await arrival).close();
  } finally {
    [process.env, process.getuid] = [env, getuid];
    server.end();
  }
});

claim("a read that was given up is not asked again",
  ({ method }) => (method === "state.get" ? "" : null),
  async (client, { cut, asked }) => {
    await assert.rejects(client.get("x"), { reason: "timeout" });
    cut();
    await client.call("ping");
    assert.deepEqual(asked.filter((each) => each.startsWith("state.get")), ["state.get 1"]);
  }, { timeout: 100 });

let epochs = 0;
claim("a restart between two outages is told",
  ({ method }, number) => method === "actions.subscribe"
    ? (epochs = number, { result: { subscription: `s${number}`, epoch: number === 1 ? "a" : "b" } }) : null,
  async (client, { cut }) => {
    const actions = client.actions();
    await client.call("ping");
    for (let outage = 2; outage <= 3; outage += 1) {
      cut();
      await client.call("ping");
      assert.equal(epochs, outage);
    }
    assert.equal(actions._feed.resumed.restarted, true);
  });

claim("an absent key is undefined, whatever objects have", ({ method }) => (method === "state.get" ? { result: { values: {} } } : null),
  async (client) => assert.equal(await client.get("constructor"), undefined));
