// How looks move: springs and curves, and a look as numbers that may be anywhere between two looks.

const BEZIERS = {
  linear: [0, 0, 1, 1],
  easeIn: [0.42, 0, 1, 1],
  easeOut: [0, 0, 0.58, 1],
  easeInOut: [0.42, 0, 0.58, 1],
};

/** Seconds after which any animation is taken to be over. */
const LONGEST = 10;

/** The motion of a weight of 1 on a spring, let go at 0 and drawn to 1. */
function springProgress(response, damping, seconds) {
  if (seconds <= 0) return 0;
  if (!(response > 0)) return 1;
  const angle = ((2 * Math.PI) / response) * seconds;
  if (damping < 1) {
    const root = Math.sqrt((1 - damping) * (1 + damping));
    const swing = Math.cos(root * angle) + (damping / root) * Math.sin(root * angle);
    return 1 - Math.exp(-damping * angle) * swing;
  }
  if (damping === 1) return 1 - (1 + angle) * Math.exp(-angle);
  const root = Math.sqrt((damping - 1) * (damping + 1));
  const fading = -Math.expm1(-2 * root * angle);
  const slow = Math.exp(-angle / (damping + root));
  return 1 - (slow * (2 - fading + (damping / root) * fading)) / 2;
}

/** The height of a cubic curve from (0, 0) to (1, 1) at a width of x. */
function bezierProgress([x1, y1, x2, y2], x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const at = (a, b, t) => 3 * a * t * (1 - t) ** 2 + 3 * b * t ** 2 * (1 - t) + t ** 3;
  let low = 0;
  let high = 1;
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (at(x1, x2, middle) < x) low = middle;
    else high = middle;
  }
  return at(y1, y2, (low + high) / 2);
}

/** How far a transaction's animation has come after some seconds: 0 at first, 1 in the end. */
export function progress(animation, seconds) {
  if (animation.curve === "spring") {
    return springProgress(animation.response, animation.dampingFraction, seconds);
  }
  const duration = (animation.durationMs ?? 350) / 1000;
  if (duration <= 0) return 1;
  return bezierProgress(BEZIERS[animation.curve] ?? BEZIERS.easeInOut, seconds / duration);
}

/** Whether an animation is over: a spring when its swing is too small to be seen. */
export function isOver(animation, seconds) {
  if (seconds >= LONGEST) return true;
  if (animation.curve !== "spring") return seconds * 1000 >= (animation.durationMs ?? 350);
  if (!(animation.response > 0)) return true;
  const angle = ((2 * Math.PI) / animation.response) * seconds;
  const damping = animation.dampingFraction;
  if (damping < 1) return Math.exp(-damping * angle) / Math.sqrt(1 - damping ** 2) < 0.001;
  return 1 - springProgress(animation.response, damping, seconds) < 0.001;
}

// ---------------------------------------------------------------------------------------------
// A look as numbers, so that it can be anywhere between two looks.

const COLORS = [
  "titleColor", "subtitleColor", "imageColor", "activityIndicatorColor", "indicatorColor",
  "progressColor", "backgroundColor", "strokeColor", "shadowColor",
];
/** Lengths and factors with what they are when a look leaves them out. */
const NUMBERS = {
  opacity: 1, scale: 1, cornerRadius: 0, strokeWidth: 0, strokeOutset: 0, shadowRadius: 0,
  shadowX: 0, shadowY: 0, backgroundInsetTop: 0, backgroundInsetLeading: 0,
  backgroundInsetBottom: 0, backgroundInsetTrailing: 0, insetTop: 0, insetLeading: 0, insetBottom: 0, insetTrailing: 0,
  imagePadding: 0, imageReservation: 0, imageSize: 0, progress: 0, titlePadding: 1, titleFontSize: 17,
  subtitleFontSize: 15,
};
/** An image's side in the title's font size, where no look says how large it is. */
export const IMAGE_SCALE = 1.2;
export const PLACES = new Map();
for (const name of Object.keys(NUMBERS)) PLACES.set(name, PLACES.size);
const FIRST_COLOR = PLACES.size;
COLORS.forEach((name, index) => PLACES.set(name, FIRST_COLOR + index * 4));
const SIZE = FIRST_COLOR + COLORS.length * 4;
/** What still moves when a label's contents do not: opacity and scale. */
const EFFECTS = [PLACES.get("opacity"), PLACES.get("scale")];

