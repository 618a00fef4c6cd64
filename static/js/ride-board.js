// The board of a digital stage: riders slide to where they have gone, the overview scrolls the
// board, keys choose the zoom. The server draws the board; here is only what moves on it. Without
// this script it is the same board, standing still.

import { play } from "./ride-motion.js";

const SLIDE = 360; // milliseconds
const STAGGER = 45; // between the riders of one move
const TOLD = 5000; // how long it says how far somebody moved
const SVG = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const seen = new Map(); // by layout: where each rider was drawn last
const moved = new Map(); // by rider: how far they moved, and until when that is told

const moving = () => {
  try {
    return !calm.matches && localStorage.getItem("ride-motion") !== "off";
  } catch {
    return !calm.matches;
  }
};

const boards = () => [...document.querySelectorAll(".ride-road")];
const standing = (road) =>
  new Map(
    [...road.querySelectorAll("[data-rider]")].map((group) => {
      const use = group.querySelector("use");
      const [x, y, width] = ["x", "y", "width"].map((name) => Number(use.getAttribute(name)));
      return [group.dataset.rider, { group, x, y, width, at: Number(group.dataset.at) }];
    }),
  );

// The drawing as it now is: whoever stands elsewhere than before comes from there.
function follow() {
  const now = performance.now();
  for (const road of boards()) {
    const layout = road.classList[1];
    const before = seen.get(layout);
    const riders = standing(road);
    seen.set(layout, riders);
    if (before) for (const [name, rider] of riders) note(name, rider, before.get(name), now);
    const shown = road.getClientRects().length > 0;
    const played = play(road, layout, moving());
    let order = 0;
    for (const [name, rider] of [...riders].sort(([, a], [, b]) => b.at - a.at)) {
      if (played.has(name)) continue;
      const old = before?.get(name);
      if (old && shown && moving() && old.at !== rider.at) slide(rider, old, order++);
      if (
        !road.dataset.play &&
        moved.get(name)?.until > now &&
        !rider.group.querySelector(".ride-moved")
      )
        badge(rider, moved.get(name), now);
    }
  }
}

function note(name, rider, old, now) {
  if (old && old.at !== rider.at) moved.set(name, { by: rider.at - old.at, until: now + TOLD });
}

function slide(rider, old, order) {
  const options = {
    duration: SLIDE,
    delay: STAGGER * Math.min(order, 8),
    easing: "cubic-bezier(.3,.1,.2,1)",
    fill: "backwards",
  };
  rider.group.animate(
    [{ transform: `translate(${old.x - rider.x}px, ${old.y - rider.y}px)` }, { transform: "none" }],
    options,
  );
  const trail = document.createElementNS(SVG, "path");
  const foot = rider.width * 0.6;
  trail.setAttribute("class", "ride-trail");
  trail.setAttribute("d", `M${old.x + foot} ${old.y + foot}L${rider.x + foot} ${rider.y + foot}`);
  rider.group.before(trail);
  trail
    .animate([{ opacity: 0.9 }, { opacity: 0 }], { ...options, duration: 3 * SLIDE, fill: "both" })
    .finished.finally(() => trail.remove());
}

function badge(rider, { by, until }, now) {
  const words = document.createElementNS(SVG, "text");
  words.setAttribute("class", "ride-moved");
  words.setAttribute("x", rider.x + rider.width - 9);
  words.setAttribute("y", rider.y + 10);
  words.setAttribute("aria-hidden", "true");
  words.textContent = by > 0 ? `+${by}` : `−${-by}`;
  rider.group.append(words);
  setTimeout(() => words.remove(), until - now);
}

// The switch: shown where there is motion to switch.
function offer() {
  for (const box of document.querySelectorAll("[data-ride-motion]")) {
    box.closest("label").hidden = calm.matches;
    box.checked = moving();
  }
}

function scrollToRow(row) {
  row?.scrollIntoView({ block: "center", behavior: moving() ? "smooth" : "auto" });
}

// A tap on the overview: its kilometre's row, or the nearest one that is shown.
function rowAt(strip, clientX) {
  const { left, width } = strip.getBoundingClientRect();
  const {
    length,
    left: from,
    right: to,
  } = Object.fromEntries(Object.entries(strip.dataset).map(([key, value]) => [key, Number(value)]));
  const x = (clientX - left) * (strip.viewBox.baseVal.width / width);
  const km = ((x - from) / (to - from)) * length;
  const rows = [...document.querySelectorAll(`.ride-road.${strip.classList[1]} .ride-row`)];
  const far = (row) => Math.max(Number(row.dataset.first) - km, km - Number(row.dataset.last), 0);
  return rows.sort((a, b) => far(a) - far(b))[0];
}

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-ride-motion]")) return;
  try {
    localStorage.setItem("ride-motion", event.target.checked ? "on" : "off");
  } catch {
    /* lasts for this page only */
  }
});

document.addEventListener("click", (event) => {
  const strip = event.target.closest(".ride-overview");
  if (!strip) return;
  const mark = event.target.closest("a");
  scrollToRow(
    mark ? document.querySelector(mark.getAttribute("href")) : rowAt(strip, event.clientX),
  );
  event.preventDefault();
});

// A square of the board that may be chosen: its answer, or where it may be for several riders,
// their answers are pointed out.
document.addEventListener("click", (event) => {
  const square = event.target.closest(".ride-road [data-square]");
  if (!square) return;
  const buttons = [...document.querySelectorAll(".ride-answers button[data-square]")];
  const offered = buttons.filter((button) => button.dataset.square === square.dataset.square);
  for (const button of buttons)
    button.classList.toggle("offered", offered.length > 1 && offered.includes(button));
  if (offered.length === 1) offered[0].click();
  else offered[0]?.focus();
});

// z: the next zoom. Arrow keys choose it where one of the buttons has the focus, as in any group of
// radio buttons.
document.addEventListener("keydown", (event) => {
  if (
    event.key !== "z" ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target.closest("input[type=text], input[type=number], textarea, dialog")
  )
    return;
  const radios = [...document.querySelectorAll(".ride-zoom input")];
  const next = radios[(radios.findIndex((radio) => radio.checked) + 1) % radios.length];
  next?.click();
});

for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap"]) {
  document.addEventListener(swapped, () => {
    offer();
    follow();
  });
}
calm.addEventListener("change", offer);
offer();
follow();
