// <live-button button="ID">: a button of buttond on any page.
//
// One module without dependencies. All elements of a page that name the same gateway and token share
// one connection, and those that also have the same traits share one subscription. What a button looks
// like, and whether it is pressed, is the daemon's to say: this file draws looks, moves from one to the
// next as their transactions tell, and reports what pointers and keys do.
//
// Attributes
//   button    the button's id
//   gateway   the gateway's address; unless given, where this file comes from
//   token     what lets the page press; see also configure()
//   traits    words that fix how it is drawn: light, dark, high, rightToLeft, XL, #RRGGBB…; unless
//             given, those of configure(). The reader's preferences decide what is left out
//   images    where images beyond the built-in ones are: "icons/" makes name "till" icons/till.svg;
//             images that the daemon keeps (sha256:…) come over the connection
//   toggle    says that the button is one that stays in, so that screen readers are told
//
// Parts for styling: button, face, background, progress, content, image, title, run, subtitle, menu, menu-item.
// The attribute data-state is waiting, live, stale (not connected), refused (the gateway does not take the
// token) or missing (no such button).

// ---------------------------------------------------------------------------------------------
// How things move: the share of the way that is done after some seconds.

const BEZIERS = {
  linear: [0, 0, 1, 1],
  easeIn: [0.42, 0, 1, 1],
  easeOut: [0, 0, 0.58, 1],
  easeInOut: [0.42, 0, 0.58, 1],
};

/** Seconds after which any animation is taken to be over. */
const LONGEST = 10;

/** The motion of a weight of 1 on a spring, let go at 0 and drawn to 1. */
function springProgress(response, damping, seconds) {
  if (seconds <= 0) return 0;
  if (!(response > 0)) return 1;
  const angle = ((2 * Math.PI) / response) * seconds;
  if (damping < 1) {
    const root = Math.sqrt((1 - damping) * (1 + damping));
    const swing = Math.cos(root * angle) + (damping / root) * Math.sin(root * angle);
    return 1 - Math.exp(-damping * angle) * swing;
  }
  if (damping === 1) return 1 - (1 + angle) * Math.exp(-angle);
  const root = Math.sqrt((damping - 1) * (damping + 1));
  const fading = -Math.expm1(-2 * root * angle);
  const slow = Math.exp(-angle / (damping + root));
  return 1 - (slow * (2 - fading + (damping / root) * fading)) / 2;
}

/** The height of a cubic curve from (0, 0) to (1, 1) at a width of x. */
function bezierProgress([x1, y1, x2, y2], x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const at = (a, b, t) => 3 * a * t * (1 - t) ** 2 + 3 * b * t ** 2 * (1 - t) + t ** 3;
  let low = 0;
  let high = 1;
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (at(x1, x2, middle) < x) low = middle;
    else high = middle;
  }
  return at(y1, y2, (low + high) / 2);
}

/** How far a transaction's animation has come after some seconds: 0 at first, 1 in the end. */
export function progress(animation, seconds) {
  if (animation.curve === "spring") {
    return springProgress(animation.response, animation.dampingFraction, seconds);
  }
  const duration = (animation.durationMs ?? 350) / 1000;
  if (duration <= 0) return 1;
  return bezierProgress(BEZIERS[animation.curve] ?? BEZIERS.easeInOut, seconds / duration);
}

/** Whether an animation is over: a spring when its swing is too small to be seen. */
export function isOver(animation, seconds) {
  if (seconds >= LONGEST) return true;
  if (animation.curve !== "spring") return seconds * 1000 >= (animation.durationMs ?? 350);
  if (!(animation.response > 0)) return true;
  const angle = ((2 * Math.PI) / animation.response) * seconds;
  const damping = animation.dampingFraction;
  if (damping < 1) return Math.exp(-damping * angle) / Math.sqrt(1 - damping ** 2) < 0.001;
  return 1 - springProgress(animation.response, damping, seconds) < 0.001;
}

// ---------------------------------------------------------------------------------------------
// A look as numbers, so that it can be anywhere between two looks.

const COLORS = [
  "titleColor", "subtitleColor", "imageColor", "activityIndicatorColor", "indicatorColor",
  "progressColor", "backgroundColor", "strokeColor", "shadowColor",
];
/** Lengths and factors with what they are when a look leaves them out. */
const NUMBERS = {
  opacity: 1, scale: 1, cornerRadius: 0, strokeWidth: 0, strokeOutset: 0, shadowRadius: 0,
  shadowX: 0, shadowY: 0, backgroundInsetTop: 0, backgroundInsetLeading: 0,
  backgroundInsetBottom: 0, backgroundInsetTrailing: 0, insetTop: 0, insetLeading: 0, insetBottom: 0, insetTrailing: 0,
  imagePadding: 0, imageReservation: 0, imageSize: 0, progress: 0, titlePadding: 1, titleFontSize: 17,
  subtitleFontSize: 15,
};
/** An image's side in the title's font size, where no look says how large it is. */
const IMAGE_SCALE = 1.2;
const PLACES = new Map();
for (const name of Object.keys(NUMBERS)) PLACES.set(name, PLACES.size);
const FIRST_COLOR = PLACES.size;
COLORS.forEach((name, index) => PLACES.set(name, FIRST_COLOR + index * 4));
const SIZE = FIRST_COLOR + COLORS.length * 4;
/** What still moves when a label's contents do not: opacity and scale. */
const EFFECTS = [PLACES.get("opacity"), PLACES.get("scale")];

/** The numbers of a look; colours multiplied by their alpha, so that clear has no hue of its own. */
function numbersOf(look) {
  const numbers = new Float64Array(SIZE);
  for (const [name, fallback] of Object.entries(NUMBERS)) {
    numbers[PLACES.get(name)] = look[name] ?? fallback;
  }
  numbers[PLACES.get("imageSize")] ||= numberAt(numbers, "titleFontSize") * IMAGE_SCALE;
  for (const name of COLORS) {
    const value = Number.parseInt((look[name] ?? "#00000000").slice(1), 16) || 0;
    const alpha = (value & 0xff) / 255;
    const place = PLACES.get(name);
    numbers[place] = (value >>> 24) * alpha;
    numbers[place + 1] = ((value >>> 16) & 0xff) * alpha;
    numbers[place + 2] = ((value >>> 8) & 0xff) * alpha;
    numbers[place + 3] = alpha;
  }
  return numbers;
}

function colorAt(numbers, name) {
  const place = PLACES.get(name);
  const alpha = Math.min(1, Math.max(0, numbers[place + 3]));
  if (alpha === 0) return "transparent";
  const channel = (offset) =>
    Math.round(Math.min(255, Math.max(0, numbers[place + offset] / numbers[place + 3])));
  return `rgba(${channel(0)}, ${channel(1)}, ${channel(2)}, ${Math.round(alpha * 1000) / 1000})`;
}

const numberAt = (numbers, name) => numbers[PLACES.get(name)];

/**
 * Where a look is on its way. Every change adds what it changes as a difference that fades; several
 * may be on their way at once, so a change in mid-swing goes on without a jolt.
 */
class Motion {
  #target = null;
  #layers = [];

