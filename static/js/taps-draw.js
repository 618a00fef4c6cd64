// Shows the model on the page: always the pad, the open line and the counters; places and arrivals only where taps are under way,
// as otherwise the server has drawn them.
import { ordinal } from "./taps-model.js";
import { chipOf, element, entryButton, jerseyOf, menu } from "./taps-parts.js";
import * as dice from "./taps-draw-dice.js";
import * as rounds from "./taps-draw-rounds.js";

const SENDING = {
  idle: () => "Saved",
  sending: (count) => (count > 1 ? `Sending ${count}` : "Sending"),
  offline: (count) => `Not sent yet (${count})`,
  trouble: (count) => `Not sent yet (${count})`,
  "signed-out": (count) => `Not sent yet (${count})`,
  gone: (count) => `Not sent (${count})`,
};
const WHY = {
  offline: "No connection. Go on logging: it is kept here and sent by itself.",
  trouble: "The server is in trouble. Your taps are kept here and sent again by themselves.",
  "signed-out": "Sign in again as a director of this tour: your taps are kept here and sent then.",
  gone: "This tour is not there any more. Your taps are kept here.",
};

export function showSending({ root, flow }, queue) {
  const place = root.querySelector("#sending");
  const count = queue.items.length;
  const state = count ? (flow === "idle" ? "sending" : flow) : "saved";
  // A tap that is saved at once need not flicker.
  place.dataset.state = state;
  place.dataset.count = count;
  place.textContent = count ? SENDING[state](count) : "Saved";
  const bar = root.querySelector("#trouble");
  const words = count && WHY[state] ? WHY[state] : !queue.kept && count ? "This browser keeps nothing: do not close the page before all is sent." : "";
  if ((bar.dataset.words || "") === words) return;
  bar.dataset.words = words;
  bar.replaceChildren();
  if (!words) return;
  bar.append(element("p", {}, words));
  if (state === "signed-out") {
    bar.append(element("a", { class: "button", href: root.dataset.signIn }, "Sign in"), element("button", { type: "button", class: "button", "data-forget": "" }, "Throw unsent taps away"));
  }
  if (state === "gone") bar.append(element("button", { type: "button", class: "button", "data-forget": "" }, "Throw unsent taps away"));
  if (state === "trouble" || state === "offline") bar.append(element("button", { type: "button", class: "button", "data-retry": "" }, "Send now"));
}

// What was not taken stays on the page until it is dismissed.
export function say({ root }, words, what = "") {
  const place = root.querySelector("#refused");
  const text = what ? `Not counted: ${what}. ${words}` : words;
  if ([...place.children].some((each) => each.firstChild.textContent === text)) return;
  const line = element("div", { class: "refusal" });
  line.append(element("p", {}, text), element("button", { type: "button", class: "button", "data-dismiss": "" }, "OK"));
  place.append(line);
}

export function draw(view, model, queue) {
  const { root, board } = view;
  root.dataset.open = view.open;
  root.dataset.mode = view.mode;
  board.querySelectorAll(".panel").forEach((panel) => { panel.hidden = panel.dataset.panel !== view.open; });
  if (!model.missing().length) view.armed = null;
  drawRoad(view, model);
  drawPad(view, model);
  for (const line of model.lines) if (model.pending.lines.has(line.key)) drawPlaces(board, model, line);
  drawLeft(board, model);
  drawFinish(view, model);
  drawSteps(board, model, queue);
  for (const button of board.querySelectorAll("[data-mode-to]")) button.setAttribute("aria-pressed", String(button.dataset.modeTo === view.mode));
  root.querySelector('#taps [name="line"]').value = view.open;
  showSending(view, queue);
}

function drawRoad({ board, open }, model) {
  for (const link of board.querySelectorAll(".road [data-line], .strip [data-line]")) {
    const key = link.dataset.line;
    const state = key === open ? "open" : model.full(key) ? "done" : "empty";
    if (key === open) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
    const sign = link.querySelector(".profile-sign");
    if (sign) for (const each of ["open", "done", "empty"]) sign.classList.toggle(`profile-${each}`, each === state);
    const count = link.querySelector("[data-count]");
    if (count) {
      const line = model.byKey[key];
      count.textContent = line ? `${line.riders.length}/${line.needed}` : `${model.order.length}/${model.riders.length - model.out.length}`;
      link.className = `strip-line ${state}`;
      if (key === open) link.parentElement.scrollLeft = link.offsetLeft - 120;
    }
  }
}

