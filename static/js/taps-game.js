// What the model of a stage asks of its game. This game has nothing of its own: riders arrive in
// the order of the taps, and taps give no times. Each other game extends it in a module of its own
// (static/tabletop/<game>/table.js), as its GameSheet extends the server's.
//
// The model hands itself over. `model.own` is what the server says about the game, to be changed by
// the game's entries.

import { gettext, ngettext } from "./words.js";

const CLOCK = ["turn", "unit_turn"];
const TIMES = ["square", "time"];

export class Game {
  // The tags of the game's own entries begin with it.
  prefix = "";
  hasClock = false;
  // The game's own entries by name without prefix: (entry, model) => why it is refused, or "".
  entries = {};
  // What the list of unsent taps calls them: (entry, model, nameOf) => words.
  labels = {};

  // Find the handler of an entry in one of the tables above. Before its entries had a prefix the
  // game's names stood alone: taps of that time may still wait in a browser.
  find(table, tag) {
    const name = tag.startsWith(this.prefix) ? tag.slice(this.prefix.length) : tag;
    return Object.hasOwn(table, name) ? table[name] : null;
  }

  // Say why the game does not know a core entry, "" where it does.
  refuse(entry) {
    if (this.hasClock) return "";
    if (CLOCK.includes(entry.do)) return gettext("This game has no clock.");
    return TIMES.includes(entry.do)
      ? gettext("This game logs only the order in which riders arrive.")
      : "";
  }

  // Say why a rider may not be put where another is placed.
  explainOrder() {
    return gettext("What was logged of these riders decides their order.");
  }

  // Say that nobody comes that far behind the line; riders come `most` squares at most.
  explainTooFar(_most) {
    return gettext("Nobody comes that far behind the line.");
  }

  // Name where behind the line riders came to.
  square(number) {
    return String(number);
  }

  // Return the fields of a new arrival that only this game has.
  newUnit() {
    return {};
  }

  // Drop what was noted of a rider who is taken out of the arrivals.
  forget(_code, _model) {}

  // Name what an arrival waits for, by a key of the game's; "" for nothing.
  lacks(_unit, _model) {
    return "";
  }

  // Return what places a rider, the least first; null where only the order of taps does.
  rank(_code, _unit, _model) {
    return null;
  }

  // Return the time of a rider; null while something is missing.
  seconds(_code, _unit, _model) {
    return null;
  }

  // Whether the director may put one rider where the other is placed.
  mayPass(_one, _other) {
    return true;
  }

  // Say what was logged of an arrival that is complete now, as one step back.
  describeArrival(unit, _model, nameOf) {
    const squares = Object.values(unit.squares);
    const where = squares.length ? [this.square(Math.min(...squares))] : [];
    return [namesOf(unit.riders, nameOf), ...where].join(", ");
  }

  // Say in words where the clock stands.
  clock(turn) {
    return String(turn);
  }
}

// List riders in a sentence, more than four by their number.
export function namesOf(riders, nameOf) {
  if (riders.length > 4) return ngettext("%(count)s rider", "%(count)s riders", riders.length);
  return riders.map((code) => nameOf(code)).join(", ");
}
