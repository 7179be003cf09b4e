// The page of buttond-gateway: all buttons, the states of a style, the plugins, and why a button looks
// as it does.
import { Connection, configure, traitsOf } from "./live-button.js";

const $ = (id) => document.getElementById(id);

/** An element with attributes and children; text stays text. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// The token comes behind the # of the address, which browsers send nowhere, and leaves the address bar
// at once; it is kept for as long as this tab is open.

const TOKEN = "buttond.token";

function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem(TOKEN, given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(TOKEN) ?? "";
}

configure({ token: takeToken() });
addEventListener("hashchange", () => {
  if (location.hash.includes("token=")) {
    takeToken();
    location.reload();
  }
});

const connection = Connection.to();

function notify(text) {
  $("notice").textContent = text ?? "";
  $("notice").hidden = !text;
}

connection.addEventListener("refused", (event) => {
  sessionStorage.removeItem(TOKEN);
  configure({ token: "" });
  notify(event.detail);
  // Elements now share a connection that never had the token.
  setTimeout(() => location.reload(), 4_000);
});

function showConnection() {
  const { state, role, problem } = connection;
  const text = {
    open: role === "read" ? "connected, read only" : `connected, role ${role}`,
    connecting: "connecting",
    lost: problem ? `not connected: ${problem}` : "not connected",
  }[state];
  $("connection").dataset.state = state;
  $("connection").textContent = text;
  $("unlock").hidden = !(state === "open" && role === "read");
}

$("unlock").addEventListener("submit", (event) => {
  event.preventDefault();
  sessionStorage.setItem(TOKEN, $("token").value.trim());
  location.reload();
});

// Light and dark

let looks = null;
let stopWatching = () => {};

function theme() { return document.querySelector("#theme :checked").value; }

/** What the elements of this page ask for, so that one subscription serves all. */
const traits = () => traitsOf(document.documentElement);

