// The arrivals of a stage as rows: who came where, when, and what can be done with each.
import { chipOf, drawListAtEnd, element, jerseyOf, menu } from "./taps-parts.js";
import { clock, gettext, ordinal } from "./words.js";

// What is known of everybody who has arrived, in their order. `place` is 0 where they are out after
// all; `unit` is 0 where a table of results brought them.
export function arrivalsOf(model) {
  const { places, points, statuses, times } = model.finish;
  const first = model.order[0];
  let next = 0;
  return model.order.map((code, index) => {
    const isOut = model.out.includes(code);
    if (!isOut) next += 1;
    const place = isOut ? 0 : (places[code] ?? next);
    const seconds = secondsOf(code, model);
    return {
      code,
      index,
      place,
      unit: model.unitOf(code),
      seconds,
      time: times[code]?.[1] ?? (seconds === null ? "" : clock(seconds)),
      gap: index ? gapOf(seconds, secondsOf(first, model)) : "",
      points: points[place - 1] ?? 0,
      status: isOut ? (statuses[code] ?? "") : "",
    };
  });
}

function secondsOf(code, model) {
  return model.finish.times[code]?.[0] ?? model.secondsOf(code);
}

function gapOf(seconds, first) {
  if (seconds === null || first === null || seconds < first) return "";
  return seconds > first ? `+${clock(seconds - first)}` : gettext("s.t.");
}

export function drawArrivals(view, model) {
  const list = view.board.querySelector("[data-arrivals]");
  if (!list) return;
  const nobody = element("li", { class: "nobody" }, list.dataset.nobody || "");
  if (view.drawing.arrivalRows) {
    const groups = view.drawing.arrivalRows(model, view);
    const before = new Set([...list.children].map((row) => row.dataset.unitRow));
    drawListAtEnd(list, groups.length ? groups : [nobody]);
    if (list.wasOpen)
      for (const row of list.children)
        row.classList.toggle("new", !before.has(row.dataset.unitRow));
    const isOpen = view.open === "finish";
    if (isOpen && !list.wasOpen) list.scrollTop = list.scrollHeight; // the last ones first
    list.wasOpen = isOpen;
    return;
  }
  const found = arrivalsOf(model);
  // A menu that is tapped several times.
  const open = list.querySelector("details.place[data-stays][open]")?.dataset.rider;
  const make = view.drawing.arrivalRow || arrivalRow;
  const rows = found.map((arrival) => make(arrival, model, view, arrival.code === open));
  drawListAtEnd(list, rows.length ? rows : [nobody]);
}

function arrivalRow({ code, index, place, unit, time, gap, points, status }, model, view) {
  const { drawing, picked, root } = view;
  const said = model.units[unit] ? (drawing.wordsOfUnit?.(model.units[unit], model) ?? "") : "";
  const summary = element(
    "summary",
    {},
    element("span", { class: "ordinal" }, ordinalOf(place)),
    jerseyOf(code),
    element(
      "span",
      { class: "who" },
      `${chipOf(code).querySelector(".chip-name").textContent} `,
      element("small", {}, place ? said : status),
    ),
    ...pointsOf(points),
    element("span", { class: "time" }, time || "–"),
    element("span", { class: "gap" }, gap),
  );
  const pick = element(
    "a",
    {
      class: "button",
      href: `${root.dataset.self}?line=finish&unit=${unit}`,
      "data-pick": unit,
    },
    gettext("Change this arrival"),
  );
  const choices = menu("finish", code, index + 1, model.order.length, ...(unit ? [pick] : []));
  const details = element("details", { class: "place", "data-rider": code }, summary, choices);
  return rowOf(details, {
    waiting: !time,
    picked: unit && unit === picked,
    unsent: model.pending.units.has(unit),
    tie: index ? (drawing.tieOf?.(code, model.order[index - 1], model) ?? "") : "",
  });
}

// A row of the list, with what is said below it.
export function rowOf(details, { tie, ...states }) {
  const classes = Object.keys(states).filter((state) => states[state]);
  const row = element("li", classes.length ? { class: classes.join(" ") } : {}, details);
  if (tie) row.append(element("p", { class: "tie" }, tie));
  return row;
}

export function ordinalOf(place) {
  return place ? ordinal(place) : "–"; // they are out after all
}

export function pointsOf(points) {
  if (!points) return [];
  const unit = element("span", { class: "unit" }, ` ${gettext("pt")}`);
  return [element("span", { class: "points" }, String(points), unit)];
}
