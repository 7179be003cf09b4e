export { Client } from "./client.js";
export { Actions, Changes, Frames, Subscription } from "./feeds.js";
export { connect, socketPath } from "./unix.js";
export * from "./errors.js";
