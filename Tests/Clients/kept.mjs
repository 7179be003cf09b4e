// What a program does with the package for Node, whatever its release: it prints what it sees.
import { connect } from "buttond";

const client = await connect();
const other = await connect();
await client.define({
  id: "cart", style: "filled", configuration: { title: { template: "Cart {cart.count}" } },
  action: { name: "open", operations: [{ op: "increment", key: "cart.count" }] },
});
await client.set({ "cart.count": 1 });
const frames = client.buttons("cart")[Symbol.asyncIterator]();
const title = async () => (await frames.next()).value.buttons.get("cart").appearance.title;
console.log(await title());
const actions = other.actions("cart")[Symbol.asyncIterator]();
const action = actions.next();
await other.get("cart.count"); // answered behind the subscription
await client.trigger("cart");
const { value } = await action;
console.log(value.id, value.name);
console.log(await title());
console.log(await client.get("cart.count"));
client.close();
other.close();
