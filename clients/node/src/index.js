export { Client, connect, socketPath } from "./client.js";
export { Actions, Changes, Frames, Subscription } from "./feeds.js";
export * from "./errors.js";
