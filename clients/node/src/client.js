// The client: the daemon's methods, by name.

import { NotFound } from "./errors.js";
import { Actions, Changes, Frames } from "./feeds.js";
import { Session, present } from "./session.js";

const wait = (published) => (published ? "published" : undefined);

/** Bytes as Base64, in pieces that a call may have as arguments. */
function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** The bytes of a Base64 text. */
const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/**
 * A connection to buttond that heals: while the daemon is away calls wait for it, and subscriptions go on
 * from where they were when it is back. Make one with `await connect()`.
 */
export class Client extends Session {
  // State

  /** The value of a key; undefined where it is absent. */
  async get(key) {
    const { values } = await this.call("state.get", { keys: [key] });
    return Object.hasOwn(values, key) ? values[key] : undefined;
  }

  /** The values of keys, or of all below one, or of all; absent ones are left out. */
  async values({ keys, under } = {}) {
    const values = {};
    for await (const page of this._pages("state.get", { keys, under })) Object.assign(values, page.values);
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
    return this._follow(new Changes(present({ keys, under }), since, (each) => this._leave(each)));
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
    for await (const page of this._pages("groups.get", { ids })) {
      for (const group of page.groups) groups.set(group.id, group);
    }
    return groups;
  }

  /** How buttons look now, by id. */
  async looks(match = "*", { traits } = {}) {
    const looks = new Map();
    for await (const page of this._pages("buttons.get", { match, traits })) {
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
    return this._follow(new Frames(params, since, (each) => this._leave(each)));
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
    return this._follow(new Actions(params, (each) => this._leave(each)));
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
    return this.call("images.put", { data: base64(new Uint8Array(bytes)) });
  }

  /** An image that the daemon keeps: its type and its bytes; null where it is absent. */
  async image(name) {
    try {
      const { type, data } = await this.call("images.get", { image: name });
      return { type, bytes: bytesOf(data) };
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  /** What is known of each image that the daemon keeps. */
  async images() {
    const images = [];
    for await (const page of this._pages("images.list", {})) images.push(...page.images);
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
}
