// How riders arrive, as the model of a stage (taps-model.js) takes it in while the server is away:
// what tourmanager/results/sheet/arrivals.py does, with the same refusals. Each function that takes
// in an entry answers why not, or "".
import { gettext, ngettext } from "./words.js";

const FINISH = "finish"; // the line of the arrivals
const TAP_RIDERS = gettext("Tap the riders of the arrival first.");
const NO_ARRIVAL = gettext("That arrival is not there any more.");

// -- riders arrive, alone or together

export function arrive(model, { riders, unit: named, square, place }) {
  const refused = refuseArriving(model, riders, square);
  if (refused) return refused;
  if (named && !model.units[named]) return NO_ARRIVAL;
  if (named && place) {
    const away = refuseWithin(model, named, model.order, place);
    if (away) return away;
    join(model, named, riders, place);
    if (!square) return noteChange(model, named, riders);
  } else if (place) {
    const inside = refuseGap(model, model.order, place);
    if (inside) return inside;
  }
  const number = place
    ? named || insert(model, riders, place)
    : add(model, named || (square ? null : model.openUnit()) || begin(model), riders);
  if (square) for (const code of riders) model.units[number].squares[code] = square;
  settle(model, number);
  return noteChange(model, number, riders);
}

function refuseArriving(model, riders, square) {
  if (square && square > model.squares) return model.game.explainTooFar(model.squares);
  if (new Set(riders).size < riders.length)
    return gettext("A rider is named twice in this arrival.");
  if (!riders.length || riders.some((code) => model.order.includes(code)))
    return gettext("This rider has arrived already.");
  return riders.some((code) => model.out.includes(code))
    ? gettext("This rider is out of the race.")
    : "";
}

function begin(model) {
  const number = newUnit(model, model.turn);
  model.logged = number;
  model.inserted = 0;
  return number;
}

function newUnit(model, turn) {
  model.last += 1;
  const own = model.game.newUnit();
  model.units[model.last] = {
    turn,
    riders: [],
    squares: {},
    typed: null,
    standing: false,
    ...own,
  };
  return model.last;
}

function add(model, number, riders) {
  model.units[number].riders.push(...riders);
  return number;
}

// -- riders get a place of the order

export function regroup(model, { riders, place, unit: named }) {
  if (new Set(riders).size < riders.length)
    return gettext("A rider is named twice in this arrival.");
  if (!riders.every((code) => model.order.includes(code)))
    return gettext("Only riders who have arrived can be put into another arrival.");
  const others = without(model.order, riders);
  if (!named) {
    const inside = refuseGap(model, others, place);
    if (inside) return inside;
    leave(model, riders);
    const number = insert(model, riders, place);
    settle(model, number);
    return noteChange(model, number, riders);
  }
  const unit = model.units[named];
  if (!unit) return NO_ARRIVAL;
  if (unit.riders.every((code) => riders.includes(code)))
    return gettext("Nobody would be left in that arrival to join.");
  const away = refuseWithin(model, named, others, place);
  if (away) return away;
  leave(model, riders);
  join(model, named, riders, place);
  return noteChange(model, named, riders);
}

// Take riders out of their arrivals, which keep square and time.
function leave(model, riders) {
  const held = new Set(Object.values(model.units).flatMap((unit) => unit.riders));
  for (const number of Object.keys(model.units)) {
    const unit = model.units[number];
    if (!unit.riders.some((code) => riders.includes(code))) continue;
    noteSquares(model, unit);
    unit.riders = without(unit.riders, riders);
    model.pending.units.add(Number(number));
    if (!unit.riders.length) delete model.units[number];
  }
  for (const code of riders) if (!held.has(code)) forget(model, code); // a table of results had them
  model.order = without(model.order, riders);
}

// Note the squares of those who are placed by the square of others in their arrival.
function noteSquares(model, unit) {
  for (const code of unit.riders.filter((each) => model.rank(each))) {
    const square = squareOf(code, unit);
    if (square !== null) unit.squares[code] = square;
  }
}

// The square of a rider: who was tapped after the last square stands on the hindmost one of those
// who are still in the arrival, of all where none of them has one. Null where there is none.
export function squareOf(code, unit) {
  if (code in unit.squares) return unit.squares[code];
  const named = unit.riders
    .filter((each) => each in unit.squares)
    .map((each) => unit.squares[each]);
  const squares = named.length ? named : Object.values(unit.squares);
  return squares.length ? Math.min(...squares) : null;
}

function insert(model, riders, place) {
  const following = model.units[model.unitOf(model.order[place - 1])];
  const number = newUnit(model, following ? following.turn : model.turn);
  model.units[number].standing = true;
  model.inserted = number;
  put(model, riders, place);
  return add(model, number, riders);
}

function join(model, number, riders, place) {
  const unit = model.units[number];
  noteSquares(model, unit);
  const ahead = model.order[place - 2];
  const follows = unit.riders.includes(ahead);
  const beside = follows ? ahead : model.order[place - 1];
  unit.riders.splice(unit.riders.indexOf(beside) + (follows ? 1 : 0), 0, ...riders);
  for (const code of riders) {
    delete unit.squares[code];
    if (beside in unit.squares) unit.squares[code] = unit.squares[beside];
  }
  put(model, riders, place);
}

