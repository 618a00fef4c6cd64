// Draw a road that is edited: climbs and ruler as a picture, flags as things one can take hold of.
//
// A scene is {course, rules, scale, places, held, selected, mark}: `held` is {thing, course, found,
// foot} of what is under the finger (its course as wanted and as it would land), `mark` a square
// that was tapped first.
import { gettext } from "../../../js/words.js";
import { FINISH, isLocked, kindOf, placeOf, reach } from "./road-landing.js";
import { passesOf, sprintsOf } from "./road-rules.js";
import { climbPoints, descentPoints, flagKm, flagY, peakOf } from "./road-scale.js";
import { categoryWords, nameOf, valueOf } from "./road-words.js";

const SVG = "http://www.w3.org/2000/svg";

export function drawPicture(svg, scene) {
  const { scale } = scene;
  svg.setAttribute("viewBox", `0 0 ${scale.width} ${scale.height}`);
  svg.setAttribute("width", scale.width);
  svg.setAttribute("height", scale.height);
  svg.replaceChildren(
    hatching(),
    ...ruler(scene),
    ...climbs(scene),
    ...poles(scene),
    ...heldClimb(scene),
    ...conflictSquares(scene),
    ...firstTap(scene),
  );
}

function node(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function path(points, end = "") {
  const drawn = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  return `M${drawn}${end}`;
}

function hatching() {
  const size = { width: 7, height: 7, patternUnits: "userSpaceOnUse" };
  return node(
    "defs",
    {},
    node(
      "pattern",
      { id: "road-hatching", ...size },
      node("path", { class: "road-hatch", d: "M0 7L7 0" }),
    ),
  );
}

// The road, a tick for each square and a long one for each hexagon, and kilometres.
function ruler({ course, rules, scale }) {
  const { base } = scale;
  const long = [];
  const short = [];
  for (let km = 0; km <= course.length; km += 1) {
    if (km % rules.hexagon === 0) long.push(`M${scale.x(km).toFixed(1)} ${base + 14}v10`);
    else if (scale.square >= 2) short.push(`M${scale.x(km).toFixed(1)} ${base + 14}v5`);
  }
  const step = 25 * scale.square < 44 ? 50 : 25;
  const figures = [];
  for (let km = 0; scale.x(course.length) - scale.x(km) > 48; km += step)
    figures.push(figure(scale, km, String(km), km ? "" : "road-first"));
  const last = gettext("%(km)s km", { km: course.length });
  return [
    node("path", { class: "road-raced", d: racedArea(rules, scale) }),
    node("path", { class: "road-ground", d: `M${scale.x(0)} ${base}H${scale.x(course.length)}` }),
    node("path", {
      class: "road-run-out",
      d: `M${scale.x(course.length)} ${base}H${scale.x(scale.span)}`,
    }),
    node("path", { class: "road-tick road-tick-long", d: long.join("") }),
    node("path", { class: "road-tick", d: short.join("") }),
    ...figures,
    figure(scale, course.length, last, "road-last"),
  ];
}

function racedArea(rules, scale) {
  if (!rules.raced) return "";
  const right = scale.x(rules.raced);
  return `M${scale.x(0)} ${scale.base + 12}H${right}v14H${scale.x(0)}Z`;
}

function figure(scale, km, words, kind) {
  return node("text", { class: `road-km ${kind}`, x: scale.x(km), y: scale.base + 44 }, words);
}

function climbs({ course, rules, scale, held, fresh }) {
  const there = passesOf(course, rules).filter(
    ({ index }) => !fresh || held.thing !== `pass-${index}`,
  );
  return there.map((pass) => {
    const thing = `pass-${pass.index}`;
    const drawn = climb(scale, rules, pass, thing);
    if (isLocked(course, rules, thing)) drawn.classList.add("road-locked");
    if (held?.thing === thing) drawn.classList.add("road-shadow");
    return drawn;
  });
}

function climb(scale, rules, pass, thing) {
  const up = climbPoints(scale, rules, pass);
  const down = [up.at(-1), ...descentPoints(scale, rules, pass)];
  const { base } = scale;
  const squares = up.slice(1).map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}V${base}`);
  return node(
    "g",
    { class: "road-climb", "data-thing": thing },
    node("path", { class: "road-land", d: path(down, `V${base}H${down[0][0].toFixed(1)}Z`) }),
    node("path", { class: "road-rock", d: path(up, `V${base}Z`) }),
    node("path", { class: "road-squares", d: squares.join("") }),
    node("path", { class: "road-ridge", d: path([...up, ...down.slice(1)]) }),
    bar(scale, pass, "road-bar"),
  );
}

function bar(scale, { start, end }, kind) {
  const left = scale.x(start - 1);
  return node("rect", {
    class: kind,
    x: left,
    y: scale.base + 3,
    width: Math.max(0, scale.x(end) - left),
    height: 9,
  });
}

// The lines from flags down to the road, and the pennants of sprints.
function poles({ course, rules, scale, places, held }) {
  const shown = Object.entries(places).filter(([thing]) => thing !== held?.thing);
  return shown.flatMap(([thing, { x, y }]) => pole(scale, rules, course, thing, x, y, ""));
}

function pole(scale, rules, course, thing, x, y, kind) {
  const foot = scale.x(flagKm(course, rules, thing));
  if (kindOf(thing) === "pass") {
    const peak = peakOf(scale, rules, course.passes[Number(thing.split("-")[1])].category);
    return [node("path", { class: `road-pole ${kind}`, d: `M${x} ${y}L${foot} ${peak}` })];
  }
  const bend = y + 14;
  const drawn = { class: `road-pole road-pole-${kindOf(thing)} ${kind}` };
  const line = node("path", { ...drawn, d: `M${x} ${y}L${foot} ${bend}V${scale.base}` });
  if (thing === FINISH) return [line];
  const long = scale.narrow ? 11 : 20;
  return [
    line,
    node("path", { class: `road-pennant ${kind}`, d: `M${foot} ${bend}l${long} 8-${long} 8z` }),
  ];
}

// What is under the finger, where it is wanted; if that is forbidden also where it lands.
function heldClimb({ held, rules, scale, course }) {
  if (!held) return [];
  const { thing, found } = held;
  const wanted = held.wanted;
  const kind = found.conflict ? "road-forbidden" : "road-held";
  const drawn = [];
  if (found.conflict) drawn.push(...outline(held.landed ?? course, rules, scale, thing));
  if (kindOf(thing) === "pass") {
    const pass = passesOf(wanted, rules).find((each) => `pass-${each.index}` === thing);
    const climbing = climb(scale, rules, pass, thing);
    climbing.classList.add(kind);
    drawn.push(climbing);
  }
  const x = scale.x(flagKm(wanted, rules, thing));
  return [
    ...drawn,
    ...pole(scale, rules, wanted, thing, x, flagY(scale, wanted, rules, thing), kind),
  ];
}

function outline(landed, rules, scale, thing) {
  const kind = { class: "road-outline" };
  if (kindOf(thing) !== "pass") {
    const x = scale.x(placeOf(landed, thing));
    return [node("path", { ...kind, d: `M${x} ${scale.base - scale.pole}V${scale.base}` })];
  }
  const pass = passesOf(landed, rules).find((each) => `pass-${each.index}` === thing);
  const up = climbPoints(scale, rules, pass);
  return [
    node("path", { ...kind, d: path([...up, ...descentPoints(scale, rules, pass)]) }),
    node("path", {
      class: "road-bar-outline",
      d: `M${scale.x(pass.start - 1)} ${scale.base + 7.5}H${scale.x(pass.end)}`,
    }),
  ];
}

function conflictSquares({ held, scale }) {
  const conflict = held?.found.conflict;
  if (!conflict) return [];
  return [bar(scale, { start: conflict.from, end: conflict.to }, "road-conflict")];
}

function firstTap({ mark, scale }) {
  if (!mark) return [];
  const x = scale.x(mark - 1);
  return [
    node("path", { class: "road-mark", d: `M${x} ${scale.base - 60}V${scale.base + 12}` }),
    bar(scale, { start: mark, end: mark }, "road-conflict"),
  ];
}

// Flags keep their elements, so that hands and the keyboard stay on them.
export function drawFlags(box, scene) {
  const { selected, held } = scene;
  const things = thingsOf(scene.course, scene.rules);
  const feet = selected?.startsWith("pass") ? [`foot-${selected}`] : [];
  const known = new Map([...box.children].map((flag) => [flag.dataset.thing, flag]));
  for (const [thing, flag] of known) if (![...things, ...feet].includes(thing)) flag.remove();
  const flagOf = (thing) => known.get(thing) ?? newFlag(box, thing);
  for (const thing of things)
    drawFlag(flagOf(thing), thing, scene, held?.thing === thing ? held : null);
  for (const foot of feet) drawFoot(flagOf(foot), selected, scene);
}

function thingsOf(course, rules) {
  return [
    ...passesOf(course, rules).map(({ index }) => `pass-${index}`),
    ...sprintsOf(course).map(({ index }) => `sprint-${index}`),
    FINISH,
  ];
}

function newFlag(box, thing) {
  const flag = document.createElement("div");
  flag.dataset.thing = thing;
  flag.role = "slider";
  flag.tabIndex = 0;
  flag.append(document.createElement("b"), document.createElement("small"));
  box.append(flag);
  return flag;
}

function drawFlag(flag, thing, { course, rules, scale, places, selected }, held) {
  const now = held?.wanted ?? course;
  const place = held
    ? { x: scale.x(flagKm(now, rules, thing)), y: flagY(scale, now, rules, thing) }
    : places[thing];
  const locked = isLocked(course, rules, thing);
  flag.className = `road-flag road-flag-${kindOf(thing)}`;
  flag.classList.toggle("road-flag-selected", selected === thing);
  flag.classList.toggle("road-flag-held", Boolean(held));
  flag.classList.toggle("road-flag-forbidden", Boolean(held?.found.conflict));
  flag.classList.toggle("road-flag-locked", locked);
  flag.style.left = `${place.x}px`;
  flag.style.top = `${place.y}px`;
  const [name, note] = flagWords(course, now, rules, thing);
  flag.children[0].textContent = name;
  flag.children[1].textContent = locked ? gettext("raced") : note;
  const [least, most] = reach(course, rules, thing);
  const value = valueOf(now, rules, thing);
  setAria(flag, {
    label: nameOf(course, rules, thing),
    valuemin: least,
    valuemax: most,
    valuenow: placeOf(now, thing),
    valuetext: locked ? gettext("%(value)s, raced: it stays", { value }) : value,
    disabled: locked,
    keyshortcuts: ["Shift+ArrowLeft", "Shift+ArrowRight", "Delete"].join(" "),
  });
}

// Numbers are those from before the pull.
function flagWords(course, now, rules, thing) {
  if (thing === FINISH) return [gettext("Fin"), String(now.length)];
  const index = Number(thing.split("-")[1]);
  const numberIn = (rows) => rows.find((row) => row.index === index).number;
  if (kindOf(thing) === "sprint")
    return [`S${numberIn(sprintsOf(course))}`, String(now.sprints[index])];
  const { category } = now.passes[index];
  return [`P${numberIn(passesOf(course, rules))}`, rules.climbs[category]?.brief ?? "?"];
}

// The foot of the chosen climb: pulling it changes the category.
function drawFoot(foot, thing, { course, rules, scale, held }) {
  const now = held?.thing === thing ? held.wanted : course;
  const { category } = now.passes[Number(thing.split("-")[1])];
  const order = Object.keys(rules.lengths);
  foot.className = "road-foot";
  foot.hidden = isLocked(course, rules, thing);
  foot.style.left = `${scale.x(placeOf(now, thing) - 1)}px`;
  foot.style.top = `${scale.base}px`;
  setAria(foot, {
    label: gettext("Foot of %(name)s", { name: nameOf(course, rules, thing) }),
    valuemin: 1,
    valuemax: order.length,
    valuenow: order.indexOf(category) + 1,
    valuetext: category ? categoryWords(rules, category) : gettext("no category"),
  });
}

export function setAria(element, values) {
  for (const [key, value] of Object.entries(values)) element.setAttribute(`aria-${key}`, value);
}

// The bubble above what is held: the rule in its first line, cause and way out below.
export function drawBubble(bubble, scene, words) {
  bubble.hidden = !words;
  if (!words) return;
  const { scale, held, rules } = scene;
  const [rule, rest] = bubble.children;
  rule.textContent = words.rule;
  rest.textContent = gettext("%(cause)s %(way)s", { cause: words.cause, way: words.way });
  const wanted = held.wanted;
  const x = scale.x(flagKm(wanted, rules, held.thing));
  const y = flagY(scale, wanted, rules, held.thing) - scale.flag.height;
  const width = Math.min(340, scale.width - 8);
  const left = Math.max(4, Math.min(scale.width - width - 4, x - 42));
  bubble.style.width = `${width}px`;
  bubble.style.left = `${left}px`;
  bubble.style.bottom = `${scale.height - y + 10}px`;
  bubble.style.setProperty("--at", `${Math.max(10, Math.min(width - 26, x - left - 8))}px`);
}
