// The session: requests, answers and subscriptions, over one connection after the other.

import {
  AnswerTimeout, Closed, ConnectionLost, Forbidden, InvalidRequest, LimitExceeded, NoDaemon, ParseError, refusal,
} from "./errors.js";
import { parse, stringify } from "./json.js";

/** Requests that change nothing: they are asked again after a lost connection. */
const reads = new Set([
  "ping", "sync", "state.get", "state.eval", "state.derived", "buttons.get", "buttons.list",
  "buttons.definitions", "buttons.explain", "groups.list", "groups.get", "styles.list", "plugins.list",
  "sources.list", "server.stats", "images.get", "images.list",
]);

/** Milliseconds between two tries to connect: the first, and the longest. */
const usualPauses = [50, 2000];

/** Params without those that are undefined. */
export function present(params) {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

/** How many bytes a text has on the wire. */
const byteCount = (text) => new TextEncoder().encode(text).length;

/** The longest time that a timer can wait, in milliseconds. */
const longestTimer = 2 ** 31 - 1;
/** How long, in milliseconds, a try to connect is left alone when somebody is in a hurry. */
const patience = 1000;
/** How many buttons' sizes the next connection hears of. */
const keptLayouts = 1000;

/**
 * What outlives connections, whatever carries the messages. `dial({ take, ended })` opens a connection, and
 * resolves to `{ send, close }`: it has `take` have each message, a text, and says once that it has `ended`, and for
 * how many milliseconds there is no use in another try.
 */
export class Session {
  #dial;
  #options;
  #pauses;
  /** The connection; null while there is none. */
  #link = null;
  /** The newest try to connect, which others give way to: when it began. */
  #attempt = null;
  #asked = 0;
  #calls = new Map();
  #kept = new Set();
  #feeds = new Set();
  /** By name, the kinds of subscriptions that a feed has left and the daemon may have to end. */
  #left = new Map();
  #layouts = new Map();
  #lostAt = null;
  #pause;
  #complaint = null;
  #end = null;
  #timer = null;
  /** Until when there may be no daemon at the beginning. */
  #deadline = 0;
  #server = null;
  #ready;
  #observer;

  /** The observer hears of `greeted()`, `lost(complaint)`, the `end(error)`, and notifications: `heard(method, params)`. */
  constructor(dial, { pauses = usualPauses, ...options } = {}, observer = {}) {
    this.#dial = dial;
    this.#options = options;
    this.#pauses = pauses;
    [this.#pause] = pauses;
    this.#observer = observer;
  }

  /** What the daemon said of itself when the connection began. */
  get server() {
    return this.#server;
  }

  /** Whether there is a connection now. */
  get isConnected() {
    return this.#link !== null;
  }

  /** Connects for the first time. */
  async _open() {
    const { wait = 0, timeout = 30_000 } = this.#options;
    this.#deadline = performance.now() + wait;
    const greeted = new Promise((resolve, reject) => (this.#ready = { resolve, reject }));
    // A daemon that is there has a while to say so.
    const limit = wait || timeout;
    const timer = limit <= longestTimer && setTimeout(() => this.#finish(new NoDaemon("no daemon answers")), limit);
    this.#connect();
    try {
      await greeted;
    } finally {
      clearTimeout(timer);
    }
    return this;
  }

  /** Tries to connect now, and then as often as at the beginning. */
  _hurry() {
    [this.#pause] = this.#pauses;
    const isTrying = this.#attempt && performance.now() - this.#attempt.began < patience;
    if (!this.#link && !this.#end && !isTrying) this.#connect();
  }

  /** Ends this connection, for another one. */
  _reconnect() {
    const link = this.#link;
    if (!link) return;
    this.#disconnect(0);
    link.close();
  }

  /** Ends the connection; calls that wait fail with Closed, iterations end. */
  close() {
    this.#finish(new Closed("this client was closed"));
  }

  [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() {
    this.close();
    return Promise.resolve();
  }

  /** Calls any method of the protocol; its result as the daemon says it. */
  call(method, params = {}, { timeout = this.#options.timeout ?? 30_000 } = {}) {
    if (this.#end) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => {
      const call = { method, text: stringify(params), resolve, reject, timer: null };
      if (method === "layout.report") this.#keepLayout(params.id, call.text);
      const problem = this.#tooLong(call);
      if (problem) return reject(problem);
      if (timeout <= longestTimer) {
        call.timer = setTimeout(() => {
          this.#kept.delete(call);
          this.#calls.delete(call.id);
          reject(new AnswerTimeout(`${method}: no answer in time`));
        }, timeout);
      }
      if (this.#link) this.#send(call);
      else this.#kept.add(call);
    });
  }

  /** Why a request cannot be sent: its line would be too long, and the daemon would end the connection. */
  #tooLong({ method, text }) {
    const limit = this.#server?.limits.maxLineBytes;
    if (!limit || byteCount(text) + method.length + 64 <= limit) return null;
    const data = { reason: "limitExceeded", limit: "maxLineBytes", value: limit };
    return new LimitExceeded(-32005, `${method}: a line has at most ${limit} bytes`, data);
  }

  /** Keeps a size for the next connection; of too many the oldest goes. */
  #keepLayout(id, text) {
    this.#layouts.delete(id);
    this.#layouts.set(id, text);
    if (this.#layouts.size > keptLayouts) this.#layouts.delete(this.#layouts.keys().next().value);
  }

  async *_pages(method, params) {
    for (let after; ; ) {
      const page = await this.call(method, present({ ...params, after }));
      yield page;
      if (page.next === undefined) return;
      after = page.next;
    }
  }

  // Subscriptions

  _follow(subscription) {
    if (this.#end) throw this.#end;
    stringify(subscription._feed.params);
    this.#feeds.add(subscription._feed);
    if (this.#link) this.#subscribe(subscription._feed);
    return subscription;
  }

  _leave({ _feed: feed }) {
    if (this.#feeds.delete(feed) && feed.id && this.#link) {
      this.#left.set(feed.id, feed.method);
      this.#unsubscribe();
    }
    feed.end(null);
  }

  /** Ends what was left, unless another feed has the same subscription, or its answer may yet say so. */
  #unsubscribe() {
    if (this.#left.size === 0) return;
    const held = new Set([...this.#feeds].map((feed) => feed.id));
    // The daemon takes more for equal than one sees here: it fills in what params leave out.
    const awaited = new Set([...this.#calls.values()].flatMap(({ feed }) => (feed ? [feed.method] : [])));
    for (const [subscription, method] of this.#left) {
      if (!held.has(subscription) && awaited.has(method)) continue;
      this.#left.delete(subscription);
      if (!held.has(subscription)) this.#send({ method: "unsubscribe", text: stringify({ subscription }) });
    }
  }

  #subscribe(feed) {
    const params = feed.since ? { ...feed.params, since: feed.since } : feed.params;
    const call = { method: feed.method, text: stringify(params), feed };
    const problem = this.#tooLong(call);
    if (!problem) return this.#send(call);
    this.#feeds.delete(feed);
    feed.end(problem);
  }

  // The connection

  #send(call) {
    call.id = ++this.#asked;
    this.#calls.set(call.id, call);
    this.#link.send(`{"jsonrpc":"2.0","id":${call.id},"method":${JSON.stringify(call.method)},"params":${call.text}}`);
  }

  #settle(call, error, result) {
    clearTimeout(call.timer);
    if (error) call.reject?.(error);
    else call.resolve?.(result);
  }

  async #connect() {
    clearTimeout(this.#timer);
    const attempt = (this.#attempt = { began: performance.now() });
    let link;
    try {
      link = await this.#dial({
        take: (text) => link === this.#link && this.#receive(text),
        ended: (pause = 0) => link && link === this.#link && this.#disconnect(pause),
      });
    } catch (error) {
      if (attempt === this.#attempt) this.#failed(error);
      return;
    }
    if (attempt === this.#attempt) this.#begin(link);
    else link.close();
  }

  #failed(error) {
    this.#attempt = null;
    if (error instanceof Forbidden && this.#isFinal(error)) return this.#finish(error);
    const isTooLate = !this.#server && performance.now() >= this.#deadline;
    if (isTooLate) return this.#finish(new NoDaemon(error.message, { cause: error }));
    this.#observer.lost?.(error);
    this.#tryLater();
  }

  #begin(link) {
    [this.#link, this.#attempt, this.#complaint] = [link, null, null];
    const { name, role, require } = this.#options;
    this.#send({ method: "hello", text: stringify(present({ client: name, role, require })), isGreeting: true });
    if (this.#lostAt !== null) {
      const seconds = (performance.now() - this.#lostAt) / 1000;
      for (const feed of this.#feeds) {
        if (feed.epoch) feed.resumed = { seconds, restarted: feed.resumed?.restarted ?? false };
      }
    }
    for (const text of this.#layouts.values()) this.#send({ method: "layout.report", text });
    for (const feed of this.#feeds) this.#subscribe(feed);
    const kept = [...this.#kept];
    this.#kept.clear();
    for (const call of kept) this.#send(call);
  }

  #disconnect(pause) {
    this.#link = null;
    this.#pause = Math.max(this.#pause, pause);
    this.#lostAt ??= performance.now();
    const complaint = this.#complaint;
    if (complaint && this.#isFinal(complaint)) return this.#finish(complaint);
    // One that was about to end when it accepted the first connection is not the daemon to wait for.
    const isTooLate = !this.#server && performance.now() >= this.#deadline;
    if ((this.#options.reconnect === false && this.#server) || isTooLate) {
      return this.#finish(complaint ?? new ConnectionLost("the daemon has gone away"));
    }
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    this.#left.clear();
    for (const feed of this.#feeds) feed.interrupt();
    for (const call of calls) {
      if (!call.resolve) continue;
      if (reads.has(call.method)) this.#kept.add(call);
      else {
        const text = `${call.method}: the daemon has gone away, and may have done it or not`;
        this.#settle(call, complaint ?? new ConnectionLost(text));
      }
    }
    this.#observer.lost?.(complaint);
    this.#tryLater();
  }

  /** Whether it goes on whatever happens: who waits for ever waits for better days. */
  get #isPatient() {
    return this.#options.wait === Infinity;
  }

  /** Whether a refusal of the connection is the client's end. */
  #isFinal(complaint) {
    return !this.#isPatient && (complaint instanceof Forbidden || !this.#server);
  }

  #tryLater() {
    const [first, longest] = this.#pauses;
    // Who waits for the first connection waits for it only.
    if (!this.#server && !this.#isPatient) this.#pause = first;
    this.#timer = setTimeout(() => this.#connect(), this.#pause * (0.5 + Math.random() / 2));
    this.#pause = Math.max(first, Math.min(this.#pause * 2, longest));
  }

  #finish(error) {
    if (this.#end) return;
    this.#end = error;
    this.#attempt = null;
    clearTimeout(this.#timer);
    for (const call of [...this.#calls.values(), ...this.#kept]) this.#settle(call, error);
    for (const feed of this.#feeds) feed.end(error);
    this.#calls.clear();
    this.#kept.clear();
    this.#feeds.clear();
    this.#ready?.reject(error);
    const link = this.#link;
    this.#link = null;
    link?.close();
    this.#observer.end?.(error);
  }

  /** Takes a message. Behind one that a daemon does not send, nobody knows what else is wrong. */
  #receive(text) {
    try {
      this.#take(parse(text));
    } catch {
      this._reconnect();
    }
  }

  #take({ id, method, params, result, error }) {
    if (method) return this.#notified(method, params);
    if (id === null || id === undefined) {
      if (error) this.#complain(refusal(error));
      return;
    }
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    const problem = error && refusal(error);
    if (call.isGreeting) return this.#greet(problem, result);
    if (call.feed) this.#started(call.feed, problem, result);
    else this.#settle(call, problem, result);
  }

  #notified(method, params) {
    for (const feed of this.#feeds) {
      if (feed.id && feed.id === params?.subscription) feed.take(params);
    }
    this.#observer.heard?.(method, params);
  }

  /** The daemon ends the connection, or could not read a line and does not know whose. */
  #complain(complaint) {
    this.#complaint = complaint;
    if (!(complaint instanceof ParseError || complaint instanceof InvalidRequest)) return;
    for (const [id, call] of this.#calls) {
      if (call.feed || call.isGreeting) continue;
      this.#calls.delete(id);
      this.#settle(call, complaint);
    }
  }

  #greet(problem, result) {
    if (problem) {
      if (this.#isFinal(problem)) return this.#finish(problem);
      this.#complaint = problem;
      return this.#link.close();
    }
    this.#server = { ...result, capabilities: new Set(result.capabilities) };
    this.#lostAt = null;
    [this.#pause] = this.#pauses;
    this.#ready.resolve();
    this.#observer.greeted?.();
  }

  #started(feed, problem, result) {
    // The daemon takes equal subscriptions for one: the snapshot of the newest is new to all.
    for (const each of this.#feeds) if (!problem && each.id === result.subscription) each.restart(result);
    if (problem && this.#isPatient && feed.epoch && problem instanceof Forbidden) {
      // The next connection may have the role again that this one has lost.
    } else if (problem) {
      this.#feeds.delete(feed);
      feed.end(problem);
    } else if (this.#feeds.has(feed)) {
      feed.begin({ epoch: this.#server?.epoch, ...result });
    } else {
      this.#left.set(result.subscription, feed.method);
    }
    this.#unsubscribe();
  }
}
