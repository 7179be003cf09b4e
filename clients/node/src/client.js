// The client: one session over all of its connections.

import { createConnection } from "node:net";
import { lstatSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  AnswerTimeout, Closed, ConnectionLost, Forbidden, InvalidRequest, LimitExceeded, NoDaemon, NotFound, ParseError,
  refusal,
} from "./errors.js";
import { Actions, Changes, Frames } from "./feeds.js";
import { parse, stringify } from "./json.js";

/** Requests that change nothing: they are asked again after a lost connection. */
const reads = new Set([
  "ping", "sync", "state.get", "state.eval", "state.derived", "buttons.get", "buttons.list",
  "buttons.definitions", "buttons.explain", "groups.list", "groups.get", "styles.list", "plugins.list",
  "sources.list", "server.stats", "images.get", "images.list",
]);

/** Milliseconds between two tries to connect: the first, and the longest. */
const [firstPause, longestPause] = [50, 2000];

/** The socket that a client of this user connects to: the one given, else BUTTOND_SOCKET, else the usual. */
export function socketPath(path) {
  const named = path ?? process.env.BUTTOND_SOCKET;
  if (named) return named;
  const runtime = process.env.XDG_RUNTIME_DIR;
  if (runtime) return `${runtime}/buttond/buttond.sock`;
  const user = process.getuid();
  if (user === 0) return "/run/buttond/buttond.sock";
  const folder = `/tmp/buttond-${user}`;
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  if (!facts) throw new NoDaemon(`no daemon listens on ${folder}/buttond.sock`);
  if (!facts.isDirectory() || facts.uid !== user || facts.mode & 0o022) {
    throw new NoDaemon(`${folder} may be somebody else's: name the socket`);
  }
  return `${folder}/buttond.sock`;
}

