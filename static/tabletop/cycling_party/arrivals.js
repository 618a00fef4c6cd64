// Draws the arrivals of Cycling Party: a row for each group, the turns between them, the winner.
import { pointsOf } from "../../js/taps-arrivals.js";
import { chipOf, element, jerseyOf } from "../../js/taps-parts.js";
import { gettext, ngettext } from "../../js/words.js";
import { NAMED, groupsOf, isCompact, placesOf } from "./groups.js";

const KINDS = {
  alone: gettext("alone"),
  paceline: gettext("paceline"),
  peloton: gettext("peloton"),
};

// The rows of the list of arrivals.
export function arrivalRows(model, view) {
  const groups = groupsOf(model);
  const open = openUnit(model, view);
  const list = view.board.querySelector("[data-arrivals]");
  list.classList.toggle("compact", isCompact(groups.filter(({ unit }) => unit !== open)));
  return groups.flatMap((group, index) => {
    const before = index ? groups[index - 1].turn : 0;
    const isLast = index === groups.length - 1;
    if (group.unit && group.unit === open) return isLast ? [] : [openRow(group, model)];
    return [...gapBefore(group, before, view), row(group, index, model, view)];
  });
}

// Where the group stands that was put between others and waits for its square or die.
function openRow(group, model) {
  const waits = model.units[group.unit].riders.map((code) => chipOf(code).dataset.called);
  return element(
    "li",
    { class: "group-row open-row", "data-unit-row": group.unit },
    element("span", {}, `${placesOf(group)}: ${waits.join(", ")}`),
  );
}

// The gap ahead of a group: a knob, or where a turn begins the whole mark.
function gapBefore({ turn, riders }, before, view) {
  const place = riders[0].index + 1;
  const isOpen = view.gap === place;
  const label = gettext("Put riders before place %(place)s", { place });
  const button = (kind, ...children) =>
    element(
      "button",
      {
        type: "button",
        class: kind,
        "data-gap": place,
        "data-focus": `gap-${place}`,
        "aria-label": label,
        "aria-pressed": String(isOpen),
      },
      ...children,
    );
  const later = turn === null || before === null ? 0 : turn - before;
  const state = isOpen ? " open" : "";
  if (later < 1) return [element("li", { class: `gap-row${state}` }, button("knob", "+"))];
  const words = ngettext("one turn later", "%(count)s turns later", later);
  const mark = button("turn-gap", element("b", {}, `+${turn}`), ` ${words}`);
  return [element("li", { class: `turn-mark${state}` }, mark)];
}

// The arrival that is being logged stands in the tray, not in the list.
function openUnit(model, { picked }) {
  const number = model.openUnit();
  return number === picked ? null : number;
}

function row(group, index, model, view) {
  const { unit, riders, time, gap } = group;
  const isPicked = Boolean(unit) && unit === view.picked;
  const kind = model.units[unit] ? KINDS[model.game.kindOf(model.units[unit])] : "";
  const said = riders[0].status || kind;
  const places = placesOf(group);
  const button = element(
    "button",
    {
      type: "button",
      class: "group",
      "data-pick": isPicked ? "" : unit,
      "data-focus": `group-${unit}`,
      "aria-pressed": String(isPicked),
    },
    element("span", { class: "group-places" }, places, element("small", {}, said)),
    whoOf(riders),
    element(
      "span",
      { class: "group-time" },
      element("span", { class: "time" }, time || "–"),
      element("small", { class: "gap" }, index ? gap : time ? gettext("winner") : ""),
    ),
  );
  button.disabled = !unit;
  const classes = ["group-row"];
  if (!time) classes.push("waiting");
  if (isPicked) classes.push("picked");
  if (model.pending.units.has(unit)) classes.push("unsent");
  const made = element("li", { class: classes.join(" "), "data-unit-row": unit }, button);
  const tie = tieOf(riders, model, view);
  if (tie) made.append(element("p", { class: "tie" }, tie));
  return made;
}

function tieOf([{ code, index }], model, { drawing }) {
  return index ? (drawing.tieOf?.(code, model.order[index - 1], model) ?? "") : "";
}

function whoOf(riders) {
  const who = element("span", { class: "group-who" });
  if (riders.length === 1) {
    const [{ code, points }] = riders;
    who.append(
      element(
        "span",
        { class: "group-one", "data-rider": code },
        jerseyOf(code, true),
        element("b", {}, chipOf(code).dataset.name),
      ),
      ...pointsOf(points),
    );
    return who;
  }
  for (const { code } of riders) {
    const short = chipOf(code).querySelector(".chip-name").textContent;
    const name = riders.length <= NAMED ? [element("small", {}, short)] : [];
    who.append(
      element("span", { class: "group-rider", "data-rider": code }, jerseyOf(code, true), ...name),
    );
  }
  return who;
}

// The head of the list: who won so far, and in which time.
export function drawWinner(board, model) {
  const place = board.querySelector("[data-winner]");
  const [first] = groupsOf(model);
  place.hidden = !first?.time;
  if (!first?.time) return;
  const { code } = first.riders[0];
  place.replaceChildren(
    jerseyOf(code, true),
    element("b", {}, chipOf(code).querySelector(".chip-name").textContent),
    ` ${first.time}`,
  );
}
