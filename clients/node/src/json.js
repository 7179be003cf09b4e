// JSON whose integers keep their 64 bits: those that a number cannot hold are BigInt.

/** Precedes the digits of a long integer while JSON.parse does its work; nobody else knows it. */
const mark = `\u0000${Math.random().toString(36).slice(2)}:`;
const writtenMark = JSON.stringify(mark).slice(1, -1);
const marked = new RegExp(`"${writtenMark.replace("\\", "\\\\")}(-?\\d+)"`, "g");
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const mayHaveLongIntegers = /\d{16}/;

/** The value of a text. */
export function parse(text) {
  if (!mayHaveLongIntegers.test(text)) return JSON.parse(text);
  const held = text.replace(tokens, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token))
      ? `"${writtenMark}${token}"`
      : token,
  );
  return JSON.parse(held, (_, value) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** The text of a value; a number that JSON does not have is a TypeError, not null. */
export function stringify(value) {
  if (value === undefined || typeof value === "function" || typeof value === "symbol") {
    throw new TypeError(`a ${typeof value} is not JSON value`);
  }
  let hasLongIntegers = false;
  const text = JSON.stringify(value, (_, each) => {
    if (typeof each === "number" && !Number.isFinite(each)) {
      throw new TypeError(`${each} is not JSON value`);
    }
    if (typeof each !== "bigint") return each;
    hasLongIntegers = true;
    return mark + each;
  });
  return hasLongIntegers ? text.replaceAll(marked, "$1") : text;
}
