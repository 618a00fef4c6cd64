// The stage as the director has tapped it: what the server said last, with the taps that are not
// sent yet on top. It knows just enough of the rules to go on without the server (who can still be
// named, which line is next, what an arrival waits for, who is placed where); the server judges.
// What belongs to one game the game's own module knows (taps-game.js).
import { Game, namesOf } from "./taps-game.js";
import { isStep, partsOf, Steps } from "./taps-steps.js";
import * as units from "./taps-units.js";
import { clock, gettext, ngettext, ordinal } from "./words.js";

const FINISH = "finish"; // the line of the arrivals

export class Model {
  constructor(state, queued, game = new Game(), nameOf = (code) => code) {
    const { game: own, ...core } = structuredClone(state);
    Object.assign(this, core);
    this.game = game;
    this.nameOf = nameOf;
    this.own = own ?? core; // what the server says about the game
    this.byKey = Object.fromEntries(this.lines.map((line) => [line.key, line]));
    this.pending = { lines: new Set(), units: new Set(), riders: new Set(), steps: new Set() };
    this.steps = new Steps(core);
    // What an undo names that the server does not know is not shown at all.
    this.undone = new Set();
    for (const { entry } of queued) if (entry.do === "undo") this.undo(entry);
    for (const item of queued) {
      if (this.undone.has(item.token)) continue;
      this.apply(item.entry);
      this.note(item);
    }
  }

  // -- lines

  full(key) {
    const line = this.byKey[key];
    return line ? line.atFinish || line.riders.length >= line.needed : this.missing().length === 0;
  }

  // Who is named at a line: where it ends on the finish, the first to arrive.
  named(line) {
    return line.atFinish ? this.order.slice(0, line.needed) : line.riders;
  }

  // What the sign of a line says while another is open.
  stateOf(key) {
    const line = this.byKey[key];
    const [there, needed] = line
      ? [this.named(line).length, line.needed]
      : [this.order.length, this.order.length + this.missing().length];
    return there >= needed ? "done" : there ? "part" : "empty";
  }

  following(key) {
    const keys = this.lines.map((line) => line.key);
    const at = keys.indexOf(key) + 1;
    return (
      [...keys.slice(at), ...keys.slice(0, Math.max(at, 0))].find((other) => !this.full(other)) ||
      "finish"
    );
  }

  missing() {
    return this.riders.filter((code) => !this.order.includes(code) && !this.out.includes(code));
  }

  placed(code, key) {
    if (!this.riders.includes(code)) return true;
    if (key === "finish") return this.order.includes(code) || this.out.includes(code);
    return this.byKey[key].riders.includes(code);
  }

  tapOf(code, key, picked) {
    if (key !== "finish") return { do: "place", line: key, rider: code };
    return this.withUnit({ do: "arrive", riders: [code] }, picked);
  }

  withUnit(entry, picked) {
    return picked ? { ...entry, unit: picked } : entry;
  }

  // -- arrivals

  // What the arrival waits for, "" for nothing.
  lacks(unit) {
    return this.game.lacks(unit, this);
  }

  secondsOf(code) {
    const unit = this.units[this.unitOf(code)];
    return unit ? this.game.seconds(code, unit, this) : null;
  }

  // The arrival being logged while it lacks something: the one inserted last, else the last one, in
  // the clock's turn.
  openUnit() {
    const inserted = this.units[this.inserted];
    if (inserted && this.lacks(inserted)) return this.inserted;
    const unit = this.units[this.logged];
    return unit && unit.turn === this.turn && this.lacks(unit) ? this.logged : null;
  }

  // The arrival that what is tapped next belongs to.
  current(picked) {
    if (picked && this.units[picked]) return picked;
    const open = this.openUnit();
    if (open) return open;
    const waiting = Object.keys(this.units).find((number) => this.lacks(this.units[number]));
    return waiting ? Number(waiting) : null;
  }

  // The arrival that an entry is about: the one it names, or the current one.
  meant(number) {
    return number ? (this.units[number] ? number : null) : this.current(null);
  }

  // What places a rider, the least first. Null where only the order of the taps does.
  rank(code) {
    const unit = this.units[this.unitOf(code)];
    return unit ? this.game.rank(code, unit, this) : null;
  }

  unitOf(code) {
    return Number(
      Object.keys(this.units).find((number) => this.units[number].riders.includes(code)) || 0,
    );
  }

  // -- taking an entry in; each answers why not, or ""

  apply(entry) {
    this.touched = 0; // the arrival that it is about
    const riders = entry.riders ?? (entry.rider ? [entry.rider] : []);
    if (riders.some((code) => !this.riders.includes(code)))
      return gettext("This rider is not in the race.");
    const own = this.game.find(this.game.entries, entry.do);
    if (own) return own(entry, this);
    const take = Object.hasOwn(CORE, entry.do) ? CORE[entry.do] : null;
    return take ? this.game.refuse(entry) || take(this, entry) : "";
  }

  place({ line, rider }) {
    const at = this.byKey[line];
    if (!at || at.riders.includes(rider)) return gettext("This rider is named there already.");
    if (at.atFinish)
      return gettext("%(line)s ends on the finish: its order is that of the arrivals.", {
        line: at.label,
      });
    if (at.riders.length >= at.needed)
      return gettext("%(line)s is full: take a rider out first.", { line: at.label });
    at.riders.push(rider);
    this.pending.lines.add(line);
    this.pending.riders.add(`${line} ${rider}`);
    return "";
  }

