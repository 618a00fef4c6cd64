// What moving a rider means: the entry for a place between two groups, or within one. Nothing here
// touches the page. Places count from 1 in the order of arrivals without the rider who moves.
import { gettext, ordinal } from "../../js/words.js";
import { groupsOf, placesOf } from "./groups.js";

// A rider into the gap ahead of group `at` (0 is the first; behind the last one where it is their
// number). Returns { entry, words }, or null where nothing would change.
export function toGap(code, at, model) {
  const groups = groupsOf(model);
  const own = groups.findIndex((group) => has(group, code));
  if (own >= 0 && groups[own].riders.length === 1 && (at === own || at === own + 1)) return null;
  const place = ridersOf(groups.slice(0, at), code).length + 1;
  const entry = { do: isIn(code, model) ? "regroup" : "arrive", riders: [code], place };
  return { entry, words: gettext("%(place)s, alone", { place: ordinal(place) }) };
}

// A rider into group `at`, so that `index` of its other riders stand ahead.
export function toGroup(code, at, index, model) {
  const groups = groupsOf(model);
  const group = groups[at];
  if (!group?.unit) return null;
  const inside = Math.min(index, ridersOf([group], code).length);
  const place = ridersOf(groups.slice(0, at), code).length + inside + 1;
  const where = { places: placesOf(group), place: ordinal(inside + 1) };
  if (has(group, code)) {
    if (group.riders[inside]?.code === code) return null;
    const entry = { do: "move", line: "finish", rider: code, place };
    return { entry, words: ordinal(place) };
  }
  const entry = {
    do: isIn(code, model) ? "regroup" : "arrive",
    riders: [code],
    unit: group.unit,
    place,
  };
  return { entry, words: gettext("joins %(places)s, %(place)s", where) };
}

// A rider into the group in the tray: the one being changed, or the one being logged. There the
// first sets the pace, so that riders of it change places within it.
export function toTray(code, index, model, picked) {
  const number = picked ?? model.openUnit();
  const groups = groupsOf(model);
  const at = groups.findIndex((group) => group.unit === number);
  if (!number || at < 0) return null;
  const found = toGroup(code, at, index, model);
  if (!found || found.entry.do !== "move" || !model.lacks(model.units[number])) return found;
  const { place } = found.entry;
  return { ...found, entry: { do: "regroup", riders: [code], unit: number, place } };
}

// One step up (-1) or down (1): within the group, out of it, or into the next one.
export function step(code, by, model) {
  const groups = groupsOf(model);
  const at = groups.findIndex((group) => has(group, code));
  if (at < 0) return null;
  const { riders } = groups[at];
  const index = riders.findIndex((rider) => rider.code === code);
  const isInside = by < 0 ? index > 0 : index < riders.length - 1;
  if (isInside) return toGroup(code, at, index + by, model);
  if (riders.length > 1) return toGap(code, by < 0 ? at : at + 1, model);
  const next = groups[at + by];
  return next ? toGroup(code, at + by, by < 0 ? next.riders.length : 0, model) : null;
}

function has(group, code) {
  return group.riders.some((rider) => rider.code === code);
}

function isIn(code, model) {
  return model.order.includes(code);
}

function ridersOf(groups, without) {
  return groups.flatMap(({ riders }) => riders).filter(({ code }) => code !== without);
}