  get isMoving() { return this.#layers.length > 0; }

  /** Heads for a look; at once unless there is an animation. */
  aim(look, transaction, now) {
    const numbers = numbersOf(look);
    const before = this.#target;
    this.#target = numbers;
    const animation = transaction?.disablesAnimations ? undefined : transaction?.animation;
    if (!before || !animation) {
      this.#layers = [];
      return;
    }
    const difference = new Float64Array(SIZE);
    if (transaction.animatesContent === false) {
      for (const place of EFFECTS) difference[place] = before[place] - numbers[place];
      this.#layers = this.#layers.map((layer) => {
        const rest = new Float64Array(SIZE);
        for (const place of EFFECTS) rest[place] = layer.difference[place];
        return { ...layer, difference: rest };
      });
    } else {
      for (let place = 0; place < SIZE; place += 1) difference[place] = before[place] - numbers[place];
    }
    this.#layers.push({ difference, animation, start: now });
  }

  /** Ends all motion where it was to end. */
  finish() { this.#layers = []; }

  /** The numbers at a time in milliseconds. */
  at(now) {
    this.#layers = this.#layers.filter(
      (layer) => !isOver(layer.animation, (now - layer.start) / 1000));
    if (this.#layers.length === 0) return this.#target;
    const numbers = Float64Array.from(this.#target);
    for (const layer of this.#layers) {
      const left = 1 - progress(layer.animation, Math.max(0, now - layer.start) / 1000);
      for (let place = 0; place < SIZE; place += 1) numbers[place] += layer.difference[place] * left;
    }
    return numbers;
  }
}

/** One clock for all elements that move. */
const moving = new Set();
let isTicking = false;

function tickWith(element) {
  moving.add(element);
  if (isTicking) return;
  isTicking = true;
  const tick = (now) => {
    for (const each of [...moving]) {
      if (!each.showMotion(now)) moving.delete(each);
    }
    isTicking = moving.size > 0;
    if (isTicking) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

// ---------------------------------------------------------------------------------------------
// The connection: the daemon's protocol over a WebSocket, one message a line.

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
const defaults = { gateway: new URL("/", import.meta.url).href, token: "", traits: "" };

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

// ---------------------------------------------------------------------------------------------
// Images that the daemon keeps.

/** The name of such an image is the hash of its bytes: it never changes. */
const KEPT_IMAGE = /^sha256:[\da-f]{64}$/;
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

// ---------------------------------------------------------------------------------------------
// Drawing.

const WEIGHTS = {
  ultraLight: 100, thin: 200, light: 300, regular: 400, medium: 500, semibold: 600, bold: 700,
  heavy: 800, black: 900,
};
/** Line heights of the text styles, as multiples of their size. */
const LINES = {
  largeTitle: 41 / 34, title: 34 / 28, title2: 28 / 22, title3: 25 / 20, headline: 22 / 17,
  body: 22 / 17, callout: 21 / 16, subheadline: 20 / 15, footnote: 18 / 13, caption: 16 / 12,
  caption2: 13 / 11,
};
/** How wide the lines of an image are by its weight, in a square of 24. */
const LINE_WIDTHS = {
  ultraLight: 0.8, thin: 1.1, light: 1.5, regular: 2, medium: 2.3, semibold: 2.6, bold: 3, heavy: 3.4,
  black: 3.8,
};
/** The colours of images that have such of nature, by the beginnings of their names. */
const OWN_COLORS = {
  bell: "#FFCC00", bolt: "#FFCC00", exclamationmark: "#FFCC00", flame: "#FF9500", folder: "#32ADE6",
  gift: "#AF52DE", heart: "#FF2D55", leaf: "#34C759", leaves: "#34C759", lightbulb: "#FFCC00",
  phone: "#34C759", star: "#FFCC00", tag: "#FF9500", trash: "#FF3B30", wifi: "#007AFF",
};
/** The fonts of the designs, by what systems call theirs. */
const FAMILIES = {
  rounded: 'ui-rounded, "SF Pro Rounded", "Arial Rounded MT Bold", Nunito, Quicksand, "Varela Round", sans-serif',
  serif: 'ui-serif, "New York", Georgia, "Times New Roman", "Liberation Serif", "DejaVu Serif", serif',
  monospaced:
    'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
};
const ALIGNMENTS = { leading: "start", center: "center", trailing: "end" };
/** The same as sides: a text has its own direction, but stands where the button's direction has it. */
const SIDES = {
  ltr: { start: "left", center: "center", end: "right" },
  rtl: { start: "right", center: "center", end: "left" },
};
const DIRECTIONS = { leading: "row", trailing: "row-reverse", top: "column", bottom: "column-reverse" };

/** How a background image fills its place: its size and where it is. */
const CONTENT_MODES = {
  scaleToFill: ["100% 100%", "center"], scaleAspectFit: ["contain", "center"],
  scaleAspectFill: ["cover", "center"], center: ["auto", "center"], top: ["auto", "top"],
  bottom: ["auto", "bottom"], left: ["auto", "left"], right: ["auto", "right"],
  topLeft: ["auto", "top left"], topRight: ["auto", "top right"],
  bottomLeft: ["auto", "bottom left"], bottomRight: ["auto", "bottom right"],
};

/**
 * Images by name, in a square of 24: paths that are drawn as lines, and paths that are filled. The same as
 * those of `buttonctl render`; any page may add its own.
 */
export const icons = {
  "arrow.clockwise": ["M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5"],
  "arrow.counterclockwise": ["M4.5 12a7.5 7.5 0 1 0 2.2-5.3L4.5 9M4.5 4v5h5"],
  "arrow.down": ["M12 5v14M6 13l6 6 6-6"],
  "arrow.left": ["M19 12H5M11 6l-6 6 6 6"],
  "arrow.right": ["M5 12h14M13 6l6 6-6 6"],
  "arrow.up": ["M12 19V5M6 11l6-6 6 6"],
  "bag": ["M5 8h14l1 12.5H4zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5"],
  "bag.fill": ["M8.5 8V7a3.5 3.5 0 0 1 7 0v1", "M5 8h14l1 12.5H4z"],
  "bell": ["M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 20.8a2.2 2.2 0 0 0 4 0"],
  "bell.fill": ["M10 20.8a2.2 2.2 0 0 0 4 0", "M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15z"],
  "bolt": ["M13 2.5L5 13.5h6l-1 8 8-11h-6z"],
  "bolt.fill": ["", "M13 2.5L5 13.5h6l-1 8 8-11h-6z"],
  "calendar": ["M4 6h16v14.5H4zM4 10.5h16M8.5 3.5V7M15.5 3.5V7"],
  "camera": ["M3 7.5h4.5l1.5-3h6l1.5 3H21v12H3zM12 9.7a3.6 3.6 0 1 0 0 7.2a3.6 3.6 0 1 0 0-7.2z"],
  "cart": ["M3 4h2.5l2.2 11h10.1l2.2-8H6.3", "M9 17.8a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2zM17 17.8a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2z"],
  "cart.badge.plus": ["M3 4h2.5l2.2 11h10.1l2.2-8H6.3M13.5 8.5v5M11 11h5", "M9 17.8a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2zM17 17.8a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2z"],
  "cart.fill": ["M3 4h2.5l2.2 11h10.1l2.2-8H6.3", "M9 17.8a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2zM17 17.8a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2zM6.3 7H20l-2.2 8H7.7z"],
  "checkmark": ["M4.5 12.5l5 5 10-11"],
  "checkmark.circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM8 12.3l3 3 5.2-6"],
  "chevron.down": ["M5 9l7 7 7-7"],
  "chevron.left": ["M15 5l-7 7 7 7"],
  "chevron.right": ["M9 5l7 7-7 7"],
  "chevron.up": ["M5 15l7-7 7 7"],
  "chevron.up.chevron.down": ["M8 9.5l4-4 4 4M8 14.5l4 4 4-4"],
  "circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z"],
  "circle.fill": ["", "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z"],
  "clock": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 7v5.3l3.5 2"],
  "creditcard": ["M3 6h18v12.5H3zM3 10h18M6.5 15h3"],
  "doc": ["M6 3h8l4.5 4.5V21H6zM14 3v4.5h4.5"],
  "ellipsis": ["", "M5 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4zM12 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4zM19 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4z"],
  "envelope": ["M3 5.5h18v13H3zM3.5 6.5L12 13l8.5-6.5"],
  "exclamationmark.triangle": ["M12 4l9.5 16.5h-19zM12 10v5M12 17.6v.2"],
  "exclamationmark.triangle.fill": ["", "M12 4l9.5 16.5h-19zM11 9.5h2V15h-2zM11 16.5h2v2h-2z"],
  "flame": ["M12 2.5c1 4 6 6 6 11.5a6 6 0 0 1-12 0c0-2.5 1.3-4 2.5-5.5.2 2 .8 2.8 1.8 3.3C9.8 8.5 10.5 5 12 2.5z"],
  "flame.fill": ["", "M12 2.5c1 4 6 6 6 11.5a6 6 0 0 1-12 0c0-2.5 1.3-4 2.5-5.5.2 2 .8 2.8 1.8 3.3C9.8 8.5 10.5 5 12 2.5z"],
  "folder": ["M3 6h6.5l2 2.5H21v11H3z"],
  "gear": ["M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7zM12 2.8v2.7M12 18.5v2.7M2.8 12h2.7M18.5 12h2.7M5.5 5.5l1.9 1.9M16.6 16.6l1.9 1.9M18.5 5.5l-1.9 1.9M7.4 16.6l-1.9 1.9"],
  "gearshape": ["M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7zM12 2.8v2.7M12 18.5v2.7M2.8 12h2.7M18.5 12h2.7M5.5 5.5l1.9 1.9M16.6 16.6l1.9 1.9M18.5 5.5l-1.9 1.9M7.4 16.6l-1.9 1.9"],
  "gift": ["M3.5 8h17v4h-17zM5 12h14v8.5H5zM12 8v12.5M12 8C8 8 6.5 3.5 9.3 3.5 11.3 3.5 12 8 12 8zM12 8c4 0 5.5-4.5 2.7-4.5C12.7 3.5 12 8 12 8z"],
  "heart": ["M12 20.5C6 16 3 12.7 3 9.2A4.7 4.7 0 0 1 12 7.4 4.7 4.7 0 0 1 21 9.2C21 12.7 18 16 12 20.5z"],
  "heart.fill": ["", "M12 20.5C6 16 3 12.7 3 9.2A4.7 4.7 0 0 1 12 7.4 4.7 4.7 0 0 1 21 9.2C21 12.7 18 16 12 20.5z"],
  "house": ["M4 11.5L12 4.5l8 7V20h-5.5v-5h-5v5H4z"],
  "house.fill": ["", "M4 11.5L12 4.5l8 7V20h-5.5v-5h-5v5H4z"],
  "info.circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 11v5.5M12 7.6v.2"],
  "leaf": ["M4 20c1-9 6-15 16-16 0 10-4 16-11 15.5C7 19.3 6 18 6 16.5M5 19c2-5 5-8 9-10"],
  "leaves": ["M4 20c1-9 6-15 16-16 0 10-4 16-11 15.5C7 19.3 6 18 6 16.5M5 19c2-5 5-8 9-10"],
  "lightbulb": ["M9 17c0-2-3-3.5-3-7.5a6 6 0 0 1 12 0c0 4-3 5.5-3 7.5zM10 20.5h4"],
  "lock": ["M5 11h14v9.5H5zM8 11V7.5a4 4 0 0 1 8 0V11"],
  "lock.fill": ["M8 11V7.5a4 4 0 0 1 8 0V11", "M5 11h14v9.5H5z"],
  "lock.open": ["M5 11h14v9.5H5zM8 11V7.5a4 4 0 0 1 7.8-1.2"],
  "magnifyingglass": ["M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13zM15.3 15.3l5 5"],
  "mic": ["M12 3.5a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0v-5a3 3 0 0 0-3-3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3"],
  "minus": ["M5 12h14"],
  "minus.circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM8 12h8"],
  "pause": ["M8.5 5v14M15.5 5v14"],
  "pause.fill": ["", "M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z"],
  "pencil": ["M4 20l1-4.5L16.5 4 20 7.5 8.5 19z"],
  "person": ["M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM4 20.5c0-4 3.4-6 8-6s8 2 8 6z"],
  "person.fill": ["", "M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM4 20.5c0-4 3.4-6 8-6s8 2 8 6z"],
  "phone": ["M6 3.5l3.5 1 1 4-2 2c1 2.2 2.8 4 5 5l2-2 4 1 1 3.5c0 1.5-1.5 2.5-3 2.5C10.5 20 4 13.5 3.5 6.5 3.5 5 4.5 3.5 6 3.5z"],
  "photo": ["M3 5h18v14H3zM4 17.5l5-6 3.5 4 3-3 4.5 5M15.5 8.7v.2"],
  "play": ["M7 4.5l12 7.5-12 7.5z"],
  "play.fill": ["", "M6.5 4l13 8-13 8z"],
  "plus": ["M12 5v14M5 12h14"],
  "plus.circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 8v8M8 12h8"],
  "power": ["M12 3v8.5M7 6a8 8 0 1 0 10 0"],
  "questionmark.circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM9.3 9.5a2.7 2.7 0 1 1 4 2.4c-1 .6-1.3 1-1.3 2M12 16.8v.2"],
  "record.circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z", "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8z"],
  "speaker": ["M4 9.5h3.5L12 5.5v13l-4.5-4H4z"],
  "speaker.slash": ["M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9.5l5 5M20.5 9.5l-5 5"],
  "speaker.wave.1": ["M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15 9.2a4 4 0 0 1 0 5.6"],
  "speaker.wave.2": ["M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15 9.2a4 4 0 0 1 0 5.6M17.7 6.5a7.8 7.8 0 0 1 0 11"],
  "square.and.arrow.down": ["M8 10H5v10.5h14V10h-3M12 3v12M8 11.5l4 3.8 4-3.8"],
  "square.and.arrow.up": ["M8 10H5v10.5h14V10h-3M12 15V3.5M8 7l4-3.8L16 7"],
  "star": ["M12 3l2.7 5.8 6.3.7-4.7 4.3 1.3 6.2-5.6-3.2-5.6 3.2 1.3-6.2L3 9.5l6.3-.7z"],
  "star.fill": ["", "M12 3l2.7 5.8 6.3.7-4.7 4.3 1.3 6.2-5.6-3.2-5.6 3.2 1.3-6.2L3 9.5l6.3-.7z"],
  "stop": ["M6 6h12v12H6z"],
  "stop.fill": ["", "M5.5 5.5h13v13h-13z"],
  "tag": ["M3.5 4h8l9 9-7.5 7.5-9.5-9zM8 8.3v.2"],
  "trash": ["M4 6.5h16M9.5 6.5v-3h5v3M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6"],
  "video": ["M3 7h11.5v10H3zM14.5 11l6.5-3.5v9L14.5 13"],
  "wifi": ["M3 9.5a13 13 0 0 1 18 0M6.5 13a8 8 0 0 1 11 0M9.8 16.5a3.2 3.2 0 0 1 4.4 0M12 19.8v.2"],
  "xmark": ["M6 6l12 12M18 6L6 18"],
  "xmark.circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM9 9l6 6M15 9l-6 6"],
};

