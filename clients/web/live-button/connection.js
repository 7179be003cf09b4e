// The connection of a page: a session over a WebSocket, one message a frame; the looks and the images that come over it.

// What a page shares with programs: scripts/install puts clients/node there.
import { Client } from "./client.js";
import { AnswerTimeout, ConnectionLost, Forbidden, Refused } from "./errors.js";

/** The code with which a gateway closes a connection whose place another one needs. */
const CROWDED = 1008;
/** Milliseconds after which a page tries to have such a place again. */
const CROWDED_PAUSE = 6_400;
/** Milliseconds that a WebSocket has to open, and a question why it does not. */
const OPENING_TIME = 20_000;
const QUESTION_TIME = 5_000;
/** Milliseconds of silence after which a connection is asked for a sign of life, and those that it has for one. */
const SILENCE = 15_000;
const ANSWER_TIME = 25_000;
/** The same when somebody waits: has come back to the page, or has pressed something. */
const HURRIED_SILENCE = 1_000;
const HURRIED_ANSWER_TIME = 5_000;
/** Milliseconds after which looks that were refused are asked for again. */
const REFUSED_PAUSE = 10_000;
/** Milliseconds that a connection stays which nobody uses. */
const UNUSED_TIME = 8_000;

const connections = new Map();
/** The elements of the page, wherever they are in it. */
export const elements = new Set();
export const defaults = { gateway: new URL("../", import.meta.url).href, token: "", traits: "" };

/** What elements use that have no attributes gateway, token or traits. */
export function configure({ gateway, token, traits }) {
  if (gateway !== undefined) defaults.gateway = gateway;
  if (token !== undefined) defaults.token = token ?? "";
  if (traits !== undefined) defaults.traits = traits ?? "";
  for (const element of elements) element.refresh();
}

/** The WebSocket of a gateway. */
function addressOf(gateway) {
  const url = new URL("ws", new URL(gateway, document.baseURI));
  url.protocol = url.protocol.replace("http", "ws");
  return url;
}

/** A refusal that the page itself pronounces. */
export const forbidden = (text) => new Forbidden(-32003, text, { reason: "forbidden" });

/** A gateway whose token may be wrong. */
class Gateway {
  #url;
  #token;

  constructor(gateway, token) {
    this.#url = addressOf(gateway);
    this.#token = token ?? "";
  }