/** Params without those that are undefined. */
function present(params) {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

const wait = (published) => (published ? "published" : undefined);

/**
 * A connection to buttond that heals: while the daemon is away calls wait for it, and subscriptions go on
 * from where they were when it is back. Make one with `await connect()`.
 */
export class Client {
  #path;
  #options;
  #socket = null;
  #asked = 0;
  #calls = new Map();
  #kept = new Set();
  #feeds = new Set();
  #layouts = new Map();
  #pieces = [];
  #lostAt = null;
  #pause = firstPause;
  #complaint = null;
  #end = null;
  #timer = null;
  /** Until when there may be no daemon at the beginning. */
  #deadline = 0;
  #server = null;
  #ready;

  constructor(path, options) {
    this.#path = path;
    this.#options = options;
  }

  /** What the daemon said of itself when the connection began. */
  get server() {
    return this.#server;
  }

  /** Whether there is a connection now. */
  get isConnected() {
    return this.#socket !== null;
  }

  /** Connects for the first time. */
  async _open() {
    this.#deadline = performance.now() + (this.#options.wait ?? 0);
    let socket;
    for (;;) {
      try {
        socket = await this.#dial();
        break;
      } catch (error) {
        if (performance.now() >= this.#deadline) throw this.#noDaemon(error);
      }
      await sleep(firstPause);
    }
    const greeted = new Promise((resolve, reject) => (this.#ready = { resolve, reject }));
    this.#begin(socket);
    await greeted;
    return this;
  }

  #noDaemon(error) {
    return new NoDaemon(`no daemon listens on ${this.#path}: ${error.message}`, { cause: error });
  }

  /** Ends the connection; calls that wait fail with Closed, iterations end. */
  close() {
    this.#finish(new Closed("this client was closed"));
  }

  [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() {
    this.close();
    return Promise.resolve();
  }

  // Any method

  /** Calls any method of the protocol; its result as the daemon says it. */
  call(method, params = {}, { timeout = this.#options.timeout ?? 30_000 } = {}) {
    if (this.#end) return Promise.reject(this.#end);
    if (method === "layout.report") this.#layouts.set(params.id, params);
    return new Promise((resolve, reject) => {
      const call = { method, params, resolve, reject, timer: null };
      const limit = this.#server?.limits.maxLineBytes;
      if (limit && Buffer.byteLength(stringify(params)) + method.length + 64 > limit) {
        const data = { reason: "limitExceeded", limit: "maxLineBytes", value: limit };
        return reject(new LimitExceeded(-32005, `${method}: a line has at most ${limit} bytes`, data));
      }
      if (timeout !== Infinity) {
        call.timer = setTimeout(() => {
          this.#kept.delete(call);
          reject(new AnswerTimeout(`${method}: no answer in time`));
        }, timeout);
      }
      if (this.#socket) this.#send(call);
      else this.#kept.add(call);
    });
  }

  async *#pages(method, params) {
    for (let after; ; ) {
      const page = await this.call(method, present({ ...params, after }));
      yield page;
      if (page.next === undefined) return;
      after = page.next;
    }
  }

  // State

  /** The value of a key; undefined where it is absent. */
  async get(key) {
    return (await this.call("state.get", { keys: [key] })).values[key];
  }

  /** The values of keys, or of all below one, or of all; absent ones are left out. */
  async values({ keys, under } = {}) {
    const values = {};
    for await (const page of this.#pages("state.get", { keys, under })) Object.assign(values, page.values);
    return values;
  }

  /** Sets keys, all or nothing. */
  set(values, options = {}) {
    return this.call("state.set", { values, ...this.#writing(options) });
  }

  /** Changes keys by operations, all or nothing. */
  update(operations, options = {}) {
    return this.call("state.update", { operations, ...this.#writing(options) });
  }

  #writing({ ifRevision, published, lease, silentAfter, press }) {
    return present({ ifRevision, wait: wait(published), lease, silentAfterMs: silentAfter, press });
  }

  /** What an expression comes to now. */
  eval(expression) {
    return this.call("state.eval", { expression });
  }

  /** Has keys follow from others; the values that they have now. */
  async derive(keys, { published } = {}) {
    return (await this.call("state.derive", present({ keys, wait: wait(published) }))).values;
  }

  /** Changes of keys, or of all state, as they are published. */
  changes({ keys, under, since } = {}) {
    return this.#follow(new Changes(present({ keys, under }), since, (each) => this.#leave(each)));
  }

  // Buttons

  /** Defines buttons, all or nothing; warnings of what has no effect. */
  async define(buttons, { published } = {}) {
    const params = { buttons: Array.isArray(buttons) ? buttons : [buttons], wait: wait(published) };
    return (await this.call("buttons.define", present(params))).warnings ?? [];
  }

  /** Changes a definition by a merge patch; warnings of what has no effect. */
  async patch(id, changes, { published } = {}) {
    return (await this.call("buttons.patch", present({ ...changes, id, wait: wait(published) }))).warnings ?? [];
  }

  /** Removes buttons; those that there were. */
  async remove(ids, { published } = {}) {
    const params = { ids: Array.isArray(ids) ? ids : [ids], wait: wait(published) };
    return (await this.call("buttons.remove", present(params))).removed;
  }

  /** Defines what groups of buttons have in common, all or nothing. */
  async defineGroups(groups, { published } = {}) {
    const params = { groups: Array.isArray(groups) ? groups : [groups], wait: wait(published) };
    await this.call("groups.define", present(params));
  }

  /** Removes groups, not their buttons; those that there were. */
  async removeGroups(ids, { published } = {}) {
    const params = { ids: Array.isArray(ids) ? ids : [ids], wait: wait(published) };
    return (await this.call("groups.remove", present(params))).removed;
  }

  /** How groups are defined, or all of them, by id. */
  async groups(ids) {
    const groups = new Map();
    for await (const page of this.#pages("groups.get", { ids })) {
      for (const group of page.groups) groups.set(group.id, group);
    }
    return groups;
  }

  /** How buttons look now, by id. */
  async looks(match = "*", { traits } = {}) {
    const looks = new Map();
    for await (const page of this.#pages("buttons.get", { match, traits })) {
      for (const { id, appearance, status } of page.buttons) {
        looks.set(id, { id, appearance, ...(status && { status }) });
      }
    }
    return looks;
  }

  /** How buttons look, frame by frame; with `delta` less goes over the socket. */
  buttons(match = "*", { traits, since, delta = false, maxRate } = {}) {
    if (since && delta) {
      throw new TypeError("a subscription in delta form begins with all looks: leave out since");
    }
    const params = present({ match, traits, form: delta ? "delta" : undefined, maxRate });
    return this.#follow(new Frames(params, since, (each) => this.#leave(each)));
  }

  /** Performs a button's action, or that of a gesture; the revision after it. */
  async trigger(id, { gesture, published } = {}) {
    const params = present({ id, gesture, wait: wait(published) });
    return (await this.call("buttons.trigger", params)).revision;
  }

  /** Turns a button by some steps, as an encoder does; the revision after it. */
  async rotate(id, delta, { published } = {}) {
    const params = present({ id, delta, wait: wait(published) });
    return (await this.call("buttons.rotate", params)).revision;
  }

  /** Chooses an entry of a button's menu; the revision after it. */
  async choose(button, item, { published } = {}) {
    const params = present({ button, item, wait: wait(published) });
    return (await this.call("menu.choose", params)).revision;
  }

  /**
   * The actions that buttons perform from now on, whoever presses them; with `fleet` also those of other
   * daemons. Of a `group` each action goes to one subscriber, who calls `done` within `claimAfter`
   * milliseconds, or another gets it.
   */
  actions(match = "*", { fleet, group, claimAfter } = {}) {
    const params = present({ match, fleet: fleet || undefined, group, claimAfterMs: claimAfter });
    return this.#follow(new Actions(params, (each) => this.#leave(each)));
  }

  /**
   * Ends an action's delivery and applies operations to keys of its scope, in one step; false, and nothing
   * is applied, if it went to another meanwhile.
   */
  async done({ subscription, delivery }, operations) {
    if (delivery === undefined) {
      throw new TypeError("this action was delivered to no group, so there is nothing to end");
    }
    const params = present({ subscription, delivery, operations });
    return (await this.call("actions.done", params)).outcome === "done";
  }

  // Presses

  /** Begins a press, at a point from the button's top left corner, or somewhere inside. */
  pressBegan(id, options) {
    return this.#press("press.began", id, options);
  }

  /** Moves a press. */
  pressMoved(id, options) {
    return this.#press("press.moved", id, options);
  }

  /** Ends a press; on the button, that performs its action. */
  pressEnded(id, options) {
    return this.#press("press.ended", id, options);
  }

  /** Ends a press without an action. */
  pressCancelled(id, options) {
    return this.#press("press.cancelled", id, options);
  }

  async #press(method, id, { x, y, published } = {}) {
    return (await this.call(method, present({ id, x, y, wait: wait(published) }))).phase;
  }

  /** Says how large this client draws a button; a new connection says it again. */
  async reportLayout(id, width, height) {
    await this.call("layout.report", { id, width, height });
  }

  // Images

  /** Has the daemon keep an image, PNG, JPEG, WebP or SVG; its name and what else is known of it. */
  async putImage(bytes) {
    if (!(bytes instanceof Uint8Array || bytes instanceof ArrayBuffer)) {
      throw new TypeError("an image is a Uint8Array or an ArrayBuffer");
    }
    return this.call("images.put", { data: Buffer.from(bytes).toString("base64") });
  }

  /** An image that the daemon keeps: its type and its bytes; null where it is absent. */
  async image(name) {
    try {
      const { type, data } = await this.call("images.get", { image: name });
      return { type, bytes: Buffer.from(data, "base64") };
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  /** What is known of each image that the daemon keeps. */
  async images() {
    const images = [];
    for await (const page of this.#pages("images.list", {})) images.push(...page.images);
    return images;
  }

  /** Removes images; the names of those that there were. */
  async removeImages(names) {
    return (await this.call("images.remove", { images: Array.isArray(names) ? names : [names] })).removed;
  }

  /** Waits until every change made before is published; the revision. */
  async sync({ timeout } = {}) {
    return (await this.call("sync", present({ timeoutMs: timeout }))).revision;
  }

  // The connection

  #follow(subscription) {
    if (this.#end) throw this.#end;
    this.#feeds.add(subscription._feed);
    if (this.#socket) this.#subscribe(subscription._feed);
    return subscription;
  }

  #leave({ _feed: feed }) {
    if (this.#feeds.delete(feed) && feed.id && this.#socket) this.#unsubscribe(feed.id);
    feed.end(null);
  }

  #unsubscribe(subscription) {
    this.#send({ method: "unsubscribe", params: { subscription } });
  }

  #subscribe(feed) {
    const params = feed.since ? { ...feed.params, since: feed.since } : feed.params;
    this.#send({ method: feed.method, params, feed });
  }

  #send(call) {
    const id = ++this.#asked;
    const { method, params } = call;
    let line;
    try {
      line = stringify({ jsonrpc: "2.0", id, method, params });
    } catch (error) {
      return this.#settle(call, error);
    }
    this.#calls.set(id, call);
    this.#socket.write(line + "\n");
  }

  #settle(call, error, result) {
    clearTimeout(call.timer);
    if (error) call.reject?.(error);
    else call.resolve?.(result);
  }

  #dial() {
    return new Promise((resolve, reject) => {
      const socket = createConnection(this.#path);
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.removeListener("error", reject);
        socket.on("error", () => {}); // "close" follows, and says it once
        resolve(socket);
      });
    });
  }

  #begin(socket) {
    if (this.#end) return socket.destroy();
    this.#socket = socket;
    [this.#complaint, this.#pieces] = [null, []];
    socket.setEncoding("utf8");
    socket.on("data", (text) => this.#receive(text));
    socket.on("close", () => this.#disconnect());
    const { name = "node", role, require } = this.#options;
    this.#send({ method: "hello", params: present({ client: name, role, require }), isGreeting: true });
    if (this.#lostAt !== null) {
      const seconds = (performance.now() - this.#lostAt) / 1000;
      for (const feed of this.#feeds) if (feed.epoch) feed.resumed = { seconds, restarted: false };
    }
    for (const params of this.#layouts.values()) this.#send({ method: "layout.report", params });
    for (const feed of this.#feeds) this.#subscribe(feed);
    const kept = [...this.#kept];
    this.#kept.clear();
    for (const call of kept) this.#send(call);
  }

  #disconnect() {
    this.#socket = null;
    if (this.#end) return;
    this.#lostAt ??= performance.now();
    const complaint = this.#complaint;
    if (complaint && (complaint instanceof Forbidden || !this.#server)) return this.#finish(complaint);
    // One that was about to end when it accepted the first connection is not the daemon to wait for.
    const isTooLate = !this.#server && performance.now() >= this.#deadline;
    if (this.#options.reconnect === false || isTooLate) {
      return this.#finish(complaint ?? new ConnectionLost("the daemon has gone away"));
    }
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const feed of this.#feeds) feed.interrupt();
    for (const call of calls) {
      if (!call.resolve) continue;
      if (reads.has(call.method)) this.#kept.add(call);
      else {
        const text = `${call.method}: the daemon has gone away, and may have done it or not`;
        this.#settle(call, complaint ?? new ConnectionLost(text));
      }
    }
    this.#tryLater();
  }

  #tryLater() {
    this.#timer = setTimeout(async () => {
      try {
        this.#begin(await this.#dial());
      } catch (error) {
        if (this.#end) return;
        if (!this.#server && performance.now() >= this.#deadline) this.#finish(this.#noDaemon(error));
        else this.#tryLater();
      }
    }, this.#pause * (0.5 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, longestPause);
  }

  #finish(error) {
    if (this.#end) return;
    this.#end = error;
    clearTimeout(this.#timer);
    for (const call of [...this.#calls.values(), ...this.#kept]) this.#settle(call, error);
    for (const feed of this.#feeds) feed.end(error);
    this.#calls.clear();
    this.#kept.clear();
    this.#feeds.clear();
    this.#ready?.reject(error);
    this.#socket?.destroy();
  }

  #receive(text) {
    const lines = text.split("\n");
    this.#pieces.push(lines[0]);
    for (let index = 1; index < lines.length; index += 1) {
      const line = this.#pieces.join("");
      this.#pieces = [lines[index]];
      if (line) this.#take(parse(line));
    }
  }

  #take({ id, method, params, result, error }) {
    if (method) {
      for (const feed of this.#feeds) if (feed.id === params?.subscription) return feed.take(params);
      return;
    }
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
    if (problem) return this.#finish(problem);
    this.#lostAt = null;
    this.#pause = firstPause;
    this.#server = { ...result, capabilities: new Set(result.capabilities) };
    this.#ready.resolve();
  }

  #started(feed, problem, result) {
    if (problem) {
      this.#feeds.delete(feed);
      feed.end(problem);
    } else if (this.#feeds.has(feed)) {
      feed.begin({ epoch: this.#server?.epoch, ...result });
    } else {
      this.#unsubscribe(result.subscription);
    }
  }
}

/**
 * Connects to buttond: the socket `path`, unless it is the usual one; `name` names this program in logs and
 * actions; `role` lowers what this connection may do; `require` are capabilities without which it cannot go
 * on; `timeout` is how long a call waits, in ms; `wait` how long this waits for a daemon; with
 * `reconnect: false` the end of the connection is the end of the client.
 */
export function connect({ path, ...options } = {}) {
  return new Client(socketPath(path), options)._open();
}
