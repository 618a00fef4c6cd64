// Pieces of markup that several drawings share.
import { gettext } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

// The jersey of the pad, used again.
export function jerseyOf(code) {
  const drawing = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({
    class: "jersey jersey-s",
    viewBox: "-1 0 52 48",
    width: 35,
    height: 32,
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
