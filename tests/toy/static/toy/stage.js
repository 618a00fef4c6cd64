// What the stage page of Toy Dash loads: its entries, as tests/toy/table.py folds them.
import { start } from "../js/taps.js";
import { Game } from "../js/taps-game.js";

const TURN = 10;

class ToyDash extends Game {
  prefix = "toy.";
  hasClock = true;
  entries = {
    push({ rider }, model) {
      model.own.pushes[rider] = (model.own.pushes[rider] || 0) + 1;
      return "";
    },
  };
  labels = { push: ({ rider }, _model, nameOf) => `${nameOf(rider)} pushes` };

  refuse(entry) {
    const strange = ["square", "time", "out", "back"].includes(entry.do);
    return strange ? "Toy Dash has turns, and nothing else to log." : "";
  }

  rank(_code, unit) {
    return [unit.turn];
  }

  seconds(_code, unit) {
    return TURN * unit.turn;
  }

  mayPass(one, other) {
    return !one || !other || String(one) === String(other);
  }

  clock(turn) {
    return `turn +${turn}`;
  }
}

function called(code) {
  return document.querySelector(`.rider-chip[data-rider="${code}"]`).dataset.called;
}

start(new ToyDash(), {
  entryOf: () => null,
  entryOfDigit: () => null,
  wordsOfUnit: (unit, model) => model.game.clock(unit.turn),
  drawTeams() {},
  drawFinish({ board }, model) {
    for (const button of board.querySelectorAll("[data-push]")) {
      const code = button.dataset.push;
      button.textContent = `${called(code)} pushes, ${model.own.pushes[code] || 0} so far`;
    }
  },
});
