// Shows the model on the page: what the server said last, and what is tapped and not sent yet.
import { arrivalsOf, drawArrivals, pointsOf } from "./taps-arrivals.js";
import { chipOf, drawList, element, jerseyOf, menu } from "./taps-parts.js";
import { isStep } from "./taps-steps.js";
import { drawStrip } from "./taps-strip.js";
import { drawMissing } from "./taps-missing.js";
import { gettext, ngettext, ordinal, pieces, placeWord } from "./words.js";

// The words of tourmanager/tours/profile/layout.py.
const STATES = {
  open: gettext("open now"),
  done: gettext("done"),
  part: gettext("begun"),
  empty: gettext("still empty"),
};

export function draw(view, model, queue) {
  const { root, board } = view;
  root.dataset.open = view.open;
  root.dataset.mode = view.mode;
  board.querySelectorAll(".panel").forEach((panel) => {
    panel.hidden = panel.dataset.panel !== view.open;
  });
  drawRoad(view, model);
  drawStrip(board, model);
  drawPad(view, model);
  for (const line of model.lines) drawPlaces(board, model, line);
  view.drawing.drawTeams(board, model);
  drawFinish(view, model);
  drawSteps(board, model, queue);
  drawMissing(view, model);
  for (const button of board.querySelectorAll("[data-mode-to]"))
    button.setAttribute("aria-pressed", String(button.dataset.modeTo === view.mode));
  root.querySelector('#taps [name="line"]').value = view.open;
}

function drawRoad({ board, open }, model) {
  for (const link of board.querySelectorAll(".road [data-line], .strip [data-line]")) {
    const key = link.dataset.line;
    const state = key === open ? "open" : model.stateOf(key);
    if (key === open) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
    const sign = link.querySelector(".profile-sign");
    if (sign) {
      for (const each of Object.keys(STATES))
        sign.classList.toggle(`profile-${each}`, each === state);
      link.setAttribute(
        "aria-label",
        link.getAttribute("aria-label").replace(/[^,]*$/, ` ${STATES[state]}`),
      );
    }
    const count = link.querySelector("[data-count]");
    if (count) {
      const line = model.byKey[key];
      count.textContent = line
        ? `${model.named(line).length}/${line.needed}`
        : `${model.order.length}/${model.riders.length - model.out.length}`;
      link.className = `strip-line ${state}`;
      if (key === open) link.parentElement.scrollLeft = link.offsetLeft - 120;
    }
  }
}

function drawPad({ root, drawing, open, mode, picked }, model) {
  const lineFull = open !== "finish" && model.full(open);
  const places = placesAt(open, model);
  const group = open === "finish" && drawing.arrivalRows ? groupOpen(model, picked) : [];
  for (const chip of root.querySelectorAll(".rider-chip")) {
    const code = chip.dataset.rider;
    const started = model.riders.includes(code);
    const placed = model.placed(code, open);
    const place = places.get(code);
    chip.classList.toggle("placed", placed);
    const nth = group.indexOf(code) + 1;
    chip.classList.toggle("chosen", nth > 0);
    if (nth) chip.dataset.nth = nth;
    else delete chip.dataset.nth;
    if (place && !nth) chip.dataset.place = open === "finish" ? place : ordinal(place);
    else delete chip.dataset.place;
    chip.classList.toggle("out", !started || model.out.includes(code));
    chip.classList.toggle("sending-now", model.pending.riders.has(`${open} ${code}`));
    chip.disabled = mode === "out" ? !started || model.order.includes(code) : placed || lineFull;
  }
  const missing = root.querySelector("[data-missing]");
  const left = model.missing().length;
  const line = model.byKey[open];
  missing.title = model
    .missing()
    .map((code) => chipOf(code).dataset.called)
    .join(", ");
  missing.replaceChildren();
  if (mode === "out") missing.append(gettext("Tap the rider who is out"));
  else if (picked) missing.append(gettext("Tap riders to add"));
  else if (line?.atFinish) missing.append(gettext("Tap them at the finish"));
  else if (line && line.riders.length < line.needed) {
    const more = line.needed - line.riders.length;
    const words = ngettext("%(count)s more at %(line)s", "%(count)s more at %(line)s", more, {});
    missing.append(...pieces(words, { count: bold(more), line: line.label }));
  } else if (line) missing.append(gettext("%(line)s is full", { line: line.label }));
  else if (left && drawing.padHint?.(model)) missing.append(drawing.padHint(model));
  else if (left) {
    const words = ngettext("%(count)s still missing", "%(count)s still missing", left, {});
    missing.append(...pieces(words, { count: bold(left) }));
  } else missing.append(gettext("All have arrived"));
}