function showTheme() {
  if (theme() === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme();
  configure({ traits: theme() === "auto" ? "" : theme() });
  const before = stopWatching;
  looks = connection.looks(traits());
  stopWatching = looks.watchAll((id, record) => (record ? showCard(id, record) : dropCard(id)));
  before();
}

$("theme").addEventListener("change", () => {
  localStorage.setItem("buttond.theme", theme());
  showTheme();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => showTheme());
matchMedia("(prefers-contrast: more)").addEventListener("change", () => showTheme());

// Buttons: one card each, by id

const PREVIEWS = "buttond-gateway.preview.";
const cards = new Map();
let listings = new Map();
let order = [];
let isListing = false;
/** Whether the daemon has told once which buttons there are. */
let hasListed = false;
let isArranging = false;

function showCard(id, record) {
  if (id.startsWith(PREVIEWS)) return;
  let card = cards.get(id);
  if (!card) {
    const button = make("live-button", { button: id });
    const style = make("span", { class: "quiet" });
    const trouble = make("span", { class: "trouble" });
    const about = make(
      "button", { type: "button", class: "about", "aria-label": `Explain ${id}` },
      make("span", { class: "id" }, id), style, trouble);
    about.addEventListener("click", () => explain(id));
    const item = make("li", { "data-id": id }, make("div", { class: "stage" }, button), about);
    card = { button, item, style, trouble };
    cards.set(id, card);
    order = null;
    arrange();
    list();
  }
  const { reason, plugin, keys } = record.status ?? {};
  const text = reason ? `${reason}: ${plugin || keys?.join(", ")}` : "";
  if (card.trouble.textContent !== text) {
    card.trouble.textContent = text;
    card.trouble.title = record.status?.message ?? "";
  }
  if (explained === id) explainSoon();
}

function dropCard(id) {
  cards.get(id)?.item.remove();
  cards.delete(id);
  listings.delete(id);
  order = null;
  arrange();
  if (explained === id) closeExplanation();
}

/** Learns styles and groups, which are not part of a look; once for any number of new buttons. */
async function list() {
  if (isListing) return;
  isListing = true;
  await new Promise((resolve) => setTimeout(resolve, 30));
  isListing = false;
  try {
    const found = new Map();
    let after;
    do {
      const page = await connection.request("buttons.list", { after, limit: 1_000 });
      for (const button of page.buttons) found.set(button.id, button);
      after = page.next;
    } while (after);
    listings = found;
    hasListed = true;
    for (const [id, card] of cards) {
      const listing = listings.get(id);
      if (!listing) continue;
      const parts = [listing.style, listing.handler, listing.group && `in ${listing.group}`];
      card.style.textContent = parts.filter(Boolean).join(" · ");
    }
    const values = [...listings.values()].filter((each) => !each.id.startsWith(PREVIEWS));
    fill($("group"), "All groups", values.map((each) => each.group));
    fill($("style"), "All styles", values.map((each) => each.style));
    arrange();
  } catch { /* the next connection asks again */ }
}

function fill(select, all, values) {
  const wanted = ["", ...new Set(values.filter(Boolean))].sort();
  if (JSON.stringify(wanted) === select.dataset.values) return;
  select.dataset.values = JSON.stringify(wanted);
  const chosen = select.value;
  select.replaceChildren(...wanted.map((value) => make("option", { value }, value || all)));
  select.value = wanted.includes(chosen) ? chosen : "";
  select.hidden = wanted.length < 2;
}

/** Puts the cards in the order of their ids and shows those that are looked for; once a frame. */
function arrange() {
  if (isArranging) return;
  isArranging = true;
  requestAnimationFrame(() => {
    isArranging = false;
    if (!order) {
      order = [...cards.keys()].sort();
      let place = $("buttons").firstElementChild;
      for (const id of order) {
        const { item } = cards.get(id);
        if (item === place) place = place.nextElementSibling;
        else $("buttons").insertBefore(item, place);
      }
    }
    const text = $("search").value.trim().toLowerCase();
    let shown = 0;
    for (const id of order) {
      const card = cards.get(id);
      const listing = listings.get(id);
      const title = card.button.appearance?.title ?? "";
      const isShown =
        `${id} ${title} ${listing?.style ?? ""} ${listing?.handler ?? ""}`.toLowerCase().includes(text)
        && (!$("group").value || listing?.group === $("group").value)
        && (!$("style").value || listing?.style === $("style").value);
      if (card.item.hidden === isShown) card.item.hidden = !isShown;
      if (isShown) shown += 1;
    }
    const isKnown = order.length > 0
      || (hasListed && [...listings.keys()].every((id) => id.startsWith(PREVIEWS)));
    const count = shown === order.length ? `${shown}` : `${shown} of ${order.length}`;
    $("count").textContent = isKnown ? count : "";
    $("empty").hidden = shown > 0 || !isKnown;
    $("empty").textContent = order.length > 0
      ? "No button is like that."
      : "There are no buttons yet: buttonctl buttons define FILE";
  });
}

for (const name of ["search", "group", "style"]) $(name).addEventListener("input", arrange);
$("filter").addEventListener("submit", (event) => event.preventDefault());

// Why a button looks as it does

let explained = null;
let explaining = 0;
let explainTimer = null;

function show(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const span = make("span", { title: text });
  if (/^#[0-9A-F]{8}$/.test(value)) {
    const swatch = make("span", { class: "swatch" });
    swatch.style.background = value;
    span.append(swatch);
  }
  span.append(value === undefined ? "–" : text);
  return span;
}

/** Explains again what has changed, not more often than anybody reads. */
function explainSoon() {
  explainTimer ??= setTimeout(() => {
    explainTimer = null;
    if (explained) explain(explained);
  }, 250);
}

const reading = (key) =>
  `${key.key ?? `theme.${key.token}`}${key.revision === undefined ? "" : ` (revision ${key.revision})`}`;

const layer = (value) =>
  [value.layer, value.plugin, value.property, value.setBy && `set by ${value.setBy}`]
    .filter(Boolean).join(" · ");

async function explain(id) {
  if (explained !== id) {
    if (explained) cards.get(explained)?.item.removeAttribute("data-chosen");
    explained = id;
    cards.get(id)?.item.setAttribute("data-chosen", "");
    $("explain-title").textContent = id;
    $("explain-body").replaceChildren();
    $("explain").hidden = false;
  }
  explaining += 1;
  const turn = explaining;
  let answer = null;
  let problem = null;
  try {
    answer = await connection.request("buttons.explain", { id, traits: traits() });
  } catch (error) {
    problem = error;
  }
  if (turn !== explaining || explained !== id) return;
  const nameOf = (details) => details.querySelector("span").textContent;
  const open = new Set([...$("explain-body").querySelectorAll("details[open]")].map(nameOf));
  $("explain-body").replaceChildren(...(answer ? explanation(answer) : withoutExplanation(id, problem)));
  for (const details of $("explain-body").querySelectorAll("details")) {
    details.open = open.has(nameOf(details));
  }
}

function explanation(answer) {
  const facts = make("dl");
  const fact = (name, value) => {
    if (value) facts.append(make("dt", {}, name), make("dd", {}, value));
  };
  fact("style", answer.style);
  fact("handler", answer.handler);
  fact("resolved", answer.resolves === 1 ? "once" : `${answer.resolves ?? 0} times`);
  fact("last because of", (answer.dirty?.causes ?? []).join(", "));
  fact("keys", (answer.dirty?.keys ?? []).map(reading).join(", "));
  fact("status", answer.status && `${answer.status.reason}: ${answer.status.message}`);
  const passes = (answer.plugins ?? []).map((pass) => make(
    "dl", {},
    make("dt", {}, "plugin"), make("dd", {}, `${pass.plugin} (${pass.style ?? pass.handler ?? ""})`),
    make("dt", {}, "took"), make("dd", {}, `${pass.microseconds} µs`),
    make("dt", {}, "reads"), make("dd", {}, (pass.reads ?? []).map(reading).join(", ") || "nothing")));
  const properties = (answer.properties ?? []).map((property) => {
    const rest = [
      ...(property.from ?? []).map((value) => make("li", {}, `from ${layer(value)}: `, show(value.value))),
      ...(property.losing ?? []).map((value) => make("li", {}, `not ${layer(value)}: `, show(value.value))),
      ...(property.reads ?? []).map((key) => make("li", {}, `reads ${reading(key)}`)),
    ];
    return make(
      "details", {},
      make(
        "summary", {}, make("span", {}, property.name), show(property.value),
        make("span", { class: "layer" }, property.layer)),
      make("ul", {}, make("li", {}, layer(property)), ...rest));
  });
  return [facts, ...passes, make("h3", {}, "Properties"), ...properties];
}

/** What is known without the daemon's explanation: the look itself. */
function withoutExplanation(id, problem) {
  const look = cards.get(id)?.button.appearance ?? {};
  const text = problem.reason === "methodNotFound"
    ? "This daemon does not explain looks; this is the look." : problem.message;
  return [
    make("p", { class: "quiet" }, text),
    ...Object.entries(look).map(([name, value]) => make(
      "details", {}, make("summary", {}, make("span", {}, name), show(value), make("span")))),
  ];
}

function closeExplanation() {
  cards.get(explained)?.item.removeAttribute("data-chosen");
  explained = null;
  $("explain").hidden = true;
}

$("explain-close").addEventListener("click", closeExplanation);
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && explained && event.target.tagName !== "LIVE-BUTTON") closeExplanation();
});

