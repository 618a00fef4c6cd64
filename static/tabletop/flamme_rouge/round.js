// A round of a game with cards as it happened: cards are shown, riders go one after the other,
// slipstream closes gaps, exhaustion comes. The server says each rider's way in `data-legs` (where
// they stood, then step by step the points they pass); here it only gets its time. A tap on the board
// or Escape shows the end at once; without motion there is nothing to skip, and the marks on the
// road tell it.

import { playBy } from "../../js/ride-motion.js";

const REVEAL = 700; // milliseconds
const STEP = 320,
  MOST = 2400; // one rider, and all of them together
const SLIP = 460,
  END = 350;
const SVG = "http://www.w3.org/2000/svg";

const shown = new Map(); // by layout: the last round that was played
let running = null;

function clockOf(road) {
  const moves = Number(road.dataset.moves),
    slips = Number(road.dataset.slips);
  const each = Math.min(STEP, MOST / Math.max(moves, 1));
  const ridden = REVEAL + moves * each;
  return {
    start: (step) =>
      step <= moves ? REVEAL + (step - 1) * each : ridden + (step - moves - 1) * SLIP,
    lasts: (step) => (step <= moves ? each : SLIP * 0.8),
    ridden: ridden + slips * SLIP,
    total: ridden + slips * SLIP + END,
  };
}

function middle(group) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) =>
    Number(group.querySelector("use").getAttribute(name)),
  );
  return [x + width / 2, y + height / 2];
}

// The frames of a rider: they wait, go, wait; the last is where they are drawn.
function frames(group, clock) {
  const [first, ...steps] = group.dataset.legs.split("|");
  const point = (text) => text.split(",").map(Number);
  const home = middle(group);
  let here = point(first);
  const way = [[0, here]];
  for (const leg of steps) {
    const [step, ...points] = leg.split(" ");
    const start = clock.start(Number(step)),
      lasts = clock.lasts(Number(step));
    way.push([start, here]);
    points.forEach((text, index) =>
      way.push([start + (lasts * (index + 1)) / points.length, point(text)]),
    );
    here = point(points.at(-1));
  }
  way.push([clock.ridden, here], [clock.total, home]);
  return way.map(([time, [x, y]]) => ({
    offset: Math.min(1, time / clock.total),
    transform: `translate(${x - home[0]}px, ${y - home[1]}px)`,
  }));
}

function rowOf(rider) {
  return document.querySelector(`.round-row[data-of="${CSS.escape(rider)}"]`);
}

function card(group) {
  const face = rowOf(group.dataset.rider)?.querySelector(".energy [aria-hidden]")?.textContent;
  if (!face) return null;
  const use = group.querySelector("use");
  const [x, y] = ["x", "y"].map((name) => Number(use.getAttribute(name)));
  const held = document.createElementNS(SVG, "g");
  held.setAttribute("class", "ride-shown");
  held.setAttribute("aria-hidden", "true");
  const box = { x: x - 6, y: y - 7, width: 15, height: 20, rx: 3 };
  const words = { x: x + 1.5, y: y + 8 };
  for (const [name, values] of [
    ["rect", box],
    ["text", words],
  ]) {
    const part = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(values)) part.setAttribute(key, value);
    held.append(part);
  }
  held.lastChild.textContent = face;
  group.append(held);
  return held;
}

const playing = () => running !== null;

function finish() {
  if (!running) return;
  const { road, animations, timers } = running;
  running = null;
  timers.forEach(clearTimeout);
  animations.forEach((each) => each.cancel());
  road.classList.remove("ride-playing");
  document.querySelectorAll(".round-now").forEach((row) => row.classList.remove("round-now"));
  document.querySelectorAll(".ride-shown").forEach((each) => each.remove());
}

// Plays the round of this drawing where it is a new one, or goes on with it in a drawing that came
// meanwhile; says whom it moves.
function play(road, layout, moving) {
  const key = Number(road.dataset.play ?? -1),
    before = shown.get(layout);
  shown.set(layout, key);
  if (key < 0 || road.getClientRects().length === 0) return new Set();
  const goesOn = running?.key === key && !running.road.isConnected;
  if (!moving || (!goesOn && (before === undefined || key <= before))) return new Set();
  const since = goesOn ? running.since : performance.now();
  finish();
  return begin(road, key, since);
}

function begin(road, key, since) {
  const clock = clockOf(road),
    gone = performance.now() - since;
  if (gone >= clock.total) return new Set();
  const riders = [...road.querySelectorAll("[data-legs]")];
  const animations = riders.map((group) => {
    const each = group.animate(frames(group, clock), { duration: clock.total, fill: "backwards" });
    each.currentTime = gone;
    return each;
  });
  const timers = [];
  const at = (time, act) => {
    timers.push(setTimeout(act, Math.max(0, time - gone)));
  };
  road.classList.add("ride-playing");
  for (const group of riders) {
    const held = card(group);
    const step = Number(rowOf(group.dataset.rider)?.dataset.step ?? 1);
    at(clock.start(step) + clock.lasts(step), () => held?.remove());
  }
  for (const row of document.querySelectorAll(".round-row[data-step]")) {
    const step = Number(row.dataset.step);
    at(clock.start(step), () => row.classList.add("round-now"));
    at(clock.start(step) + clock.lasts(step), () => row.classList.remove("round-now"));
  }
  at(clock.ridden, () => road.classList.remove("ride-playing"));
  at(clock.total, finish);
  running = { road, key, since, animations, timers };
  return new Set(riders.map((group) => group.dataset.rider));
}

document.addEventListener("pointerdown", (event) => {
  if (event.target.closest(".road-board")) finish();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") finish();
});

playBy({ play, playing });
