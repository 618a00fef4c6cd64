// The arrivals as groups: who came together, with one time. Nothing here touches the page.
import { arrivalsOf } from "../../js/taps-arrivals.js";
import { clock } from "../../js/words.js";
import { front, secondsOf } from "./table.js";

// Returns the groups in the order of arrival. Those that a table of results brought, or whose time
// the jury set, may have riders with times of their own: then each stands alone.
export function groupsOf(model) {
  const groups = [];
  for (const arrival of arrivalsOf(model)) {
    const last = groups.at(-1);
    const isSame = last && arrival.unit && last.unit === arrival.unit;
    if (isSame && last.time === arrival.time) last.riders.push(arrival);
    else {
      const { unit, time, gap, seconds } = arrival;
      const turn = model.units[unit]?.turn ?? null;
      groups.push({ unit, turn, time, gap, seconds, riders: [arrival] });
    }
  }
  return groups;
}

// "6–9", or "10"; "–" where nobody of them has a place.
export function placesOf({ riders }) {
  const places = riders.map(({ place }) => place).filter(Boolean);
  if (!places.length) return "–";
  const [first, last] = [places[0], places.at(-1)];
  return first === last ? String(first) : `${first}–${last}`;
}

// What is known of a time whose die is not thrown yet: "1:4?".
export function timeSoFar(unit) {
  const square = front(unit);
  if (square === null) return `${unit.turn}:??`;
  const [least, most] = [6, 1].map((die) => clock(60 * unit.turn + secondsOf(square, die)));
  if (least.length !== most.length) return "?";
  const same = [...least].findIndex((character, index) => character !== most[index]);
  return `${least.slice(0, same)}?`;
}

// Jerseys stand without their names where a group is large, and small where the last three groups
// would not be whole otherwise.
export const NAMED = 4; // riders at most whose names stand below their jerseys
const ROW = 8; // jerseys side by side
const SMALL_ROW = 10;
const HEIGHTS = { one: 58, two: 86, gap: 6, turn: 30, list: 261 };

export function isCompact(groups) {
  const heights = groups.slice(-3).map((group, index, last) => {
    const rows = Math.ceil(group.riders.length / ROW);
    const height = rows > 1 ? HEIGHTS.two + 32 * (rows - 2) : HEIGHTS.one;
    const isLater = index > 0 && group.turn !== last[index - 1].turn;
    return height + HEIGHTS.gap + (isLater ? HEIGHTS.turn : 0);
  });
  return heights.reduce((sum, height) => sum + height, 0) > HEIGHTS.list;
}

export function rowsOf(group, compact) {
  return Math.ceil(group.riders.length / (compact ? SMALL_ROW : ROW));
}
