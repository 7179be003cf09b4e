// Subscriptions: what waits to be taken, and from where they resume.

import { Closed } from "./errors.js";

/** How many elements wait for a slow reader before the newest are put together. */
const waitingElements = 64;
/** Actions cannot be put together: of more than these the oldest go. */
const waitingActions = 1024;

/**
 * What a subscription brings: `for await`, or `await next()`. It ends with `close()`, also by leaving the
 * loop. It outlives connections; a program that is slow gets the newest, put together.
 */
export class Subscription {
  #leave;
  #waiting = [];
  #readers = [];
  #parts = [];
  #end = null;

  /** What the session needs of it; none of a program's business. */
  _feed;

  constructor(method, params, since, leave) {
    this.#leave = leave;
    this._feed = {
      method,
      params,
      since,
      id: null,
      epoch: "",
      resumed: null,
      begin: (answer) => this.#begin(answer),
      restart: (answer) => this.#restart(answer),
      take: (part) => this.#take(part),
      interrupt: () => {
        this._feed.id = null;
        this.#parts = [];
      },
      end: (error) => this.#finish(error),
    };
  }

  #begin(answer) {
    const feed = this._feed;
    feed.id = answer.subscription;
    if (feed.resumed) feed.resumed.restarted ||= answer.epoch !== feed.epoch;
    feed.epoch = answer.epoch;
    this.#restart(answer);
  }

  #restart(answer) {
    this.#parts = [];
    if (this._answerIsElement) this.#take(answer);
  }

  #take(part) {
    this.#parts.push(part);
    if (part.more) return;
    const parts = this.#parts;
    this.#parts = [];
    const element = this._element(parts);
    if (this._feed.resumed) element.resumed = this._feed.resumed;
    this._feed.resumed = null;
    const reader = this.#readers.shift();
    if (reader) return reader.resolve(this.#handOut(element));
    this.#waiting.push(element);
    this._bound(this.#waiting);
  }

  #finish(error) {
    if (this.#end) return;
    this.#end = error ?? new Closed("this subscription was closed");
    for (const reader of this.#readers.splice(0)) reader.reject(this.#end);
  }

  #handOut(element) {
    this._keep(element);
    return element;
  }

  /** The next element; rejects with Closed after the end. */
  next() {
    if (this.#waiting.length) return Promise.resolve(this.#handOut(this.#waiting.shift()));
    if (this.#end) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => this.#readers.push({ resolve, reject }));
  }

  /** Ends the subscription. */
  close() {
    if (!this.#end) this.#leave(this);
  }

  async *[Symbol.asyncIterator]() {
    try {
      for (;;) yield await this.next();
    } catch (error) {
      if (!(error instanceof Closed)) throw error;
    } finally {
      this.close();
    }
  }

  get _answerIsElement() {
    return true;
  }

  _keep() {}

  _bound(waiting) {
    if (waiting.length <= waitingElements) return;
    const [older, newer] = waiting.splice(-2);
    waiting.push(this._join(older, newer));
  }
}

/** A subscription to buttons; `looks` is how they look as of the last frame that was taken. */
export class Frames extends Subscription {
  looks = new Map();
  #held = new Map();
  #isDelta;

  constructor(params, since, leave) {
    super("buttons.subscribe", params, since, leave);
    this.#isDelta = params.form === "delta";
  }

  _element(parts) {
    let [buttons, removed, isSnapshot] = [new Map(), new Set(), false];
    for (const part of parts) {
      if (part.snapshot) {
        [buttons, removed, isSnapshot] = [new Map(), new Set(), true];
        this.#held.clear();
      }
      for (const id of part.removed) {
        buttons.delete(id);
        this.#held.delete(id);
        removed.add(id);
      }
      for (const record of part.buttons) {
        removed.delete(record.id);
        buttons.set(record.id, this.#look(record));
      }
    }
    const { tick, revision } = parts.at(-1);
    const epoch = this._feed.epoch;
    this._feed.since = { epoch, tick };
    return { epoch, tick, revision, isSnapshot, buttons, removed: [...removed], frames: 1 };
  }

  /** The look of a record; in delta form its patch is laid over the look before. */
  #look({ id, appearance, patch, status, transaction }) {
    if (!appearance) {
      appearance = { ...this.#held.get(id) };
      for (const [name, value] of Object.entries(patch)) {
        if (value === null) delete appearance[name];
        else appearance[name] = value;
      }
    }
    if (this.#isDelta) this.#held.set(id, appearance);
    return { id, appearance, ...(status && { status }), ...(transaction && { transaction }) };
  }

  /** Both frames as one, as the daemon joins them for a client that is slow: without transactions. */
  _join(older, newer) {
    const buttons = newer.isSnapshot ? new Map() : new Map(older.buttons);
    const removed = new Set(newer.isSnapshot ? [] : older.removed);
    for (const id of newer.removed) {
      buttons.delete(id);
      removed.add(id);
    }
    for (const [id, look] of newer.buttons) {
      removed.delete(id);
      buttons.set(id, look);
    }
    for (const [id, { transaction: _, ...look }] of buttons) buttons.set(id, look);
    return {
      ...older,
      ...newer,
      isSnapshot: older.isSnapshot || newer.isSnapshot,
      buttons,
      removed: [...removed],
      frames: older.frames + newer.frames,
    };
  }

  _keep({ isSnapshot, removed, buttons }) {
    if (isSnapshot) this.looks.clear();
    for (const id of removed) this.looks.delete(id);
    for (const [id, look] of buttons) this.looks.set(id, look);
  }
}

/** A subscription to state. */
export class Changes extends Subscription {
  constructor(params, since, leave) {
    super("state.subscribe", params, since, leave);
  }

  _element(parts) {
    const epoch = this._feed.epoch;
    const changes = parts.map((part) => ({
      epoch,
      revision: part.revision,
      isSnapshot: part.snapshot === true,
      values: part.values,
      lost: part.lost ?? [],
      removed: part.removed,
      errors: part.errors ?? {},
      changes: 1,
    }));
    const change = changes.reduce((older, newer) => ({ ...this._join(older, newer), changes: 1 }));
    this._feed.since = { epoch, revision: change.revision };
    return change;
  }

  /** Both changes as one. */
  _join(older, newer) {
    const changes = older.changes + newer.changes;
    if (newer.isSnapshot) return { ...older, ...newer, changes };
    const values = { ...older.values };
    const lost = new Set(older.lost);
    const removed = new Set(older.removed);
    for (const key of newer.removed) {
      delete values[key];
      lost.delete(key);
      removed.add(key);
    }
    for (const [key, value] of Object.entries(newer.values)) {
      values[key] = value;
      lost.delete(key);
      removed.delete(key);
    }
    for (const key of newer.lost) lost.add(key);
    return {
      ...older,
      ...newer,
      isSnapshot: older.isSnapshot,
      values,
      lost: [...lost],
      removed: [...removed],
      errors: { ...older.errors, ...newer.errors },
      changes,
    };
  }
}

/** A subscription to actions; its answer has none. */
export class Actions extends Subscription {
  constructor(params, leave) {
    super("actions.subscribe", params, null, leave);
  }

  get _answerIsElement() {
    return false;
  }

  _element([{ missed = 0, ...action }]) {
    return { ...action, missed };
  }

  _bound(waiting) {
    if (waiting.length <= waitingActions) return;
    const oldest = waiting.shift();
    waiting[0].missed += oldest.missed + 1;
    waiting[0].resumed ??= oldest.resumed;
  }
}
