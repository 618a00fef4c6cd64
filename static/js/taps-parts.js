// Pieces of markup that several drawings share.
import { gettext } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

// The jersey of the pad, used again; `plain` without the sign of the rider's role.
export function jerseyOf(code, plain = false) {
  const drawing = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({
    class: plain ? "jersey plain" : "jersey jersey-s",
    viewBox: plain ? "-3 0 41.2 48" : "-1 0 52 48",
    width: plain ? 30 : 35,
    height: plain ? 34 : 32,
    role: "img",
    "aria-label": chipOf(code).dataset.spoken,
  }))
    drawing.setAttribute(key, value);
  const use = document.createElementNS(SVG, "use");
  for (const [key, value] of Object.entries({
    href: `#jersey-${code}`,
    x: -1,
    width: 52,
    height: 48,
  }))
    use.setAttribute(key, value);
  drawing.append(use);
  return drawing;
}

export function chipOf(code) {
  return document.querySelector(`.rider-chip[data-rider="${code}"]`);
}

// What a team is called in a sentence.
export function teamOf(letter) {
  const row = document.querySelector(`.pad-team[data-team="${letter}"]`);
  return row?.dataset.called || letter;
}

export function menu(line, rider, place, last, ...more) {
  const move = (to) => ({ do: "move", line, rider, place: to });
  return element(
    "div",
    { class: "place-menu" },
    entryButton(`▲ ${gettext("Up")}`, move(place - 1), place > 1),
    entryButton(`▼ ${gettext("Down")}`, move(place + 1), place < last),
    entryButton(gettext("Take out"), { do: "remove", line, rider }, true, "button danger"),
    ...more,
  );
}

export function entryButton(words, entry, enabled = true, kind = "button") {
  const button = element(
    "button",
    { form: "taps", class: kind, name: "entry", value: JSON.stringify(entry) },
    words,
  );
  button.disabled = !enabled;
  return button;
}

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function cookie(name) {
  const found = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

// Put rows into a list, unless they are those that stand there: what is open there stays open.
export function drawList(list, rows) {
  const drawn = rows.map((row) => row.outerHTML).join("");
  if (list.drawn === drawn) return;
  list.drawn = drawn;
  list.replaceChildren(...rows);
}

const isAtEnd = (list) => list.scrollTop + list.clientHeight >= list.scrollHeight - 8;

// Put rows into a list that is read at its end: it stays there, and moves up by what is new.
export function drawListAtEnd(list, rows) {
  const [height, atEnd] = [list.scrollHeight, isAtEnd(list)];
  drawList(list, rows);
  if (!atEnd) return;
  list.scrollTop = list.scrollHeight;
  slideUp(list, list.scrollHeight - height);
}

function slideUp(list, by) {
  if (by <= 0 || !list.clientHeight || matchMedia("(prefers-reduced-motion: reduce)").matches)
    return;
  for (const row of list.children)
    row.animate({ translate: [`0 ${by}px`, "0 0"] }, { duration: 200, easing: "ease-out" });
}

// Draw, and go on where hands were: the keyboard on its button, a list at its end, where a tie may
// be told below the last arrival.
export function keepPlace(board, draw) {
  const list = board.querySelector("[data-arrivals]");
  const scroll = list ? list.scrollTop : 0;
  const atEnd = list && isAtEnd(list);
  const active = document.activeElement;
  const path = board.contains(active) ? pathOf(active) : "";
  draw();
  if (list) list.scrollTop = atEnd ? list.scrollHeight : scroll;
  if (path && !board.contains(active)) board.querySelector(path)?.focus({ preventScroll: true });
}

function pathOf(active) {
  const value = active.getAttribute("value");
  for (const name of ["data-line", "data-square", "data-mode-to", "data-turn", "data-focus"]) {
    if (active.hasAttribute(name)) return `[${name}="${CSS.escape(active.getAttribute(name))}"]`;
  }
  return value ? `button[value="${CSS.escape(value)}"]` : "";
}
