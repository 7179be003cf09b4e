// How looks are drawn: fonts, symbols, pictures and the sheet of styles.

export const WEIGHTS = {
  ultraLight: 100, thin: 200, light: 300, regular: 400, medium: 500, semibold: 600, bold: 700,
  heavy: 800, black: 900,
};
/** Line heights of the text styles, as multiples of their size. */
export const LINES = {
  largeTitle: 41 / 34, title: 34 / 28, title2: 28 / 22, title3: 25 / 20, headline: 22 / 17,
  body: 22 / 17, callout: 21 / 16, subheadline: 20 / 15, footnote: 18 / 13, caption: 16 / 12,
  caption2: 13 / 11,
};
/** How wide the lines of an image are by its weight, in a square of 24. */
export const LINE_WIDTHS = {
  ultraLight: 0.8, thin: 1.1, light: 1.5, regular: 2, medium: 2.3, semibold: 2.6, bold: 3, heavy: 3.4,
  black: 3.8,
};
/** The colours of images that have such of nature, by the beginnings of their names. */
export const OWN_COLORS = {
  bell: "#FFCC00", bolt: "#FFCC00", exclamationmark: "#FFCC00", flame: "#FF9500", folder: "#32ADE6",
  gift: "#AF52DE", heart: "#FF2D55", leaf: "#34C759", leaves: "#34C759", lightbulb: "#FFCC00",
  phone: "#34C759", star: "#FFCC00", tag: "#FF9500", trash: "#FF3B30", wifi: "#007AFF",
};
/** The fonts of the designs, by what systems call theirs. */
export const FAMILIES = {
  rounded: 'ui-rounded, "SF Pro Rounded", "Arial Rounded MT Bold", Nunito, Quicksand, "Varela Round", sans-serif',
  serif: 'ui-serif, "New York", Georgia, "Times New Roman", "Liberation Serif", "DejaVu Serif", serif',
  monospaced:
    'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
};
export const ALIGNMENTS = { leading: "start", center: "center", trailing: "end" };
/** The same as sides: a text has its own direction, but stands where the button's direction has it. */
export const SIDES = {
  ltr: { start: "left", center: "center", end: "right" },
  rtl: { start: "right", center: "center", end: "left" },
};
export const DIRECTIONS = { leading: "row", trailing: "row-reverse", top: "column", bottom: "column-reverse" };

/** How a background image fills its place: its size and where it is. */
export const CONTENT_MODES = {
  scaleToFill: ["100% 100%", "center"], scaleAspectFit: ["contain", "center"],
  scaleAspectFill: ["cover", "center"], center: ["auto", "center"], top: ["auto", "top"],
  bottom: ["auto", "bottom"], left: ["auto", "left"], right: ["auto", "right"],
  topLeft: ["auto", "top left"], topRight: ["auto", "top right"],
  bottomLeft: ["auto", "bottom left"], bottomRight: ["auto", "bottom right"],
};

/**
 * Images by name, in a square of 24: paths that are drawn as lines, and paths that are filled. The same as
 * those of `buttonctl render`; any page may add its own.
 */
