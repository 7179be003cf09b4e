// The connection of a page: the daemon's protocol over a WebSocket, one message a line; the looks and the images that
// come over it.

/** A refusal of the daemon, or nobody to ask. */
export class ProtocolError extends Error {
  constructor(error) {
    super(error.message);
    this.code = error.code;
    this.reason = error.data?.reason ?? "connectionLost";
    this.path = error.data?.path;
  }
}

/** The code with which a gateway closes a connection whose place another one needs. */
const CROWDED = 1008;

const connections = new Map();
export const defaults = { gateway: new URL("/", import.meta.url).href, token: "", traits: "" };

/** What elements use that have no attributes gateway, token or traits. */
export function configure({ gateway, token, traits }) {
  if (gateway !== undefined) defaults.gateway = gateway;
  if (token !== undefined) defaults.token = token ?? "";
  if (traits !== undefined) defaults.traits = traits ?? "";
  for (const element of document.querySelectorAll("live-button")) element.refresh?.();
}

/** A connection to a gateway that comes back by itself; events: change, refused, and notifications. */
export class Connection extends EventTarget {
  #url;
  #token;
  #socket = null;
  #lastID = 0;
  #waiting = new Map();
  #looks = new Map();
  #attempts = 0;
  #retry = null;
  #heard = 0;
  #isAsking = false;
  /** Whether the next connection is opened with the token: not while the gateway refuses it. */
  #sendsToken = true;

  /** connecting, open or lost. */
  state = "connecting";
  /** What this connection may do, once the daemon has said so. */
  role = null;
  /** Why there is no connection, as far as that can be known. */
  problem = null;
  /** Why the gateway refuses the token, as a ProtocolError; null while it does not. */
  refusal = null;

  /** The connection of this page to a gateway; made when it is asked for the first time. */
  static to(gateway = defaults.gateway, token = defaults.token) {
    const key = `${gateway} ${token}`;
    let connection = connections.get(key);
    if (!connection) {
      connection = new Connection(gateway, token);
      connections.set(key, connection);
    }
    return connection;
  }