function drawPad({ root, open, mode, picked, armed }, model) {
  const lineFull = open !== "finish" && model.full(open);
  for (const chip of root.querySelectorAll(".rider-chip")) {
    const code = chip.dataset.rider;
    const started = model.riders.includes(code);
    const placed = model.placed(code, open);
    chip.classList.toggle("placed", placed);
    chip.classList.toggle("out", !started || model.out.includes(code));
    chip.classList.toggle("sending-now", model.pending.riders.has(`${open} ${code}`));
    chip.disabled = mode === "accident" ? !started || model.order.includes(code) : placed || lineFull;
  }
  const missing = root.querySelector("[data-missing]");
  const left = model.missing().length;
  const line = model.byKey[open];
  missing.replaceChildren();
  if (mode === "accident") missing.append("Tap the rider who is out");
  else if (picked) missing.append("Tap riders to add");
  else if (line?.atFinish) missing.append("Tap them at the finish");
  else if (line && line.riders.length < line.needed) missing.append(element("b", {}, String(line.needed - line.riders.length)), ` more at ${line.label}`);
  else if (line) missing.append(`${line.label} is full`);
  else if (left && armed) missing.append(`Square ${armed}: tap who came to it, the right lane first`);
  else if (left) missing.append(element("b", {}, String(left)), " still missing");
  else missing.append("All have arrived");
}

// The rows of one list of places, with the menu of each rider.
function drawPlaces(board, model, line) {
  const list = board.querySelector(`[data-panel="${line.key}"] [data-places]`);
  const rows = Array.from({ length: line.needed }, (_, index) => {
    const code = line.riders[index];
    const ordinalWords = element("span", { class: "ordinal" }, ordinal(index + 1));
    const points = element("span", { class: "points" }, String(line.points[index]), element("span", { class: "unit" }, " pt"));
    const row = element("li");
    if (!code) {
      row.append(element("div", { class: "place free" }, ordinalWords, element("span", { class: "who" }), points));
      return row;
    }
    const unsent = model.pending.riders.has(`${line.key} ${code}`);
    const summary = element("summary", {}, ordinalWords, jerseyOf(code), element("span", { class: "who" }, chipOf(code).dataset.name), points);
    row.append(element("details", { class: unsent ? "place unsent" : "place", "data-rider": code }, summary, menu(line.key, code, index + 1, line.riders.length)));
    return row;
  });
  list.replaceChildren(...rows);
}

function drawLeft(board, model) {
  for (const row of board.querySelectorAll("[data-team]")) {
    for (const cell of row.querySelectorAll("[data-advantage]")) {
      const left = model.left[row.dataset.team][cell.dataset.advantage];
      const [use, back] = cell.querySelectorAll("button");
      use.textContent = String(left);
      use.disabled = !left;
      use.setAttribute("aria-label", use.getAttribute("aria-label").replace(/\d+ left$/, `${left} left`));
      back.disabled = left >= model.held[row.dataset.team][cell.dataset.advantage];
    }
  }
  for (const line of model.lines.filter((each) => each.allowed)) {
    for (const item of board.querySelectorAll(`[data-panel="${line.key}"] [data-double]`)) {
      const used = line.doubles[item.dataset.double] || 0;
      const [use, back] = item.querySelectorAll("button");
      use.querySelector("[data-left]").textContent = String(line.allowed - used);
      use.disabled = used >= line.allowed;
      use.setAttribute("aria-label", use.getAttribute("aria-label").replace(/\d+ left$/, `${line.allowed - used} left`));
      back.disabled = !used;
    }
  }
}

function drawSteps(board, model, queue) {
  const undo = board.querySelector("[data-undo]");
  const step = model.undoable(queue.items);
  undo.disabled = !step;
  undo.querySelector("span").textContent = step ? `Undo: ${step.words}` : "Nothing to undo";
  const redo = board.querySelector("[data-redo]");
  const again = model.redoable();
  redo.disabled = !again || queue.items.some((item) => item.entry.do !== "redo" && item.entry.do !== "undo");
  redo.setAttribute("aria-label", again ? `Redo: ${again.words}` : "Nothing to redo");
}

function drawFinish(view, model) {
  const { board } = view;
  board.querySelector("[data-clock]").textContent = model.finishing.clock(model.turn);
  board.querySelector('[data-turn="-1"]').disabled = model.turn < 1;
  board.querySelector('[data-turn="1"]').disabled = !Object.keys(model.units).length;
  (model.rounds ? rounds : dice).drawFinish(view, model);
}