export const icons = {
  "arrow.clockwise": ["M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5"],
  "arrow.counterclockwise": ["M4.5 12a7.5 7.5 0 1 0 2.2-5.3L4.5 9M4.5 4v5h5"],
  "arrow.down": ["M12 5v14M6 13l6 6 6-6"],
  "arrow.left": ["M19 12H5M11 6l-6 6 6 6"],
  "arrow.right": ["M5 12h14M13 6l6 6-6 6"],
  "arrow.up": ["M12 19V5M6 11l6-6 6 6"],
  "bag": ["M5 8h14l1 12.5H4zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5"],
  "bag.fill": ["M8.5 8V7a3.5 3.5 0 0 1 7 0v1", "M5 8h14l1 12.5H4z"],
  "bell": ["M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 20.8a2.2 2.2 0 0 0 4 0"],
  "bell.fill": ["M10 20.8a2.2 2.2 0 0 0 4 0", "M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15z"],
  "bolt": ["M13 2.5L5 13.5h6l-1 8 8-11h-6z"],
  "bolt.fill": ["", "M13 2.5L5 13.5h6l-1 8 8-11h-6z"],
  "calendar": ["M4 6h16v14.5H4zM4 10.5h16M8.5 3.5V7M15.5 3.5V7"],
  "camera": ["M3 7.5h4.5l1.5-3h6l1.5 3H21v12H3zM12 9.7a3.6 3.6 0 1 0 0 7.2a3.6 3.6 0 1 0 0-7.2z"],
  "cart": ["M3 4h2.5l2.2 11h10.1l2.2-8H6.3", "M9 17.8a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2zM17 17.8a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2z"],
  "cart.badge.plus": ["M3 4h2.5l2.2 11h10.1l2.2-8H6.3M13.5 8.5v5M11 11h5", "M9 17.8a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2zM17 17.8a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2z"],
  "cart.fill": ["M3 4h2.5l2.2 11h10.1l2.2-8H6.3", "M9 17.8a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2zM17 17.8a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2zM6.3 7H20l-2.2 8H7.7z"],
  "checkmark": ["M4.5 12.5l5 5 10-11"],
  "checkmark.circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM8 12.3l3 3 5.2-6"],
  "chevron.down": ["M5 9l7 7 7-7"],
  "chevron.left": ["M15 5l-7 7 7 7"],
  "chevron.right": ["M9 5l7 7-7 7"],
  "chevron.up": ["M5 15l7-7 7 7"],
  "chevron.up.chevron.down": ["M8 9.5l4-4 4 4M8 14.5l4 4 4-4"],
  "circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z"],
  "circle.fill": ["", "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z"],
  "clock": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 7v5.3l3.5 2"],
  "creditcard": ["M3 6h18v12.5H3zM3 10h18M6.5 15h3"],
  "doc": ["M6 3h8l4.5 4.5V21H6zM14 3v4.5h4.5"],
  "ellipsis": ["", "M5 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4zM12 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4zM19 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4z"],
  "envelope": ["M3 5.5h18v13H3zM3.5 6.5L12 13l8.5-6.5"],
  "exclamationmark.triangle": ["M12 4l9.5 16.5h-19zM12 10v5M12 17.6v.2"],
  "exclamationmark.triangle.fill": ["", "M12 4l9.5 16.5h-19zM11 9.5h2V15h-2zM11 16.5h2v2h-2z"],
  "flame": ["M12 2.5c1 4 6 6 6 11.5a6 6 0 0 1-12 0c0-2.5 1.3-4 2.5-5.5.2 2 .8 2.8 1.8 3.3C9.8 8.5 10.5 5 12 2.5z"],
  "flame.fill": ["", "M12 2.5c1 4 6 6 6 11.5a6 6 0 0 1-12 0c0-2.5 1.3-4 2.5-5.5.2 2 .8 2.8 1.8 3.3C9.8 8.5 10.5 5 12 2.5z"],
  "folder": ["M3 6h6.5l2 2.5H21v11H3z"],
  "gear": ["M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7zM12 2.8v2.7M12 18.5v2.7M2.8 12h2.7M18.5 12h2.7M5.5 5.5l1.9 1.9M16.6 16.6l1.9 1.9M18.5 5.5l-1.9 1.9M7.4 16.6l-1.9 1.9"],
  "gearshape": ["M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7zM12 2.8v2.7M12 18.5v2.7M2.8 12h2.7M18.5 12h2.7M5.5 5.5l1.9 1.9M16.6 16.6l1.9 1.9M18.5 5.5l-1.9 1.9M7.4 16.6l-1.9 1.9"],
  "gift": ["M3.5 8h17v4h-17zM5 12h14v8.5H5zM12 8v12.5M12 8C8 8 6.5 3.5 9.3 3.5 11.3 3.5 12 8 12 8zM12 8c4 0 5.5-4.5 2.7-4.5C12.7 3.5 12 8 12 8z"],
  "heart": ["M12 20.5C6 16 3 12.7 3 9.2A4.7 4.7 0 0 1 12 7.4 4.7 4.7 0 0 1 21 9.2C21 12.7 18 16 12 20.5z"],
  "heart.fill": ["", "M12 20.5C6 16 3 12.7 3 9.2A4.7 4.7 0 0 1 12 7.4 4.7 4.7 0 0 1 21 9.2C21 12.7 18 16 12 20.5z"],
  "house": ["M4 11.5L12 4.5l8 7V20h-5.5v-5h-5v5H4z"],
  "house.fill": ["", "M4 11.5L12 4.5l8 7V20h-5.5v-5h-5v5H4z"],
  "info.circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 11v5.5M12 7.6v.2"],
  "leaf": ["M4 20c1-9 6-15 16-16 0 10-4 16-11 15.5C7 19.3 6 18 6 16.5M5 19c2-5 5-8 9-10"],
  "leaves": ["M4 20c1-9 6-15 16-16 0 10-4 16-11 15.5C7 19.3 6 18 6 16.5M5 19c2-5 5-8 9-10"],
  "lightbulb": ["M9 17c0-2-3-3.5-3-7.5a6 6 0 0 1 12 0c0 4-3 5.5-3 7.5zM10 20.5h4"],
  "lock": ["M5 11h14v9.5H5zM8 11V7.5a4 4 0 0 1 8 0V11"],
  "lock.fill": ["M8 11V7.5a4 4 0 0 1 8 0V11", "M5 11h14v9.5H5z"],
  "lock.open": ["M5 11h14v9.5H5zM8 11V7.5a4 4 0 0 1 7.8-1.2"],
  "magnifyingglass": ["M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13zM15.3 15.3l5 5"],
  "mic": ["M12 3.5a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0v-5a3 3 0 0 0-3-3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3"],
  "minus": ["M5 12h14"],
  "minus.circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM8 12h8"],
  "pause": ["M8.5 5v14M15.5 5v14"],
  "pause.fill": ["", "M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z"],
  "pencil": ["M4 20l1-4.5L16.5 4 20 7.5 8.5 19z"],
  "person": ["M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM4 20.5c0-4 3.4-6 8-6s8 2 8 6z"],
  "person.fill": ["", "M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM4 20.5c0-4 3.4-6 8-6s8 2 8 6z"],
  "phone": ["M6 3.5l3.5 1 1 4-2 2c1 2.2 2.8 4 5 5l2-2 4 1 1 3.5c0 1.5-1.5 2.5-3 2.5C10.5 20 4 13.5 3.5 6.5 3.5 5 4.5 3.5 6 3.5z"],
  "photo": ["M3 5h18v14H3zM4 17.5l5-6 3.5 4 3-3 4.5 5M15.5 8.7v.2"],
  "play": ["M7 4.5l12 7.5-12 7.5z"],
  "play.fill": ["", "M6.5 4l13 8-13 8z"],
  "plus": ["M12 5v14M5 12h14"],
  "plus.circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 8v8M8 12h8"],
  "power": ["M12 3v8.5M7 6a8 8 0 1 0 10 0"],
  "questionmark.circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM9.3 9.5a2.7 2.7 0 1 1 4 2.4c-1 .6-1.3 1-1.3 2M12 16.8v.2"],
  "record.circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z", "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8z"],
  "speaker": ["M4 9.5h3.5L12 5.5v13l-4.5-4H4z"],
  "speaker.slash": ["M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9.5l5 5M20.5 9.5l-5 5"],
  "speaker.wave.1": ["M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15 9.2a4 4 0 0 1 0 5.6"],
  "speaker.wave.2": ["M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15 9.2a4 4 0 0 1 0 5.6M17.7 6.5a7.8 7.8 0 0 1 0 11"],
  "square.and.arrow.down": ["M8 10H5v10.5h14V10h-3M12 3v12M8 11.5l4 3.8 4-3.8"],
  "square.and.arrow.up": ["M8 10H5v10.5h14V10h-3M12 15V3.5M8 7l4-3.8L16 7"],
  "star": ["M12 3l2.7 5.8 6.3.7-4.7 4.3 1.3 6.2-5.6-3.2-5.6 3.2 1.3-6.2L3 9.5l6.3-.7z"],
  "star.fill": ["", "M12 3l2.7 5.8 6.3.7-4.7 4.3 1.3 6.2-5.6-3.2-5.6 3.2 1.3-6.2L3 9.5l6.3-.7z"],
  "stop": ["M6 6h12v12H6z"],
  "stop.fill": ["", "M5.5 5.5h13v13h-13z"],
  "tag": ["M3.5 4h8l9 9-7.5 7.5-9.5-9zM8 8.3v.2"],
  "trash": ["M4 6.5h16M9.5 6.5v-3h5v3M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6"],
  "video": ["M3 7h11.5v10H3zM14.5 11l6.5-3.5v9L14.5 13"],
  "wifi": ["M3 9.5a13 13 0 0 1 18 0M6.5 13a8 8 0 0 1 11 0M9.8 16.5a3.2 3.2 0 0 1 4.4 0M12 19.8v.2"],
  "xmark": ["M6 6l12 12M18 6L6 18"],
  "xmark.circle": ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM9 9l6 6M15 9l-6 6"],
};

