import { dice, rounds } from "./taps-finishing.js";

// The stage as the director has tapped it: what the server said last, and his unsent taps on top. It knows just enough of the rules to
// go on without the server (who can still be named, which line is next, whose square and die are missing, who is placed where); the
// server judges.

export class Model {
  constructor(state, queued) {
    Object.assign(this, structuredClone(state));
    this.byKey = Object.fromEntries(this.lines.map((line) => [line.key, line]));
    this.finishing = this.rounds ? rounds : dice;
    this.pending = { lines: new Set(), units: new Set(), riders: new Set(), steps: new Set() };
    this.undone = new Set();
    for (const item of queued) if (item.entry.do === "undo" && item.entry.token) this.undone.add(item.entry.token);
    for (const item of queued) {
      if (item.entry.do === "undo" || this.undone.has(item.token)) {
        if (item.entry.seq) this.pending.steps.add(item.entry.seq);
        continue;
      }
      this.apply(item.entry);
    }
  }

  // -- lines

  full(key) {
    const line = this.byKey[key];
    return line ? line.atFinish || line.riders.length >= line.needed : this.missing().length === 0;
  }

  following(key) {
    const keys = this.lines.map((line) => line.key);
    const at = keys.indexOf(key) + 1;
    return [...keys.slice(at), ...keys.slice(0, Math.max(at, 0))].find((other) => !this.full(other)) || "finish";
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

  // What the arrival waits for: "square", "die" or nothing.
  lacks(unit) {
    return this.finishing.lacks(unit, this);
  }

  secondsOf(code) {
    const unit = this.units[this.unitOf(code)];
    return unit ? this.finishing.seconds(code, unit, this) : null;
  }

  openUnit() {
    const unit = this.units[this.last];
    return unit && unit.turn === this.turn && this.lacks(unit) ? this.last : null;
  }

  // The arrival that squares and dice belong to.
  current(picked) {
    if (picked && this.units[picked]) return picked;
    const open = this.openUnit();
    if (open) return open;
    const waiting = Object.keys(this.units).find((number) => this.lacks(this.units[number]));
    return waiting ? Number(waiting) : null;
  }

  // What places a rider, the least first. Null where no square says it.
  rank(code) {
    const unit = this.units[this.unitOf(code)];
    return unit ? this.finishing.rank(code, unit, this) : null;
  }

  // Puts the riders of an arrival where they belong, behind their equals, as the server does.
  settle(number) {
    const { riders } = this.units[number];
    this.order = this.order.filter((code) => !riders.includes(code));
    for (const code of riders) {
      const rank = this.rank(code);
      let at = this.order.length;
      while (rank && at && isBehind(this.rank(this.order[at - 1]), rank)) at -= 1;
      this.order.splice(at, 0, code);
    }
  }

  unitOf(code) {
    return Number(Object.keys(this.units).find((number) => this.units[number].riders.includes(code)) || 0);
  }

  // -- taking an entry in; what it answers is why not

  apply(entry) {
    const { line, rider, team, advantage } = entry;
    switch (entry.do) {
      case "place": {
        const at = this.byKey[line];
        if (!at || at.riders.includes(rider)) return "He is named there already.";
        if (at.atFinish) return `${at.label} ends on the finish: its order is that of the arrivals.`;
        if (at.riders.length >= at.needed) return `${at.label} is full: take a rider out first.`;
        at.riders.push(rider);
        this.pending.lines.add(line);
        this.pending.riders.add(`${line} ${rider}`);
        return "";
      }
      case "remove":
        return line === "finish" ? this.takeBack(rider) : this.takeOut(line, rider);
      case "move": {
        const list = line === "finish" ? this.order : this.byKey[line]?.riders;
        if (!list || !list.includes(rider) || entry.place > list.length) return "He cannot be moved there.";
        if (line === "finish" && !this.finishing.mayPass(this.rank(rider), this.rank(list[entry.place - 1]))) return "They came to other squares: round and square decide.";
        list.splice(list.indexOf(rider), 1);
        list.splice(entry.place - 1, 0, rider);
        this.pending.lines.add(line);
        return "";
      }
      case "turn":
        if (entry.turn < 0) return "The clock begins with the first arrival.";
        if (entry.turn && !Object.keys(this.units).length) return "Log an arrival first: the clock begins with it.";
        this.turn = entry.turn;
        return "";
      case "arrive":
        return this.arrive(entry);
      case "square": {
        if (entry.square > this.squares) return `There are ${this.squares} squares behind the line.`;
        const number = this.current(entry.unit);
        if (!number) return "Tap the riders of the arrival first.";
        const unit = this.units[number];
        const bare = unit.riders.filter((code) => !(code in unit.squares));
        for (const code of entry.rider ? [entry.rider] : bare.length ? bare : unit.riders) unit.squares[code] = entry.square;
        unit.typed = null;
        return this.changed(number);
      }
      case "die": {
        const number = this.current(entry.unit);
        if (!number) return "Tap the riders of the arrival first.";
        const unit = this.units[number];
        unit.die = entry.die;
        unit.typed = null;
        return this.changed(number);
      }
      case "time": {
        const number = this.current(entry.unit);
        if (!number) return "Tap the riders of the arrival first.";
        this.units[number].typed = entry.seconds;
        return this.changed(number);
      }
      case "kind":
        if (!this.units[entry.unit]) return "That arrival is not there any more.";
        this.units[entry.unit].kind = entry.kind;
        return "";
      case "unit_turn":
        if (!this.units[entry.unit]) return "That arrival is not there any more.";
        this.units[entry.unit].turn = entry.turn;
        return this.changed(entry.unit);
      case "use":
        if (!this.left[team]?.[advantage]) return "None left.";
        this.left[team][advantage] -= 1;
        return "";
      case "give_back":
        if (this.left[team][advantage] >= this.held[team][advantage]) return "None was used in this stage.";
        this.left[team][advantage] += 1;
        return "";
      case "double": {
        const at = this.byKey[line];
        if ((at.doubles[team] || 0) >= at.allowed) return "No double throw left on this pass.";
        at.doubles[team] = (at.doubles[team] || 0) + 1;
        return "";
      }
      case "double_back": {
        const at = this.byKey[line];
        if (!at.doubles[team]) return "No double throw was used.";
        at.doubles[team] -= 1;
        return "";
      }
      case "exhaustion":
        if (!this.order.includes(rider)) return "He has not arrived.";
        if (entry.cards === null) delete this.exhaustion[rider];
        else this.exhaustion[rider] = entry.cards;
        this.pending.lines.add("finish");
        return "";
      case "out":
        if (this.order.includes(rider)) return "He has arrived: take him out of the arrivals first.";
        if (!this.out.includes(rider)) this.out.push(rider);
        return "";
      case "back":
        this.out = this.out.filter((code) => code !== rider);
        return "";
      case "undo":
        if (entry.token) this.undone.add(entry.token);
        else this.pending.steps.add(entry.seq);
        return "";
      case "redo":
        this.pending.steps.add(entry.seq);
        return "";
      default:
        return "";
    }
  }

  arrive(entry) {
    const riders = entry.riders.filter((code) => !this.order.includes(code) && !this.out.includes(code));
    if (!riders.length || riders.length < entry.riders.length) return "He has arrived already.";
    let number = entry.unit || (entry.square ? null : this.openUnit());
    if (!number) {
      this.last += 1;
      number = this.last;
      this.units[number] = { turn: this.turn, riders: [], squares: {}, die: null, typed: null, kind: "" };
    }
    if (!this.units[number]) return "That arrival is not there any more.";
    this.units[number].riders.push(...riders);
    if (entry.square) for (const code of riders) this.units[number].squares[code] = entry.square;
    for (const code of riders) this.pending.riders.add(`finish ${code}`);
    return this.changed(number);
  }

  changed(number) {
    this.settle(number);
    this.pending.units.add(number);
    return "";
  }

  takeOut(key, rider) {
    const line = this.byKey[key];
    if (!line || !line.riders.includes(rider)) return "He is not named there any more.";
    line.riders = line.riders.filter((code) => code !== rider);
    this.pending.lines.add(key);
    return "";
  }

  takeBack(rider) {
    const number = this.unitOf(rider);
    if (!number) return "He has not arrived.";
    const unit = this.units[number];
    unit.riders = unit.riders.filter((code) => code !== rider);
    delete unit.squares[rider];
    delete this.exhaustion[rider];
    this.order = this.order.filter((code) => code !== rider);
    this.pending.lines.add("finish");
    if (unit.riders.length) this.settle(number);
    else delete this.units[number];
    return "";
  }

  // Who has come in and has not told his exhaustion cards.
  uncounted() {
    return this.order.filter((code) => !(code in this.exhaustion) && !this.dummies.includes(code) && !this.out.includes(code));
  }

  // -- steps back and forth

  undoable(items) {
    const unsent = items.filter((item) => !["undo", "redo"].includes(item.entry.do) && !this.undone.has(item.token));
    if (unsent.length) return { token: unsent.at(-1).token, words: unsent.at(-1).words };
    const step = this.undos.find(([seq]) => !this.pending.steps.has(seq));
    return step ? { seq: step[0], words: step[1] } : null;
  }

  redoable() {
    const step = this.redos.find(([seq]) => !this.pending.steps.has(seq));
    return step ? { seq: step[0], words: step[1] } : null;
  }

  words(entry) {
    const name = (code) => document.querySelector(`.rider-chip[data-rider="${code}"]`)?.dataset.called || code;
    const at = (key) => (key === "finish" ? "the finish" : this.byKey[key]?.label || key);
    switch (entry.do) {
      case "place": {
        const place = this.byKey[entry.line].riders.indexOf(entry.rider) + 1;
        return `${name(entry.rider)}, ${ordinal(place)} at ${at(entry.line)}`;
      }
      case "remove": return `${name(entry.rider)} taken out at ${at(entry.line)}`;
      case "move": return `${name(entry.rider)} moved at ${at(entry.line)}`;
      case "turn": return `clock at ${this.finishing.clock(entry.turn)}`;
      case "arrive": return entry.riders.length > 4 ? `${entry.riders.length} riders across the finish` : `${entry.riders.map(name).join(", ")} ${entry.square ? `on square ${entry.square}` : "across the finish"}`;
      case "exhaustion": return `${name(entry.rider)}: ${entry.cards || "no"} exhaustion ${entry.cards === 1 ? "card" : "cards"}`;
      case "square": return `square ${entry.square}`;
      case "die": return `die ${entry.die}`;
      case "time": return `time ${clock(entry.seconds)} typed`;
      case "kind": return `arrival is a ${entry.kind}`;
      case "unit_turn": return `arrival moved to ${this.finishing.clock(entry.turn)}`;
      case "out": return `${name(entry.rider)} out after an accident`;
      case "back": return `${name(entry.rider)} back in the race`;
      case "use": return `${entry.advantage.replace("_", " ")} used`;
      case "give_back": return `${entry.advantage.replace("_", " ")} given back`;
      case "double": return `double throw on ${at(entry.line)}`;
      case "double_back": return `double throw on ${at(entry.line)} taken back`;
      case "undo": return "undo";
      case "redo": return "redo";
      default: return "a tap";
    }
  }
}

function isBehind(one, other) {
  if (!one) return false;
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && one[at] > other[at];
}

export function ordinal(number) {
  const tens = number % 100;
  return `${number}${tens > 10 && tens < 14 ? "th" : { 1: "st", 2: "nd", 3: "rd" }[number % 10] || "th"}`;
}

export function clock(seconds) {
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}
