import type { Action as ActionDefinition, Appearance, ButtonID, Definition, Derivations, Group, GroupID,
  Match, Methods, Operation, Phase, Role, Status, Traits, Transaction, Value } from "./protocol.js";

export * from "./protocol.js";
export type { ActionDefinition };

/** How a button looks, resolved: colours are `#RRGGBBAA`, lengths are points. */
export interface Look {
  readonly id: ButtonID;
  /** What differs from the defaults. */
  readonly appearance: Appearance;
  /** What is wrong with it; absent while all is well. */
  readonly status?: Status;
  /** How the change to this look is to be shown. */
  readonly transaction?: Transaction;
}

/** The connection was lost before the element that carries this. */
export interface Resumed {
  /** How long there was no connection. */
  readonly seconds: number;
  /** Whether the daemon started anew: what happened before is gone, and a snapshot says how things are. */
  readonly restarted: boolean;
}

/** What changed in one tick among the buttons of a subscription; the first has all of them. */
export interface Frame {
  readonly epoch: string;
  readonly tick: number;
  readonly revision: number;
  /** Whether this is all there is: drop what you hold. */
  readonly isSnapshot: boolean;
  readonly buttons: ReadonlyMap<ButtonID, Look>;
  readonly removed: readonly ButtonID[];
  readonly resumed?: Resumed;
  /** How many frames were put together in this one, as this program was slow to take them. */
  readonly frames: number;
}

/** What changed in the keys of a subscription; the first has all of them. */
export interface Change {
  readonly epoch: string;
  readonly revision: number;
  /** Whether this is all there is: drop what you hold. */
  readonly isSnapshot: boolean;
  readonly values: Readonly<Record<string, Value>>;
  /** Those of `values` that are lost: what fed them is gone. */
  readonly lost: readonly string[];
  readonly removed: readonly string[];
  readonly errors: Readonly<Record<string, Value>>;
  readonly resumed?: Resumed;
  /** How many changes were put together in this one, as this program was slow to take them. */
  readonly changes: number;
}

/** A button performed its action. */
export interface Action {
  readonly id: ButtonID;
  readonly name?: string;
  readonly payload?: Value;
  /** The name of the client that pressed or triggered it. */
  readonly client?: string;
  readonly revision: number;
  /** How many before this one are lost, as this program was slow to take them. */
  readonly missed: number;
  /** Those that happened while there was no connection are not told. */
  readonly resumed?: Resumed;
  /** The scope of the fleet that performed it. */
  readonly scope?: string;
  /** What `done` ends, in a group. */
  readonly delivery?: string;
  /** Somebody had it before, and may have done it in part. */
  readonly redelivered?: true;
  /** The entry of the button's menu that was chosen. */
  readonly item?: string;
  /** Of a press: name it in `set` or `update`. */
  readonly press?: number;
  readonly subscription: string;
}

/** What a subscription brings. It outlives connections, and ends with `close()` or when a loop is left. */
export class Subscription<Element> implements AsyncIterable<Element> {
  protected constructor();
  /** The next element; rejects with `Closed` after the end. */
  next(): Promise<Element>;
  close(): void;
  [Symbol.asyncIterator](): AsyncGenerator<Element, void, undefined>;
}

/** A subscription to buttons. */
export class Frames extends Subscription<Frame> {
  /** How the buttons look as of the last frame that was taken. */
  readonly looks: Map<ButtonID, Look>;
}

export class Changes extends Subscription<Change> {}
export class Actions extends Subscription<Action> {}

