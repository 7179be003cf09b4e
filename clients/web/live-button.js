// <live-button button="ID">: a button of buttond on any page.
//
// A module without dependencies; connection, drawing and motion are in the modules beside it. All
// elements of a page that name the same gateway and token share one connection, and those that also have
// the same traits share one subscription. What a button looks like, and whether it is pressed, is the
// daemon's to say: the element draws looks, moves from one to the next as their transactions tell, and
// reports what pointers and keys do.
//
// Attributes
//   button    the button's id
//   gateway   the gateway's address; unless given, where this file comes from
//   token     what lets the page press; see also configure()
//   traits    words that fix how it is drawn: light, dark, high, rightToLeft, XL, #RRGGBB…; unless
//             given, those of configure(). The reader's preferences decide what is left out
//   images    where images beyond the built-in ones are: "icons/" makes name "till" icons/till.svg;
//             images that the daemon keeps (sha256:…) come over the connection
//   toggle    says that the button is one that stays in, so that screen readers are told
//
// Parts for styling: button, face, background, progress, content, image, title, run, subtitle, menu, menu-item.
// The attribute data-state is waiting, live, stale (not connected), refused (the gateway does not take the
// token) or missing (no such button).

import { Connection, KEPT_IMAGE, defaults, elements, forbidden } from "./live-button/connection.js";
import { InvalidParams } from "./live-button/errors.js";
import {
  ALIGNMENTS, CONTENT_MODES, DIRECTIONS, FAMILIES, LINES, LINE_WIDTHS, OWN_COLORS, SIDES, WEIGHTS, iconOf, icons,
  line, picture, sheetsFor, spinner, svg, symbol, template,
} from "./live-button/drawing.js";
import { IMAGE_SCALE, Motion, PLACES, colorAt, numberAt, tickWith } from "./live-button/motion.js";

export { Connection, Looks, configure, connect } from "./live-button/connection.js";
export * from "./live-button/errors.js";
export { icons } from "./live-button/drawing.js";
export { isOver, progress } from "./live-button/motion.js";

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const prefersContrast = matchMedia("(prefers-contrast: more)");
const prefersStillness = matchMedia("(prefers-reduced-motion: reduce)");
const refreshAll = () => {
  for (const element of elements) element.refresh();
};
for (const query of [prefersDark, prefersContrast, prefersStillness]) query.addEventListener("change", refreshAll);
new MutationObserver(refreshAll)
  .observe(document, { attributes: true, attributeFilter: ["lang", "dir"], subtree: true });

// ---------------------------------------------------------------------------------------------
// Shortcuts: keys that press buttons.

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
/** Keys as browsers name them, by the names that looks use. */
const KEY_NAMES = {
  return: "Enter", escape: "Escape", space: " ", tab: "Tab", delete: "Backspace",
  forwarddelete: "Delete", up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft",
  right: "ArrowRight", home: "Home", end: "End", pageup: "PageUp", pagedown: "PageDown",
  plus: "+",
};

/** What a shortcut wants: the modifiers by their names in events, and the key. */
function shortcutParts(text) {
  const names = text.split("+");
  const key = names.pop();
  const isControl = names.includes("ctrl");
  const wantsMeta = names.includes("cmd") && (isApple || isControl);
  return {
    ctrlKey: isControl || (names.includes("cmd") && !wantsMeta), altKey: names.includes("alt"),
    shiftKey: names.includes("shift"), metaKey: wantsMeta,
    key: KEY_NAMES[key] ?? (/^f\d+$/.test(key) ? key.toUpperCase() : key),
  };
}

/**
 * Whether an event is that of a shortcut. Shift changes the character of a key, and is not a mistake then. The place of
 * a key counts where its character cannot: of digits, and of letters on keyboards of other scripts.
 */
function isShortcut(text, event) {
  const wanted = shortcutParts(text);
  for (const name of ["ctrlKey", "altKey", "metaKey"]) if (event[name] !== wanted[name]) return false;
  const isKey = event.key === wanted.key || event.key.toLowerCase() === wanted.key;
  const isPlace = event.code === `Digit${wanted.key}`
    || (event.code === `Key${wanted.key.toUpperCase()}` && !/^[a-z]$/i.test(event.key));
  const isSign = /^[^a-z\d ]$/.test(wanted.key);
  return (isKey || isPlace) && (event.shiftKey === wanted.shiftKey || (isKey && isSign));
}

/** A shortcut as aria-keyshortcuts has it. */
function spokenShortcut(text) {
  const wanted = shortcutParts(text);
  const modifiers = [
    wanted.ctrlKey && "Control", wanted.altKey && "Alt", wanted.shiftKey && "Shift",
    wanted.metaKey && "Meta",
  ];
  const key = { " ": "Space", "+": "Plus" }[wanted.key] ?? wanted.key;
  return [...modifiers.filter(Boolean), key.length === 1 ? key.toUpperCase() : key].join("+");
}

/** Whether a key without modifiers is for what has the focus: text that is typed, another control. */
function isTaken(event) {
  const target = event.composedPath()[0];
  if (event.ctrlKey || event.altKey || event.metaKey || !(target instanceof Element)) return false;
  if (target.isContentEditable || target.matches("input, textarea, select")) return true;
  return ["Enter", " "].includes(event.key) && target.matches("button, a[href], summary, [role]");
}

/** Whether keys are not for an element: it is in an inert part of the page, or not in the modal dialog that is open. */
function isOutOfReach(element, dialog) {
  for (let each = element; each; each = each.assignedSlot ?? each.parentNode ?? each.host) {
    if (each.inert) return true;
    if (each === dialog) return false;
  }
  return dialog !== undefined;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.repeat || isTaken(event)) return;
  const dialogs = [...event.composedPath(), ...document.querySelectorAll("dialog")];
  const dialog = dialogs.find((each) => each.localName === "dialog" && each.matches(":modal"));
  const meant = [...elements].filter((each) => {
    const shortcut = each.appearance?.shortcut;
    return shortcut && isShortcut(shortcut, event) && each.isUsable && !isOutOfReach(each, dialog);
  });
  if (meant.length === 0) return;
  event.preventDefault();
  const { DOCUMENT_POSITION_FOLLOWING: behind } = Node;
  meant.sort((a, b) => (a.compareDocumentPosition(b) & behind ? -1 : 1))[0].press();
});