/** The paths of an image; of a name such as cart.badge.gift that is unknown, those of its beginning. */
function iconOf(name) {
  for (let end = name.length; end > 0; end = name.lastIndexOf(".", end - 1)) {
    const beginning = name.slice(0, end);
    if (Object.hasOwn(icons, beginning)) return icons[beginning];
  }
  return null;
}

const SVG = "http://www.w3.org/2000/svg";

function svg(size, ...paths) {
  const image = document.createElementNS(SVG, "svg");
  image.setAttribute("viewBox", `0 0 ${size} ${size}`);
  image.setAttribute("aria-hidden", "true");
  for (const attributes of paths) {
    const path = document.createElementNS(SVG, "path");
    for (const [name, value] of Object.entries(attributes)) path.setAttribute(name, value);
    image.append(path);
  }
  return image;
}

const line = (d, width = 2) => ({
  d, fill: "none", stroke: "currentColor", "stroke-width": width, "stroke-linecap": "round",
  "stroke-linejoin": "round",
});

/** A built-in image. */
function symbol([lines, filled], width) {
  const paths = filled ? [{ d: filled, fill: "currentColor", "fill-rule": "evenodd" }] : [];
  if (lines) paths.push(line(lines, width));
  return svg(24, ...paths);
}

/** An image by its address for CSS, empty while it is awaited: in the text's colour, or in its own. */
function picture(address, isOriginal = false) {
  const image = document.createElement("span");
  image.className = "picture";
  image.classList.toggle("original", isOriginal);
  image.classList.toggle("awaited", address === "");
  if (address) image.style.setProperty("--picture", address);
  return image;
}

function spinner() {
  const spokes = [];
  for (let index = 0; index < 8; index += 1) {
    const angle = (index * Math.PI) / 4;
    const at = (radius) =>
      `${(12 + radius * Math.sin(angle)).toFixed(2)} ${(12 - radius * Math.cos(angle)).toFixed(2)}`;
    spokes.push({ ...line(`M${at(5.5)}L${at(10)}`, 2.2), opacity: String(0.2 + index * 0.11) });
  }
  return svg(24, ...spokes);
}

const CSS = `
  :host {
    display: inline-grid; vertical-align: middle; max-width: 100%;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  }
  :host([hidden]), [hidden] { display: none !important; }
  :host([data-wide]) { display: grid; }
  button {
    all: unset; box-sizing: border-box; position: relative; display: block; max-width: 100%;
    width: 100%; height: 100%;
    font-family: var(--live-button-font, system-ui, -apple-system, "Segoe UI", Roboto,
      "Helvetica Neue", "Liberation Sans", sans-serif);
    cursor: pointer; user-select: none; -webkit-user-select: none; -webkit-touch-callout: none;
    -webkit-tap-highlight-color: transparent; touch-action: none;
  }
  button[aria-disabled="true"], button[data-quiet] { cursor: default; }
  button:focus-visible { outline: 3px solid Highlight; outline-offset: 3px; }
  .face { position: relative; display: block; height: 100%; transform-origin: center; }
  .ground, .stroke { position: absolute; inset: 0; pointer-events: none; box-sizing: border-box; }
  .ground { overflow: hidden; }
  .progress { position: absolute; inset-block: 0; inset-inline-start: 0; box-sizing: border-box; }
  .stroke { border-style: solid; border-width: 0; }
  .content {
    position: relative; display: flex; align-items: center; justify-content: center;
    height: 100%; min-height: 1em; box-sizing: border-box;
  }
  .body { display: flex; align-items: center; justify-content: center; min-width: 0; flex: 1 1 auto; }
  .texts { display: flex; flex-direction: column; min-width: 0; }
  .title, .subtitle { display: block; min-width: 0; max-width: 100%; }
  [data-break="byWordWrapping"] { white-space: pre-line; overflow-wrap: anywhere; }
  [data-break="byCharWrapping"] { white-space: pre-line; word-break: break-all; }
  [data-break="byClipping"] { white-space: pre; overflow: hidden; text-overflow: clip; }
  [data-break="byTruncatingTail"], [data-break="byTruncatingMiddle"] > :first-child {
    white-space: pre; overflow: hidden; text-overflow: ellipsis;
  }
  [data-break="byTruncatingHead"] {
    white-space: pre; overflow: hidden; text-overflow: ellipsis; direction: rtl;
  }
  [data-break="byTruncatingHead"]:dir(rtl) { direction: ltr; }
  [data-break="byTruncatingHead"] > span { unicode-bidi: plaintext; }
  [data-break="byTruncatingMiddle"] { display: flex; white-space: pre; }
  [data-break="byTruncatingMiddle"] > :first-child { min-width: 0; }
  a { color: inherit; cursor: pointer; touch-action: auto; }
  a:focus-visible { outline: 2px solid Highlight; }
  .image { display: flex; align-items: center; justify-content: center; flex: none; }
  .image svg, .image .picture { width: 1.2em; height: 1.2em; display: block; }
  .picture { background: currentColor; mask: var(--picture) center / contain no-repeat; }
  .picture.awaited { visibility: hidden; }
  .letter { display: inline-block; white-space: pre; }
  .ground[data-material="glass"]::after {
    content: ""; position: absolute; inset: 0; border-radius: inherit;
    box-shadow: inset 0 1px 0 rgba(255, 255, 255, 0.45), inset 0 0 0 0.5px rgba(255, 255, 255, 0.3),
      inset 0 -1px 1px rgba(0, 0, 0, 0.06);
  }
  [data-effect="pulse"] { animation: pulse 1.6s ease-in-out infinite; }
  [data-effect="rotate"] { animation: spin 2s linear infinite; }
  [data-effect="breathe"] { animation: breathe 3s ease-in-out infinite; }
  [data-effect="variableColor"] {
    mask: linear-gradient(90deg, rgba(0, 0, 0, 0.35) 30%, #000 50%, rgba(0, 0, 0, 0.35) 70%) 0 0 / 300% 100%;
    animation: sweep 1.6s linear infinite;
  }
  .image .picture.original { background: var(--picture) center / contain no-repeat; mask: none; }
  .spins svg { animation: spin 1s steps(8) infinite; }
  .indicator { display: flex; flex: none; margin-inline-start: 6px; }
  .indicator svg { width: 1em; height: 1em; display: block; }
  .flag {
    position: absolute; inset-block-start: -3px; inset-inline-end: -3px; width: 9px; height: 9px;
    border-radius: 50%; background: #FF9500; border: 1.5px solid Canvas; display: none;
  }
  :host([data-trouble]) .flag { display: block; }
  :host([data-lost]) .flag { background: Canvas; border-color: #FF9500; }
  :host([data-lost]) .face { filter: opacity(0.55); }
  :host([data-state="waiting"]) .face { visibility: hidden; }
  :host([data-state="missing"]) button { border: 1.5px dashed GrayText; border-radius: 8px; }
  :host([data-state="missing"]) .face { visibility: hidden; }
  :host(:is([data-state="stale"], [data-state="refused"])) .face { filter: grayscale(0.85); }
  :host(:is([data-state="stale"], [data-state="refused"])) button { opacity: 0.5; }
  button[data-blank] { min-width: 64px; min-height: 36px; }
  :host([data-state="stale"]) button[data-blank] { border: 1.5px dashed GrayText; border-radius: 8px; }
  .menu {
    position: fixed; inset: auto; margin: 0; padding: 5px; border: 1px solid GrayText;
    border-radius: 10px; min-width: 160px; max-width: min(360px, 94vw); max-height: 80vh;
    overflow-y: auto; box-sizing: border-box; z-index: 2147483647; background: Canvas;
    color: CanvasText; box-shadow: 0 8px 28px rgba(0, 0, 0, 0.25);
    font: 15px/1.35 var(--live-button-font, system-ui, sans-serif);
  }
  .item {
    display: grid; grid-template-columns: 1.3em 1fr auto; gap: 6px; align-items: center;
    padding: 7px 10px; border-radius: 6px; cursor: pointer; outline: none; user-select: none;
  }
  .item svg, .item .picture { width: 1.1em; height: 1.1em; display: block; }
  .item:focus { background: Highlight; color: HighlightText; }
  .item[data-role="destructive"]:not(:focus) { color: light-dark(#C00012, #FF8078); }
  .item[aria-disabled="true"] { color: GrayText; cursor: default; }
  .item[aria-disabled="true"]:focus { background: none; outline: 2px solid GrayText; }
  @keyframes spin { to { transform: rotate(360deg); } }
  @keyframes pulse { 50% { opacity: 0.35; } }
  @keyframes breathe { 0%, 100% { transform: scale(0.94); } 50% { transform: scale(1.06); } }
  @keyframes sweep { from { mask-position: 100% 0; } to { mask-position: 0 0; } }
  @media (prefers-reduced-motion: reduce) { .spins svg, [data-effect] { animation: none; } }
  @media (prefers-reduced-transparency: reduce) { .ground { backdrop-filter: none !important; } }
  @media (forced-colors: active) {
    .ground { outline: 1px solid ButtonText; }
    .image .picture { forced-color-adjust: none; color: ButtonText; }
    [data-look~="highlighted"] .ground { outline-width: 3px; }
    [data-look~="disabled"] .ground { outline-color: GrayText; }
    [data-look~="disabled"] .content * { color: GrayText !important; }
    [data-look~="selected"] :is(.ground, .content) { forced-color-adjust: none; }
    [data-look~="selected"] .ground { background-color: Highlight !important; }
    [data-look~="selected"] .content * { color: HighlightText !important; }
    [data-look~="selected"][data-look~="disabled"] .ground { background-color: GrayText !important; }
    [data-look~="selected"][data-look~="disabled"] .content * { color: Canvas !important; }
    .progress {
      forced-color-adjust: none; background: none !important; border-block-end: 4px solid Highlight;
    }
    [data-look~="selected"] .progress { border-color: HighlightText; }
    .flag { forced-color-adjust: none; }
    .item { forced-color-adjust: none; }
    .item[data-role="destructive"]:not(:focus) { color: CanvasText; }
    .item:focus { outline: 2px solid Highlight; }
  }
`;
const sheet = new CSSStyleSheet();
sheet.replaceSync(CSS);

