// What the transcripts' commands are to the client in JavaScript, in Node and in a page.
const clients = new Map();
const feeds = new Map();

/** A look as the transcripts have it. */
const look = ({ appearance, status }) => ({
  title: appearance.title ?? "",
  selected: appearance.isSelected === true,
  highlighted: appearance.isHighlighted === true,
  enabled: appearance.isEnabled !== false,
  ...(status && { status: status.reason }),
});

const looks = (map) => Object.fromEntries([...map].map(([id, each]) => [id, look(each)]));

/** What a subscription brought, as the transcripts have it. */
function element(each) {
  const resumed = each.resumed && { resumed: { restarted: each.resumed.restarted } };
  if (each.buttons) {
    return { snapshot: each.isSnapshot, removed: each.removed, buttons: looks(each.buttons), ...resumed };
  }
  if (each.values) {
    const { isSnapshot: snapshot, removed, values, lost } = each;
    return { snapshot, removed, values, lost: [...lost].sort(), ...resumed };
  }
  const { id, name = null, payload = null, client = null, press = null } = each;
  return { id, name, payload, client, press, ...resumed };
}

const operations = {
  async connect(buttond, { as, op: _, timeout, wait, ...options }) {
    const times = { ...(timeout && { timeout: 1000 * timeout }), ...(wait && { wait: 1000 * wait }) };
    const client = await buttond.connect({ ...options, ...times });
    clients.set(as, client);
    const { role, protocol, capabilities } = client.server;
    return { role, protocol, resumes: capabilities.has("resume") };
  },
  close: (client) => client.close(),
  call: (client, { method, params }) => client.call(method, params),
  set: async (client, { values, ...options }) => ({ revision: (await client.set(values, options)).revision }),
  update: async (client, { operations, ...options }) => (await client.update(operations, options)).values,
  get: (client, { keys, under }) => client.values({ keys, under }),
  define: async (client, { buttons, ...options }) => ({ warnings: (await client.define(buttons, options)).length }),
  remove: (client, { ids, ...options }) => client.remove(ids, options),
  define_groups: (client, { groups, ...options }) => client.defineGroups(groups, options),
  remove_groups: (client, { ids, ...options }) => client.removeGroups(ids, options),
  groups: async (client, { ids }) => Object.fromEntries(await client.groups(ids)),
  looks: async (client, { match }) => looks(await client.looks(match)),
  trigger: async (client, { id, ...options }) => void (await client.trigger(id, options)),
  press(client, { event, id, at: [x, y] = [], ...options }) {
    const method = `press${event[0].toUpperCase()}${event.slice(1)}`;
    return client[method](id, { x, y, published: options.published });
  },
  layout: (client, { id, width, height }) => client.reportLayout(id, width, height),
  put_image: (client, { data }) => client.putImage(Uint8Array.from(atob(data), (each) => each.charCodeAt(0))),
  async image(client, { image }) {
    const found = await client.image(image);
    return found && { type: found.type, data: btoa(String.fromCharCode(...found.bytes)) };
  },
  images: (client) => client.images(),
  remove_images: (client, { images }) => client.removeImages(images),
  sync: async (client) => void (await client.sync()),
  frames: (client, { as, match, delta }) => void feeds.set(as, client.buttons(match, { delta })),
  changes: (client, { as, keys, under }) => void feeds.set(as, client.changes({ keys, under })),
  actions: (client, { as, match }) => void feeds.set(as, client.actions(match)),
  next: async (_, { of }) => element(await feeds.get(of).next()),
  async drain(_, { of, button, title }) {
    for (let count = 1; ; count += 1) {
      const frame = await feeds.get(of).next();
      if (frame.buttons.get(button)?.appearance.title === title) return { elements: count };
    }
  },
  stop: (_, { of }) => feeds.get(of).close(),
  reset() {
    for (const client of clients.values()) client.close();
    clients.clear();
    feeds.clear();
  },
};

/** An error as the transcripts have it. */
function told(buttond, error) {
  if (!(error instanceof buttond.ButtondError)) throw error;
  return { reason: error.reason, says: error.detail, ...(error.path && { path: error.path }) };
}

/** Does a command with a library; what it comes to. */
export async function answer(buttond, command) {
  try {
    const run = operations[command.op];
    if (command.op === "connect") return { ok: await run(buttond, command) };
    return { ok: (await run(clients.get(command.on ?? "a"), command)) ?? null };
  } catch (error) {
    return { error: told(buttond, error) };
  }
}