/** Whether the console has been told that the page may only look. */
let hasWarned = false;

/** The content sizes, and how large each draws body text, in points. */
const BODY_SIZES = {
  xS: 14, S: 15, M: 16, L: 17, XL: 19, XXL: 21, XXXL: 23, AX1: 28, AX2: 33, AX3: 40, AX4: 47, AX5: 53,
};
const SIZES = Object.keys(BODY_SIZES);
/** The text size of browsers whose reader has chosen none, in CSS pixels. */
const USUAL_TEXT_SIZE = 16;

/** The content size nearest to the text size that the reader has chosen in the browser. */
const chosenSize = (() => {
  const probe = document.createElement("span");
  probe.style.cssText = "position: absolute; visibility: hidden; font: medium serif";
  document.documentElement.append(probe);
  const chosen = Number.parseFloat(getComputedStyle(probe).fontSize) || USUAL_TEXT_SIZE;
  probe.remove();
  if (chosen === USUAL_TEXT_SIZE) return undefined;
  const wanted = (BODY_SIZES.L * chosen) / USUAL_TEXT_SIZE;
  const distanceTo = (name) => Math.abs(BODY_SIZES[name] - wanted);
  return SIZES.reduce((best, name) => (distanceTo(name) < distanceTo(best) ? name : best));
})();

/** The colours that have names. */
const NAMED_COLORS = [
  "tint", "white", "black", "clear", "systemBlue", "systemPink", "systemRed", "systemOrange",
  "systemYellow", "systemGreen", "systemIndigo", "systemPurple", "systemTeal", "systemMint",
  "systemCyan", "systemBrown", "systemGray", "systemGray2", "systemGray3", "systemGray4",
  "systemGray5", "systemGray6", "label", "secondaryLabel", "tertiaryLabel", "quaternaryLabel",
  "systemFill", "secondarySystemFill", "tertiarySystemFill", "quaternarySystemFill",
  "systemBackground", "separator",
];
const WORDS = [
  "light", "dark", "normal", "high", "leftToRight", "rightToLeft", "reduceMotion", "boldText", ...SIZES,
  ...NAMED_COLORS,
];
/** What a daemon takes for a language. */
const LANGUAGE = /^(?=.{2,35}$)[a-z]{2,8}([-_][a-z\d]{1,8})*$/i;

/** How many letters to insert, remove, replace or swap turn one word into the other. */
function distance(a, b) {
  let before = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        next[j] = Math.min(next[j], before[j - 2] + 1);
      }
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}

