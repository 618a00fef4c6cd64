// Where a thing of the road lands: the place it is wanted at where the rules allow it, else the
// nearest one they do. Pure values; a course is what road-rules.js says.
import { passesOf, sprintsOf } from "./road-rules.js";

export const FINISH = "finish";

export function kindOf(thing) {
  return thing.split("-")[0];
}

export function indexOf(thing) {
  return Number(thing.split("-")[1]);
}

// The first square of a pass, the square of a sprint, the length of the stage.
export function placeOf(course, thing) {
  if (thing === FINISH) return course.length;
  return kindOf(thing) === "pass"
    ? course.passes[indexOf(thing)].start
    : course.sprints[indexOf(thing)];
}

export function moved(course, thing, place) {
  if (thing === FINISH) return { ...course, length: place };
  return kindOf(thing) === "pass"
    ? {
        ...course,
        passes: course.passes.with(indexOf(thing), { ...passAt(course, thing), start: place }),
      }
    : { ...course, sprints: course.sprints.with(indexOf(thing), place) };
}

// A foot that is pulled leaves the top where it is: the category says how long the climb is.
export function withCategory(course, rules, thing, category, keepTop = true) {
  const { start, category: before } = passAt(course, thing);
  const longer = rules.lengths[category] - (rules.lengths[before] ?? 1);
  return {
    ...course,
    passes: course.passes.with(indexOf(thing), {
      start: keepTop ? start - longer : start,
      category,
    }),
  };
}

export function without(course, thing) {
  const rest = (rows) => rows.filter((_, index) => index !== indexOf(thing));
  return kindOf(thing) === "pass"
    ? { ...course, passes: rest(course.passes) }
    : { ...course, sprints: rest(course.sprints) };
}

// What has been raced stays: `rules.stays` says where it lies.
export function isLocked(course, rules, thing) {
  const { stays } = rules;
  return thing === FINISH ? stays.finish : stays[kindOf(thing)].includes(placeOf(course, thing));
}

// The least and the most a place can be, whatever else lies on the road.
export function reach(course, rules, thing) {
  if (thing === FINISH) {
    const least = Math.ceil(rules.shortest / rules.hexagon) * rules.hexagon;
    return [least, rules.longest];
  }
  const squares = kindOf(thing) === "pass" ? lengthAt(course, rules, thing) : 2;
  return [1, Math.max(1, course.length - squares + 1)];
}

// What forbids a thing to lie where it lies: {reason, other, from, to}, the squares from … to being
// those in conflict; null where nothing does.
export function conflictOf(course, rules, thing) {
  if (thing === FINISH) return finishConflict(course, rules);
  const pass = kindOf(thing) === "pass";
  const start = placeOf(course, thing);
  const end = pass ? start + lengthAt(course, rules, thing) - 1 : start;
  if (start <= rules.raced) return { reason: "raced", from: start, to: Math.min(end, rules.raced) };
  const most = pass ? course.length : course.length - 1;
  if (start < 1 || end > most) return { reason: "range", from: Math.max(1, start), to: end };
  return pass
    ? passConflict(course, rules, indexOf(thing), start, end)
    : sprintConflict(course, rules, indexOf(thing), start);
}

function passConflict(course, rules, index, start, end) {
  for (const other of passesOf(course, rules)) {
    if (other.index === index || other.end < start - 1 || end + 1 < other.start) continue;
    const reason = other.end < start || end < other.start ? "touch" : "overlap";
    return { reason, other, ...shared(other, start, end) };
  }
  const on = sprintsOf(course).find(({ km }) => start <= km && km <= end);
  return on ? { reason: "sprint", other: on, from: on.km, to: on.km } : null;
}

function shared(other, start, end) {
  const from = Math.max(start, other.start);
  const to = Math.min(end, other.end);
  return { from: Math.min(from, to), to: Math.max(from, to) };
}

function sprintConflict(course, rules, index, km) {
  const pass = passesOf(course, rules).find(({ start, end }) => start <= km && km <= end);
  if (pass) return { reason: "on-pass", other: pass, from: km, to: km };
  const twin = sprintsOf(course).find((other) => other.index !== index && other.km === km);
  return twin ? { reason: "twin", other: twin, from: km, to: km } : null;
}

function finishConflict(course, rules) {
  const { length } = course;
  const pass = passesOf(course, rules).find(({ end }) => end > length);
  if (pass) return { reason: "cuts-pass", other: pass, from: length + 1, to: pass.end };
  const sprint = sprintsOf(course).find(({ km }) => km >= length);
  return sprint ? { reason: "cuts-sprint", other: sprint, from: length, to: sprint.km } : null;
}

// {want, place, conflict, gap}: what is wanted, where it lands (null: there is no place), what
// forbids the wanted place, and for a pass the two it would lie between.
export function landing(course, rules, thing, at) {
  const want = snapped(course, rules, thing, at);
  const allowed = (place) => !conflictOf(moved(course, thing, place), rules, thing);
  const conflict = conflictOf(moved(course, thing, want), rules, thing);
  const gap = kindOf(thing) === "pass" ? gapAt(course, rules, thing, want) : null;
  const [low, high] = gap ? gap.reach : reach(course, rules, thing);
  const place = conflict ? nearest(want, low, high, stepOf(rules, thing), allowed) : want;
  return { want, place, conflict, gap };
}

