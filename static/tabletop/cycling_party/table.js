// Cycling Party at the table: turns, squares behind the line, the last die, advantages and double
// throws (tourmanager/tabletop/cycling_party on the server).
import { Game } from "../../js/taps-game.js";
import { teamOf } from "../../js/taps-parts.js";
import { squareOf } from "../../js/taps-units.js";
import { clock, gettext, ngettext } from "../../js/words.js";

const TAP_RIDERS = gettext("Tap the riders of the arrival first.");
const NO_ARRIVAL = gettext("That arrival is not there any more.");

export class CyclingParty extends Game {
  prefix = "cp.";
  hasClock = true;

  entries = {
    die(entry, model) {
      const number = model.meant(entry.unit);
      if (!number) return entry.unit ? NO_ARRIVAL : TAP_RIDERS;
      const unit = model.units[number];
      if (front(unit) !== null && !model.game.needsDie(unit, model))
        return gettext("Beyond square 12 there are 0 seconds and no die.");
      unit.die = entry.die;
      unit.typed = null;
      return model.changed(number);
    },
    kind(entry, model) {
      if (!model.units[entry.unit]) return NO_ARRIVAL;
      if (model.units[entry.unit].riders.length < 2)
        return gettext("A rider alone is neither a paceline nor a peloton.");
      model.units[entry.unit].kind = entry.kind;
      model.touched = entry.unit;
      return "";
    },
    use({ team, advantage }, model) {
      const { left } = model.own;
      if (advantage === "mountain_attack" && model.own.barred) return model.own.barred;
      if (!left[team]?.[advantage]) return gettext("None left.");
      left[team][advantage] -= 1;
      return "";
    },
    give_back({ team, advantage }, model) {
      const { left, held } = model.own;
      if (!left[team] || left[team][advantage] >= held[team][advantage])
        return gettext("None was used in this stage.");
      left[team][advantage] += 1;
      return "";
    },
    double({ line, team }, model) {
      const at = model.byKey[line];
      if (!at || (at.doubles[team] || 0) >= at.allowed)
        return gettext("No double throw left on this pass.");
      at.doubles[team] = (at.doubles[team] || 0) + 1;
      return "";
    },
    double_back({ line, team }, model) {
      const at = model.byKey[line];
      if (!at?.doubles[team]) return gettext("No double throw was used.");
      at.doubles[team] -= 1;
      return "";
    },
  };

  labels = {
    die: ({ die }) => gettext("die %(die)s", { die }),
    kind: ({ kind }) =>
      kind === "paceline" ? gettext("arrival is a paceline") : gettext("arrival is a peloton"),
    use: ({ team, advantage }) =>
      gettext("%(team)s spends %(advantage)s", {
        team: teamOf(team),
        advantage: withArticle(advantage),
      }),
    give_back: ({ team, advantage }) =>
      gettext("%(team)s takes %(advantage)s back", {
        team: teamOf(team),
        advantage: withArticle(advantage),
      }),
    double: ({ line, team }, model) =>
      gettext("double throw of %(team)s on %(line)s", {
        team: teamOf(team),
        line: model.nameOfLine(line),
      }),
    double_back: ({ line, team }, model) =>
      gettext("double throw of %(team)s on %(line)s taken back", {
        team: teamOf(team),
        line: model.nameOfLine(line),
      }),
    out: ({ rider }, _model, nameOf) =>
      gettext("%(rider)s out after an accident", { rider: nameOf(rider) }),
  };

  newUnit() {
    return { die: null, kind: "" };
  }

  lacks(unit, model) {
    if (isTyped(unit)) return "";
    const square = front(unit);
    if (square === null) return "square";
    return this.needsDie(unit, model) && !unit.die ? "die" : "";
  }

  needsDie(unit, model) {
    const square = front(unit);
    return square !== null && (square <= 12 || model.own.beyond === "like_12");
  }

  time(unit, model) {
    if (isTyped(unit)) return unit.typed;
    if (this.lacks(unit, model)) return null;
    return (
      60 * unit.turn +
      (this.needsDie(unit, model) ? secondsOf(Math.min(front(unit), 12), unit.die) : 0)
    );
  }

  seconds(_code, unit, model) {
    return this.time(unit, model);
  }

  // Turn, square, better time.
  rank(code, unit, model) {
    const seconds = this.time(unit, model);
    if (isTyped(unit) || seconds === null) return null;
    const square = squareOf(code, unit);
    return model.own.tieDice === "separate" ? [unit.turn, -square] : [unit.turn, -square, seconds];
  }

  explainTooFar(most) {
    return ngettext(
      "There is %(count)s square behind the line.",
      "There are %(count)s squares behind the line.",
      most,
    );
  }

  square(number) {
    return gettext("square %(number)s", { number });
  }

  clock(turn) {
    return gettext("+%(minutes)s min", { minutes: turn });
  }

  describeArrival(unit, model, nameOf) {
    const many = unit.riders.length > 1;
    const who = many ? groupWords(this.kindOf(unit), unit.riders.length) : nameOf(unit.riders[0]);
    if (isTyped(unit))
      return [who, gettext("time %(time)s typed", { time: clock(unit.typed) })].join(", ");
    const die = this.needsDie(unit, model) ? [gettext("die %(die)s", { die: unit.die })] : [];
    return [who, this.square(front(unit)), ...die].join(", ");
  }

  kindOf(unit) {
    if (unit.riders.length < 2) return "alone";
    return unit.kind || (unit.riders.length < 5 ? "paceline" : "peloton");
  }
}

// "a bottle", "an attack"
function withArticle(advantage) {
  return `${advantage === "attack" ? "an" : "a"} ${advantage.replace("_", " ")}`;
}

export function groupWords(kind, count) {
  return kind === "paceline"
    ? ngettext("paceline of %(count)s", "paceline of %(count)s", count)
    : ngettext("peloton of %(count)s", "peloton of %(count)s", count);
}

// The second that a die gives within the interval of a square.
export function secondsOf(square, die) {
  return 66 - 5 * square - die;
}

// The foremost square of an arrival, which gives its time.
export function front(unit) {
  const squares = Object.values(unit.squares);
  return squares.length ? Math.max(...squares) : null;
}

function isTyped(unit) {
  return unit.typed !== null && unit.typed !== undefined;
}