/** What is wrong with a word of `traits`; null for one that is known. */
function traitMistake(word) {
  if (WORDS.includes(word) || /^#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.test(word)) return null;
  const near = WORDS
    .map((known) => [distance(word.toLowerCase(), known.toLowerCase()), known])
    .sort((a, b) => a[0] - b[0])[0];
  const advice = near[0] <= (word.length + 1) / 3 ? `; did you mean '${near[1]}'?` : "";
  return `traits: '${word}' is not known${advice}`;
}

/** The words of an element's traits, or those of configure(). */
const traitWords = (element) => (element.getAttribute("traits") ?? defaults.traits).split(/\s+/);

/** The language of an element, in a shadow root also that of its host. */
function languageOf(element) {
  for (let each = element; each; each = each.getRootNode().host) {
    const named = each.closest("[lang]");
    if (named) return named.lang;
  }
  return "";
}

/** The traits that an element asks for: its words, and the reader's preferences. */
export function traitsOf(element) {
  const traits = {
    userInterfaceStyle: prefersDark.matches ? "dark" : "light",
    contrast: prefersContrast.matches ? "high" : "normal",
    layoutDirection: getComputedStyle(element).direction === "rtl" ? "rightToLeft" : "leftToRight",
  };
  if (chosenSize) traits.contentSize = chosenSize;
  const language = languageOf(element);
  if (LANGUAGE.test(language)) traits.locale = language;
  if (prefersStillness.matches) traits.reduceMotion = true;
  for (const word of traitWords(element)) {
    if (word === "light" || word === "dark") traits.userInterfaceStyle = word;
    else if (word === "normal" || word === "high") traits.contrast = word;
    else if (word === "leftToRight" || word === "rightToLeft") traits.layoutDirection = word;
    else if (word === "reduceMotion" || word === "boldText") traits[word] = true;
    else if (SIZES.includes(word)) traits.contentSize = word;
    else if (word && !traitMistake(word)) traits.tint = word;
  }
  return traits;
}

/** Links that a page may open: they run nothing. */
const SAFE_LINK = /^(https?:\/\/|mailto:)[!-~]{1,2048}$/i;

/** The runs of a title between two of its characters. */
function runPieces(runs, titleColor, from, to) {
  const pieces = [];
  let place = 0;
  for (const run of runs) {
    const characters = [...run.text];
    const part = characters.slice(Math.max(0, from - place), Math.max(0, to - place)).join("");
    place += characters.length;
    if (part === "") continue;
    const isLink = SAFE_LINK.test(run.link ?? "");
    const piece = document.createElement(isLink ? "a" : "span");
    piece.part = "run";
    piece.textContent = part;
    if (isLink) {
      piece.href = run.link;
      piece.target = "_blank";
      piece.rel = "noopener noreferrer";
      piece.draggable = false;
    }
    // What has the title's colour moves with it.
    if (run.color !== titleColor) piece.style.color = run.color;
    piece.style.fontWeight = String(WEIGHTS[run.fontWeight] ?? 400);
    if (run.italic) piece.style.fontStyle = "italic";
    piece.style.textDecorationLine =
      [(run.underline || isLink) && "underline", run.strikethrough && "line-through"]
        .filter(Boolean).join(" ") || "none";
    pieces.push(piece);
  }
  return pieces;
}

/** The symbol effects that play once. */
const ONCE = {
  bounce: [
    { transform: "none" }, { transform: "translateY(-22%) scale(1.08)" },
    { transform: "translateY(4%) scale(0.98)" }, { transform: "none" },
  ],
  wiggle: [0, -12, 10, -8, 5, 0].map((angle) => ({ transform: `rotate(${angle}deg)` })),
};

/** Moves from one text to the next: the new one fades in, or the characters that differ roll in. */
function giveWay(element, before, text, { kind, duration }) {
  const timing = { duration, easing: "ease-out" };
  if (kind !== "numericText" || before === null) {
    element.animate([{ opacity: 0 }, { opacity: 1 }], timing);
    return;
  }
  const number = (words) => Number.parseFloat(words.replace(/[^\d.-]/g, "")) || 0;
  const from = number(text) < number(before) ? -0.7 : 0.7;
  const [old, letters] = [[...before], [...text]];
  const plain = [...element.childNodes];
  const rolling = letters.map((letter, index) => {
    const span = document.createElement("span");
    span.className = "letter";
    span.textContent = letter;
    // Numbers grow to the left.
    if (letter !== old[old.length - letters.length + index]) {
      span.animate(
        [{ transform: `translateY(${from}em)`, opacity: 0 }, { transform: "none", opacity: 1 }], timing);
    }
    return span;
  });
  element.replaceChildren(...rolling);
  Promise.allSettled(rolling.flatMap((span) => span.getAnimations()).map((each) => each.finished)).then(() => {
    if (rolling[0]?.parentNode === element) element.replaceChildren(...plain);
  });
}

/** The progress of a look in words; null where it shows none. */
const percentage = (look) =>
  (look?.progress === undefined ? null : `${Math.round(Math.min(1, Math.max(0, look.progress)) * 100)}%`);

/** Whether an event of a button is that of a link in it, which is not the button's to take. */
const isOnLink = (event) => {
  const path = event.composedPath();
  return path.slice(0, path.indexOf(event.currentTarget)).some((each) => each.localName === "a");
};

/** Milliseconds without connection before a button shows it: shorter breaks need not flicker. */
const PATIENCE = 600;

/** The element. */
export class LiveButton extends HTMLElement {
  static observedAttributes = ["button", "gateway", "token", "traits", "images", "toggle"];

  #parts = {};
  #motion = new Motion();
  #record = null;
  #connection = null;
  #leave = null;
  #key = null;
  /** The button that is followed, which its attribute may not name any more. */
  #id = null;
  /** The gateway and the button whose record is on show. */
  #source = null;
  #press = null;
  #longPress = 0;
  #isMenuOpen = false;
  /** A pointer is over it; the button of which the daemon was told so, or null. */
  #isPointed = false;
  #hovered = null;
  #staleTimer = null;
  /** Whether the connection has been away for longer than a short break. */
  #isCutOff = false;
  /** Whether the daemon has said that there is no such button. */
  #isMissing = false;
  #hasBeenSelected = false;
  #isRefreshing = false;
  #sizes = null;
  #drawnImage = null;
  /** By name, the images of the daemon that are on show, or awaited. */
  #images = new Map();
  /** How texts that change now give way: their kind and milliseconds; null: at once. */
  #transition = null;
  /** The symbol effect on show and its value; null before there is a look. */
  #effect = null;
  #checkedTraits = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.adoptedStyleSheets = sheetsFor(this.ownerDocument);
    root.append(template.content.cloneNode(true));
    for (const name of [
      "button", ".face", ".ground", ".progress", ".stroke", ".content", ".body", ".image", ".texts", ".title",
      ".subtitle", ".indicator", ".menu",
    ]) {
      this.#parts[name.replace(".", "")] = root.querySelector(name);
    }
    this.#listen();
  }

  /** The look on show, as the daemon sent it; null while there is none. */
  get appearance() { return this.#record?.appearance ?? null; }

  /** What is wrong with the button, as the daemon sent it; null while all is well. */
  get status() { return this.#record?.status ?? null; }

  /** Whether it is shown and takes presses. */
  get isUsable() {
    const look = this.appearance;
    const isShown = this.checkVisibility?.() ?? this.getClientRects().length > 0;
    return Boolean(look) && look.isEnabled !== false && !look.isBusy && isShown;
  }

  /** Whether it is moving from one look to another. */
  get isMoving() { return this.#motion.isMoving; }

  /** Presses the button and lets it go, as a key would; or shows its menu, where a press does. */
  press() {
    if (this.#showsMenu) return this.#openMenu();
    if (this.#began(null)) this.#ended(null);
  }

  click() { this.press(); }

  /** Another document does not share the sheet of the former, and has clicks of its own. */
  adoptedCallback(before) {
    before.removeEventListener("pointerdown", this.#pressedElsewhere, true);
    this.shadowRoot.adoptedStyleSheets = sheetsFor(this.ownerDocument);
  }

  connectedCallback() {
    elements.add(this);
    this.#showState();
    this.refresh();
  }

  disconnectedCallback() {
    elements.delete(this);
    this.#isPointed = false;
    this.#closeMenu(false);
    this.#cancelled();
    this.#detach();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.refresh();
  }

  /** Looks again at its attributes and at what the reader prefers. */
  refresh() {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    queueMicrotask(() => {
      this.#isRefreshing = false;
      if (this.isConnected) this.#attach();
    });
  }

  // Following a button

  /** Tells the page which words of its traits mean nothing: the button is drawn without them. */
  #checkTraits() {
    const words = traitWords(this);
    const text = words.join(" ");
    if (text === this.#checkedTraits) return;
    this.#checkedTraits = text;
    for (const word of words) {
      const message = word && traitMistake(word);
      if (!message) continue;
      console.warn(`live-button: ${message}`);
      this.#refused(new InvalidParams(-32602, message, { reason: "invalidParams" }));
    }
  }

  #attach() {
    this.#checkTraits();
    const id = this.getAttribute("button") ?? "";
    const gateway = this.getAttribute("gateway") ?? defaults.gateway;
    const token = this.getAttribute("token") ?? defaults.token;
    const traits = traitsOf(this);
    const key = JSON.stringify([id, gateway, token, traits]);
    if (key === this.#key) return this.#draw();
    const connection = /^[A-Za-z0-9._-]{1,128}$/.test(id) ? Connection._for(gateway, token, 1) : null;
    if (id !== this.#id || connection !== this.#connection) {
      this.#closeMenu(false);
      this.#cancelled();
    }
    this.#detach();
    [this.#key, this.#id, this.#connection] = [key, id, connection];
    this.#parts.button.dir = traits.layoutDirection === "rightToLeft" ? "rtl" : "ltr";
    const source = `${gateway} ${id}`;
    if (source !== this.#source) {
      // Nothing stays of another button.
      this.#source = source;
      this.#hasBeenSelected = false;
      this.#effect = null;
      this.#take(undefined);
    }
    if (!connection) return this.#take(null);
    const change = () => this.#connectionDidChange();
    connection.addEventListener("change", change);
    const leave = connection.looks(traits).watch(id, (record) => this.#take(record));
    this.#leave = () => {
      connection.removeEventListener("change", change);
      leave();
      connection._leave();
    };
    change();
    // The look on show stays until there is another, and so do its images.
    if (this.#imageNames.length > 0) this.#draw();
  }

  #detach() {
    this.#hover(false);
    this.#holdImages([]);
    this.#leave?.();
    this.#leave = null;
    this.#key = null;
    this.#connection = null;
    clearTimeout(this.#staleTimer);
    this.#staleTimer = null;
  }

  #connectionDidChange() {
    const { button } = this.#parts;
    if (this.#connection?.state === "open") {
      clearTimeout(this.#staleTimer);
      this.#staleTimer = null;
      this.#isCutOff = false;
    } else {
      this.#press = null;
      this.#hovered = null;
      this.#staleTimer ??= setTimeout(() => {
        this.#isCutOff = true;
        this.#showState();
        this.#describe();
      }, PATIENCE);
    }
    button.toggleAttribute("data-quiet", this.#connection?.role === "read");
    this.#showState();
    this.#describe();
  }

  /** Shows how the button is doing, whatever it looks like. */
  #showState() {
    const state =
      this.#isCutOff ? "stale"
      : this.#isMissing ? "missing"
      : !this.#record ? "waiting"
      : this.#connection?.refusal ? "refused"
      : "live";
    if (this.dataset.state !== state) this.dataset.state = state;
    this.#parts.button.toggleAttribute("data-blank", !this.#record);
  }

  /** Shows a record; null: there is no such button; undefined: nobody says how it looks. */
  #take(record) {
    const before = this.#record;
    this.#record = record ?? null;
    this.#isMissing = record === null;
    this.#showState();
    this.toggleAttribute("data-trouble", Boolean(record?.status));
    this.toggleAttribute("data-lost", Boolean(record?.status?.keys));
    if (!record) {
      if (this.#isMissing) this.#hovered = null;
      else this.#hover(false);
      this.#closeMenu(false);
      this.#holdImages([]);
      this.#describe();
      return;
    }
    if (this.#isPointed) this.#hover(true);
    const now = performance.now();
    const transaction = before && !prefersStillness.matches ? record.transaction : undefined;
    const kind = record.appearance.contentTransition;
    const mayMove = !record.transaction?.disablesAnimations
      && record.transaction?.animatesContent !== false && !traitsOf(this).reduceMotion;
    this.#transition =
      before && kind && mayMove ? { kind, duration: record.transaction?.animation?.durationMs ?? 350 } : null;
    const same = before && JSON.stringify(before.appearance) === JSON.stringify(record.appearance);
    if (!same || !this.#motion.at(now)) {
      this.#motion.aim(record.appearance, transaction, now);
      this.#draw();
      for (const image of this.#images.values()) image.images.ask(image);
      this.#transition = null;
    } else {
      this.#describe();
    }
    this.dispatchEvent(new CustomEvent("live-button-look", { detail: record, bubbles: true }));
  }

  // Drawing

  #draw() {
    const look = this.#record?.appearance;
    this.#holdImages(this.#imageNames);
    if (!look) return this.#describe();
    const { body, texts, title, subtitle } = this.#parts;
    const placement = look.imagePlacement ?? "leading";
    body.style.flexDirection = DIRECTIONS[placement];
    this.toggleAttribute("data-wide", look.isFullWidth === true && !look.isCircle);
    const hasImage = look.imageName || look.showsActivityIndicator;
    const isBeside = hasImage && (placement === "leading" || placement === "trailing");
    const automatic = isBeside && look.subtitle ? "start" : "center";
    const alignment = ALIGNMENTS[look.titleAlignment] ?? automatic;
    texts.style.alignItems = alignment;
    texts.style.textAlign = SIDES[this.#parts.button.dir || "ltr"][alignment];
    this.#drawText(title, look.title, look.titleLineBreakMode, look.titleRuns, look.titleColor);
    this.#drawText(subtitle, look.subtitle, look.subtitleLineBreakMode);
    title.toggleAttribute("data-limited", look.titleLineLimit > 0);
    title.style.setProperty("--lines", look.titleLineLimit ?? "");
    texts.hidden = !look.title && !look.subtitle;
    title.style.fontWeight = String(WEIGHTS[look.titleFontWeight] ?? 400);
    title.style.lineHeight = String(LINES[look.titleTextStyle] ?? LINES.body);
    subtitle.style.lineHeight = String(LINES[look.subtitleTextStyle] ?? LINES.subheadline);
    for (const [element, name] of [[title, "title"], [subtitle, "subtitle"]]) {
      element.style.fontFamily = FAMILIES[look[`${name}FontDesign`]] ?? "";
      element.style.fontStyle = look[`${name}Italic`] ? "italic" : "";
      element.style.fontVariantNumeric = look[`${name}MonospacedDigits`] ? "tabular-nums" : "";
    }
    title.style.textDecorationLine =
      [look.titleUnderline && "underline", look.titleStrikethrough && "line-through"]
        .filter(Boolean).join(" ") || "none";
    subtitle.style.fontWeight = String(WEIGHTS[look.subtitleFontWeight] ?? 400);
    subtitle.style.textDecorationLine =
      [look.subtitleUnderline && "underline", look.subtitleStrikethrough && "line-through"]
        .filter(Boolean).join(" ") || "none";
    this.#drawImage(look);
    this.#updateMenu();
    this.#parts.ground.dataset.material = look.material ?? "";
    this.#parts.ground.style.backdropFilter = look.material ? "blur(20px) saturate(1.6)" : "";
    const backdrop = this.#pictureOf(look.backgroundImageName) ?? "";
    this.#parts.ground.style.backgroundImage = backdrop;
    const [size, position] = CONTENT_MODES[look.backgroundImageContentMode] ?? CONTENT_MODES.scaleToFill;
    this.#parts.ground.style.backgroundSize = backdrop ? size : "";
    this.#parts.ground.style.backgroundPosition = backdrop ? position : "";
    this.#parts.ground.style.backgroundRepeat = backdrop ? "no-repeat" : "";
    if (prefersStillness.matches) this.#motion.finish();
    this.#describe();
    this.showMotion(performance.now());
    if (this.#motion.isMoving) tickWith(this);
  }

  #drawText(element, text = "", mode = "byWordWrapping", runs = null, color = null) {
    element.hidden = text === "";
    const key = runs ? JSON.stringify([runs, color]) : text;
    if (element.dataset.break === mode && element.dataset.text === key) return;
    const before = element.dataset.text;
    element.dataset.break = mode;
    element.dataset.text = key;
    const characters = [...text];
    const span = (from, to = characters.length) => {
      const piece = document.createElement("span");
      if (runs) piece.append(...runPieces(runs, color, from, to));
      else piece.textContent = characters.slice(from, to).join("");
      return piece;
    };
    if (mode === "byTruncatingMiddle") {
      const end = Math.min(8, Math.floor(characters.length / 2));
      const cut = characters.length - end;
      element.replaceChildren(span(0, cut), span(cut));
    } else {
      element.replaceChildren(span(0));
    }
    if (before && this.#transition) giveWay(element, runs ? null : before, text, this.#transition);
  }

  /** The names of the daemon's images that are to be on show. */
  get #imageNames() {
    const look = this.appearance;
    const menu = this.#isMenuOpen ? look?.menu ?? [] : [];
    const names = [look?.imageName, look?.backgroundImageName, ...menu.map((entry) => entry.image)];
    return names.filter((name) => KEPT_IMAGE.test(name));
  }

  /** Shows these images of the daemon, and no others. */
  #holdImages(names) {
    const connection = this.#connection;
    for (const [name, image] of this.#images) {
      if (names.includes(name)) continue;
      this.#images.delete(name);
      image.images.hide(image, this.#imageDidChange);
    }
    for (const name of names) {
      if (!connection || this.#images.has(name)) continue;
      this.#images.set(name, connection.images.show(name, connection, this.#imageDidChange));
    }
  }

  #imageDidChange = () => this.#draw();

  /** The address for CSS of an image that is not built in; empty: it is awaited; null: there is none. */
  #pictureOf(name) {
    if (!name) return null;
    if (KEPT_IMAGE.test(name)) {
      const image = this.#images.get(name);
      return image?.url ? `url("${image.url}")` : image?.isAbsent ? null : "";
    }
    const images = this.getAttribute("images");
    return images === null ? null : pictureURL(images, name);
  }

  #drawImage(look) {
    const { image, indicator } = this.#parts;
    const address = this.#pictureOf(look.imageName);
    const kind = look.showsActivityIndicator ? "spinner" : look.imageName ? `image ${look.imageName}` : "";
    const width = LINE_WIDTHS[look.imageWeight] ?? LINE_WIDTHS.regular;
    const isOriginal = look.imageRenderingMode === "original";
    const key = `${kind} ${address} ${width} ${isOriginal} ${look.indicator ?? "none"}`;
    image.hidden = kind === "";
    const isStill = traitsOf(this).reduceMotion === true;
    this.#playEffect(look.imageName && !isStill ? look.symbolEffect ?? "" : "", look.symbolEffectValue);
    image.classList.toggle("spins", kind === "spinner");
    if (key === this.#drawnImage) return;
    this.#drawnImage = key;
    image.replaceChildren();
    if (kind === "spinner") {
      image.append(spinner());
    } else if (kind && iconOf(look.imageName)) {
      const drawing = symbol(iconOf(look.imageName), width);
      const first = look.imageName.split(".")[0];
      if (isOriginal && Object.hasOwn(OWN_COLORS, first)) {
        drawing.classList.add("original");
        drawing.style.color = OWN_COLORS[first];
      }
      image.append(drawing);
    } else if (kind && address !== null) {
      image.append(picture(address, isOriginal));
    } else if (kind) {
      image.append(svg(24, { ...line("M4 4h16v16H4z", 1.5), "stroke-dasharray": "3 3" }));
    }
    indicator.replaceChildren();
    indicator.hidden = look.indicator !== "popup";
    if (look.indicator === "popup") indicator.append(svg(24, line(icons["chevron.up.chevron.down"][0])));
  }

  /** Has the image move; an effect that plays once does so when it or its value changes. */
  #playEffect(effect, value = "") {
    const { image } = this.#parts;
    const key = `${effect} ${value}`;
    const isNew = this.#effect !== null && this.#effect !== key;
    this.#effect = key;
    if (image.dataset.effect !== effect) image.dataset.effect = effect;
    if (isNew && ONCE[effect]) image.animate(ONCE[effect], { duration: 500, easing: "ease-out" });
  }

  /** Shows where the motion is; false when it is over. */
  showMotion(now) {
    const numbers = this.#motion.at(now);
    const look = this.#record?.appearance;
    if (!numbers || !look) return false;
    const n = (name) => numberAt(numbers, name);
    const px = (value) => `${Math.round(value * 1000) / 1000}px`;
    const {
      button, face, ground, progress: done, stroke, content, body, image, texts, title, subtitle, indicator,
    } = this.#parts;
    face.style.opacity = n("opacity") === 1 ? "" : String(Math.min(1, Math.max(0, n("opacity"))));
    face.style.transform = n("scale") === 1 ? "" : `scale(${n("scale")})`;
    content.style.paddingBlock = `${px(Math.max(0, n("insetTop")))} ${px(Math.max(0, n("insetBottom")))}`;
    content.style.paddingInline =
      `${px(Math.max(0, n("insetLeading")))} ${px(Math.max(0, n("insetTrailing")))}`;
    content.style.fontSize = px(n("titleFontSize"));
    title.style.fontSize = px(n("titleFontSize"));
    title.style.color = colorAt(numbers, "titleColor");
    subtitle.style.fontSize = px(n("subtitleFontSize"));
    subtitle.style.color = colorAt(numbers, "subtitleColor");
    texts.style.rowGap = px(n("titlePadding"));
    // A spinner, which fills its place, keeps clear of a text that asks for no space.
    const padding = n("imagePadding") || (look.showsActivityIndicator ? 6 : 0);
    body.style.gap = texts.hidden ? "" : px(padding);
    image.style.color =
      colorAt(numbers, look.showsActivityIndicator ? "activityIndicatorColor" : "imageColor");
    image.style.fontSize =
      look.imageSize || this.#motion.isMoving ? px(Math.max(0, n("imageSize")) / IMAGE_SCALE) : "";
    const original = look.imageRenderingMode === "original" ? image.querySelector(".original") : null;
    if (original) original.style.opacity = String(numbers[PLACES.get("imageColor") + 3]);
    const isColumn = look.imagePlacement === "top" || look.imagePlacement === "bottom";
    image.style.minWidth = isColumn ? "" : px(n("imageReservation"));
    image.style.minHeight = isColumn ? px(n("imageReservation")) : "";
    indicator.style.color = colorAt(numbers, "indicatorColor");
    face.style.aspectRatio = look.isCircle ? "1" : "";
    const insets = Math.max(0, n("insetTop")) + Math.max(0, n("insetBottom"));
    face.style.minWidth = look.isCircle ? px(body.offsetHeight + insets) : "";
    const isCapsule = look.cornerShape === "capsule";
    const radius = isCapsule ? "9999px" : px(Math.max(0, n("cornerRadius")));
    ground.style.backgroundColor = colorAt(numbers, "backgroundColor");
    ground.style.borderRadius = radius;
    button.style.borderRadius = radius;
    done.hidden = numbers[PLACES.get("progressColor") + 3] <= 0;
    if (!done.hidden) {
      done.style.backgroundColor = colorAt(numbers, "progressColor");
      done.style.inlineSize = `${Math.round(Math.min(1, Math.max(0, n("progress"))) * 100_000) / 1000}%`;
    }
    const isSeen =
      numbers[PLACES.get("backgroundColor") + 3] > 0 || look.material || look.backgroundImageName;
    const hasShadow = isSeen && numbers[PLACES.get("shadowColor") + 3] > 0;
    ground.style.boxShadow = hasShadow
      ? `${px(n("shadowX"))} ${px(n("shadowY"))} ${px(Math.max(0, n("shadowRadius")))} `
        + colorAt(numbers, "shadowColor")
      : "";
    const outset = n("strokeOutset");
    const edges = (grown) => ({
      block: `${px(n("backgroundInsetTop") - grown)} ${px(n("backgroundInsetBottom") - grown)}`,
      inline: `${px(n("backgroundInsetLeading") - grown)} ${px(n("backgroundInsetTrailing") - grown)}`,
    });
    for (const [part, grown] of [[ground, 0], [stroke, outset]]) {
      const { block, inline } = edges(grown);
      part.style.insetBlock = block;
      part.style.insetInline = inline;
    }
    stroke.style.borderWidth = px(Math.max(0, n("strokeWidth")));
    stroke.style.borderColor = colorAt(numbers, "strokeColor");
    stroke.style.borderRadius = isCapsule ? radius : px(Math.max(0, n("cornerRadius") + outset));
    return this.#motion.isMoving;
  }

  /** Tells screen readers what there is to know. */
  #describe() {
    const { button } = this.#parts;
    const look = this.#record?.appearance;
    const { state } = this.dataset;
    const set = (name, value) => {
      if (value === undefined || value === null || value === "") button.removeAttribute(name);
      else if (button.getAttribute(name) !== String(value)) button.setAttribute(name, value);
    };
    const name = look?.accessibilityLabel ?? [look?.title, look?.subtitle].filter(Boolean).join(", ");
    // A button has no value, and what stands in it counts as its text: the name is what is always read.
    set("aria-label", [name || this.getAttribute("button"), percentage(look)].filter(Boolean).join(", "));
    const hints = [look?.accessibilityHint];
    if (state === "stale") hints.push("not connected");
    hints.push(this.#connection?.refusal?.detail);
    const status = this.#record?.status;
    if (status) hints.push(status.message);
    if (status?.keys && status.reason !== "sourceLost") {
      hints.push(`what feeds ${status.keys.join(", ")} is gone`);
    }
    if (state === "missing") hints.push("there is no such button");
    set("aria-description", hints.filter(Boolean).join(". "));
    set("title", hints.slice(1).filter(Boolean).join(". "));
    const mayPress = state === "live" && this.#connection?.role !== "read";
    const isUsable = look && mayPress && look.isEnabled !== false && !look.isBusy;
    set("aria-disabled", isUsable ? null : "true");
    set("aria-busy", look?.isBusy ? "true" : null);
    set("aria-haspopup", this.#showsMenu ? "menu" : null);
    set("aria-expanded", this.#showsMenu ? String(this.#isMenuOpen) : null);
    set("aria-keyshortcuts", look?.shortcut ? spokenShortcut(look.shortcut) : null);
    this.#hasBeenSelected ||= look?.isSelected === true;
    // What forced colours, which leave no others, must still tell apart.
    set("data-look", [
      look?.isHighlighted && "highlighted", look?.isSelected && "selected",
      look?.isEnabled === false && "disabled",
    ].filter(Boolean).join(" "));
    const isToggle = this.hasAttribute("toggle") || this.#hasBeenSelected;
    set("aria-pressed", isToggle ? String(look?.isSelected === true) : null);
  }

  // Presses

  #listen() {
    const { button } = this.#parts;
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || this.#press || isOnLink(event)) return;
      if (this.#showsMenu) return;
      if (!this.#began(this.#place(event))) return;
      this.#press.pointer = event.pointerId;
      this.#awaitLongPress();
      try {
        button.setPointerCapture(event.pointerId);
      } catch { /* an event that a script made has no pointer to follow */ }
    });
    button.addEventListener("pointermove", (event) => {
      if (this.#press?.pointer === event.pointerId) this.#moved(this.#place(event));
    });
    button.addEventListener("pointerup", (event) => {
      if (this.#press?.pointer === event.pointerId) this.#ended(this.#place(event));
    });
    for (const name of ["pointercancel", "lostpointercapture"]) {
      button.addEventListener(name, (event) => {
        if (this.#press?.pointer === event.pointerId) this.#cancelled();
      });
    }
    // A finger that is over a button presses it.
    button.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "touch") return;
      this.#isPointed = true;
      this.#hover(true);
    });
    button.addEventListener("pointerleave", () => {
      this.#isPointed = false;
      this.#hover(false);
    });
    button.addEventListener("contextmenu", (event) => {
      if (isOnLink(event)) return;
      if (this.#press) event.preventDefault();
      if (!this.appearance?.menu) return;
      event.preventDefault();
      this.#cancelled();
      this.#openMenu();
    });
    button.addEventListener("keydown", (event) => {
      if (isOnLink(event)) return;
      if (event.key === "Escape" && this.#press?.key) return this.#cancelled();
      if (event.key === "ArrowDown" && this.appearance?.menu && (this.#showsMenu || event.altKey)) {
        event.preventDefault();
        return this.#openMenu();
      }
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      if (this.#showsMenu) return this.#openMenu();
      if (!this.#press && this.#began(null)) this.#press.key = event.key;
    });
    button.addEventListener("keyup", (event) => {
      if (isOnLink(event)) return;
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (this.#press?.key === event.key) this.#ended(null);
    });
    button.addEventListener("blur", () => {
      if (this.#press?.key) this.#cancelled();
    });
    // What assistive technology does has no pointer and no key.
    button.addEventListener("click", (event) => {
      if (isOnLink(event)) return;
      if (this.#showsMenu) {
        if (this.#isMenuOpen) this.#closeMenu(true);
        else this.#openMenu();
      } else if (event.detail === 0 && !this.#press) {
        this.press();
      }
    });
    this.#listenToMenu();
    this.#sizes = new ResizeObserver(() => {
      if (this.#press) this.#report();
    });
    this.#sizes.observe(button);
  }

  /** Tells the daemon whether a pointer is over the button, where the page may press. */
  #hover(isOver) {
    if (isOver === (this.#hovered !== null)) return;
    if (isOver && !(this.#record && this.#connection?.mayPress)) return;
    const id = this.#hovered ?? this.#id;
    this.#hovered = isOver ? id : null;
    if (this.#connection?.state !== "open") return;
    // An older daemon does not know the method; nothing is missing then.
    this.#connection.request(isOver ? "pointer.entered" : "pointer.exited", { id }).catch(() => {});
  }

  /** Where a pointer is, in points from the button's top left corner as it would be unscaled. */
  #place(event) {
    const { button } = this.#parts;
    const frame = button.getBoundingClientRect();
    const factor = (drawn, own) => (drawn > 0 ? own / drawn : 1);
    const round = (value) => Math.round(Math.min(1e6, Math.max(-1e6, value)) * 100) / 100;
    return {
      x: round((event.clientX - frame.left) * factor(frame.width, button.offsetWidth)),
      y: round((event.clientY - frame.top) * factor(frame.height, button.offsetHeight)),
    };
  }

  /**
   * Says how large the button is drawn, unless this press has said so. The daemon forgets it with the button, and has
   * one size for all elements that show it.
   */
  #report() {
    const { offsetWidth: width, offsetHeight: height } = this.#parts.button;
    const size = `${width} ${height}`;
    if (size === this.#press.size) return;
    this.#press.size = size;
    this.#send("layout.report", { width, height });
  }

  #began(place) {
    const look = this.#record?.appearance;
    if (!look || this.#connection?.state !== "open") return false;
    if (!this.#connection.mayPress) {
      this.#refusedToPress();
      return false;
    }
    if (look.isEnabled === false || look.isBusy) return false;
    this.#press = { size: "", place: null, frame: 0 };
    this.#report();
    this.#send("press.began", place ?? {});
    return true;
  }

  /** Reports the newest place once a frame. */
  #moved(place) {
    const press = this.#press;
    press.place = place;
    press.frame ||= requestAnimationFrame(() => {
      press.frame = 0;
      if (press === this.#press && press.place) this.#send("press.moved", press.place);
      press.place = null;
    });
  }

  #ended(place) {
    clearTimeout(this.#longPress);
    if (this.#press?.frame) cancelAnimationFrame(this.#press.frame);
    this.#press = null;
    this.#send("press.ended", place ?? {});
  }

  #cancelled() {
    clearTimeout(this.#longPress);
    if (!this.#press) return;
    if (this.#press.frame) cancelAnimationFrame(this.#press.frame);
    this.#press = null;
    this.#send("press.cancelled", {});
  }

  // Menus

  /** Whether a press shows the menu. */
  get #showsMenu() { return this.appearance?.showsMenuAsPrimaryAction === true; }

  /** Shows the menu of a button that is held, where a short press does something else. */
  #awaitLongPress() {
    clearTimeout(this.#longPress);
    if (!this.appearance?.menu) return;
    this.#longPress = setTimeout(() => {
      if (!this.#press) return;
      this.#cancelled();
      this.#openMenu();
    }, 500);
  }

  #listenToMenu() {
    const { menu, button } = this.#parts;
    menu.addEventListener("keydown", (event) => this.#menuKey(event));
    menu.addEventListener("click", (event) => {
      const item = event.target.closest(".item");
      if (item) this.#choose(item);
    });
    menu.addEventListener("pointermove", (event) => {
      const item = event.target.closest(".item");
      if (item && item !== this.shadowRoot.activeElement) item.focus({ preventScroll: true });
    });
    menu.addEventListener("contextmenu", (event) => event.preventDefault());
    menu.addEventListener("focusout", (event) => {
      if (this.#isMenuOpen && !menu.contains(event.relatedTarget)) this.#closeMenu(false);
    });
    // A pointer that goes down on the button would take the focus, and with it the menu.
    button.addEventListener("mousedown", (event) => {
      if (this.#isMenuOpen) event.preventDefault();
    });
  }

  /** Closes the menu when something else is pressed. The document holds this only while the menu is open. */
  #pressedElsewhere = (event) => {
    const { menu, button } = this.#parts;
    const path = event.composedPath();
    if (!path.includes(menu) && !path.includes(button)) this.#closeMenu(false);
  };

  /** Opens the menu beside the button; says why where the page may only look. */
  #openMenu() {
    if (!this.isUsable || this.#connection?.state !== "open" || !this.appearance.menu) return;
    if (!this.#connection.mayPress) {
      this.#refusedToPress();
      return;
    }
    const { menu, button } = this.#parts;
    this.#isMenuOpen = true;
    this.ownerDocument.addEventListener("pointerdown", this.#pressedElsewhere, true);
    menu.hidden = false;
    menu.style.colorScheme = traitsOf(this).userInterfaceStyle;
    menu.dir = button.dir;
    menu.setAttribute("aria-label", button.getAttribute("aria-label") ?? "");
    this.#holdImages(this.#imageNames);
    this.#updateMenu();
    menu.showPopover?.();
    const frame = button.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = menu;
    const { innerWidth, innerHeight } = this.ownerDocument.defaultView;
    const start = button.dir === "rtl" ? frame.right - width : frame.left;
    const below = frame.bottom + 4;
    const top = below + height <= innerHeight ? below : Math.max(4, frame.top - 4 - height);
    menu.style.left = `${Math.max(4, Math.min(start, innerWidth - width - 4))}px`;
    menu.style.top = `${top}px`;
    const items = this.#items;
    (items.find((item) => item.ariaChecked === "true") ?? items[0])?.focus();
    this.#describe();
  }

  /** Closes the menu; the focus goes back to the button if it was in the menu and is to. */
  #closeMenu(returnsFocus) {
    if (!this.#isMenuOpen) return;
    const { menu, button } = this.#parts;
    this.#isMenuOpen = false;
    this.ownerDocument.removeEventListener("pointerdown", this.#pressedElsewhere, true);
    if (returnsFocus) button.focus();
    menu.hidePopover?.();
    menu.hidden = true;
    menu.replaceChildren();
    this.#holdImages(this.#imageNames);
    this.#describe();
  }

  get #items() { return [...this.#parts.menu.children]; }

  /** Draws the entries of an open menu; the one that has the focus keeps it. */
  #updateMenu() {
    if (!this.#isMenuOpen) return;
    const look = this.appearance;
    if (!look?.menu || !this.isUsable) return this.#closeMenu(true);
    const addresses = look.menu.map((entry) => this.#images.get(entry.image)?.url);
    const text = JSON.stringify([look.menu, addresses]);
    const { menu } = this.#parts;
    if (menu.dataset.text === text && menu.children.length > 0) return;
    menu.dataset.text = text;
    const focused = this.shadowRoot.activeElement?.dataset.item;
    this.#isMenuOpen = false;
    menu.replaceChildren(...look.menu.map((entry) => this.#menuItem(entry, look.isPopup)));
    this.#isMenuOpen = true;
    if (focused !== undefined) {
      (this.#items.find((item) => item.dataset.item === focused) ?? this.#items[0])?.focus();
    }
  }

  #menuItem(entry, isPopup) {
    const item = document.createElement("div");
    const isMarked = isPopup || entry.state !== undefined;
    item.className = "item";
    item.part = "menu-item";
    item.tabIndex = -1;
    item.dataset.item = entry.id;
    item.setAttribute("role", isPopup ? "menuitemradio" : isMarked ? "menuitemcheckbox" : "menuitem");
    const checked = entry.state === "on" ? "true" : entry.state === "mixed" ? "mixed" : "false";
    if (isMarked) item.setAttribute("aria-checked", checked);
    if (entry.isEnabled === false) item.setAttribute("aria-disabled", "true");
    if (entry.role) item.dataset.role = entry.role;
    const mark = document.createElement("span");
    if (checked === "true") mark.append(svg(24, line(icons.checkmark[0])));
    if (checked === "mixed") mark.append(svg(24, line(icons.minus[0])));
    const title = document.createElement("bdi");
    title.textContent = entry.title;
    const image = document.createElement("span");
    const icon = entry.image ? iconOf(entry.image) : null;
    if (this.#images.has(entry.image)) image.append(picture(this.#pictureOf(entry.image) ?? ""));
    else if (icon) image.append(symbol(icon));
    item.append(mark, title, image);
    return item;
  }

  #menuKey(event) {
    const items = this.#items;
    const at = items.indexOf(this.shadowRoot.activeElement);
    const go = (index) => items[(index + items.length) % items.length]?.focus();
    event.stopPropagation();
    if (event.key === "Tab") return this.#closeMenu(true);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // The key that has opened the menu may still be held.
    if (event.repeat && (event.key === "Enter" || event.key === " ")) return event.preventDefault();
    const isCharacter = event.key.length === 1 && event.key !== " ";
    const actions = {
      Escape: () => this.#closeMenu(true), ArrowDown: () => go(at + 1), ArrowUp: () => go(at - 1),
      Home: () => go(0), End: () => go(-1), Enter: () => items[at] && this.#choose(items[at]),
      " ": () => items[at] && this.#choose(items[at]),
    };
    if (!actions[event.key] && !isCharacter) return;
    event.preventDefault();
    if (actions[event.key]) return actions[event.key]();
    const order = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    order.find((item) => item.textContent.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
  }

  async #choose(item) {
    if (item.getAttribute("aria-disabled") === "true") return;
    const button = this.#id;
    const id = item.dataset.item;
    const connection = this.#connection;
    this.#closeMenu(true);
    try {
      await connection.request("menu.choose", { button, item: id });
      this.dispatchEvent(new CustomEvent("live-button-menu", { detail: { item: id }, bubbles: true }));
    } catch (error) {
      this.#refused(error);
    }
  }

  async #send(method, params) {
    const connection = this.#connection;
    const press = this.#press;
    if (!connection) return;
    try {
      const answer = await connection.request(method, { id: this.#id, ...params });
      if (method.startsWith("press.")) {
        this.dispatchEvent(new CustomEvent("live-button-press", {
          detail: { method, phase: answer.phase }, bubbles: true,
        }));
      }
    } catch (error) {
      if (method === "press.began" && this.#press === press) this.#press = null;
      this.#refused(error);
    }
  }

  /** Says why the page may only look, once also on the console: it looks as if it could press. */
  #refusedToPress() {
    const error = this.#connection.refusal ?? forbidden("this page may only look");
    if (!hasWarned) console.warn(`live-button: ${error.detail}; give configure() the page's token`);
    hasWarned = true;
    this.#refused(error);
  }

  #refused(error) {
    this.dispatchEvent(new CustomEvent("live-button-refused", { detail: error, bubbles: true }));
  }
}

/**
 * An image's address for CSS. The page chooses `images`; a look's name is one part of a path, which
 * leads neither out of that folder nor to another host.
 */
function pictureURL(images, name) {
  const url = new URL(`${images}${encodeURIComponent(name)}.svg`, document.baseURI);
  return `url("${url.href.replace(/["\\]/g, encodeURIComponent)}")`;
}

customElements.define("live-button", LiveButton);
