// Where things stand in the picture of a road, in pixels. Pure values.
import { FINISH, kindOf, lengthAt, placeOf } from "./road-landing.js";
import { passesOf, sprintsOf } from "./road-rules.js";

const NARROW = 640;
const DESCENT = [
  [0.08, 0.93],
  [0.2, 0.72],
  [0.32, 0.55],
  [0.45, 0.41],
  [0.6, 0.24],
  [0.8, 0.09],
  [1, 0],
]; // how far along it, and how much of the height is left

// `span` squares fill the width; behind the finish there is the run-out, and room to pull it to.
export function scaleOf(width, length, rules) {
  const narrow = width < NARROW;
  const left = narrow ? 10 : 24;
  const span = length + rules.runOut * rules.hexagon;
  const square = (width - 2 * left) / span;
  return {
    width,
    narrow,
    left,
    span,
    square,
    height: narrow ? 318 : 350,
    base: narrow ? 262 : 292,
    field: narrow ? 150 : 212,
    flag: narrow ? { width: 44, height: 48, gap: 2 } : { width: 54, height: 50, gap: 4 },
    pole: 74,
    x: (km) => left + Math.max(0, km) * square,
    km: (x) => (x - left) / square,
  };
}

// The points of a climb, [x, y], from its foot to its top; some squares are steeper than others.
export function climbPoints(scale, rules, { start, end, category }) {
  const squares = end - start + 1;
  const height = (rules.climbs[category]?.height ?? 0.17) * scale.field;
  const steep = Array.from(
    { length: squares },
    (_, at) => (at % 2 ? 0.7 : 1.4) * (1 + (0.6 * at) / squares),
  );
  const all = steep.reduce((sum, each) => sum + each, 0);
  let climbed = 0;
  const points = [[scale.x(start - 1), scale.base]];
  steep.forEach((each, at) => {
    climbed += each / all;
    points.push([scale.x(start + at), scale.base - height * climbed]);
  });
  return points;
}

export function descentPoints(scale, rules, { end, category }) {
  const { height, descent } = rules.climbs[category] ?? { height: 0.17, descent: 3 };
  return DESCENT.map(([along, left]) => [
    scale.x(end + descent * along),
    scale.base - height * scale.field * left,
  ]);
}

export function peakOf(scale, rules, category) {
  return scale.base - (rules.climbs[category]?.height ?? 0.17) * scale.field;
}

// The kilometre that a thing's flag stands over.
export function flagKm(course, rules, thing) {
  const place = placeOf(course, thing);
  return kindOf(thing) === "pass" ? place + lengthAt(course, rules, thing) - 1 : place;
}

// Flags by thing: {x, y} of the middle of their foot. Sprints and the finish stand in a row, passes
// over their tops, always above that row; flags that would overlap are moved apart.
export function flagPlaces(scale, course, rules) {
  const row = [...sprintsOf(course).map(({ index }) => `sprint-${index}`), FINISH];
  const tops = passesOf(course, rules).map(({ index }) => `pass-${index}`);
  const places = {};
  for (const things of [row, tops]) {
    const wanted = things.map((thing) => scale.x(flagKm(course, rules, thing)));
    spread(wanted, scale).forEach((x, at) => {
      places[things[at]] = { x, y: flagY(scale, course, rules, things[at]) };
    });
  }
  return places;
}

export function flagY(scale, course, rules, thing) {
  if (kindOf(thing) !== "pass") return scale.base - scale.pole - (thing === FINISH ? 22 : 0);
  const { category } = course.passes[Number(thing.split("-")[1])];
  const above = scale.base - scale.pole - scale.flag.height - 28;
  return Math.min(peakOf(scale, rules, category) - 12, above);
}

// Middles in order, apart, within the width, and as near as can be to the wanted ones.
export function spread(wanted, scale) {
  const apart = scale.flag.width + scale.flag.gap;
  const blocks = [];
  wanted.forEach((x, at) => {
    blocks.push({ sum: x - at * apart, count: 1 });
    while (blocks.length > 1 && mean(blocks.at(-2)) > mean(blocks.at(-1))) {
      const { sum, count } = blocks.pop();
      blocks.at(-1).sum += sum;
      blocks.at(-1).count += count;
    }
  });
  const even = blocks.flatMap((block) => Array(block.count).fill(mean(block)));
  const low = scale.flag.width / 2 + 1;
  const high = scale.width - low - apart * (wanted.length - 1);
  return even.map((x, at) => Math.max(low, Math.min(high, x)) + at * apart);
}

function mean({ sum, count }) {
  return sum / count;
}