// Plugins: as they change for an administrator, every few seconds for all others

function showPlugins(plugins) {
  $("plugins-empty").hidden = plugins.length > 0;
  $("plugins").replaceChildren(...plugins.map((plugin) => make(
    "li", {},
    make(
      "strong", {}, plugin.name, plugin.version && make("span", { class: "quiet" }, plugin.version),
      make("span", { class: "pill", "data-state": plugin.state }, plugin.state)),
    make("span", { class: "quiet" }, [
      plugin.buttons !== undefined && `${plugin.buttons} ${plugin.buttons === 1 ? "button" : "buttons"}`,
      `${plugin.restarts} ${plugin.restarts === 1 ? "restart" : "restarts"}`,
      `${Math.round((plugin.handlerTime ?? 0) / 1000)} ms`,
    ].filter(Boolean).join(" · ")),
    plugin.state !== "running" && plugin.lastError
      ? make("span", { class: "error" }, plugin.lastError) : null)));
}

connection.addEventListener("plugin.changed", () => askPlugins());

async function askPlugins() {
  if (connection.state !== "open") return;
  try {
    const isAdmin = connection.may("admin");
    const answer = await connection.request(isAdmin ? "plugins.list" : "server.stats");
    showPlugins(answer.plugins ?? []);
  } catch { /* the next time */ }
}

setInterval(() => {
  if (document.visibilityState === "visible") askPlugins();
}, 5_000);

