// Flamme Rouge at the table: rounds, squares behind the line, exhaustion cards and traits
// (tourmanager/tabletop/flamme_rouge on the server).
import { Game } from "../../js/taps-game.js";
import { gettext, ngettext } from "../../js/words.js";

const ROUND = 60;
const SQUARE = 10;

export class FlammeRouge extends Game {
  prefix = "fr.";
  hasClock = true;

  entries = {
    exhaustion({ rider, cards }, model) {
      if (!model.order.includes(rider)) return gettext("This rider has not arrived.");
      const { exhaustion } = model.own;
      if (cards === null || cards === undefined) delete exhaustion[rider];
      else exhaustion[rider] = cards;
      model.pending.lines.add("finish");
      return "";
    },
    // Traits are told before the stage, by forms: the page counts nothing by them.
    trait: () => "",
  };

  labels = {
    exhaustion: ({ rider, cards }, _model, nameOf) =>
      cards
        ? ngettext(
            "%(rider)s: %(count)s exhaustion card",
            "%(rider)s: %(count)s exhaustion cards",
            cards,
            { rider: nameOf(rider), count: cards },
          )
        : gettext("%(rider)s: no exhaustion cards", { rider: nameOf(rider) }),
    trait: ({ rider }, _model, nameOf) => gettext("trait of %(rider)s", { rider: nameOf(rider) }),
  };

  refuse(entry) {
    if (entry.do === "time")
      return gettext("The times of this game follow from rounds and squares.");
    if (entry.do === "out" || entry.do === "back")
      return gettext(
        "There are no accidents in this game: who leaves the race gets a status from the jury.",
      );
    return super.refuse(entry);
  }

  forget(code, model) {
    delete model.own.exhaustion[code];
  }

  lacks(unit) {
    return unit.riders.every((code) => code in unit.squares) ? "" : "square";
  }

  rank(code, unit) {
    return code in unit.squares ? [unit.turn, -unit.squares[code]] : null;
  }

  seconds(code, _unit, model) {
    return this.timed(model)[code]?.gap ?? null;
  }

  // Time everybody who has a square: who crosses in one round on an unbroken row of squares has the
  // time of its front.
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
      one.time = together ? before.time : ROUND * one.round - SQUARE * one.past;
      first ??= one.time;
      found[one.code] = { ...one, gap: one.time - first };
      before = one;
    }
    return found;
  }

  mayPass(one, other) {
    return !one || !other || String(one) === String(other);
  }

  explainOrder() {
    return gettext("They came to other squares: round and square decide.");
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
    return turn ? ngettext("+%(count)s round", "+%(count)s rounds", turn) : gettext("first round");
  }

  // Name the riders who have arrived and whose exhaustion cards are not counted.
  uncounted(model) {
    const { exhaustion, dummies } = model.own;
    return model.order.filter(
      (code) => !(code in exhaustion) && !dummies.includes(code) && !model.out.includes(code),
    );
  }
}