  constructor(gateway, token) {
    super();
    const url = new URL("ws", new URL(gateway, document.baseURI));
    url.protocol = url.protocol.replace("http", "ws");
    this.#url = url;
    this.#token = token;
    this.#open();
    setInterval(() => this.#checkPulse(), 10_000);
    const hurry = () => {
      if (this.state !== "lost" || document.visibilityState === "hidden") return;
      this.#attempts = 0;
      this.#open();
    };
    addEventListener("online", hurry);
    document.addEventListener("visibilitychange", hurry);
  }

  /** What the daemon can do beyond the least. */
  capabilities = new Set();

  /** Whether presses are allowed. */
  get mayPress() { return this.state === "open" && this.role !== "read"; }

  /** Whether a role is enough. */
  may(role) {
    const roles = ["read", "press", "write", "admin"];
    return this.state === "open" && roles.indexOf(this.role) >= roles.indexOf(role);
  }

  /** Asks the daemon; the result, or a ProtocolError. */
  request(method, params = {}) {
    if (this.state !== "open") return Promise.reject(lostError());
    return this.#ask(method, params);
  }

  /** The traits without those that an older daemon would refuse. */
  known(traits) {
    if (this.capabilities.has("environment")) return traits;
    const { locale, reduceMotion, boldText, ...rest } = traits;
    return rest;
  }

  /** The images that the daemon keeps. */
  get images() { return Images.of(this.#url.href); }

  /** The looks of buttons for some traits. */
  looks(traits = {}) {
    const key = JSON.stringify(traits);
    let looks = this.#looks.get(key);
    if (!looks) {
      looks = new Looks(this, traits);
      this.#looks.set(key, looks);
    }
    return looks;
  }

  #ask(method, params) {
    this.#lastID += 1;
    const id = this.#lastID;
    this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #open() {
    clearTimeout(this.#retry);
    if (this.#sendsToken && !/^[!#-'*+.^_`|~\w-]*$/.test(this.#token)) {
      // No browser would offer it to a gateway. The page listens before it is notified.
      this.#sendsToken = false;
      setTimeout(() => this.#refuse("the token is wrong: it is 64 hexadecimal digits"));
    }
    const sentToken = this.#sendsToken;
    const socket = this.#newSocket(sentToken ? this.#token : "");
    this.#socket = socket;
    let didOpen = false;
    socket.addEventListener("open", () => {
      didOpen = true;
      if (socket === this.#socket) this.#didOpen(socket, sentToken);
      else socket.close();
    });
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#take(event.data);
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.#socket) this.#didClose(event, didOpen);
    });
  }

  #newSocket(token) {
    return new WebSocket(this.#url, token ? ["buttond.1", `token.${token}`] : ["buttond.1"]);
  }

  /** Whether the gateway opens a WebSocket; told once that one is gone again. */
  #opens(token) {
    return new Promise((resolve) => {
      const socket = this.#newSocket(token);
      let didOpen = false;
      socket.addEventListener("open", () => {
        didOpen = true;
        socket.close();
      });
      socket.addEventListener("close", () => resolve(didOpen));
    });
  }

  async #didOpen(socket, sentToken) {
    this.#heard = performance.now();
    try {
      const hello = await this.#ask("hello", { client: "live-button" });
      if (socket !== this.#socket) return;
      this.role = hello.role;
      this.limits = hello.limits;
      this.capabilities = new Set(hello.capabilities);
      if (sentToken) this.refusal = null;
      this.problem = this.refusal?.message ?? null;
      this.#attempts = 0;
      this.#setState("open");
      for (const looks of this.#looks.values()) looks.resume();
      this.images.resume();
    } catch (error) {
      if (socket === this.#socket) this.problem = error.message;
    }
  }

  #didClose(event, didOpen) {
    this.#socket = null;
    for (const { reject } of this.#waiting.values()) reject(lostError());
    this.#waiting.clear();
    if (event.reason) this.problem = event.reason;
    // The gateway that comes back may take the token again.
    if (didOpen) this.#sendsToken = true;
    // One that has more pages than places is not to go on exchanging one for the other.
    if (event.code === CROWDED) this.#attempts = Math.max(this.#attempts, 5);
    this.#setState("lost");
    const delay = Math.min(10_000, 200 * 2 ** this.#attempts) * (0.5 + Math.random() / 2);
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.#open(), delay);
    if (!didOpen) this.#findProblem();
  }

  /** A browser does not tell why a WebSocket was refused: asks otherwise. */
  async #findProblem() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const isOwn = this.#url.host === location.host;
    await (isOwn ? this.#askGateway() : this.#tryGateway());
    this.#isAsking = false;
    this.dispatchEvent(new Event("change"));
  }

  /** The gateway's own page may ask with an ordinary request. */
  async #askGateway() {
    const token = this.#sendsToken ? this.#token : "";
    const address = new URL("/healthz", location.href);
    try {
      const headers = token ? { Authorization: `Bearer ${token}` } : {};
      const answer = await fetch(address, { headers });
      if (answer.ok) return;
      const text = (await answer.text()).trim();
      // Without the token it is refused for another reason, such as the name of the host.
      if (answer.status === 403 && token && (await fetch(address)).status !== 403) this.#refuse(text);
      else this.problem = text;
    } catch {
      this.problem = "the gateway does not answer";
    }
  }

  /**
   * A page of another origin can but try: a gateway that opens without the token, and then still does
   * not open with it, refuses it. In between it may have been away for a moment.
   */
  async #tryGateway() {
    const token = this.#sendsToken ? this.#token : "";
    if (!token || !(await this.#opens(""))) {
      this.problem =
        `${this.#url.host} does not answer, or is not started with --origin ${location.origin}`;
    } else if (!(await this.#opens(token)) && this.state !== "open") {
      this.#refuse("the token is wrong: it changes with each start of the gateway");
    }
  }

  /**
   * Goes on without the token, to look at least, until the next connection is lost; tells the page once while
   * the token is refused.
   */
  #refuse(text) {
    this.#sendsToken = false;
    this.problem = text;
    if (!this.refusal) {
      this.refusal = new ProtocolError({ code: -32003, message: text, data: { reason: "forbidden" } });
      console.warn(`live-button: ${text}`);
      this.dispatchEvent(new CustomEvent("refused", { detail: text }));
      document.dispatchEvent(
        new CustomEvent("live-button-refused", { detail: this.refusal, bubbles: true }));
      this.dispatchEvent(new Event("change"));
    }
    if (this.state !== "lost") return;
    this.#attempts = 0;
    this.#open();
  }

  #setState(state) {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }

  #checkPulse() {
    if (this.state !== "open") return;
    const silence = performance.now() - this.#heard;
    if (silence > 40_000) this.#socket?.close();
    else if (silence > 15_000) this.#ask("ping", {}).catch(() => {});
  }

  #take(text) {
    this.#heard = performance.now();
    let message;
    try { message = JSON.parse(text); } catch { return; }
    if (message.method) {
      if (message.method === "buttons.updated") {
        for (const looks of this.#looks.values()) looks.take(message.params);
      }
      this.dispatchEvent(new CustomEvent(message.method, { detail: message.params }));
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (!waiting) {
      if (!message.error) return;
      // The daemon does not know whose line it could not read.
      this.problem = message.error.message;
      for (const { reject } of this.#waiting.values()) reject(new ProtocolError(message.error));
      this.#waiting.clear();
      return;
    }
    this.#waiting.delete(message.id);
    if (message.error) waiting.reject(new ProtocolError(message.error));
    else waiting.resolve(message.result);
  }
}

function lostError() {
  return new ProtocolError({ code: 0, message: "there is no connection to the daemon" });
}

/** The looks of a page's buttons, of one set of traits: one subscription for all who want to know. */
export class Looks {
  #connection;
  #traits;
  #listeners = new Map();
  #listenersToAll = new Set();
  #held = new Map();
  #subscription = null;
  /** What the subscription is about, as JSON. */
  #match = null;
  #mark = null;
  #parts = null;
  #isPlanning = false;

  /** Why there are none. */
  problem = null;

  constructor(connection, traits) {
    this.#connection = connection;
    this.#traits = traits;
  }

  /** Tells a listener a button's record, now if it is known and whenever it changes; null: none. */
  watch(id, listener) {
    let listeners = this.#listeners.get(id);
    if (!listeners) {
      listeners = new Set();
      this.#listeners.set(id, listeners);
    }
    listeners.add(listener);
    if (this.#held.has(id)) listener({ ...this.#held.get(id), transaction: undefined });
    else if (this.#subscription && this.#match === '"*"') listener(null);
    this.#plan();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id);
      this.#plan();
    };
  }

  /** Tells a listener of every button: with its record when it changes, with null when it is gone. */
  watchAll(listener) {
    this.#listenersToAll.add(listener);
    for (const [id, record] of this.#held) listener(id, record);
    this.#plan();
    return () => {
      this.#listenersToAll.delete(listener);
      this.#plan();
    };
  }

  /** Takes up the subscription again on a new connection, from the last frame that is held. */
  resume() {
    const match = this.#match;
    this.#subscription = null;
    this.#match = null;
    this.#parts = null;
    this.#subscribe(match !== null && match === this.#wish() ? this.#mark : null);
  }

  /** Takes a notification. */
  take(update) {
    if (update.subscription === this.#subscription) this.#takePart(update);
  }

  /** Waits until all elements of this moment have said what they want. */
  #plan() {
    if (this.#isPlanning) return;
    this.#isPlanning = true;
    queueMicrotask(() => {
      this.#isPlanning = false;
      if (this.#wish() !== this.#match) this.#subscribe(null);
    });
  }

  #wish() {
    if (this.#listenersToAll.size > 0) return '"*"';
    if (this.#listeners.size === 0) return null;
    return JSON.stringify([...this.#listeners.keys()].sort());
  }

  async #subscribe(since) {
    const connection = this.#connection;
    if (connection.state !== "open") return;
    const match = this.#wish();
    const old = this.#subscription;
    this.#match = match;
    if (match === null) {
      this.#subscription = null;
      this.#held.clear();
      if (old) connection.request("unsubscribe", { subscription: old }).catch(() => {});
      return;
    }
    const params = { match: JSON.parse(match), maxRate: 60, traits: connection.known(this.#traits) };
    if (since) params.since = since;
    try {
      const answer = await connection.request("buttons.subscribe", params);
      if (this.#match !== match) {
        // Somebody wanted something else meanwhile, and that answer is on its way.
        if (answer.subscription !== this.#subscription) {
          connection.request("unsubscribe", { subscription: answer.subscription }).catch(() => {});
        }
        return;
      }
      if (old && old !== answer.subscription) {
        connection.request("unsubscribe", { subscription: old }).catch(() => {});
      }
      this.problem = null;
      this.#subscription = answer.subscription;
      this.#mark = { epoch: answer.epoch, tick: answer.tick };
      this.#takePart(answer);
    } catch (error) {
      this.problem = error.message;
      connection.dispatchEvent(new CustomEvent("problem", { detail: error }));
    }
  }

  #takePart(part) {
    if (!this.#parts || part.snapshot) {
      this.#parts = { snapshot: part.snapshot === true, buttons: new Map(), removed: new Set() };
    }
    for (const id of part.removed ?? []) {
      this.#parts.buttons.delete(id);
      this.#parts.removed.add(id);
    }
    for (const record of part.buttons ?? []) {
      this.#parts.removed.delete(record.id);
      this.#parts.buttons.set(record.id, record);
    }
    if (part.more) return;
    const { snapshot, buttons, removed } = this.#parts;
    this.#parts = null;
    this.#mark = { epoch: part.epoch ?? this.#mark.epoch, tick: part.tick };
    if (snapshot) {
      for (const id of this.#held.keys()) if (!buttons.has(id)) removed.add(id);
      for (const id of this.#listeners.keys()) if (!buttons.has(id)) removed.add(id);
    }
    for (const id of removed) this.#tell(id, null);
    for (const [id, record] of buttons) this.#tell(id, record);
  }

  #tell(id, record) {
    if (record) this.#held.set(id, record);
    else this.#held.delete(id);
    for (const listener of this.#listeners.get(id) ?? []) listener(record);
    for (const listener of this.#listenersToAll) listener(id, record);
  }
}

// Images that the daemon keeps.

/** The name of such an image is the hash of its bytes: it never changes. */
export const KEPT_IMAGE = /^sha256:[\da-f]{64}$/;
/** A page gets no other type under an address of its own. */
const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"];
/** Bytes of images above which those that are not on show are dropped. */
const IMAGE_BYTES = 64 << 20;
/** Images on their way at once: looks wait behind them. */
const IMAGE_REQUESTS = 4;
/** Milliseconds between two requests for an image that is absent. */
const IMAGE_PAUSE = 1000;

/** The bytes of a Base64 text. */
function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** Fails unless the browser can draw what is at an address. */
function tryToDraw(url) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = resolve;
    image.onerror = reject;
    image.src = url;
  });
}

/** The images of a gateway's daemon, for all elements of the page: each is fetched once. */
class Images {
  static #gateways = new Map();
  /** Images that are there but not on show, those that have been so for longest first. */
  static #unused = new Set();
  static #bytes = 0;
  static #trimming = 0;
  #images = new Map();
  /** Those that wait for their request. */
  #wanted = new Set();
  #requests = 0;

  /** The images of the gateway at an address. */
  static of(gateway) {
    let images = Images.#gateways.get(gateway);
    if (!images) {
      images = new Images();
      Images.#gateways.set(gateway, images);
    }
    return images;
  }

  /**
   * An image that is on show from now on: its address, null while it is not there, and whether it is absent.
   * The listener hears of changes. Every `show` needs its `hide`.
   */
  show(name, connection, listener) {
    let image = this.#images.get(name);
    if (!image) {
      image = {
        images: this, name, url: null, isAbsent: false, bytes: 0, isAsked: false, askedAt: -Infinity, timer: 0,
        listeners: new Map(),
      };
      this.#images.set(name, image);
    }
    image.listeners.set(listener, connection);
    Images.#unused.delete(image);
    this.ask(image);
    return image;
  }

  /** The image is not on show there any more. */
  hide(image, listener) {
    image.listeners.delete(listener);
    if (image.listeners.size === 0) this.#release(image);
  }

  /** Asks for an image that is not there; for one that is absent after a pause. */
  ask(image) {
    if (image.url || image.isAsked || image.timer) return;
    const pause = image.askedAt + IMAGE_PAUSE - performance.now();
    if (pause <= 0) return this.#want(image);
    image.timer = setTimeout(() => {
      image.timer = 0;
      if (image.listeners.size > 0) this.#want(image);
    }, pause);
  }

  /** Asks on a new connection for all that is not there. */
  resume() {
    for (const image of this.#images.values()) this.#want(image);
  }

  #want(image) {
    if (image.url || image.isAsked) return;
    this.#wanted.add(image);
    this.#askNext();
  }

  #askNext() {
    for (const image of this.#wanted) {
      if (this.#requests === IMAGE_REQUESTS) return;
      this.#wanted.delete(image);
      const connection = [...image.listeners.values()].find((each) => each.state === "open");
      if (connection) this.#fetch(image, connection);
    }
  }

  async #fetch(image, connection) {
    this.#requests += 1;
    image.isAsked = true;
    image.askedAt = performance.now();
    try {
      await this.#take(image, await connection.request("images.get", { image: image.name }));
      image.isAbsent = false;
    } catch (error) {
      if (error instanceof ProtocolError && error.code === 0) this.#wanted.add(image);
      else image.isAbsent = true;
    }
    image.isAsked = false;
    this.#requests -= 1;
    if (image.listeners.size === 0) this.#release(image);
    for (const listener of [...image.listeners.keys()]) listener();
    this.#askNext();
  }

  async #take(image, { type, data }) {
    if (!IMAGE_TYPES.includes(type)) throw new TypeError(`${image.name} is of the type ${type}`);
    const bytes = bytesOf(data);
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    try {
      await tryToDraw(url);
    } catch (error) {
      URL.revokeObjectURL(url);
      throw error;
    }
    image.url = url;
    image.bytes = bytes.length;
    Images.#bytes += image.bytes;
    Images.#trim();
  }

  /** Nobody shows the image: keeps it if it is there, else forgets it. */
  #release(image) {
    if (image.url) {
      Images.#unused.add(image);
      Images.#trim();
      return;
    }
    clearTimeout(image.timer);
    image.timer = 0;
    this.#wanted.delete(image);
    if (!image.isAsked) this.#images.delete(image.name);
  }

  /** Drops what is too much; not at once, as an element that moves in the page shows its images again. */
  static #trim() {
    Images.#trimming ||= setTimeout(() => {
      Images.#trimming = 0;
      Images.#drop();
    });
  }

  static #drop() {
    for (const image of Images.#unused) {
      if (Images.#bytes <= IMAGE_BYTES) return;
      Images.#unused.delete(image);
      image.images.#images.delete(image.name);
      Images.#bytes -= image.bytes;
      URL.revokeObjectURL(image.url);
    }
  }
}