function put(model, riders, place) {
  model.order.splice(place - 1, 0, ...riders);
  model.finish.places = {}; // those that a table of results gave
}

function refuseGap(model, order, place) {
  if (place > order.length + 1) return explainTooFarBack(order, place);
  const [ahead, behind] = [order[place - 2], order[place - 1]].map((code) => model.unitOf(code));
  return ahead && ahead === behind
    ? gettext("Place %(place)s is inside an arrival: choose one between two arrivals.", { place })
    : "";
}

function refuseWithin(model, number, order, place) {
  if (place > order.length + 1) return explainTooFarBack(order, place);
  const beside = order.slice(Math.max(place - 2, 0), place);
  return beside.some((code) => model.unitOf(code) === number)
    ? ""
    : gettext("Place %(place)s is not in that arrival, nor right behind it.", { place });
}

function explainTooFarBack({ length }, place) {
  return ngettext(
    "Place %(place)s is too far back: %(count)s other rider has arrived.",
    "Place %(place)s is too far back: %(count)s other riders have arrived.",
    length,
    { place, count: length },
  );
}

// -- arrivals are corrected

export function setSquare(model, { square, unit: named, rider }) {
  if (square > model.squares) return model.game.explainTooFar(model.squares);
  const number = model.meant(named);
  if (!number) return named ? NO_ARRIVAL : TAP_RIDERS;
  const unit = model.units[number];
  if (rider && !unit.riders.includes(rider)) return gettext("This rider is not in that arrival.");
  const own = Object.entries(unit.squares).filter(([code]) => unit.riders.includes(code));
  unit.squares = Object.fromEntries(own);
  const bare = unit.riders.filter((code) => !(code in unit.squares));
  for (const code of rider ? [rider] : bare.length ? bare : unit.riders)
    unit.squares[code] = square;
  unit.typed = null;
  return model.changed(number);
}

export function setTime(model, { seconds, unit }) {
  const number = model.meant(unit);
  if (!number) return unit ? NO_ARRIVAL : TAP_RIDERS;
  model.units[number].typed = seconds;
  return model.changed(number);
}

export function setTurnOf(model, { unit, turn }) {
  if (!model.units[unit]) return NO_ARRIVAL;
  model.units[unit].turn = turn;
  return model.changed(unit);
}

export function takeBack(model, rider) {
  const number = model.unitOf(rider);
  if (!number) return gettext("This rider has not arrived.");
  const unit = model.units[number];
  unit.riders = without(unit.riders, [rider]);
  delete unit.squares[rider];
  forget(model, rider);
  model.order = without(model.order, [rider]);
  model.pending.lines.add(FINISH);
  model.touched = number;
  if (unit.riders.length) settle(model, number);
  else delete model.units[number];
  return "";
}

export function removeUnit(model, { unit: number }) {
  if (!model.units[number]) return NO_ARRIVAL;
  const { riders } = model.units[number];
  for (const code of riders) forget(model, code);
  model.order = without(model.order, riders);
  model.pending.lines.add(FINISH);
  delete model.units[number];
  return "";
}

// Drop what was noted of a rider as they arrived.
function forget(model, rider) {
  model.game.forget(rider, model);
  delete model.finish.times[rider];
  delete model.finish.places[rider];
}

// -- the order of arrivals

// Put the riders of an arrival where they belong, behind their equals; where the director put them
// as long as nothing else places them.
export function settle(model, number) {
  const unit = model.units[number];
  let stood = [...model.order, ...unit.riders].findIndex((code) => unit.riders.includes(code));
  model.order = without(model.order, unit.riders);
  for (const code of unit.riders) {
    const at = placeFrom(model, model.rank(code), unit.standing ? stood : model.order.length);
    model.order.splice(at, 0, code);
    stood = at + 1;
  }
  unit.standing &&= unit.riders.some((code) => !model.rank(code));
}

// Find where in the order riders of that rank belong, as near to `start` as can be.
function placeFrom(model, rank, start) {
  if (!rank) return start;
  let at = start;
  for (let index = start - 1; index >= 0; index -= 1) {
    if (stands(model, model.order[index])) continue;
    if (!isBehind(model.rank(model.order[index]), rank)) break;
    at = index;
  }
  return at < start ? at : placeBehind(model, rank, start);
}

function placeBehind(model, rank, start) {
  let at = start;
  for (let index = start; index < model.order.length; index += 1) {
    if (stands(model, model.order[index])) continue;
    const behind = model.rank(model.order[index]);
    if (!behind || !isBehind(rank, behind)) break;
    at = index + 1;
  }
  return at;
}

// Whether the director put a rider there and nothing else places them.
function stands(model, code) {
  return Boolean(model.units[model.unitOf(code)]?.standing) && !model.rank(code);
}

function isBehind(one, other) {
  if (!one) return false;
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && one[at] > other[at];
}

function noteChange(model, number, riders) {
  for (const code of riders) model.pending.riders.add(`${FINISH} ${code}`);
  model.pending.units.add(number);
  model.touched = number;
  return "";
}

function without(codes, others) {
  return codes.filter((code) => !others.includes(code));
}
