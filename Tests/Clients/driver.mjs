// The driver of the Node client, for play: node driver.mjs PACKAGE
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { answer } from "./operations.js";

const buttond = await import(pathToFileURL(process.argv[2]));
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await answer(buttond, JSON.parse(line))));
}
