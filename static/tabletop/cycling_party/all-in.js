// Draws who won where everybody is in: it stands in the place of the pad, and nothing there can be
// tapped.
import { arrivalsOf } from "../../js/taps-arrivals.js";
import { chipOf, element, jerseyOf } from "../../js/taps-parts.js";
import { gettext } from "../../js/words.js";
import { squareOf } from "../../js/taps-units.js";

export function drawAllIn(board, model) {
  const arrivals = arrivalsOf(model).filter(({ place }) => place);
  const place = board.querySelector("[data-all-in]");
  if (!arrivals.length || model.missing().length) return place.replaceChildren();
  const [first, ...others] = arrivals.slice(0, 3);
  place.replaceChildren(
    element("p", { class: "eyebrow" }, acrossWords(model)),
    element(
      "div",
      { class: "all-in-winner" },
      jerseyOf(first.code, true),
      element(
        "div",
        {},
        element("h2", {}, chipOf(first.code).dataset.name),
        element("p", {}, [teamOf(first.code), cameIn(first, model)].filter(Boolean).join(" · ")),
        element("b", {}, first.time || "–"),
      ),
    ),
    element("div", { class: "all-in-next" }, ...others.map(nextRow)),
    counts(model),
  );
}

function acrossWords(model) {
  const total = model.order.length + model.missing().length;
  return gettext("%(count)s of %(total)s across the line", { count: model.order.length, total });
}

function teamOf(code) {
  return chipOf(code).closest(".pad-team").getAttribute("aria-label");
}

// "alone on square 7", "with 3 others on square 7"; "" where a table of results brought them.
function cameIn({ code, unit }, model) {
  const together = model.units[unit];
  if (!together || !Object.keys(together.squares).length) return "";
  const square = squareOf(code, together);
  return together.riders.length === 1
    ? gettext("alone on square %(square)s", { square })
    : gettext("in a group, on square %(square)s", { square });
}

function nextRow({ code, place, gap }) {
  const short = chipOf(code).querySelector(".chip-name").textContent;
  return element(
    "div",
    {},
    jerseyOf(code, true),
    element("span", {}, element("b", {}, String(place)), ` ${short}`, element("small", {}, gap)),
  );
}

function counts(model) {
  const rows = [
    [gettext("Sprints"), ...filled(model, "s")],
    [gettext("Passes"), ...filled(model, "p")],
    [gettext("Arrivals"), model.order.length, model.order.length],
  ].filter(([, , total]) => total);
  const list = element("ul", { class: "all-in-counts" });
  for (const [words, done, total] of rows) {
    const count = element("b", {}, gettext("%(done)s of %(total)s", { done, total }));
    list.append(element("li", done < total ? { class: "short" } : {}, words, count));
  }
  return list;
}

// How many lines of a kind are full, and how many there are.
function filled(model, kind) {
  const lines = model.lines.filter((line) => line.key.startsWith(kind) && line.needed);
  return [lines.filter((line) => model.full(line.key)).length, lines.length];
}