// The riders of the arrival that is being logged, in order; none while one is being changed.
function groupOpen(model, picked) {
  const number = picked ? null : model.openUnit();
  return number ? model.units[number].riders : [];
}

// The places of the riders at a line: on the pad they stand where the jerseys were.
function placesAt(key, model) {
  const line = model.byKey[key];
  if (line) return new Map(model.named(line).map((code, index) => [code, index + 1]));
  return new Map(arrivalsOf(model).map(({ code, place }) => [code, place]));
}

function bold(number) {
  return element("b", {}, String(number));
}

// The rows of one list of places, with the menu of each rider, as templates/results/_line.html has
// them.
function drawPlaces(board, model, line) {
  const list = board.querySelector(`[data-panel="${line.key}"] [data-places]`);
  if (!list) return;
  const riders = model.named(line);
  const rows = Array.from({ length: line.needed }, (_, index) =>
    element("li", {}, placeRow(model, line, riders, index)),
  );
  drawList(list, rows);
  const next = list.querySelector(".next")?.parentElement;
  // the open place in sight, where the places are more than the panel has room for
  if (next) list.scrollTop = Math.max(list.scrollTop, bottomOf(next) - list.clientHeight);
}

function bottomOf(row) {
  return row.offsetTop + row.offsetHeight;
}

function placeRow(model, line, riders, index) {
  const code = riders[index];
  const number = element("span", { class: "ordinal" }, String(index + 1));
  const points = pointsOf(line.points[index]);
  if (!code) {
    const isNext = index === riders.length && !line.atFinish;
    const prompt = isNext ? gettext("Tap who is %(place)s", { place: placeWord(index + 1) }) : "";
    const who = element("span", { class: "who" }, prompt);
    const kind = isNext ? "place free next" : "place free";
    return element("div", { class: kind }, number, who, ...points);
  }
  const cells = [
    number,
    jerseyOf(code),
    element("span", { class: "who" }, chipOf(code).dataset.name),
    element("span", { class: "holds" }),
    ...points,
  ];
  if (line.atFinish) return element("div", { class: "place", "data-rider": code }, ...cells);
  const unsent = model.pending.riders.has(`${line.key} ${code}`);
  return element(
    "details",
    {
      class: unsent ? "place unsent" : "place",
      "data-rider": code,
      name: `menu-${line.key}`,
    },
    element("summary", {}, ...cells),
    menu(line.key, code, index + 1, line.riders.length),
  );
}

function drawSteps(board, model, queue) {
  const undo = board.querySelector("[data-undo]");
  const step = model.undoable();
  undo.disabled = !step;
  undo.querySelector("span").textContent = step
    ? gettext("Undo: %(what)s", { what: step.words })
    : gettext("Nothing to undo");
  const redo = board.querySelector("[data-redo]");
  const again = model.redoable();
  redo.disabled = !again || queue.items.some(({ entry }) => !isStep(entry));
  const words = again
    ? gettext("Redo: %(what)s", { what: again.words })
    : gettext("Nothing to redo");
  redo.setAttribute("aria-label", words);
}

function drawFinish(view, model) {
  const { board } = view;
  if (model.game.hasClock) {
    board.querySelector("[data-clock]").textContent = model.game.clock(model.turn);
    board.querySelector('[data-turn="-1"]').disabled = model.turn < 1;
    board.querySelector('[data-turn="1"]').disabled = !Object.keys(model.units).length;
  }
  const all = board.querySelector("[data-all]");
  if (all) all.disabled = !model.missing().length;
  drawArrivals(view, model);
  view.drawing.drawFinish(view, model);
}
