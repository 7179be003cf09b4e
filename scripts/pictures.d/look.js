// Evaluated in a page: what it shows of its buttons, as plain numbers, colours and texts.

function boxOf(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

function textOf(element, scale = 1) {
  const range = document.createRange();
  range.selectNodeContents(element);
  const { x, y, width } = range.getBoundingClientRect();
  const style = getComputedStyle(element);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const baseline = y + pen.measureText("x").fontBoundingBoxAscent * scale;
  const size = Number.parseFloat(style.fontSize) * scale;
  return { text: element.textContent, x, baseline, width, size, weight: style.fontWeight, color: style.color };
}

function shapeOf(element) {
  const { width, height } = boxOf(element);
  const style = getComputedStyle(element);
  return {
    ...boxOf(element), color: style.backgroundColor, shadow: style.boxShadow,
    border: style.borderTopColor, borderWidth: Number.parseFloat(style.borderTopWidth),
    radius: Math.min(Number.parseFloat(style.borderTopLeftRadius), width / 2, height / 2),
  };
}

/** What a <live-button> draws. */
function lookOf(element) {
  const part = (name) => element.shadowRoot.querySelector(name);
  const face = getComputedStyle(part(".face"));
  const scale = face.transform === "none" ? 1 : new DOMMatrix(face.transform).a;
  return {
    state: element.dataset.state,
    opacity: Number(face.opacity) * Number(getComputedStyle(part("button")).opacity),
    grayscale: Number(/grayscale\(([\d.]+)\)/.exec(face.filter)?.[1] ?? 0),
    ground: shapeOf(part(".ground")), stroke: shapeOf(part(".stroke")), title: textOf(part(".title"), scale),
  };
}

/** What the page of this folder draws. */
function lookOfPage() {
  return {
    ground: getComputedStyle(document.body).backgroundColor,
    heading: textOf(document.querySelector("h1")),
    buttons: Object.fromEntries(
      [...document.querySelectorAll("live-button")].map((each) => [each.getAttribute("button"), lookOf(each)])),
  };
}

/** What Waybar draws of the lines that it reads, with the settings and the style of stage.py. */
function lookOfBar(lines, width, height) {
  const page = document.body;
  page.style.cssText = `all: unset; display: flex; align-items: center; background: #f2f2f7; color: #1c1c1e;
    width: ${width}px; height: ${height}px; font: 16px Inter, sans-serif`;
  page.innerHTML = "<h1 style='all: unset; flex: 1; padding-left: 17px'><span>1</span></h1>";
  for (const [name, { text, class: classes }] of Object.entries(lines)) {
    const { documentElement: markup } = new DOMParser().parseFromString(`<text>${text}</text>`, "text/xml");
    const span = document.createElement("span");
    span.id = name;
    span.textContent = markup.textContent;
    span.style.cssText = "margin: 0 8px; white-space: pre";
    span.style.color = markup.firstElementChild.getAttribute("foreground");
    span.style.backgroundColor = markup.firstElementChild.getAttribute("background") ?? "transparent";
    span.style.opacity = classes.includes("disconnected") ? 0.5 : 1;
    page.append(span);
  }
  const look = (span) => ({
    state: "live", opacity: Number(getComputedStyle(span).opacity), grayscale: 0,
    ground: shapeOf(span), stroke: shapeOf(span), title: textOf(span),
  });
  return {
    ground: getComputedStyle(page).backgroundColor, heading: textOf(page.querySelector("h1 span")),
    buttons: Object.fromEntries(Object.keys(lines).map((name) => [name, look(document.getElementById(name))])),
  };
}