export function stepOf(rules, thing) {
  return thing === FINISH ? rules.hexagon : 1;
}

function snapped(course, rules, thing, at) {
  const [low, high] = reach(course, rules, thing);
  const step = stepOf(rules, thing);
  return Math.min(high, Math.max(low, Math.round(at / step) * step));
}

function nearest(want, low, high, step, allowed) {
  for (let away = 0; away <= Math.max(high - want, want - low); away += step) {
    for (const place of [want + away, want - away]) {
      if (low <= place && place <= high && allowed(place)) return place;
    }
  }
  return null;
}

// The passes before and behind the middle of a climb that would begin at `want`.
function gapAt(course, rules, thing, want) {
  const squares = lengthAt(course, rules, thing);
  const middle = Math.max(want, rules.raced + 1) + (squares - 1) / 2;
  const others = passesOf(course, rules).filter(({ index }) => index !== indexOf(thing));
  const before = others.filter(({ start, end }) => (start + end) / 2 < middle).at(-1) ?? null;
  const after = others.find(({ start, end }) => (start + end) / 2 >= middle) ?? null;
  const low = Math.max(before ? before.end + 2 : 1, rules.raced + 1);
  const high = (after ? after.start - 2 : course.length) - squares + 1;
  return { before, after, reach: [low, high] };
}

// The foot of a climb pulled to a square: {want, place, conflict}, of categories.
export function footLanding(course, rules, thing, at) {
  const { start, category } = passAt(course, thing);
  const top = start + rules.lengths[category] - 1;
  const away = (key) => Math.abs(top - rules.lengths[key] + 1 - at);
  const order = Object.keys(rules.lengths).sort((one, other) => away(one) - away(other));
  const conflictWith = (key) => conflictOf(withCategory(course, rules, thing, key), rules, thing);
  const place = order.find((key) => !conflictWith(key)) ?? null;
  return { want: order[0], place, conflict: conflictWith(order[0]) };
}

// The next place in a direction where the rules allow the thing to lie, or the last one before it.
export function stepped(course, rules, thing, by) {
  const from = placeOf(course, thing);
  const [low, high] = reach(course, rules, thing);
  const step = Math.sign(by) * stepOf(rules, thing);
  const allowed = (place) => !conflictOf(moved(course, thing, place), rules, thing);
  const inReach = (place) => low <= place && place <= high;
  const first = firstStep(from, by, stepOf(rules, thing));
  for (let place = first; inReach(place); place += step) if (allowed(place)) return place;
  for (let place = first - step; (place - from) * step > 0; place -= step)
    if (inReach(place) && allowed(place)) return place;
  return null;
}

// A length that is no multiple of three comes to one by its first step.
function firstStep(from, by, grid) {
  if (from % grid === 0) return from + by * grid;
  return (by > 0 ? Math.ceil(from / grid) : Math.floor(from / grid)) * grid;
}

// A new pass of third category, or a hill where there is no room, behind the last sprint if it can.
export function roomForPass(course, rules) {
  const last = Math.max(rules.opening, ...course.sprints) + 1;
  for (const category of ["third", "hill"]) {
    const added = { ...course, passes: [...course.passes, { start: last, category }] };
    const thing = `pass-${course.passes.length}`;
    const fits = (start) => !conflictOf(moved(added, thing, start), rules, thing);
    const [, high] = reach(added, rules, thing);
    const start = [...range(last, high - rules.runIn), ...range(1, high)].find(fits);
    if (start) return moved(added, thing, start);
  }
  return null;
}

// A new sprint on the flat, eight squares behind the last one if it can.
export function roomForSprint(course, rules) {
  const thing = `sprint-${course.sprints.length}`;
  const after = Math.max(7, ...course.sprints) + 8;
  const fits = (km) => !conflictOf({ ...course, sprints: [...course.sprints, km] }, rules, thing);
  const half = Math.floor(course.length / 2);
  const km = [...range(after, half), ...range(1, course.length - 1)].find(fits);
  return km ? { ...course, sprints: [...course.sprints, km] } : null;
}

function range(first, last) {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

// The category whose length is nearest to the squares between two taps.
export function categoryBetween(rules, first, last) {
  const squares = Math.abs(last - first) + 1;
  const away = (key) => Math.abs(rules.lengths[key] - squares);
  return Object.keys(rules.lengths).reduce((best, key) => (away(key) < away(best) ? key : best));
}

export function passAt(course, thing) {
  return course.passes[indexOf(thing)];
}

export function lengthAt(course, rules, thing) {
  return rules.lengths[passAt(course, thing).category] ?? 1;
}

// The course with its rows as they come on the road, and what each thing is called then.
export function inRoadOrder(course) {
  const order = (rows, at) =>
    rows
      .map((_, index) => index)
      .sort((one, other) => at(rows[one]) - at(rows[other]) || one - other);
  const passes = order(course.passes, ({ start }) => start);
  const sprints = order(course.sprints, (km) => km);
  const sorted = {
    ...course,
    passes: passes.map((index) => course.passes[index]),
    sprints: sprints.map((index) => course.sprints[index]),
  };
  const renamed = (thing) => {
    if (thing === FINISH) return thing;
    const rows = kindOf(thing) === "pass" ? passes : sprints;
    return `${kindOf(thing)}-${rows.indexOf(indexOf(thing))}`;
  };
  return [sorted, renamed];
}
