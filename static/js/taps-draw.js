// Shows the model on the page: always the pad, the open line and the counters; places and arrivals only where taps are under way,
// as otherwise the server has drawn them.
import { clock, ordinal } from "./taps-model.js";

const SVG = "http://www.w3.org/2000/svg";
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

function drawPad({ root, open, mode, picked }, model) {
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
  else if (left) missing.append(element("b", {}, String(left)), " still missing");
  else missing.append("All have arrived");
}

// The jersey of the pad, used again.
function jerseyOf(code) {
  const drawing = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({ class: "jersey jersey-s", viewBox: "-1 0 52 48", width: 35, height: 32, role: "img", "aria-label": chipOf(code).dataset.called })) drawing.setAttribute(key, value);
  const use = document.createElementNS(SVG, "use");
  for (const [key, value] of Object.entries({ href: `#jersey-${code}`, x: -1, width: 52, height: 48 })) use.setAttribute(key, value);
  drawing.append(use);
  return drawing;
}

function chipOf(code) {
  return document.querySelector(`.rider-chip[data-rider="${code}"]`);
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

function menu(line, rider, place, last, ...more) {
  const move = (to) => ({ do: "move", line, rider, place: to });
  return element(
    "div",
    { class: "place-menu" },
    entryButton("▲ Up", move(place - 1), place > 1),
    entryButton("▼ Down", move(place + 1), place < last),
    entryButton("Take out", { do: "remove", line, rider }, true, "button danger"),
    ...more,
  );
}

function entryButton(words, entry, enabled = true, kind = "button") {
  const button = element("button", { form: "taps", class: kind, name: "entry", value: JSON.stringify(entry) }, words);
  button.disabled = !enabled;
  return button;
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

function drawFinish(view, model) {
  const { board, picked } = view;
  board.querySelector("[data-clock]").textContent = `+${model.turn} min`;
  const [back, on] = [board.querySelector('[data-turn="-1"]'), board.querySelector('[data-turn="1"]')];
  back.disabled = model.turn < 1;
  on.disabled = !Object.keys(model.units).length;
  const number = picked || model.openUnit();
  const unit = number ? model.units[number] : null;
  const current = model.current(picked);
  const target = current ? model.units[current] : null;
  const square = target ? model.square(target) : null;
  for (const button of board.querySelectorAll("[data-square]")) {
    button.disabled = !target;
    button.classList.toggle("chosen", square === Number(button.dataset.square));
  }
  for (const button of board.querySelectorAll("[data-die]")) {
    const die = Number(button.dataset.die);
    button.disabled = !target || !model.needsDie(target);
    button.classList.toggle("chosen", Boolean(target) && target.die === die);
    button.querySelector("[data-second]").textContent = square && target && model.needsDie(target) ? `${66 - 5 * Math.min(square, 12) - die}″` : "";
  }
  board.querySelector("[data-all]").disabled = !model.missing().length;
  drawUnit(board.querySelector("[data-unit]"), model, number, unit, picked);
  if (model.pending.units.size || model.pending.lines.has("finish")) drawArrivals(board, model, picked);
  for (const row of board.querySelectorAll("[data-arrivals] > li")) {
    const rider = row.querySelector("[data-rider]")?.dataset.rider;
    row.classList.toggle("picked", Boolean(picked) && Boolean(rider) && model.unitOf(rider) === picked);
  }
}

function drawUnit(card, model, number, unit, picked) {
  card.replaceChildren();
  if (!unit) {
    card.append(element("p", { class: "soft" }, model.missing().length ? "Tap the riders of the next arrival in their order." : "Everybody has arrived."));
    return;
  }
  const riders = unit.riders.map((code) => {
    const member = entryButton("", { do: "remove", line: "finish", rider: code }, true, "member");
    member.setAttribute("aria-label", `${chipOf(code).dataset.called}: take out of this arrival`);
    member.append(jerseyOf(code));
    if (code in unit.squares) member.append(element("span", {}, String(unit.squares[code])));
    return member;
  });
  const kind = model.kind(unit);
  const kinds = kind === "alone"
    ? [element("span", { class: "alone" }, "alone")]
    : ["paceline", "peloton"].map((each) => {
      const button = entryButton(each, { do: "kind", kind: each, unit: number }, true, "kind");
      button.setAttribute("aria-pressed", String(each === kind));
      return button;
    });
  const seconds = model.seconds(unit);
  const time = seconds === null ? (model.square(unit) === null ? "now the square" : "now the die") : clock(seconds);
  card.append(
    element("div", { class: "unit-riders" }, ...riders),
    element("div", { class: "unit-kind" }, ...kinds),
    element("output", { class: "unit-time" }, time),
  );
  if (!picked) return;
  const edit = element("div", { class: "unit-edit" }, element("span", {}, `Changing this arrival, +${unit.turn} min`));
  const turned = (turn, words, said) => {
    const button = entryButton(words, { do: "unit_turn", turn, unit: number });
    button.setAttribute("aria-label", said);
    return button;
  };
  if (unit.turn) edit.append(turned(unit.turn - 1, "−1 min", "This arrival a turn earlier"));
  edit.append(turned(unit.turn + 1, "+1 min", "This arrival a turn later"));
  edit.append(element("a", { class: "button", href: "?line=finish", "data-pick": "" }, "Done"));
  card.append(edit);
}

// While arrivals are on their way.
function drawArrivals(board, model) {
  const list = board.querySelector("[data-arrivals]");
  const drawn = new Map([...list.querySelectorAll("li")].map((row) => [row.querySelector("[data-rider]")?.dataset.rider, row]));
  const rows = model.order.map((code, index) => {
    const number = model.unitOf(code);
    const unit = model.units[number];
    const old = drawn.get(code);
    if (old && !model.pending.units.has(number)) {
      old.querySelector(".ordinal").textContent = ordinal(index + 1);
      return old;
    }
    const seconds = unit ? model.seconds(unit) : null;
    const words = unit && unit.riders.length > 1 ? `${model.kind(unit)} of ${unit.riders.length}` : "alone";
    const summary = element(
      "summary",
      {},
      element("span", { class: "ordinal" }, ordinal(index + 1)),
      jerseyOf(code),
      element("span", { class: "who" }, `${chipOf(code).querySelector(".chip-name").textContent} `, element("small", {}, words)),
      element("span", { class: "time" }, seconds === null ? "–" : clock(seconds)),
      element("span", { class: "gap" }),
    );
    const pick = element("a", { class: "button", href: `?line=finish&unit=${number}`, "data-pick": number }, "Change this arrival");
    return element("li", { class: "unsent" }, element("details", { class: "place", "data-rider": code }, summary, menu("finish", code, index + 1, model.order.length, pick)));
  });
  list.replaceChildren(...rows);
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

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