const template = document.createElement("template");
template.innerHTML = `
  <button type="button" part="button">
    <span class="face" part="face">
      <span class="ground" part="background"><span class="progress" part="progress"></span></span
      ><span class="stroke"></span>
      <span class="content" part="content"><span class="body"
        ><span class="image" part="image"></span><span class="texts"
          ><span class="title" part="title" dir="auto"></span><span class="subtitle" part="subtitle" dir="auto"></span
        ></span></span><span class="indicator"></span></span>
    </span>
    <span class="flag"></span>
  </button>
  <div class="menu" part="menu" role="menu" popover="manual" hidden></div>`;

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const prefersContrast = matchMedia("(prefers-contrast: more)");
const prefersStillness = matchMedia("(prefers-reduced-motion: reduce)");
for (const query of [prefersDark, prefersContrast, prefersStillness]) {
  query.addEventListener("change", () => {
    for (const element of elements) element.refresh();
  });
}
const elements = new Set();

// ---------------------------------------------------------------------------------------------
// Shortcuts: keys that press buttons.

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
/** Keys as browsers name them, by the names that looks use. */
const KEY_NAMES = {
  return: "Enter", escape: "Escape", space: " ", tab: "Tab", delete: "Backspace",
  forwarddelete: "Delete", up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft",
  right: "ArrowRight", home: "Home", end: "End", pageup: "PageUp", pagedown: "PageDown",
  plus: "+",
};

/** What a shortcut wants: the modifiers by their names in events, and the key. */
function shortcutParts(text) {
  const names = text.split("+");
  const key = names.pop();
  const isControl = names.includes("ctrl");
  const wantsMeta = names.includes("cmd") && (isApple || isControl);
  return {
    ctrlKey: isControl || (names.includes("cmd") && !wantsMeta), altKey: names.includes("alt"),
    shiftKey: names.includes("shift"), metaKey: wantsMeta,
    key: KEY_NAMES[key] ?? (/^f\d+$/.test(key) ? key.toUpperCase() : key),
  };
}

/** Whether an event is that of a shortcut. Shift changes the character of a key, and is not a mistake then. */
function isShortcut(text, event) {
  const wanted = shortcutParts(text);
  for (const name of ["ctrlKey", "altKey", "metaKey"]) if (event[name] !== wanted[name]) return false;
  const isKey = event.key === wanted.key || event.key.toLowerCase() === wanted.key;
  const isPlace = event.code === `Key${wanted.key.toUpperCase()}` || event.code === `Digit${wanted.key}`;
  if (isPlace) return event.shiftKey === wanted.shiftKey;
  const isSign = wanted.key.length === 1 && wanted.key !== " ";
  return isKey && (event.shiftKey === wanted.shiftKey || isSign);
}

/** A shortcut as aria-keyshortcuts has it. */
function spokenShortcut(text) {
  const wanted = shortcutParts(text);
  const modifiers = [
    wanted.ctrlKey && "Control", wanted.altKey && "Alt", wanted.shiftKey && "Shift",
    wanted.metaKey && "Meta",
  ];
  const key = { " ": "Space", "+": "Plus" }[wanted.key] ?? wanted.key;
  return [...modifiers.filter(Boolean), key.length === 1 ? key.toUpperCase() : key].join("+");
}

/** Whether a key without modifiers is for what has the focus: text that is typed, another control. */
function isTaken(event) {
  const target = event.composedPath()[0];
  if (event.ctrlKey || event.altKey || event.metaKey || !(target instanceof Element)) return false;
  if (target.isContentEditable || target.matches("input, textarea, select")) return true;
  return ["Enter", " "].includes(event.key) && target.matches("button, a[href], summary, [role]");
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.repeat || isTaken(event)) return;
  for (const element of document.querySelectorAll("live-button")) {
    const shortcut = element.appearance?.shortcut;
    if (!shortcut || !element.isUsable || !isShortcut(shortcut, event)) continue;
    event.preventDefault();
    element.press();
    return;
  }
});

/** The content sizes, and how large each draws body text, in points. */
const BODY_SIZES = {
  xS: 14, S: 15, M: 16, L: 17, XL: 19, XXL: 21, XXXL: 23, AX1: 28, AX2: 33, AX3: 40, AX4: 47, AX5: 53,
};
const SIZES = Object.keys(BODY_SIZES);
/** The text size of browsers whose reader has chosen none, in CSS pixels. */
const USUAL_TEXT_SIZE = 16;

/** The content size nearest to the text size that the reader has chosen in the browser. */
const chosenSize = (() => {
  const probe = document.createElement("span");
  probe.style.cssText = "position: absolute; visibility: hidden; font: medium serif";
  document.documentElement.append(probe);
  const chosen = Number.parseFloat(getComputedStyle(probe).fontSize) || USUAL_TEXT_SIZE;
  probe.remove();
  if (chosen === USUAL_TEXT_SIZE) return undefined;
  const wanted = (BODY_SIZES.L * chosen) / USUAL_TEXT_SIZE;
  const distanceTo = (name) => Math.abs(BODY_SIZES[name] - wanted);
  return SIZES.reduce((best, name) => (distanceTo(name) < distanceTo(best) ? name : best));
})();

/** The colours that have names. */
const NAMED_COLORS = [
  "tint", "white", "black", "clear", "systemBlue", "systemPink", "systemRed", "systemOrange",
  "systemYellow", "systemGreen", "systemIndigo", "systemPurple", "systemTeal", "systemMint",
  "systemCyan", "systemBrown", "systemGray", "systemGray2", "systemGray3", "systemGray4",
  "systemGray5", "systemGray6", "label", "secondaryLabel", "tertiaryLabel", "quaternaryLabel",
  "systemFill", "secondarySystemFill", "tertiarySystemFill", "quaternarySystemFill",
  "systemBackground", "separator",
];
const WORDS = [
  "light", "dark", "normal", "high", "leftToRight", "rightToLeft", "reduceMotion", "boldText", ...SIZES,
  ...NAMED_COLORS,
];
/** What a daemon takes for a language. */
const LANGUAGE = /^(?=.{2,35}$)[a-z]{2,8}([-_][a-z\d]{1,8})*$/i;

/** How many letters to insert, remove, replace or swap turn one word into the other. */
function distance(a, b) {
  let before = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        next[j] = Math.min(next[j], before[j - 2] + 1);
      }
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}