/** The numbers of a look; colours multiplied by their alpha, so that clear has no hue of its own. */
function numbersOf(look) {
  const numbers = new Float64Array(SIZE);
  for (const [name, fallback] of Object.entries(NUMBERS)) {
    numbers[PLACES.get(name)] = look[name] ?? fallback;
  }
  numbers[PLACES.get("imageSize")] ||= numberAt(numbers, "titleFontSize") * IMAGE_SCALE;
  for (const name of COLORS) {
    const value = Number.parseInt((look[name] ?? "#00000000").slice(1), 16) || 0;
    const alpha = (value & 0xff) / 255;
    const place = PLACES.get(name);
    numbers[place] = (value >>> 24) * alpha;
    numbers[place + 1] = ((value >>> 16) & 0xff) * alpha;
    numbers[place + 2] = ((value >>> 8) & 0xff) * alpha;
    numbers[place + 3] = alpha;
  }
  return numbers;
}

export function colorAt(numbers, name) {
  const place = PLACES.get(name);
  const alpha = Math.min(1, Math.max(0, numbers[place + 3]));
  if (alpha === 0) return "transparent";
  const channel = (offset) =>
    Math.round(Math.min(255, Math.max(0, numbers[place + offset] / numbers[place + 3])));
  return `rgba(${channel(0)}, ${channel(1)}, ${channel(2)}, ${Math.round(alpha * 1000) / 1000})`;
}

export const numberAt = (numbers, name) => numbers[PLACES.get(name)];

/**
 * Where a look is on its way. Every change adds what it changes as a difference that fades; several
 * may be on their way at once, so a change in mid-swing goes on without a jolt.
 */
export class Motion {
  #target = null;
  #layers = [];

  get isMoving() { return this.#layers.length > 0; }

  /** Heads for a look; at once unless there is an animation. */
  aim(look, transaction, now) {
    const numbers = numbersOf(look);
    const before = this.#target;
    this.#target = numbers;
    const animation = transaction?.disablesAnimations ? undefined : transaction?.animation;
    if (!before || !animation) {
      this.#layers = [];
      return;
    }
    const difference = new Float64Array(SIZE);
    if (transaction.animatesContent === false) {
      for (const place of EFFECTS) difference[place] = before[place] - numbers[place];
      this.#layers = this.#layers.map((layer) => {
        const rest = new Float64Array(SIZE);
        for (const place of EFFECTS) rest[place] = layer.difference[place];
        return { ...layer, difference: rest };
      });
    } else {
      for (let place = 0; place < SIZE; place += 1) difference[place] = before[place] - numbers[place];
    }
    this.#layers.push({ difference, animation, start: now });
  }

  /** Ends all motion where it was to end. */
  finish() { this.#layers = []; }

  /** The numbers at a time in milliseconds. */
  at(now) {
    this.#layers = this.#layers.filter(
      (layer) => !isOver(layer.animation, (now - layer.start) / 1000));
    if (this.#layers.length === 0) return this.#target;
    const numbers = Float64Array.from(this.#target);
    for (const layer of this.#layers) {
      const left = 1 - progress(layer.animation, Math.max(0, now - layer.start) / 1000);
      for (let place = 0; place < SIZE; place += 1) numbers[place] += layer.difference[place] * left;
    }
    return numbers;
  }
}

/** One clock for all elements that move. */
const moving = new Set();
let isTicking = false;

export function tickWith(element) {
  moving.add(element);
  if (isTicking) return;
  isTicking = true;
  const tick = (now) => {
    for (const each of [...moving]) {
      if (!each.showMotion(now)) moving.delete(each);
    }
    isTicking = moving.size > 0;
    if (isTicking) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}