/** The paths of an image; of a name such as cart.badge.gift that is unknown, those of its beginning. */
export function iconOf(name) {
  for (let end = name.length; end > 0; end = name.lastIndexOf(".", end - 1)) {
    const beginning = name.slice(0, end);
    if (Object.hasOwn(icons, beginning)) return icons[beginning];
  }
  return null;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(size, ...paths) {
  const image = document.createElementNS(SVG, "svg");
  image.setAttribute("viewBox", `0 0 ${size} ${size}`);
  image.setAttribute("aria-hidden", "true");
  for (const attributes of paths) {
    const path = document.createElementNS(SVG, "path");
    for (const [name, value] of Object.entries(attributes)) path.setAttribute(name, value);
    image.append(path);
  }
  return image;
}

export const line = (d, width = 2) => ({
  d, fill: "none", stroke: "currentColor", "stroke-width": width, "stroke-linecap": "round",
  "stroke-linejoin": "round",
});

/** A built-in image. */
export function symbol([lines, filled], width) {
  const paths = filled ? [{ d: filled, fill: "currentColor", "fill-rule": "evenodd" }] : [];
  if (lines) paths.push(line(lines, width));
  return svg(24, ...paths);
}

/** An image by its address for CSS, empty while it is awaited: in the text's colour, or in its own. */
export function picture(address, isOriginal = false) {
  const image = document.createElement("span");
  image.className = "picture";
  image.classList.toggle("original", isOriginal);
  image.classList.toggle("awaited", address === "");
  if (address) image.style.setProperty("--picture", address);
  return image;
}

export function spinner() {
  const spokes = [];
  for (let index = 0; index < 8; index += 1) {
    const angle = (index * Math.PI) / 4;
    const at = (radius) =>
      `${(12 + radius * Math.sin(angle)).toFixed(2)} ${(12 - radius * Math.cos(angle)).toFixed(2)}`;
    spokes.push({ ...line(`M${at(5.5)}L${at(10)}`, 2.2), opacity: String(0.2 + index * 0.11) });
  }
  return svg(24, ...spokes);
}

const CSS = `
  :host {
    display: inline-grid; vertical-align: middle; max-width: 100%;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  }
  :host([hidden]), [hidden] { display: none !important; }
  :host([data-wide]) { display: grid; }
  button {
    all: unset; box-sizing: border-box; position: relative; display: block; max-width: 100%;
    width: 100%; height: 100%;
    font-family: var(--live-button-font, system-ui, -apple-system, "Segoe UI", Roboto,
      "Helvetica Neue", "Liberation Sans", sans-serif);
    cursor: pointer; user-select: none; -webkit-user-select: none; -webkit-touch-callout: none;
    -webkit-tap-highlight-color: transparent; touch-action: none;
  }
  button[aria-disabled="true"], button[data-quiet] { cursor: default; }
  button:focus-visible { outline: 3px solid Highlight; outline-offset: 3px; }
  .face { position: relative; display: block; height: 100%; transform-origin: center; }
  .ground, .stroke { position: absolute; inset: 0; pointer-events: none; box-sizing: border-box; }
  .ground { overflow: hidden; }
  .progress { position: absolute; inset-block: 0; inset-inline-start: 0; box-sizing: border-box; }
  .stroke { border-style: solid; border-width: 0; }
  .content {
    position: relative; display: flex; align-items: center; justify-content: center;
    height: 100%; min-height: 1em; box-sizing: border-box;
  }
  .body { display: flex; align-items: center; justify-content: center; min-width: 0; flex: 1 1 auto; }
  .texts { display: flex; flex-direction: column; min-width: 0; }
  .title, .subtitle { display: block; min-width: 0; max-width: 100%; }
  [data-break="byWordWrapping"] { white-space: pre-line; overflow-wrap: anywhere; }
  [data-break="byCharWrapping"] { white-space: pre-line; word-break: break-all; }
  [data-break$="Wrapping"][data-limited] {
    display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: var(--lines); overflow: hidden;
  }
  [data-break="byClipping"] { white-space: pre; overflow: hidden; text-overflow: clip; }
  [data-break="byTruncatingTail"], [data-break="byTruncatingMiddle"] > :first-child {
    white-space: pre; overflow: hidden; text-overflow: ellipsis;
  }
  [data-break="byTruncatingHead"] {
    white-space: pre; overflow: hidden; text-overflow: ellipsis; direction: rtl;
  }
  [data-break="byTruncatingHead"]:dir(rtl) { direction: ltr; }
  [data-break="byTruncatingHead"] > span { unicode-bidi: plaintext; }
  [data-break="byTruncatingMiddle"] { display: flex; white-space: pre; }
  [data-break="byTruncatingMiddle"] > :first-child { min-width: 0; }
  a { color: inherit; cursor: pointer; touch-action: auto; }
  a:focus-visible { outline: 2px solid Highlight; }
  .image { display: flex; align-items: center; justify-content: center; flex: none; }
  .image svg, .image .picture { width: 1.2em; height: 1.2em; display: block; }
  .picture { background: currentColor; mask: var(--picture) center / contain no-repeat; }
  .picture.awaited { visibility: hidden; }
  .letter { display: inline-block; white-space: pre; }
  .ground[data-material="glass"]::after {
    content: ""; position: absolute; inset: 0; border-radius: inherit;
    box-shadow: inset 0 1px 0 rgba(255, 255, 255, 0.45), inset 0 0 0 0.5px rgba(255, 255, 255, 0.3),
      inset 0 -1px 1px rgba(0, 0, 0, 0.06);
  }
  [data-effect="pulse"] { animation: pulse 1.6s ease-in-out infinite; }
  [data-effect="rotate"] { animation: spin 2s linear infinite; }
  [data-effect="breathe"] { animation: breathe 3s ease-in-out infinite; }
  [data-effect="variableColor"] {
    mask: linear-gradient(90deg, rgba(0, 0, 0, 0.35) 30%, #000 50%, rgba(0, 0, 0, 0.35) 70%) 0 0 / 300% 100%;
    animation: sweep 1.6s linear infinite;
  }
  .image .picture.original { background: var(--picture) center / contain no-repeat; mask: none; }
  .spins svg { animation: spin 1s steps(8) infinite; }
  .indicator { display: flex; flex: none; margin-inline-start: 6px; }
  .indicator svg { width: 1em; height: 1em; display: block; }
  .flag {
    position: absolute; inset-block-start: -3px; inset-inline-end: -3px; width: 9px; height: 9px;
    border-radius: 50%; background: #FF9500; border: 1.5px solid Canvas; display: none;
  }
  :host([data-trouble]) .flag { display: block; }
  :host([data-lost]) .flag { background: Canvas; border-color: #FF9500; }
  :host([data-lost]) .face { filter: opacity(0.55); }
  :host([data-state="waiting"]) .face { visibility: hidden; }
  :host([data-state="missing"]) button { border: 1.5px dashed GrayText; border-radius: 8px; }
  :host([data-state="missing"]) .face { visibility: hidden; }
  :host(:is([data-state="stale"], [data-state="refused"])) .face { filter: grayscale(0.85); }
  :host(:is([data-state="stale"], [data-state="refused"])) button { opacity: 0.5; }
  button[data-blank] { min-width: 64px; min-height: 36px; }
  :host([data-state="stale"]) button[data-blank] { border: 1.5px dashed GrayText; border-radius: 8px; }
  .menu {
    position: fixed; inset: auto; margin: 0; padding: 5px; border: 1px solid GrayText;
    border-radius: 10px; min-width: 160px; max-width: min(360px, 94vw); max-height: 80vh;
    overflow-y: auto; box-sizing: border-box; z-index: 2147483647; background: Canvas;
    color: CanvasText; box-shadow: 0 8px 28px rgba(0, 0, 0, 0.25);
    font: 15px/1.35 var(--live-button-font, system-ui, sans-serif);
  }
  .item {
    display: grid; grid-template-columns: 1.3em 1fr auto; gap: 6px; align-items: center;
    padding: 7px 10px; border-radius: 6px; cursor: pointer; outline: none; user-select: none;
  }
  .item svg, .item .picture { width: 1.1em; height: 1.1em; display: block; }
  .item:focus { background: Highlight; color: HighlightText; }
  .item[data-role="destructive"]:not(:focus) { color: light-dark(#C00012, #FF8078); }
  .item[aria-disabled="true"] { color: GrayText; cursor: default; }
  .item[aria-disabled="true"]:focus { background: none; outline: 2px solid GrayText; }
  @keyframes spin { to { transform: rotate(360deg); } }
  @keyframes pulse { 50% { opacity: 0.35; } }
  @keyframes breathe { 0%, 100% { transform: scale(0.94); } 50% { transform: scale(1.06); } }
  @keyframes sweep { from { mask-position: 100% 0; } to { mask-position: 0 0; } }
  @media (prefers-reduced-motion: reduce) { .spins svg, [data-effect] { animation: none; } }
  @media (prefers-reduced-transparency: reduce) { .ground { backdrop-filter: none !important; } }
  @media (forced-colors: active) {
    .ground { outline: 1px solid ButtonText; }
    .image .picture { forced-color-adjust: none; color: ButtonText; }
    [data-look~="highlighted"] .ground { outline-width: 3px; }
    [data-look~="disabled"] .ground { outline-color: GrayText; }
    [data-look~="disabled"] .content * { color: GrayText !important; }
    [data-look~="selected"] :is(.ground, .content) { forced-color-adjust: none; }
    [data-look~="selected"] .ground { background-color: Highlight !important; }
    [data-look~="selected"] .content * { color: HighlightText !important; }
    [data-look~="selected"][data-look~="disabled"] .ground { background-color: GrayText !important; }
    [data-look~="selected"][data-look~="disabled"] .content * { color: Canvas !important; }
    .progress {
      forced-color-adjust: none; background: none !important; border-block-end: 4px solid Highlight;
    }
    [data-look~="selected"] .progress { border-color: HighlightText; }
    .flag { forced-color-adjust: none; }
    .item { forced-color-adjust: none; }
    .item[data-role="destructive"]:not(:focus) { color: CanvasText; }
    .item:focus { outline: 2px solid Highlight; }
  }
`;

const sheets = new WeakMap();

/** The sheet of styles, of which each document has its own; none for a document that is not shown. */
export function sheetsFor(owner) {
  if (!owner.defaultView) return [];
  if (!sheets.has(owner)) {
    const sheet = new owner.defaultView.CSSStyleSheet();
    sheet.replaceSync(CSS);
    sheets.set(owner, [sheet]);
  }
  return sheets.get(owner);
}

export const template = document.createElement("template");
template.innerHTML = `
  <button type="button" part="button">
    <span class="face" part="face">
      <span class="ground" part="background"><span class="progress" part="progress"></span></span
      ><span class="stroke"></span>
      <span class="content" part="content"><span class="body"
        ><span class="image" part="image"></span><span class="texts"
          ><span class="title" part="title" dir="auto"></span><span class="subtitle" part="subtitle" dir="auto"></span
        ></span></span><span class="indicator"></span></span>
    </span>
    <span class="flag"></span>
  </button>
  <div class="menu" part="menu" role="menu" popover="manual" hidden></div>`;