  move({ line, rider, place }) {
    const list = line === "finish" ? this.order : this.byKey[line]?.riders;
    if (!list || this.byKey[line]?.atFinish || !list.includes(rider) || place > list.length)
      return gettext("This rider cannot be moved there.");
    if (line === "finish" && !this.game.mayPass(this.rank(rider), this.rank(list[place - 1])))
      return this.game.explainOrder();
    list.splice(list.indexOf(rider), 1);
    list.splice(place - 1, 0, rider);
    if (line === "finish") this.finish.places = {}; // a table of results set them
    this.pending.lines.add(line);
    return "";
  }

  setTurn({ turn }) {
    if (turn < 0) return gettext("The clock begins with the first arrival.");
    if (turn && !Object.keys(this.units).length)
      return gettext("Log an arrival first: the clock begins with it.");
    this.turn = turn;
    return "";
  }

  leave({ rider }) {
    if (this.order.includes(rider))
      return gettext("This rider has arrived: take them out of the arrivals first.");
    if (this.out.includes(rider)) return gettext("This rider is out of the race already.");
    this.out.push(rider);
    return "";
  }

  comeBack({ rider }) {
    if (!this.out.includes(rider)) return gettext("This rider is not out of the race.");
    this.out = this.out.filter((code) => code !== rider);
    return "";
  }

  undo(entry) {
    for (const [seq, token] of partsOf(entry)) {
      if (seq) this.pending.steps.add(seq);
      else this.undone.add(token);
    }
    this.steps.drop(partsOf(entry));
    return "";
  }

  redo(entry) {
    for (const [seq] of partsOf(entry)) this.pending.steps.add(seq);
    return "";
  }

  changed(number) {
    units.settle(this, number);
    this.pending.units.add(number);
    this.touched = number;
    return "";
  }

  takeOut(key, rider) {
    const line = this.byKey[key];
    if (!line || line.atFinish || !line.riders.includes(rider))
      return gettext("This rider is no longer named there.");
    line.riders = line.riders.filter((code) => code !== rider);
    this.pending.lines.add(key);
    return "";
  }

  // -- steps back and forth

  // Note a tap that was applied, as a step or as the end of one.
  note({ token, entry, words }) {
    if (isStep(entry)) return;
    const unit = this.units[this.touched];
    const all = unit && !this.lacks(unit) ? this.game.describeArrival(unit, this, this.nameOf) : "";
    this.steps.add(token, words, unit ? this.touched : 0, all);
  }

  undoable() {
    return this.steps.last;
  }

  redoable() {
    const pending = ([seq]) => this.pending.steps.has(seq);
    const step = this.redos.find(([parts]) => !parts.some(pending));
    return step ? { parts: step[0], words: step[1] } : null;
  }

  nameOfLine(key) {
    return key === "finish" ? gettext("the finish") : this.byKey[key]?.label || key;
  }

  // Say in words what a tap does, for the list of what is not sent and for "Undo".
  words(entry) {
    const { nameOf } = this;
    const label = this.game.find(this.game.labels, entry.do);
    if (label) return label(entry, this, nameOf);
    const { line, rider } = entry;
    const named = {
      ...(rider ? { rider: nameOf(rider) } : {}),
      ...(line ? { line: this.nameOfLine(line) } : {}),
    };
    switch (entry.do) {
      case "place": {
        const place = ordinal(this.byKey[line].riders.indexOf(rider) + 1);
        return gettext("%(rider)s, %(place)s at %(line)s", { ...named, place });
      }
      case "remove":
        return gettext("%(rider)s taken out at %(line)s", named);
      case "move":
        return gettext("%(rider)s moved at %(line)s", named);
      case "turn":
        return gettext("clock at %(turn)s", { turn: this.game.clock(entry.turn) });
      case "arrive": {
        const count = entry.riders.length;
        if (count > 4)
          return ngettext(
            "%(count)s rider across the finish",
            "%(count)s riders across the finish",
            count,
          );
        const riders = namesOf(entry.riders, nameOf);
        if (!entry.square) return gettext("%(riders)s across the finish", { riders });
        return gettext("%(riders)s on %(where)s", {
          riders,
          where: this.game.square(entry.square),
        });
      }
      case "regroup": {
        const [riders, place] = [namesOf(entry.riders, nameOf), ordinal(entry.place)];
        return entry.unit
          ? gettext("%(who)s moved to %(place)s, with an earlier arrival", { who: riders, place })
          : gettext("%(who)s moved to %(place)s, as an arrival of their own", {
              who: riders,
              place,
            });
      }
      case "remove_unit":
        return gettext("arrival taken out");
      case "square":
        return this.game.square(entry.square);
      case "time":
        return gettext("time %(time)s typed", { time: clock(entry.seconds) });
      case "unit_turn":
        return gettext("arrival moved to %(turn)s", { turn: this.game.clock(entry.turn) });
      case "out":
        return gettext("%(rider)s out of the race", named);
      case "back":
        return gettext("%(rider)s back in the race", named);
      case "undo":
        return gettext("undo");
      case "redo":
        return gettext("redo");
      default:
        return gettext("a tap");
    }
  }
}

// The entries of the core by their tags.
const CORE = {
  place: (model, entry) => model.place(entry),
  remove: (model, { line, rider }) =>
    line === FINISH ? units.takeBack(model, rider) : model.takeOut(line, rider),
  move: (model, entry) => model.move(entry),
  turn: (model, entry) => model.setTurn(entry),
  arrive: units.arrive,
  regroup: units.regroup,
  remove_unit: units.removeUnit,
  square: units.setSquare,
  time: units.setTime,
  unit_turn: units.setTurnOf,
  out: (model, entry) => model.leave(entry),
  back: (model, entry) => model.comeBack(entry),
  undo: (model, entry) => model.undo(entry),
  redo: (model, entry) => model.redo(entry),
};
