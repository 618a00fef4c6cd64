// How a game finishes, as results/finishing.py has it: what an arrival waits for, what places a rider, his time, what the clock shows.

export const dice = {
  lacks(unit, model) {
    if (typed(unit)) return "";
    const square = front(unit);
    if (square === null) return "square";
    return this.needsDie(unit, model) && !unit.die ? "die" : "";
  },

  needsDie(unit, { beyond }) {
    const square = front(unit);
    return square !== null && (square <= 12 || beyond === "like_12");
  },

  time(unit, model) {
    if (typed(unit)) return unit.typed;
    if (this.lacks(unit, model)) return null;
    return 60 * unit.turn + (this.needsDie(unit, model) ? 66 - 5 * Math.min(front(unit), 12) - unit.die : 0);
  },

  seconds(code, unit, model) {
    return this.time(unit, model);
  },

  // Turn, square, better time.
  rank(code, unit, model) {
    const seconds = this.time(unit, model);
    if (typed(unit) || seconds === null) return null;
    const square = unit.squares[code] ?? Math.min(...Object.values(unit.squares));
    return model.tieDice === "separate" ? [unit.turn, -square] : [unit.turn, -square, seconds];
  },

  mayPass: () => true,
  clock: (turn) => `+${turn} min`,

  kind(unit) {
    return unit.riders.length < 2 ? "alone" : unit.kind || (unit.riders.length < 5 ? "paceline" : "peloton");
  },
};

export const rounds = {
  lacks: (unit) => (unit.riders.every((code) => code in unit.squares) ? "" : "square"),
  rank: (code, unit) => (code in unit.squares ? [unit.turn, -unit.squares[code]] : null),
  seconds(code, unit, model) {
    return this.timed(model)[code]?.gap ?? null;
  },

  // Everybody who has his square: who crosses in one round on an unbroken row of squares has the time of its front.
  timed(model) {
    const crossed = model.order
      .map((code) => ({ code, unit: model.units[model.unitOf(code)] }))
      .filter(({ code, unit }) => unit && code in unit.squares)
      .map(({ code, unit }) => ({ code, round: unit.turn, past: unit.squares[code] }))
      .sort((one, other) => one.round - other.round || other.past - one.past);
    const found = {};
    let before = null;
    let first = null;
    for (const one of crossed) {
      const together = before && before.round === one.round && before.past - one.past <= 1;
      one.bunch = together ? before.bunch : (before?.bunch ?? 0) + 1;
      one.time = together ? before.time : 60 * one.round - 10 * one.past;
      first ??= one.time;
      found[one.code] = { ...one, gap: one.time - first };
      before = one;
    }
    return found;
  },

  mayPass: (one, other) => !one || !other || String(one) === String(other),
  clock: (turn) => (turn ? `+${turn} round${turn > 1 ? "s" : ""}` : "first round"),
};

// The foremost square of an arrival, which gives its time.
export function front(unit) {
  const squares = Object.values(unit.squares);
  return squares.length ? Math.max(...squares) : null;
}

function typed(unit) {
  return unit.typed !== null && unit.typed !== undefined;
}
