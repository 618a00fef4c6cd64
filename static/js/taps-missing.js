// What is missing before the stage can end: a chip that counts it, and a sheet above the chip whose
// lines lead there. Places, arrivals and times are counted here, with the taps that are not sent
// yet; the rest is what the server said (checks.py).
import { chipOf, drawList, element, jerseyOf } from "./taps-parts.js";
import { gettext, ngettext, ordinal, pieces } from "./words.js";

const MOST = 4; // lines, before riders and places are gathered
const LEAVING = 200; // how long a line takes to leave, in ms

export function drawMissing(view, model) {
  const { board } = view;
  const chip = board.querySelector("[data-missing-chip]");
  const found = findMissing(model);
  const isComplete = found.count === 0;
  const warnings = model.troubles.filter(({ warning }) => warning);
  drawSummary(chip.querySelector("summary"), found.count, warnings.length);
  leave(chip.querySelector(".missing-list"), found.items.map(rowOf));
  leave(chip.querySelector(".warning-list"), warnings.map(wordsOf));
  drawAccept(chip, isComplete ? warnings : []);
  if (isComplete && !warnings.length) chip.open = false;
  drawEnd(board, isComplete);
  for (const rider of view.root.querySelectorAll(".rider-chip.wanted"))
    if (!model.missing().includes(rider.dataset.rider)) rider.classList.remove("wanted");
}

// Returns { count, items }: an item is { tag or rider, title, about, line, riders }.
export function findMissing(model) {
  const lines = model.lines.filter((line) => freePlaces(line) > 0);
  const riders = model.missing();
  const others = model.troubles.filter(
    ({ warning, lacks }) => !warning && !["riders", "arrivals", "times"].includes(lacks),
  );
  const times = riders.length ? [] : lackingTimes(model);
  const count =
    lines.reduce((sum, line) => sum + freePlaces(line), 0) +
    riders.length +
    others.length +
    times.length;
  const many = lines.length + riders.length + others.length + times.length > MOST;
  const items = [
    ...(many && lines.length > 2 ? [gatherLines(lines)] : lines.map(itemOfLine)),
    ...(many && riders.length > 1 ? [gatherRiders(riders)] : riders.map(itemOfRider)),
    ...times,
    ...others.map(({ text, line }) => ({ title: text, about: "", line })),
  ];
  return { count, items };
}

function freePlaces(line) {
  return Math.max(0, line.expected - line.riders.length);
}

function itemOfLine(line) {
  const free = freePlaces(line);
  const place = line.riders.length + 1;
  const about = free === 1 ? pointsWords(line.points[place - 1]) : "";
  return {
    tag: line.short,
    title:
      free === 1
        ? gettext("%(place)s place is empty", { place: ordinal(place) })
        : ngettext("%(count)s place is empty", "%(count)s places are empty", free),
    about: [line.label, about].filter(Boolean).join(", "),
    line: line.key,
  };
}

function pointsWords(points) {
  return points ? ngettext("%(count)s point", "%(count)s points", points) : "";
}

function gatherLines(lines) {
  const free = lines.reduce((sum, line) => sum + freePlaces(line), 0);
  return {
    tag: lines[0].short,
    title: ngettext("%(count)s place is empty", "%(count)s places are empty", free),
    about: lines.map(({ label }) => label).join(", "),
    line: lines[0].key,
  };
}

function itemOfRider(rider) {
  const { name } = chipOf(rider).dataset;
  return {
    rider,
    title: gettext("%(rider)s is not in", { rider: name }),
    about: gettext("Finish"),
    line: "finish",
    riders: [rider],
  };
}

function gatherRiders(riders) {
  return {
    tag: gettext("Fin"),
    title: ngettext("%(count)s rider is not in", "%(count)s riders are not in", riders.length),
    about: gettext("Finish"),
    line: "finish",
    riders,
  };
}

// Arrivals that wait for a square or a die, once everybody is in.
function lackingTimes(model) {
  return Object.values(model.units)
    .filter((unit) => model.lacks(unit))
    .map((unit) => ({
      rider: unit.riders[0],
      title: gettext("The time of %(rider)s is missing", {
        rider: chipOf(unit.riders[0]).dataset.name,
      }),
      about: gettext("Finish"),
      line: "finish",
    }));
}

function drawSummary(summary, count, warnings) {
  const number = (value) => element("b", {}, String(value));
  const words = (text) => element("span", {}, text);
  const phrase = count
    ? pieces(gettext("%(count)s missing"), { count: number(count) })
    : warnings
      ? pieces(gettext("%(count)s to look at"), { count: number(warnings) })
      : [gettext("complete")];
  const drawn = phrase.map((piece) => (typeof piece === "string" ? words(piece.trim()) : piece));
  drawList(summary, drawn);
}

function rowOf({ tag, rider, title, about, line, riders = [] }) {
  const sign = rider ? jerseyOf(rider) : tag ? element("span", { class: "tag" }, tag) : "";
  const link = element(
    "a",
    { href: `?line=${line}`, "data-line": line, "data-wanted": riders.join(" ") },
    sign,
    element("span", {}, element("b", {}, title), element("small", {}, about)),
  );
  return element("li", {}, link);
}

function wordsOf({ text, line }) {
  return element("li", {}, element("a", { href: `?line=${line}`, "data-line": line }, text));
}

// A line that is true no more fades; the others close up once it is gone.
function leave(list, rows) {
  clearTimeout(list.timer);
  const staying = new Set(rows.map((row) => row.outerHTML));
  const going = [...list.children].filter((row) => !staying.has(row.outerHTML));
  const isSeen = list.offsetParent && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!going.length || !isSeen) return drawList(list, rows);
  for (const row of going) row.classList.add("leaving");
  list.drawn = ""; // it shows rows that are not true any more
  list.timer = setTimeout(() => drawList(list, rows), LEAVING);
}

function drawAccept(chip, warnings) {
  const form = chip.querySelector("[data-accept]");
  const codes = [...new Set(warnings.map(({ code }) => code))];
  form.hidden = !codes.length || !form.querySelector('[name="first"]');
  form
    .querySelector("[data-codes]")
    .replaceChildren(
      ...codes.map((code) => element("input", { type: "hidden", name: "accepted", value: code })),
    );
  for (const note of form.querySelectorAll("[data-note]"))
    note.hidden = !codes.includes(note.dataset.note);
}

// End stage is highlighted when nothing is missing, by the server's log and the waiting taps.
function drawEnd(board, isComplete) {
  board.querySelector("[data-end]").classList.toggle("primary", isComplete);
}

// Whether End stage has to wait: then what it waits for is shown.
export function holdsEnd({ board }, model) {
  const chip = board.querySelector("[data-missing-chip]");
  const accept = chip.querySelector("[data-accept]");
  const holds = findMissing(model).count > 0 || !accept.hidden;
  if (holds) chip.open = true;
  return holds;
}

// The sheet closes when something beside it is tapped, which happens all the same; on a phone it
// lies over what its lines lead to, and closes too.
export function closeMissing(view, target, isNarrow) {
  const chip = view.board.querySelector("[data-missing-chip]");
  const link = target.closest?.(".missing-sheet [data-line]");
  for (const rider of view.root.querySelectorAll(".rider-chip.wanted"))
    if (link) rider.classList.remove("wanted");
  for (const code of link?.dataset.wanted?.split(" ").filter(Boolean) ?? [])
    chipOf(code).classList.add("wanted");
  const isOutside = !chip.contains(target) && !target.closest?.("[data-end]");
  if (isOutside || (link && isNarrow)) chip.open = false;
}
