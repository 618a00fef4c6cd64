// Draws the tray below the arrivals: the group that is being logged, or the one being changed.
import { chipOf, drawList, element, entryButton, jerseyOf, menu } from "../../js/taps-parts.js";
import { clock, gettext, ngettext, ordinal } from "../../js/words.js";
import { groupsOf, placesOf, timeSoFar } from "./groups.js";

export function drawTray(board, model, { picked, gap }) {
  const tray = board.querySelector("[data-tray]");
  const number = picked || model.openUnit();
  const unit = number ? model.units[number] : null;
  tray.classList.toggle("calm", !unit);
  tray.classList.toggle("changing", Boolean(picked && unit));
  drawRiders(tray.querySelector("[data-unit]"), model, { number, unit, picked, gap });
  drawKinds(tray.querySelector("[data-kinds]"), model, number, unit);
  const all = tray.querySelector("[data-all]");
  const count = model.missing().length;
  all.disabled = !count;
  all.textContent = ngettext("+ the last one", "+ all %(count)s others", count);
  all.hidden = Boolean(picked) || !count;
  tray.querySelector("[data-done]").hidden = !picked;
  const out = tray.querySelector("[data-take-out]");
  out.hidden = !picked;
  out.value = JSON.stringify({ do: "remove_unit", unit: picked });
}

function drawRiders(place, model, { number, unit, picked, gap }) {
  if (!unit) {
    const [asks, how] = question(gap, !model.missing().length);
    drawList(place, [
      element("b", { class: "tray-asks" }, asks),
      element("p", { class: "soft" }, how),
    ]);
    return;
  }
  const row = element("span", { class: "tray-riders" });
  if (picked) row.append(element("b", { class: "tray-title" }, titleOf(model, number)));
  const at = (code) => model.order.indexOf(code);
  for (const code of unit.riders.toSorted((one, other) => at(one) - at(other)))
    row.append(picked ? riderMenu(code, unit, model) : riderButton(code, unit));
  if (!picked && unit.riders.length > 1 && unit.riders.length < 7)
    row.append(element("span", { class: "tray-hint" }, gettext("first sets the pace")));
  const seconds = model.game.time(unit, model);
  const time =
    seconds === null
      ? element("output", { class: "unit-time asks" }, ...unknown(timeSoFar(unit)))
      : element("output", { class: "unit-time" }, clock(seconds));
  const group = groupsOf(model).find((each) => each.unit === number);
  if (group) time.append(element("small", {}, placesOf(group)));
  drawList(place, [row, time]);
}

// What the tray says while no group is open.
function question(gap, isOver) {
  if (gap)
    return [
      gettext("Who came %(place)s?", { place: ordinal(gap) }),
      gettext("Tap the riders who crossed there."),
    ];
  if (isOver)
    return [gettext("Everybody is in"), gettext("To change something, tap a group or a gap.")];
  return [gettext("Who crosses next?"), gettext("Tap riders in their order.")];
}

function titleOf(model, number) {
  const group = groupsOf(model).find((each) => each.unit === number);
  return gettext("Changing %(places)s", { places: placesOf(group) });
}

// "1:4?" with its question mark in red.
function unknown(time) {
  const at = time.indexOf("?");
  return [time.slice(0, at), element("em", {}, time.slice(at))];
}

// A tap takes a rider out of the group: the way back for a slip of the finger.
function riderButton(code, unit) {
  const button = entryButton("", { do: "remove", line: "finish", rider: code }, true, "member");
  button.dataset.held = code;
  const rider = chipOf(code).dataset.called;
  button.setAttribute("aria-label", gettext("%(rider)s: take out of this arrival", { rider }));
  button.append(jerseyOf(code, true), ...ownSquare(code, unit));
  return button;
}

// In a group that is being changed a rider moves up or down, or out.
function riderMenu(code, unit, model) {
  const rider = chipOf(code).dataset.called;
  const place = model.order.indexOf(code) + 1;
  return element(
    "details",
    { class: "fold", "data-rider": code },
    element(
      "summary",
      { class: "member", "aria-label": gettext("%(rider)s: move or take out", { rider }) },
      jerseyOf(code, true),
      ...ownSquare(code, unit),
    ),
    menu("finish", code, place, model.order.length),
  );
}

// Where riders of one group stand on several squares.
function ownSquare(code, unit) {
  const areSeveral = new Set(Object.values(unit.squares)).size > 1;
  return areSeveral && code in unit.squares
    ? [element("span", {}, String(unit.squares[code]))]
    : [];
}

function drawKinds(place, model, number, unit) {
  const kind = unit ? model.game.kindOf(unit) : "";
  place.hidden = !unit;
  if (kind === "alone") {
    drawList(place, [element("span", { class: "alone" }, gettext("alone"))]);
    return;
  }
  const kinds = unit ? { paceline: gettext("Paceline"), peloton: gettext("Peloton") } : {};
  const buttons = Object.entries(kinds).map(([each, words]) => {
    const button = entryButton(words, { do: "cp.kind", kind: each, unit: number }, true, "kind");
    button.setAttribute("aria-pressed", String(each === kind));
    return button;
  });
  drawList(place, buttons);
}