/** What is known of an image that the daemon keeps. */
export interface ImageInfo {
  /** Its name, for looks and `image`: `sha256:` and the hash of its bytes. */
  readonly image: string;
  /** `image/png`, `image/jpeg`, `image/webp` or `image/svg+xml`. */
  readonly type: string;
  /** How many bytes it has. */
  readonly bytes: number;
  /** In pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** An image that the daemon keeps. It never changes. */
export interface Image {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** What the daemon says of itself and of this connection. */
export interface Server {
  readonly version: string;
  readonly protocol: number;
  readonly epoch: string;
  readonly role: Role;
  readonly durability: string;
  readonly capabilities: ReadonlySet<string>;
  readonly limits: Readonly<Record<string, number>>;
}

export interface Options {
  /** The socket; unless given, that of `BUTTOND_SOCKET`, else the usual one. */
  path?: string;
  /** How this program is named in logs and actions. */
  name?: string;
  /** Lowers what this connection may do. */
  role?: Role;
  /** Capabilities without which this program cannot go on. */
  require?: string[];
  /** How long a call waits, in ms, also for a daemon that is away. */
  timeout?: number;
  /** How long `connect` waits for a daemon, in ms; with `Infinity` the client never gives up. */
  wait?: number;
  /** With `false` the end of the connection is the end of the client. */
  reconnect?: boolean;
}

export interface Published {
  /** Wait for the frame that shows the change. */
  published?: boolean;
}

export interface Writing extends Published {
  /** Only if none of the keys changed after this revision, else `Conflict`. */
  ifRevision?: number;
  /** This client feeds the keys: they are lost when it is gone. */
  lease?: string;
  /** They are lost, too, when nothing is written under the lease for so many ms. */
  silentAfter?: number;
  /** The `press` of an action: its button changes as a part of that press's release. */
  press?: number;
}

export interface Point {
  /** Points from the button's top left corner. */
  x?: number;
  y?: number;
}

/** A connection that heals: calls wait for a daemon that is away, subscriptions go on where they were. */
export class Client {
  private constructor();
  readonly server: Server;
  readonly isConnected: boolean;
  /** Calls any method of the protocol. */
  call<Name extends keyof Methods>(
    method: Name, params?: Methods[Name]["params"], options?: { timeout?: number },
  ): Promise<Methods[Name]["result"]>;
  get(key: string): Promise<Value | undefined>;
  values(of?: { keys?: string[]; under?: string }): Promise<Record<string, Value>>;
  set(values: Record<string, Value>, options?: Writing): Promise<Methods["state.set"]["result"]>;
  update(operations: Operation[], options?: Writing): Promise<Methods["state.update"]["result"]>;
  eval(expression: string): Promise<Methods["state.eval"]["result"]>;
  derive(keys: Derivations, options?: Published): Promise<Record<string, Value>>;
  changes(of?: {
    keys?: string[]; under?: string; since?: { epoch: string; revision: number };
  }): Changes;
  /** Defines buttons, all or nothing; warnings of what has no effect. */
  define(buttons: Definition | Definition[], options?: Published): Promise<Value[]>;
  /** Changes a definition by a merge patch. */
  patch(
    id: ButtonID, changes: Omit<Methods["buttons.patch"]["params"], "id" | "wait">, options?: Published,
  ): Promise<Value[]>;
  /** Removes buttons; those that there were. */
  remove(ids: ButtonID | ButtonID[], options?: Published): Promise<ButtonID[]>;
  /** Defines what groups of buttons have in common, all or nothing. */
  defineGroups(groups: Group | Group[], options?: Published): Promise<void>;
  /** Removes groups, not their buttons; those that there were. */
  removeGroups(ids: GroupID | GroupID[], options?: Published): Promise<GroupID[]>;
  /** How groups are defined, or all of them, by id. */
  groups(ids?: GroupID[]): Promise<Map<GroupID, Group>>;
  looks(match?: Match, options?: { traits?: Traits }): Promise<Map<ButtonID, Look>>;
  buttons(match?: Match, options?: {
    traits?: Traits; since?: { epoch: string; tick: number }; delta?: boolean; maxRate?: number;
  }): Frames;
  /** Performs a button's action; the revision after it. */
  trigger(
    id: ButtonID, options?: Published & { gesture?: "longPress" | "doublePress" },
  ): Promise<number>;
  /** Turns a button by some steps, as an encoder does; the revision after it. */
  rotate(id: ButtonID, delta: number, options?: Published): Promise<number>;
  /** Chooses an entry of a button's menu; the revision after it. */
  choose(button: ButtonID, item: ButtonID, options?: Published): Promise<number>;
  /**
   * With `fleet` also the actions of other daemons. Of a `group` each action goes to one subscriber, who calls
   * `done` within `claimAfter` milliseconds, or another gets it.
   */
  actions(match?: Match, options?: {
    fleet?: boolean; group?: string; claimAfter?: number;
  }): Actions;
  /** Ends a delivery; false, and nothing is applied, if it went to another meanwhile. */
  done(action: Action, operations?: Operation[]): Promise<boolean>;
  pressBegan(id: ButtonID, options?: Point & Published): Promise<Phase>;
  pressMoved(id: ButtonID, options: Required<Point> & Published): Promise<Phase>;
  pressEnded(id: ButtonID, options?: Point & Published): Promise<Phase>;
  pressCancelled(id: ButtonID, options?: Published): Promise<Phase>;
  /** Says how large this client draws a button; a new connection says it again. */
  reportLayout(id: ButtonID, width: number, height: number): Promise<void>;
  /** Has the daemon keep an image, PNG, JPEG, WebP or SVG; the same bytes twice are one image. */
  putImage(bytes: Uint8Array | ArrayBuffer): Promise<ImageInfo>;
  /** An image by its name; null where it is absent. */
  image(name: string): Promise<Image | null>;
  /** What is known of each image that the daemon keeps. */
  images(): Promise<ImageInfo[]>;
  /** Removes images; the names of those that there were. */
  removeImages(names: string | string[]): Promise<string[]>;
  /** Waits until every change made before is published; the revision. */
  sync(options?: { timeout?: number }): Promise<number>;
  close(): void;
}

/** Connects to buttond. */
export function connect(options?: Options): Promise<Client>;

/** The socket that a client of this user connects to. */
export function socketPath(path?: string): string;

/** All errors of this package. */
export class ButtondError extends Error {
  /** The protocol's word for a refusal; else `noDaemon`, `connectionLost`, `closed` or `timeout`. */
  readonly reason: string;
  /** The message without reason and place. */
  readonly detail: string;
}
/** Nobody listens on the socket. */
export class NoDaemon extends ButtondError {}
/** The connection ended before the answer came: a change may have been made, or not. */
export class ConnectionLost extends ButtondError {}
export class Closed extends ButtondError {}
/** No answer came in time: a change may have been made, or not. */
export class AnswerTimeout extends ButtondError {}

/** The daemon refused; the subclasses name the reasons, and the message what to do. */
export class Refused extends ButtondError {
  readonly code: number;
  /** The place in the request. */
  readonly path?: string;
  readonly data: Readonly<Record<string, Value>>;
  /** Whether a change stands nevertheless. */
  readonly applied: boolean;
  readonly revision?: number;
}

export class ParseError extends Refused {}
export class InvalidRequest extends Refused {}
export class MethodNotFound extends Refused {}
export class InvalidParams extends Refused {}
export class InternalError extends Refused {}
export class NotFound extends Refused {}
export class Conflict extends Refused {}
export class Forbidden extends Refused {}
export class ConfigurationRequired extends Refused {}
export class LimitExceeded extends Refused {
  readonly limit?: string;
  readonly value?: number;
}
export class PluginUnavailable extends Refused {}
export class WaitTimeout extends Refused {}
export class CapabilityMissing extends Refused {}
export class Disabled extends Refused {}
export class NotDurable extends Refused {}
export class InvalidConfiguration extends Refused {}
export class DerivedKey extends Refused {}
export class Guarded extends Refused {}
export class FleetUnavailable extends Refused {}

/** The class for each word of the protocol. */
export const reasons: Readonly<Record<string, typeof Refused>>;