/** What is wrong with a word of `traits`; null for one that is known. */
function traitMistake(word) {
  if (WORDS.includes(word) || /^#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.test(word)) return null;
  const near = WORDS
    .map((known) => [distance(word.toLowerCase(), known.toLowerCase()), known])
    .sort((a, b) => a[0] - b[0])[0];
  const advice = near[0] <= (word.length + 1) / 3 ? `; did you mean '${near[1]}'?` : "";
  return `traits: '${word}' is not known${advice}`;
}

/** The words of an element's traits, or those of configure(). */
const traitWords = (element) => (element.getAttribute("traits") ?? defaults.traits).split(/\s+/);

/** The traits that an element asks for: its words, and the reader's preferences. */
export function traitsOf(element) {
  const traits = {
    userInterfaceStyle: prefersDark.matches ? "dark" : "light",
    contrast: prefersContrast.matches ? "high" : "normal",
    layoutDirection: getComputedStyle(element).direction === "rtl" ? "rightToLeft" : "leftToRight",
  };
  if (chosenSize) traits.contentSize = chosenSize;
  const language = element.closest("[lang]")?.lang ?? "";
  if (LANGUAGE.test(language)) traits.locale = language;
  if (prefersStillness.matches) traits.reduceMotion = true;
  for (const word of traitWords(element)) {
    if (word === "light" || word === "dark") traits.userInterfaceStyle = word;
    else if (word === "normal" || word === "high") traits.contrast = word;
    else if (word === "leftToRight" || word === "rightToLeft") traits.layoutDirection = word;
    else if (word === "reduceMotion" || word === "boldText") traits[word] = true;
    else if (SIZES.includes(word)) traits.contentSize = word;
    else if (word && !traitMistake(word)) traits.tint = word;
  }
  return traits;
}

/** Links that a page may open: they run nothing. */
const SAFE_LINK = /^(https?:\/\/|mailto:)[!-~]{1,2048}$/i;

/** The runs of a title between two of its characters. */
function runPieces(runs, titleColor, from, to) {
  const pieces = [];
  let place = 0;
  for (const run of runs) {
    const characters = [...run.text];
    const part = characters.slice(Math.max(0, from - place), Math.max(0, to - place)).join("");
    place += characters.length;
    if (part === "") continue;
    const isLink = SAFE_LINK.test(run.link ?? "");
    const piece = document.createElement(isLink ? "a" : "span");
    piece.part = "run";
    piece.textContent = part;
    if (isLink) {
      piece.href = run.link;
      piece.target = "_blank";
      piece.rel = "noopener noreferrer";
      piece.draggable = false;
    }
    // What has the title's colour moves with it.
    if (run.color !== titleColor) piece.style.color = run.color;
    piece.style.fontWeight = String(WEIGHTS[run.fontWeight] ?? 400);
    if (run.italic) piece.style.fontStyle = "italic";
    piece.style.textDecorationLine =
      [(run.underline || isLink) && "underline", run.strikethrough && "line-through"]
        .filter(Boolean).join(" ") || "none";
    pieces.push(piece);
  }
  return pieces;
}

/** The symbol effects that play once. */
const ONCE = {
  bounce: [
    { transform: "none" }, { transform: "translateY(-22%) scale(1.08)" },
    { transform: "translateY(4%) scale(0.98)" }, { transform: "none" },
  ],
  wiggle: [0, -12, 10, -8, 5, 0].map((angle) => ({ transform: `rotate(${angle}deg)` })),
};

/** Moves from one text to the next: the new one fades in, or the characters that differ roll in. */
function giveWay(element, before, text, { kind, duration }) {
  const timing = { duration, easing: "ease-out" };
  if (kind !== "numericText" || before === null) {
    element.animate([{ opacity: 0 }, { opacity: 1 }], timing);
    return;
  }
  const number = (words) => Number.parseFloat(words.replace(/[^\d.-]/g, "")) || 0;
  const from = number(text) < number(before) ? -0.7 : 0.7;
  const [old, letters] = [[...before], [...text]];
  const plain = [...element.childNodes];
  const rolling = letters.map((letter, index) => {
    const span = document.createElement("span");
    span.className = "letter";
    span.textContent = letter;
    // Numbers grow to the left.
    if (letter !== old[old.length - letters.length + index]) {
      span.animate(
        [{ transform: `translateY(${from}em)`, opacity: 0 }, { transform: "none", opacity: 1 }], timing);
    }
    return span;
  });
  element.replaceChildren(...rolling);
  Promise.allSettled(rolling.flatMap((span) => span.getAnimations()).map((each) => each.finished)).then(() => {
    if (rolling[0]?.parentNode === element) element.replaceChildren(...plain);
  });
}

/** The progress of a look in words; null where it shows none. */
const percentage = (look) =>
  (look?.progress === undefined ? null : `${Math.round(Math.min(1, Math.max(0, look.progress)) * 100)}%`);

/** Whether an event is a link's, which is not the button's to take. */
const isOnLink = (event) => event.composedPath().some((each) => each.localName === "a");

/** Milliseconds without connection before a button shows it: shorter breaks need not flicker. */
const PATIENCE = 600;

/** The element. */
export class LiveButton extends HTMLElement {
  static observedAttributes = ["button", "gateway", "token", "traits", "images", "toggle"];

  #parts = {};
  #motion = new Motion();
  #record = null;
  #connection = null;
  #leave = null;
  #key = null;
  #press = null;
  #longPress = 0;
  #isMenuOpen = false;
  #reported = null;
  /** A pointer is over it; the button of which the daemon was told so, or null. */
  #isPointed = false;
  #hovered = null;
  #staleTimer = null;
  /** Whether the connection has been away for longer than a short break. */
  #isCutOff = false;
  /** Whether the daemon has said that there is no such button. */
  #isMissing = false;
  #hasBeenSelected = false;
  #isRefreshing = false;
  #sizes = null;
  #drawnImage = null;
  /** By name, the images of the daemon that are on show, or awaited. */
  #images = new Map();
  /** How texts that change now give way: their kind and milliseconds; null: at once. */
  #transition = null;
  /** The symbol effect on show and its value; null before there is a look. */
  #effect = null;
  #checkedTraits = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.adoptedStyleSheets = [sheet];
    root.append(template.content.cloneNode(true));
    for (const name of [
      "button", ".face", ".ground", ".progress", ".stroke", ".content", ".body", ".image", ".texts", ".title",
      ".subtitle", ".indicator", ".menu",
    ]) {
      this.#parts[name.replace(".", "")] = root.querySelector(name);
    }
    this.#listen();
  }

  /** The look on show, as the daemon sent it; null while there is none. */
  get appearance() { return this.#record?.appearance ?? null; }

  /** What is wrong with the button, as the daemon sent it; null while all is well. */
  get status() { return this.#record?.status ?? null; }

  /** Whether it is shown and takes presses. */
  get isUsable() {
    const look = this.appearance;
    const isShown = this.checkVisibility?.() ?? this.getClientRects().length > 0;
    return Boolean(look) && look.isEnabled !== false && !look.isBusy && isShown;
  }

  /** Whether it is moving from one look to another. */
  get isMoving() { return this.#motion.isMoving; }

  /** Presses the button and lets it go, as a key would; or shows its menu, where a press does. */
  press() {
    if (this.#showsMenu) return this.#openMenu();
    if (this.#began(null)) this.#ended(null);
  }

  click() { this.press(); }

  connectedCallback() {
    elements.add(this);
    this.#showState();
    this.refresh();
  }

  disconnectedCallback() {
    elements.delete(this);
    this.#isPointed = false;
    this.#closeMenu(false);
    this.#cancelled();
    this.#detach();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.refresh();
  }

  /** Looks again at its attributes and at what the reader prefers. */
  refresh() {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    queueMicrotask(() => {
      this.#isRefreshing = false;
      if (this.isConnected) this.#attach();
    });
  }

  // Following a button

  /** Tells the page which words of its traits mean nothing: the button is drawn without them. */
  #checkTraits() {
    const words = traitWords(this);
    const text = words.join(" ");
    if (text === this.#checkedTraits) return;
    this.#checkedTraits = text;
    for (const word of words) {
      const message = word && traitMistake(word);
      if (!message) continue;
      console.warn(`live-button: ${message}`);
      this.#refused(
        new ProtocolError({ code: -32602, message, data: { reason: "invalidParams" } }));
    }
  }

  #attach() {
    this.#checkTraits();
    const id = this.getAttribute("button") ?? "";
    const gateway = this.getAttribute("gateway") ?? defaults.gateway;
    const token = this.getAttribute("token") ?? defaults.token;
    const traits = traitsOf(this);
    const key = JSON.stringify([id, gateway, token, traits]);
    if (key === this.#key) return this.#draw();
    this.#detach();
    this.#key = key;
    this.#parts.button.dir = traits.layoutDirection === "rightToLeft" ? "rtl" : "ltr";
    if (!/^[A-Za-z0-9._-]{1,128}$/.test(id)) return this.#take(null);
    const connection = Connection.to(gateway, token);
    this.#connection = connection;
    const change = () => this.#connectionDidChange();
    connection.addEventListener("change", change);
    const leave = connection.looks(traits).watch(id, (record) => this.#take(record));
    this.#leave = () => {
      connection.removeEventListener("change", change);
      leave();
    };
    change();
    // The look on show stays until there is another, and so do its images.
    if (this.#imageNames.length > 0) this.#draw();
  }

  #detach() {
    this.#hover(false);
    this.#holdImages([]);
    this.#leave?.();
    this.#leave = null;
    this.#key = null;
    this.#connection = null;
    this.#reported = null;
    clearTimeout(this.#staleTimer);
    this.#staleTimer = null;
  }

  #connectionDidChange() {
    const { button } = this.#parts;
    if (this.#connection?.state === "open") {
      clearTimeout(this.#staleTimer);
      this.#staleTimer = null;
      this.#isCutOff = false;
    } else {
      this.#press = null;
      this.#reported = null;
      this.#hovered = null;
      this.#staleTimer ??= setTimeout(() => {
        this.#isCutOff = true;
        this.#showState();
        this.#describe();
      }, PATIENCE);
    }
    button.toggleAttribute("data-quiet", this.#connection?.role === "read");
    this.#showState();
    this.#describe();
  }

  /** Shows how the button is doing, whatever it looks like. */
  #showState() {
    const state =
      this.#isCutOff ? "stale"
      : this.#isMissing ? "missing"
      : !this.#record ? "waiting"
      : this.#connection?.refusal ? "refused"
      : "live";
    if (this.dataset.state !== state) this.dataset.state = state;
    this.#parts.button.toggleAttribute("data-blank", !this.#record);
  }

  #take(record) {
    const before = this.#record;
    this.#record = record;
    this.#isMissing = !record;
    this.#showState();
    this.toggleAttribute("data-trouble", Boolean(record?.status));
    this.toggleAttribute("data-lost", Boolean(record?.status?.keys));
    if (!record) {
      this.#hovered = null;
      this.#closeMenu(false);
      this.#holdImages([]);
      this.#describe();
      return;
    }
    if (this.#isPointed) this.#hover(true);
    const now = performance.now();
    const transaction = before && !prefersStillness.matches ? record.transaction : undefined;
    const kind = record.appearance.contentTransition;
    const mayMove = !record.transaction?.disablesAnimations
      && record.transaction?.animatesContent !== false && !traitsOf(this).reduceMotion;
    this.#transition =
      before && kind && mayMove ? { kind, duration: record.transaction?.animation?.durationMs ?? 350 } : null;
    const same = before && JSON.stringify(before.appearance) === JSON.stringify(record.appearance);
    if (!same || !this.#motion.at(now)) {
      this.#motion.aim(record.appearance, transaction, now);
      this.#draw();
      for (const image of this.#images.values()) image.images.ask(image);
      this.#transition = null;
    } else {
      this.#describe();
    }
    this.dispatchEvent(new CustomEvent("live-button-look", { detail: record, bubbles: true }));
  }

  // Drawing

  #draw() {
    const look = this.#record?.appearance;
    this.#holdImages(this.#imageNames);
    if (!look) return this.#describe();
    const { body, texts, title, subtitle } = this.#parts;
    const placement = look.imagePlacement ?? "leading";
    body.style.flexDirection = DIRECTIONS[placement];
    this.toggleAttribute("data-wide", look.isFullWidth === true && !look.isCircle);
    const hasImage = look.imageName || look.showsActivityIndicator;
    const isBeside = hasImage && (placement === "leading" || placement === "trailing");
    const automatic = isBeside && look.subtitle ? "start" : "center";
    const alignment = ALIGNMENTS[look.titleAlignment] ?? automatic;
    texts.style.alignItems = alignment;
    texts.style.textAlign = SIDES[this.#parts.button.dir || "ltr"][alignment];
    this.#drawText(title, look.title, look.titleLineBreakMode, look.titleRuns, look.titleColor);
    this.#drawText(subtitle, look.subtitle, look.subtitleLineBreakMode);
    texts.hidden = !look.title && !look.subtitle;
    title.style.fontWeight = String(WEIGHTS[look.titleFontWeight] ?? 400);
    title.style.lineHeight = String(LINES[look.titleTextStyle] ?? LINES.body);
    subtitle.style.lineHeight = String(LINES[look.subtitleTextStyle] ?? LINES.subheadline);
    for (const [element, name] of [[title, "title"], [subtitle, "subtitle"]]) {
      element.style.fontFamily = FAMILIES[look[`${name}FontDesign`]] ?? "";
      element.style.fontStyle = look[`${name}Italic`] ? "italic" : "";
      element.style.fontVariantNumeric = look[`${name}MonospacedDigits`] ? "tabular-nums" : "";
    }
    title.style.textDecorationLine =
      [look.titleUnderline && "underline", look.titleStrikethrough && "line-through"]
        .filter(Boolean).join(" ") || "none";
    subtitle.style.fontWeight = String(WEIGHTS[look.subtitleFontWeight] ?? 400);
    subtitle.style.textDecorationLine =
      [look.subtitleUnderline && "underline", look.subtitleStrikethrough && "line-through"]
        .filter(Boolean).join(" ") || "none";
    this.#drawImage(look);
    this.#updateMenu();
    this.#parts.ground.dataset.material = look.material ?? "";
    this.#parts.ground.style.backdropFilter = look.material ? "blur(20px) saturate(1.6)" : "";
    const backdrop = this.#pictureOf(look.backgroundImageName) ?? "";
    this.#parts.ground.style.backgroundImage = backdrop;
    const [size, position] = CONTENT_MODES[look.backgroundImageContentMode] ?? CONTENT_MODES.scaleToFill;
    this.#parts.ground.style.backgroundSize = backdrop ? size : "";
    this.#parts.ground.style.backgroundPosition = backdrop ? position : "";
    this.#parts.ground.style.backgroundRepeat = backdrop ? "no-repeat" : "";
    if (prefersStillness.matches) this.#motion.finish();
    this.#describe();
    this.showMotion(performance.now());
    if (this.#motion.isMoving) tickWith(this);
  }

  #drawText(element, text = "", mode = "byWordWrapping", runs = null, color = null) {
    element.hidden = text === "";
    const key = runs ? JSON.stringify([runs, color]) : text;
    if (element.dataset.break === mode && element.dataset.text === key) return;
    const before = element.dataset.text;
    element.dataset.break = mode;
    element.dataset.text = key;
    const characters = [...text];
    const span = (from, to = characters.length) => {
      const piece = document.createElement("span");
      if (runs) piece.append(...runPieces(runs, color, from, to));
      else piece.textContent = characters.slice(from, to).join("");
      return piece;
    };
    if (mode === "byTruncatingMiddle") {
      const end = Math.min(8, Math.floor(characters.length / 2));
      const cut = characters.length - end;
      element.replaceChildren(span(0, cut), span(cut));
    } else {
      element.replaceChildren(span(0));
    }
    if (before && this.#transition) giveWay(element, runs ? null : before, text, this.#transition);
  }

  /** The names of the daemon's images that are to be on show. */
  get #imageNames() {
    const look = this.appearance;
    const menu = this.#isMenuOpen ? look?.menu ?? [] : [];
    const names = [look?.imageName, look?.backgroundImageName, ...menu.map((entry) => entry.image)];
    return names.filter((name) => KEPT_IMAGE.test(name));
  }

  /** Shows these images of the daemon, and no others. */
  #holdImages(names) {
    const connection = this.#connection;
    for (const [name, image] of this.#images) {
      if (names.includes(name)) continue;
      this.#images.delete(name);
      image.images.hide(image, this.#imageDidChange);
    }
    for (const name of names) {
      if (!connection || this.#images.has(name)) continue;
      this.#images.set(name, connection.images.show(name, connection, this.#imageDidChange));
    }
  }

  #imageDidChange = () => this.#draw();

  /** The address for CSS of an image that is not built in; empty: it is awaited; null: there is none. */
  #pictureOf(name) {
    if (!name) return null;
    if (KEPT_IMAGE.test(name)) {
      const image = this.#images.get(name);
      return image?.url ? `url("${image.url}")` : image?.isAbsent ? null : "";
    }
    const images = this.getAttribute("images");
    return images === null ? null : pictureURL(images, name);
  }

  #drawImage(look) {
    const { image, indicator } = this.#parts;
    const address = this.#pictureOf(look.imageName);
    const kind = look.showsActivityIndicator ? "spinner" : look.imageName ? `image ${look.imageName}` : "";
    const width = LINE_WIDTHS[look.imageWeight] ?? LINE_WIDTHS.regular;
    const isOriginal = look.imageRenderingMode === "original";
    const key = `${kind} ${address} ${width} ${isOriginal} ${look.indicator ?? "none"}`;
    image.hidden = kind === "";
    const isStill = traitsOf(this).reduceMotion === true;
    this.#playEffect(look.imageName && !isStill ? look.symbolEffect ?? "" : "", look.symbolEffectValue);
    image.classList.toggle("spins", kind === "spinner");
    if (key === this.#drawnImage) return;
    this.#drawnImage = key;
    image.replaceChildren();
    if (kind === "spinner") {
      image.append(spinner());
    } else if (kind && iconOf(look.imageName)) {
      const drawing = symbol(iconOf(look.imageName), width);
      const first = look.imageName.split(".")[0];
      if (isOriginal && Object.hasOwn(OWN_COLORS, first)) {
        drawing.classList.add("original");
        drawing.style.color = OWN_COLORS[first];
      }
      image.append(drawing);
    } else if (kind && address !== null) {
      image.append(picture(address, isOriginal));
    } else if (kind) {
      image.append(svg(24, { ...line("M4 4h16v16H4z", 1.5), "stroke-dasharray": "3 3" }));
    }
    indicator.replaceChildren();
    indicator.hidden = look.indicator !== "popup";
    if (look.indicator === "popup") indicator.append(svg(24, line(icons["chevron.up.chevron.down"][0])));
  }

  /** Has the image move; an effect that plays once does so when it or its value changes. */
  #playEffect(effect, value = "") {
    const { image } = this.#parts;
    const key = `${effect} ${value}`;
    const isNew = this.#effect !== null && this.#effect !== key;
    this.#effect = key;
    if (image.dataset.effect !== effect) image.dataset.effect = effect;
    if (isNew && ONCE[effect]) image.animate(ONCE[effect], { duration: 500, easing: "ease-out" });
  }

  /** Shows where the motion is; false when it is over. */
  showMotion(now) {
    const numbers = this.#motion.at(now);
    const look = this.#record?.appearance;
    if (!numbers || !look) return false;
    const n = (name) => numberAt(numbers, name);
    const px = (value) => `${Math.round(value * 1000) / 1000}px`;
    const {
      button, face, ground, progress: done, stroke, content, body, image, texts, title, subtitle, indicator,
    } = this.#parts;
    face.style.opacity = n("opacity") === 1 ? "" : String(Math.min(1, Math.max(0, n("opacity"))));
    face.style.transform = n("scale") === 1 ? "" : `scale(${n("scale")})`;
    content.style.paddingBlock = `${px(Math.max(0, n("insetTop")))} ${px(Math.max(0, n("insetBottom")))}`;
    content.style.paddingInline =
      `${px(Math.max(0, n("insetLeading")))} ${px(Math.max(0, n("insetTrailing")))}`;
    content.style.fontSize = px(n("titleFontSize"));
    title.style.fontSize = px(n("titleFontSize"));
    title.style.color = colorAt(numbers, "titleColor");
    subtitle.style.fontSize = px(n("subtitleFontSize"));
    subtitle.style.color = colorAt(numbers, "subtitleColor");
    texts.style.rowGap = px(n("titlePadding"));
    // A spinner, which fills its place, keeps clear of a text that asks for no space.
    const padding = n("imagePadding") || (look.showsActivityIndicator ? 6 : 0);
    body.style.gap = texts.hidden ? "" : px(padding);
    image.style.color =
      colorAt(numbers, look.showsActivityIndicator ? "activityIndicatorColor" : "imageColor");
    image.style.fontSize =
      look.imageSize || this.#motion.isMoving ? px(Math.max(0, n("imageSize")) / IMAGE_SCALE) : "";
    const original = look.imageRenderingMode === "original" ? image.querySelector(".original") : null;
    if (original) original.style.opacity = String(numbers[PLACES.get("imageColor") + 3]);
    const isColumn = look.imagePlacement === "top" || look.imagePlacement === "bottom";
    image.style.minWidth = isColumn ? "" : px(n("imageReservation"));
    image.style.minHeight = isColumn ? px(n("imageReservation")) : "";
    indicator.style.color = colorAt(numbers, "indicatorColor");
    face.style.aspectRatio = look.isCircle ? "1" : "";
    const insets = Math.max(0, n("insetTop")) + Math.max(0, n("insetBottom"));
    face.style.minWidth = look.isCircle ? px(body.offsetHeight + insets) : "";
    const isCapsule = look.cornerShape === "capsule";
    const radius = isCapsule ? "9999px" : px(Math.max(0, n("cornerRadius")));
    ground.style.backgroundColor = colorAt(numbers, "backgroundColor");
    ground.style.borderRadius = radius;
    button.style.borderRadius = radius;
    done.hidden = numbers[PLACES.get("progressColor") + 3] <= 0;
    if (!done.hidden) {
      done.style.backgroundColor = colorAt(numbers, "progressColor");
      done.style.inlineSize = `${Math.round(Math.min(1, Math.max(0, n("progress"))) * 100_000) / 1000}%`;
    }
    const isSeen =
      numbers[PLACES.get("backgroundColor") + 3] > 0 || look.material || look.backgroundImageName;
    const hasShadow = isSeen && numbers[PLACES.get("shadowColor") + 3] > 0;
    ground.style.boxShadow = hasShadow
      ? `${px(n("shadowX"))} ${px(n("shadowY"))} ${px(Math.max(0, n("shadowRadius")))} `
        + colorAt(numbers, "shadowColor")
      : "";
    const outset = n("strokeOutset");
    const edges = (grown) => ({
      block: `${px(n("backgroundInsetTop") - grown)} ${px(n("backgroundInsetBottom") - grown)}`,
      inline: `${px(n("backgroundInsetLeading") - grown)} ${px(n("backgroundInsetTrailing") - grown)}`,
    });
    for (const [part, grown] of [[ground, 0], [stroke, outset]]) {
      const { block, inline } = edges(grown);
      part.style.insetBlock = block;
      part.style.insetInline = inline;
    }
    stroke.style.borderWidth = px(Math.max(0, n("strokeWidth")));
    stroke.style.borderColor = colorAt(numbers, "strokeColor");
    stroke.style.borderRadius = isCapsule ? radius : px(Math.max(0, n("cornerRadius") + outset));
    return this.#motion.isMoving;
  }

  /** Tells screen readers what there is to know. */
  #describe() {
    const { button } = this.#parts;
    const look = this.#record?.appearance;
    const { state } = this.dataset;
    const set = (name, value) => {
      if (value === undefined || value === null || value === "") button.removeAttribute(name);
      else if (button.getAttribute(name) !== String(value)) button.setAttribute(name, value);
    };
    const name = look?.accessibilityLabel ?? [look?.title, look?.subtitle].filter(Boolean).join(", ");
    // A button has no value, and what stands in it counts as its text: the name is what is always read.
    set("aria-label", [name || this.getAttribute("button"), percentage(look)].filter(Boolean).join(", "));
    const hints = [look?.accessibilityHint];
    if (state === "stale") hints.push("not connected");
    hints.push(this.#connection?.refusal?.message);
    const status = this.#record?.status;
    if (status) hints.push(status.message);
    if (status?.keys && status.reason !== "sourceLost") {
      hints.push(`what feeds ${status.keys.join(", ")} is gone`);
    }
    if (state === "missing") hints.push("there is no such button");
    set("aria-description", hints.filter(Boolean).join(". "));
    set("title", hints.slice(1).filter(Boolean).join(". "));
    const mayPress = state === "live" && this.#connection?.role !== "read";
    const isUsable = look && mayPress && look.isEnabled !== false && !look.isBusy;
    set("aria-disabled", isUsable ? null : "true");
    set("aria-busy", look?.isBusy ? "true" : null);
    set("aria-haspopup", this.#showsMenu ? "menu" : null);
    set("aria-expanded", this.#showsMenu ? String(this.#isMenuOpen) : null);
    set("aria-keyshortcuts", look?.shortcut ? spokenShortcut(look.shortcut) : null);
    this.#hasBeenSelected ||= look?.isSelected === true;
    // What forced colours, which leave no others, must still tell apart.
    set("data-look", [
      look?.isHighlighted && "highlighted", look?.isSelected && "selected",
      look?.isEnabled === false && "disabled",
    ].filter(Boolean).join(" "));
    const isToggle = this.hasAttribute("toggle") || this.#hasBeenSelected;
    set("aria-pressed", isToggle ? String(look?.isSelected === true) : null);
  }

  // Presses

  #listen() {
    const { button } = this.#parts;
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !event.isPrimary || this.#press || isOnLink(event)) return;
      if (this.#showsMenu) return;
      if (!this.#began(this.#place(event))) return;
      this.#press.pointer = event.pointerId;
      this.#awaitLongPress();
      try {
        button.setPointerCapture(event.pointerId);
      } catch { /* an event that a script made has no pointer to follow */ }
    });
    button.addEventListener("pointermove", (event) => {
      if (this.#press?.pointer === event.pointerId) this.#moved(this.#place(event));
    });
    button.addEventListener("pointerup", (event) => {
      if (this.#press?.pointer === event.pointerId) this.#ended(this.#place(event));
    });
    for (const name of ["pointercancel", "lostpointercapture"]) {
      button.addEventListener(name, (event) => {
        if (this.#press?.pointer === event.pointerId) this.#cancelled();
      });
    }
    // A finger that is over a button presses it.
    button.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "touch") return;
      this.#isPointed = true;
      this.#hover(true);
    });
    button.addEventListener("pointerleave", () => {
      this.#isPointed = false;
      this.#hover(false);
    });
    button.addEventListener("contextmenu", (event) => {
      if (isOnLink(event)) return;
      if (this.#press) event.preventDefault();
      if (!this.appearance?.menu) return;
      event.preventDefault();
      this.#cancelled();
      this.#openMenu();
    });
    button.addEventListener("keydown", (event) => {
      if (isOnLink(event)) return;
      if (event.key === "Escape" && this.#press?.key) return this.#cancelled();
      if (event.key === "ArrowDown" && this.appearance?.menu && (this.#showsMenu || event.altKey)) {
        event.preventDefault();
        return this.#openMenu();
      }
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      if (this.#showsMenu) return this.#openMenu();
      if (!this.#press && this.#began(null)) this.#press.key = event.key;
    });
    button.addEventListener("keyup", (event) => {
      if (isOnLink(event)) return;
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (this.#press?.key === event.key) this.#ended(null);
    });
    button.addEventListener("blur", () => {
      if (this.#press?.key) this.#cancelled();
    });
    // What assistive technology does has no pointer and no key.
    button.addEventListener("click", (event) => {
      if (isOnLink(event)) return;
      if (this.#showsMenu) {
        if (this.#isMenuOpen) this.#closeMenu(true);
        else this.#openMenu();
      } else if (event.detail === 0 && !this.#press) {
        this.press();
      }
    });
    this.#listenToMenu();
    this.#sizes = new ResizeObserver(() => {
      if (this.#press) this.#report();
    });
    this.#sizes.observe(button);
  }

  /** Tells the daemon whether a pointer is over the button, where the page may press. */
  #hover(isOver) {
    if (isOver === (this.#hovered !== null)) return;
    if (isOver && !(this.#record && this.#connection?.mayPress)) return;
    const id = this.#hovered ?? this.getAttribute("button");
    this.#hovered = isOver ? id : null;
    if (this.#connection?.state !== "open") return;
    // An older daemon does not know the method; nothing is missing then.
    this.#connection.request(isOver ? "pointer.entered" : "pointer.exited", { id }).catch(() => {});
  }

  /** Where a pointer is, in points from the button's top left corner as it would be unscaled. */
  #place(event) {
    const { button } = this.#parts;
    const frame = button.getBoundingClientRect();
    const factor = (drawn, own) => (drawn > 0 ? own / drawn : 1);
    const round = (value) => Math.round(Math.min(1e6, Math.max(-1e6, value)) * 100) / 100;
    return {
      x: round((event.clientX - frame.left) * factor(frame.width, button.offsetWidth)),
      y: round((event.clientY - frame.top) * factor(frame.height, button.offsetHeight)),
    };
  }

  /** Says how large the button is drawn, unless that is known. */
  #report() {
    const { button } = this.#parts;
    const size = { width: button.offsetWidth, height: button.offsetHeight };
    const text = `${size.width} ${size.height}`;
    if (text === this.#reported) return;
    this.#reported = text;
    this.#send("layout.report", size);
  }

  #began(place) {
    const look = this.#record?.appearance;
    if (!look || this.#connection?.state !== "open") return false;
    if (!this.#connection.mayPress) {
      this.#refused(new ProtocolError({
        code: -32003, message: this.#connection.refusal?.message ?? "this page may only look",
        data: { reason: "forbidden" },
      }));
      return false;
    }
    if (look.isEnabled === false || look.isBusy) return false;
    this.#report();
    this.#press = { place: null, frame: 0 };
    this.#send("press.began", place ?? {});
    return true;
  }

  /** Reports the newest place once a frame. */
  #moved(place) {
    const press = this.#press;
    press.place = place;
    press.frame ||= requestAnimationFrame(() => {
      press.frame = 0;
      if (press === this.#press && press.place) this.#send("press.moved", press.place);
      press.place = null;
    });
  }

  #ended(place) {
    clearTimeout(this.#longPress);
    if (this.#press?.frame) cancelAnimationFrame(this.#press.frame);
    this.#press = null;
    this.#send("press.ended", place ?? {});
  }

  #cancelled() {
    clearTimeout(this.#longPress);
    if (!this.#press) return;
    if (this.#press.frame) cancelAnimationFrame(this.#press.frame);
    this.#press = null;
    this.#send("press.cancelled", {});
  }

  // Menus

  /** Whether a press shows the menu. */
  get #showsMenu() { return this.appearance?.showsMenuAsPrimaryAction === true; }

  /** Shows the menu of a button that is held, where a short press does something else. */
  #awaitLongPress() {
    clearTimeout(this.#longPress);
    if (!this.appearance?.menu) return;
    this.#longPress = setTimeout(() => {
      if (!this.#press) return;
      this.#cancelled();
      this.#openMenu();
    }, 500);
  }

  #listenToMenu() {
    const { menu, button } = this.#parts;
    menu.addEventListener("keydown", (event) => this.#menuKey(event));
    menu.addEventListener("click", (event) => {
      const item = event.target.closest(".item");
      if (item) this.#choose(item);
    });
    menu.addEventListener("pointermove", (event) => {
      const item = event.target.closest(".item");
      if (item && item !== this.shadowRoot.activeElement) item.focus({ preventScroll: true });
    });
    menu.addEventListener("contextmenu", (event) => event.preventDefault());
    menu.addEventListener("focusout", (event) => {
      if (this.#isMenuOpen && !menu.contains(event.relatedTarget)) this.#closeMenu(false);
    });
    // A pointer that goes down on the button would take the focus, and with it the menu.
    button.addEventListener("mousedown", (event) => {
      if (this.#isMenuOpen) event.preventDefault();
    });
  }

  /** Closes the menu when something else is pressed. The document holds this only while the menu is open. */
  #pressedElsewhere = (event) => {
    const { menu, button } = this.#parts;
    const path = event.composedPath();
    if (!path.includes(menu) && !path.includes(button)) this.#closeMenu(false);
  };

  /** Opens the menu beside the button; says why where the page may only look. */
  #openMenu() {
    if (!this.isUsable || this.#connection?.state !== "open" || !this.appearance.menu) return;
    if (!this.#connection.mayPress) {
      this.#refused(new ProtocolError({
        code: -32003, message: this.#connection.refusal?.message ?? "this page may only look",
        data: { reason: "forbidden" },
      }));
      return;
    }
    const { menu, button } = this.#parts;
    this.#isMenuOpen = true;
    document.addEventListener("pointerdown", this.#pressedElsewhere, true);
    menu.hidden = false;
    menu.style.colorScheme = traitsOf(this).userInterfaceStyle;
    menu.dir = button.dir;
    menu.setAttribute("aria-label", button.getAttribute("aria-label") ?? "");
    this.#holdImages(this.#imageNames);
    this.#updateMenu();
    menu.showPopover?.();
    const frame = button.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = menu;
    const start = button.dir === "rtl" ? frame.right - width : frame.left;
    const below = frame.bottom + 4;
    const top = below + height <= innerHeight ? below : Math.max(4, frame.top - 4 - height);
    menu.style.left = `${Math.max(4, Math.min(start, innerWidth - width - 4))}px`;
    menu.style.top = `${top}px`;
    const items = this.#items;
    (items.find((item) => item.ariaChecked === "true") ?? items[0])?.focus();
    this.#describe();
  }

  /** Closes the menu; the focus goes back to the button if it was in the menu and is to. */
  #closeMenu(returnsFocus) {
    if (!this.#isMenuOpen) return;
    const { menu, button } = this.#parts;
    this.#isMenuOpen = false;
    document.removeEventListener("pointerdown", this.#pressedElsewhere, true);
    if (returnsFocus) button.focus();
    menu.hidePopover?.();
    menu.hidden = true;
    menu.replaceChildren();
    this.#holdImages(this.#imageNames);
    this.#describe();
  }

  get #items() { return [...this.#parts.menu.children]; }

  /** Draws the entries of an open menu; the one that has the focus keeps it. */
  #updateMenu() {
    if (!this.#isMenuOpen) return;
    const look = this.appearance;
    if (!look?.menu || !this.isUsable) return this.#closeMenu(true);
    const addresses = look.menu.map((entry) => this.#images.get(entry.image)?.url);
    const text = JSON.stringify([look.menu, addresses]);
    const { menu } = this.#parts;
    if (menu.dataset.text === text && menu.children.length > 0) return;
    menu.dataset.text = text;
    const focused = this.shadowRoot.activeElement?.dataset.item;
    this.#isMenuOpen = false;
    menu.replaceChildren(...look.menu.map((entry) => this.#menuItem(entry, look.isPopup)));
    this.#isMenuOpen = true;
    if (focused !== undefined) {
      (this.#items.find((item) => item.dataset.item === focused) ?? this.#items[0])?.focus();
    }
  }

  #menuItem(entry, isPopup) {
    const item = document.createElement("div");
    const isMarked = isPopup || entry.state !== undefined;
    item.className = "item";
    item.part = "menu-item";
    item.tabIndex = -1;
    item.dataset.item = entry.id;
    item.setAttribute("role", isPopup ? "menuitemradio" : isMarked ? "menuitemcheckbox" : "menuitem");
    const checked = entry.state === "on" ? "true" : entry.state === "mixed" ? "mixed" : "false";
    if (isMarked) item.setAttribute("aria-checked", checked);
    if (entry.isEnabled === false) item.setAttribute("aria-disabled", "true");
    if (entry.role) item.dataset.role = entry.role;
    const mark = document.createElement("span");
    if (checked === "true") mark.append(svg(24, line(icons.checkmark[0])));
    if (checked === "mixed") mark.append(svg(24, line(icons.minus[0])));
    const title = document.createElement("bdi");
    title.textContent = entry.title;
    const image = document.createElement("span");
    const icon = entry.image ? iconOf(entry.image) : null;
    if (this.#images.has(entry.image)) image.append(picture(this.#pictureOf(entry.image) ?? ""));
    else if (icon) image.append(symbol(icon));
    item.append(mark, title, image);
    return item;
  }

  #menuKey(event) {
    const items = this.#items;
    const at = items.indexOf(this.shadowRoot.activeElement);
    const go = (index) => items[(index + items.length) % items.length]?.focus();
    event.stopPropagation();
    if (event.key === "Tab") return this.#closeMenu(true);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isCharacter = event.key.length === 1 && event.key !== " ";
    const actions = {
      Escape: () => this.#closeMenu(true), ArrowDown: () => go(at + 1), ArrowUp: () => go(at - 1),
      Home: () => go(0), End: () => go(-1), Enter: () => items[at] && this.#choose(items[at]),
      " ": () => items[at] && this.#choose(items[at]),
    };
    if (!actions[event.key] && !isCharacter) return;
    event.preventDefault();
    if (actions[event.key]) return actions[event.key]();
    const order = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    order.find((item) => item.textContent.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
  }

  async #choose(item) {
    if (item.getAttribute("aria-disabled") === "true") return;
    const button = this.getAttribute("button");
    const id = item.dataset.item;
    const connection = this.#connection;
    this.#closeMenu(true);
    try {
      await connection.request("menu.choose", { button, item: id });
      this.dispatchEvent(new CustomEvent("live-button-menu", { detail: { item: id }, bubbles: true }));
    } catch (error) {
      this.#refused(error);
    }
  }

  async #send(method, params) {
    const connection = this.#connection;
    if (!connection) return;
    try {
      const answer = await connection.request(method, { id: this.getAttribute("button"), ...params });
      if (method.startsWith("press.")) {
        this.dispatchEvent(new CustomEvent("live-button-press", {
          detail: { method, phase: answer.phase }, bubbles: true,
        }));
      }
    } catch (error) {
      if (method === "press.began") this.#press = null;
      if (method === "layout.report") this.#reported = null;
      this.#refused(error);
    }
  }

  #refused(error) {
    this.dispatchEvent(new CustomEvent("live-button-refused", { detail: error, bubbles: true }));
  }
}

/**
 * An image's address for CSS. The page chooses `images`; a look's name is one part of a path, which
 * leads neither out of that folder nor to another host.
 */
function pictureURL(images, name) {
  const url = new URL(`${images}${encodeURIComponent(name)}.svg`, document.baseURI);
  return `url("${url.href.replace(/["\\]/g, encodeURIComponent)}")`;
}

customElements.define("live-button", LiveButton);