// The states of a style: buttons of this page's own, which go when it goes

const STATES = [
  { name: "normal" },
  { name: "highlighted", isPressed: true },
  { name: "selected", isSelected: true },
  { name: "selected, highlighted", isSelected: true, isPressed: true },
  { name: "disabled", isEnabled: false },
  { name: "focused", isFocused: true },
  { name: "busy", isBusy: true },
];
/** Two pages may show two styles; the time tells what has been forgotten. */
const mine = `${PREVIEWS}${Date.now()}.${Math.random().toString(36).slice(2, 10)}.`;
let previews = [];

async function showStyles() {
  const styles = [];
  try {
    const answer = await connection.request("styles.list");
    styles.push(...answer.styles.map((style) => style.name));
  } catch { /* the next connection asks again */ }
  fill($("matrix-style"), "Choose a style", styles);
  const mayShow = connection.may("write");
  $("matrix-style").disabled = !mayShow;
  $("matrix-text").textContent = mayShow
    ? "Shown with buttons that are made for it and removed afterwards."
    : "Needs the token, since buttons are made for it.";
}

/** The newest drawing of the states, for which the next one waits. */
let drawing = Promise.resolve();

function showMatrix() {
  drawing = drawing.then(drawMatrix);
}

async function drawMatrix() {
  const style = $("matrix-style").value;
  const body = $("matrix").tBodies[0];
  await dropPreviews();
  body.replaceChildren();
  $("matrix").hidden = style === "";
  $("matrix-frame").hidden = style === "";
  if (!style) return;
  const definitions = STATES.map((state, index) => ({
    id: `${mine}${index}`, style, group: "buttond-gateway",
    configuration: {
      title: "Button",
    },
    isSelected: state.isSelected ?? false, isEnabled: state.isEnabled ?? true,
    isFocused: state.isFocused ?? false, isBusy: state.isBusy ?? false,
  }));
  try {
    await connection.request("buttons.define", { buttons: definitions });
    previews = definitions.map((definition) => definition.id);
    await Promise.all(STATES.map((state, index) => (state.isPressed
      ? connection.request("press.began", { id: previews[index] }) : null)));
  } catch (error) {
    $("matrix-text").textContent = error.detail;
  }
  STATES.forEach((state, index) => {
    const cell = (name) => {
      const button = make("live-button", { button: `${mine}${index}`, traits: name });
      button.inert = true;
      return make("td", {}, button);
    };
    body.append(make("tr", {}, make("th", { scope: "row" }, state.name), cell("light"), cell("dark")));
  });
}

async function dropPreviews() {
  const ids = previews;
  previews = [];
  if (ids.length > 0) await connection.request("buttons.remove", { ids }).catch(() => {});
}

/** Takes away what pages left behind that ended without a word. */
async function dropForgotten() {
  if (!connection.may("write") || previews.length > 0) return;
  try {
    const { buttons } = await connection.request("buttons.list", { match: `${PREVIEWS}*` });
    const born = (id) => Number(id.slice(PREVIEWS.length).split(".")[0]) || 0;
    const ids = buttons.map((button) => button.id).filter((id) => born(id) < Date.now() - 86_400_000);
    if (ids.length > 0) await connection.request("buttons.remove", { ids });
  } catch { /* nobody is harmed */ }
}

$("matrix-style").addEventListener("change", showMatrix);
addEventListener("pagehide", () => dropPreviews());

// Everything that is asked for anew on each connection

async function begin() {
  list();
  showStyles();
  askPlugins();
  if (connection.may("admin")) connection.request("plugins.subscribe").catch(() => {});
  await dropForgotten();
  if (previews.length > 0) showMatrix();
}

let wasOpen = false;
connection.addEventListener("change", () => {
  showConnection();
  const isOpen = connection.state === "open";
  if (isOpen && !wasOpen) begin();
  wasOpen = isOpen;
});
connection.addEventListener("problem", (event) => notify(event.detail.detail));
document.addEventListener("live-button-refused", (event) => notify(event.detail.detail));
document.addEventListener("live-button-press", () => notify(""));

const remembered = localStorage.getItem("buttond.theme");
for (const choice of document.querySelectorAll("#theme input")) choice.checked = choice.value === (remembered ?? "auto");
showTheme();
showConnection();
arrange();