  get href() { return this.#url.href; }

  /** Whether a browser can offer the token. */
  get hasUsableToken() { return /^[!#-'*+.^_`|~\w-]*$/.test(this.#token); }

  open(sendsToken) {
    const offered = sendsToken && this.#token ? ["buttond.1", `token.${this.#token}`] : ["buttond.1"];
    const socket = new WebSocket(this.#url, offered);
    const timer = setTimeout(() => socket.close(), OPENING_TIME);
    for (const name of ["open", "close"]) socket.addEventListener(name, () => clearTimeout(timer));
    return socket;
  }

  /** Whether it opens a WebSocket; told once that one is gone again. */
  #opens(sendsToken) {
    return new Promise((resolve) => {
      const socket = this.open(sendsToken);
      let didOpen = false;
      socket.addEventListener("open", () => {
        didOpen = true;
        socket.close();
      });
      socket.addEventListener("close", () => resolve(didOpen));
    });
  }

  /** Why it opens no WebSocket, which a browser does not tell: what to say, and whether it is the token. */
  problem(sendsToken) {
    const offersToken = sendsToken && this.#token !== "";
    return this.#url.host === location.host ? this.#ask(offersToken) : this.#try(offersToken);
  }

  /** The gateway's own page may ask with an ordinary request. */
  async #ask(offersToken) {
    const address = new URL("healthz", this.#url);
    address.protocol = address.protocol.replace("ws", "http");
    const ask = (headers) => fetch(address, { headers, signal: AbortSignal.timeout(QUESTION_TIME) });
    try {
      const answer = await ask(offersToken ? { Authorization: `Bearer ${this.#token}` } : {});
      if (answer.ok) return { text: "the gateway did not answer for a moment" };
      const text = (await answer.text()).trim();
      // Without the token it is refused for another reason, such as the name of the host.
      const isToken = answer.status === 403 && offersToken && (await ask({})).status !== 403;
      return { text, isToken };
    } catch {
      return { text: "the gateway does not answer" };
    }
  }

  /**
   * A page of another origin can but try: a gateway that opens without the token, and then still does
   * not open with it, refuses it. In between it may have been away for a moment.
   */
  async #try(offersToken) {
    if (!offersToken || !(await this.#opens(false))) {
      const text = `${this.#url.host} does not answer, or is not started with --origin ${location.origin}`;
      return { text };
    }
    if (await this.#opens(true)) return { text: "the gateway did not answer for a moment" };
    return { text: "the token is wrong: it changes with each start of the gateway", isToken: true };
  }
}

/** Opens a WebSocket for a session, with the token or without. */
function dial(gateway, sendsToken, { take, ended }) {
  return new Promise((resolve, reject) => {
    if (sendsToken && !gateway.hasUsableToken) {
      // The page listens before it is notified.
      return setTimeout(() => reject(forbidden("the token is wrong: it is 64 hexadecimal digits")));
    }
    const socket = gateway.open(sendsToken);
    let didOpen = false;
    socket.addEventListener("open", () => {
      didOpen = true;
      resolve({ send: (text) => socket.send(text), close: () => socket.close() });
    });
    socket.addEventListener("message", (event) => take(event.data));
    socket.addEventListener("close", async (event) => {
      // One that has more pages than places is not to go on exchanging one for the other.
      if (didOpen) return ended(event.code === CROWDED ? CROWDED_PAUSE : 0, event.reason);
      const { text, isToken } = await gateway.problem(sendsToken);
      reject(isToken ? forbidden(text) : new Error(text));
    });
  });
}

/**
 * A client of the page's gateway, or another; `options` as for programs: name, role, require, timeout, wait,
 * reconnect.
 */
export async function connect({ gateway = defaults.gateway, token = defaults.token, ...options } = {}) {
  const place = new Gateway(gateway, token);
  return new Client((link) => dial(place, true, link), { ...options, name: options.name ?? "page" })._open();
}

/** A connection to a gateway that comes back by itself; events: change, refused, problem, and notifications. */
export class Connection extends EventTarget {
  #gateway;
  #looks = new Map();
  #heard = 0;
  #answerTimer = null;
  /** Whether the next WebSocket is opened with the token: not while the gateway refuses it. */
  #sendsToken = true;
  #sentToken = false;
  /** How many elements use it; infinitely many once a script has asked for it. */
  #users = 0;
  #unusedTimer = 0;
  /** Ends what listens and ticks for it. */
  #life = new AbortController();

  /** What a program has: `set`, `changes`, `call` and so on wait while the daemon is away. */
  client;
  /** connecting, open or lost. */
  state = "connecting";
  /** Why there is no connection, as far as that can be known. */
  problem = null;
  /** Why the gateway refuses the token, as a Forbidden; null while it does not. */
  refusal = null;

  /** The connection of this page to a gateway; made when it is asked for the first time. */
  static to(gateway = defaults.gateway, token = defaults.token) {
    return Connection._for(gateway, token, Infinity);
  }

  /** The same for some users, each of whom leaves once. */
  static _for(gateway, token, users) {
    const key = `${gateway} ${token ?? ""}`;
    let connection = connections.get(key);
    if (!connection) {
      connection = new Connection(gateway, token);
      connections.set(key, connection);
      connection.#life.signal.addEventListener("abort", () => connections.delete(key));
    }
    connection.#users += users;
    return connection;
  }

  constructor(gateway, token) {
    super();
    this.#gateway = new Gateway(gateway, token);
    const options = { name: "live-button", wait: Infinity, pauses: [200, 10_000] };
    this.client = new Client((link) => this.#dial(link), options, {
      greeted: () => this.#greeted(),
      lost: (complaint) => {
        if (complaint instanceof Refused) this.problem = complaint.detail;
        this.#setState("lost");
      },
      end: (error) => {
        this.problem = error.detail;
        this.#setState("lost");
      },
      heard: (method, params) => this.dispatchEvent(new CustomEvent(method, { detail: params })),
    });
    this.client._open().catch(() => {}); // closed by the page
    const pulse = setInterval(() => this.#checkPulse(), 10_000);
    const { signal } = this.#life;
    signal.addEventListener("abort", () => clearInterval(pulse));
    const hurry = () => {
      if (document.visibilityState === "hidden") return;
      if (this.state === "lost") this.client._hurry();
      else this.#probe(HURRIED_ANSWER_TIME);
    };
    addEventListener("online", hurry, { signal });
    document.addEventListener("visibilitychange", hurry, { signal });
  }

  /** One user less; without any it ends, not at once, as others may come. */
  _leave() {
    this.#users -= 1;
    clearTimeout(this.#unusedTimer);
    this.#unusedTimer = setTimeout(() => {
      if (this.#users > 0) return;
      this.#life.abort();
      this.client.close();
    }, UNUSED_TIME);
  }

  /** What this connection may do, once the daemon has said so. */
  get role() { return this.client.server?.role ?? null; }

  /** Whether presses are allowed. */
  get mayPress() { return this.state === "open" && this.role !== "read"; }

  /** Whether a role is enough. */
  may(role) {
    const roles = ["read", "press", "write", "admin"];
    return this.state === "open" && roles.indexOf(this.role) >= roles.indexOf(role);
  }

  /** Asks the daemon, unless there is no connection now. */
  request(method, params = {}) {
    if (this.state === "open") {
      this.#expectAnswer();
      return this.client.call(method, params);
    }
    return Promise.reject(new ConnectionLost("there is no connection to the daemon"));
  }

  /** The images that the daemon keeps. */
  get images() { return Images.of(this.#gateway.href); }

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

  async #dial({ take, ended }) {
    const sendsToken = this.#sendsToken;
    try {
      const link = await dial(this.#gateway, sendsToken, {
        take: (text) => {
          this.#heard = performance.now();
          take(text);
        },
        ended: (pause, reason) => {
          if (reason) this.problem = reason;
          // The gateway that comes back may take the token again.
          this.#sendsToken = true;
          ended(pause);
        },
      });
      this.#heard = performance.now();
      this.#sentToken = sendsToken;
      return link;
    } catch (error) {
      this.problem = error.detail ?? error.message;
      if (!(error instanceof Forbidden)) {
        this.#sendsToken = true;
        throw error;
      }
      this.#refuse(error);
      return this.#dial({ take, ended });
    }
  }

  #greeted() {
    if (this.#sentToken) this.refusal = null;
    this.problem = this.refusal?.detail ?? null;
    this.#setState("open");
    for (const looks of this.#looks.values()) looks.resume();
    this.images.resume();
  }

  /** Goes on without the token, to look at least, until the next connection is lost; tells the page once. */
  #refuse(error) {
    this.#sendsToken = false;
    this.problem = error.detail;
    if (this.refusal) return;
    this.refusal = error;
    console.warn(`live-button: ${error.detail}`);
    this.dispatchEvent(new CustomEvent("refused", { detail: error.detail }));
    document.dispatchEvent(new CustomEvent("live-button-refused", { detail: error, bubbles: true }));
    this.dispatchEvent(new Event("change"));
  }

  #setState(state) {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }

  #checkPulse() {
    if (performance.now() - this.#heard > SILENCE) this.#probe(ANSWER_TIME);
  }

  /** A press without an answer shows soon that the daemon hangs. */
  #expectAnswer() {
    const asked = performance.now();
    this.#answerTimer ??= setTimeout(() => {
      this.#answerTimer = null;
      if (this.#heard <= asked) this.#probe(HURRIED_ANSWER_TIME);
    }, HURRIED_SILENCE);
  }

  /** Asks for a sign of life. Silence by itself says nothing: a page that is not seen is woken once a minute. */
  #probe(timeout) {
    if (!this.client.isConnected) return;
    const asked = performance.now();
    this.client.call("ping", {}, { timeout }).catch((error) => {
      if (error instanceof AnswerTimeout && this.#heard <= asked) this.client._reconnect();
    });
  }
}

/** The looks of a page's buttons, of one set of traits: one subscription for all who want to know. */
export class Looks {
  #connection;
  #traits;
  #listeners = new Map();
  #listenersToAll = new Set();
  #held = new Map();
  /** The subscription, and what it is about, as JSON. */
  #frames = null;
  #match = null;
  /** Whether what is not held is not there. */
  #isComplete = false;
  #isPlanning = false;
  #retry = 0;

  /** Why there are none. */
  problem = null;

  constructor(connection, traits) {
    this.#connection = connection;
    this.#traits = traits;
  }

  /**
   * Tells a listener a button's record, now if it is known and whenever it changes; null: there is none; undefined: it
   * is not known any more.
   */
  watch(id, listener) {
    let listeners = this.#listeners.get(id);
    if (!listeners) {
      listeners = new Set();
      this.#listeners.set(id, listeners);
    }
    listeners.add(listener);
    const record = this.#held.get(id);
    if (record) listener({ ...record, transaction: undefined });
    else if (this.#isComplete) listener(null);
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
    for (const [id, record] of this.#held) if (record) listener(id, record);
    this.#plan();
    return () => {
      this.#listenersToAll.delete(listener);
      this.#plan();
    };
  }

  /** Subscribes on a new connection again if that was refused; else the session does. */
  resume() {
    if (!this.#frames) this.#plan();
  }

  /** Waits until all elements of this moment have said what they want. */
  #plan() {
    if (this.#isPlanning) return;
    this.#isPlanning = true;
    queueMicrotask(() => {
      this.#isPlanning = false;
      if (this.#wish() !== this.#match) this.#follow();
    });
  }

  #wish() {
    if (this.#listenersToAll.size > 0) return '"*"';
    if (this.#listeners.size === 0) return null;
    return JSON.stringify([...this.#listeners.keys()].sort());
  }

  async #follow() {
    this.#frames?.close();
    this.#frames = null;
    this.#isComplete = false;
    this.#match = this.#wish();
    if (this.#match === null) return this.#held.clear();
    const { client } = this.#connection;
    let frames = null;
    try {
      frames = client.buttons(JSON.parse(this.#match), { maxRate: 60, traits: this.#traits });
      this.#frames = frames;
      for (;;) this.#take(await frames.next());
    } catch (error) {
      if (frames !== this.#frames) return;
      this.#frames = null;
      this.#match = null;
      clearTimeout(this.#retry);
      if (error instanceof Refused) {
        this.#forget();
        // What is too much now need not be for ever.
        this.#retry = setTimeout(() => this.resume(), REFUSED_PAUSE);
      }
      if (this.problem === error.message) return;
      this.problem = error.message;
      this.#connection.dispatchEvent(new CustomEvent("problem", { detail: error }));
      if (!(error instanceof Refused)) return;
      console.warn(`live-button: ${error.detail}`);
      document.dispatchEvent(new CustomEvent("live-button-refused", { detail: error, bubbles: true }));
    }
  }

  #take({ isSnapshot, removed, buttons }) {
    this.problem = null;
    if (isSnapshot) {
      this.#isComplete = this.#match === '"*"';
      removed = [...this.#held.keys(), ...this.#listeners.keys()].filter((id) => !buttons.has(id));
    }
    for (const id of new Set(removed)) this.#tell(id, null);
    for (const [id, record] of buttons) this.#tell(id, record);
  }

  /** Nobody says any more how the buttons look. Which there were is kept, to tell later which of them are gone. */
  #forget() {
    this.#isComplete = false;
    for (const id of this.#held.keys()) this.#held.set(id, undefined);
    for (const listeners of this.#listeners.values()) {
      for (const listener of listeners) tell(listener, undefined);
    }
  }

  #tell(id, record) {
    if (record) this.#held.set(id, record);
    else this.#held.delete(id);
    for (const listener of this.#listeners.get(id) ?? []) tell(listener, record);
    for (const listener of this.#listenersToAll) tell(listener, id, record);
  }
}

/** A listener that fails is the page's business, and nobody else's. */
function tell(listener, ...what) {
  try {
    listener(...what);
  } catch (error) {
    reportError(error);
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
      const kept = await connection.client.image(image.name);
      if (kept) await this.#take(image, kept);
      image.isAbsent = !kept;
    } catch {
      image.isAbsent = true;
    }
    image.isAsked = false;
    this.#requests -= 1;
    if (image.listeners.size === 0) this.#release(image);
    for (const listener of [...image.listeners.keys()]) listener();
    this.#askNext();
  }

  async #take(image, { type, bytes }) {
    if (!IMAGE_TYPES.includes(type)) throw new TypeError(`${image.name} is of the type ${type}`);
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
