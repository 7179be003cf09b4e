// The daemon's socket, and the client of a program on the same machine.

import { createConnection } from "node:net";
import { lstatSync } from "node:fs";
import { Client } from "./client.js";
import { NoDaemon } from "./errors.js";

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

/** Connects to a socket for a session, which may not have been named before: a message is a line. */
function dial(named, { take, ended }) {
  return new Promise((resolve, reject) => {
    const path = socketPath(named);
    const socket = createConnection(path);
    let pieces = [];
    socket.setEncoding("utf8");
    socket.once("error", (error) => reject(new Error(`no daemon listens on ${path}: ${error.message}`)));
    socket.on("error", () => {}); // "close" follows, and says it once
    socket.on("connect", () => resolve({ send: (text) => socket.write(text + "\n"), close: () => socket.destroy() }));
    socket.on("close", () => ended());
    socket.on("data", (text) => {
      const lines = text.split("\n");
      pieces.push(lines[0]);
      for (let index = 1; index < lines.length; index += 1) {
        const line = pieces.join("");
        pieces = [lines[index]];
        if (line) take(line);
      }
    });
  });
}

/**
 * Connects to buttond: the socket `path`, unless it is the usual one; `name` names this program in logs and
 * actions; `role` lowers what this connection may do; `require` are capabilities without which it cannot go
 * on; `timeout` is how long a call waits, in ms; `wait` how long this waits for a daemon; with
 * `reconnect: false` the end of the connection is the end of the client.
 */
export function connect({ path, ...options } = {}) {
  return new Client((link) => dial(path, link), { ...options, name: options.name ?? "node" })._open();
}
