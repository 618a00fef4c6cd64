// The stage page of Cycling Party: the finish with squares and dice, advantages, double throws.
import { chipOf, element, jerseyOf } from "../../js/taps-parts.js";
import { clock, gettext } from "../../js/words.js";
import { drawAllIn } from "./all-in.js";
import { drawWinner } from "./arrivals.js";
import { squareOf } from "../../js/taps-units.js";
import { front, groupWords, secondsOf } from "./table.js";
import { drawTokens } from "./tokens.js";
import { drawTray } from "./tray.js";

const SQUARES_ON_BOARD = 18; // behind the line

// Make the entry of a button of the game's own.
export function entryOf(data, model, view) {
  return data.die ? dieEntry(Number(data.die), model, view) : null;
}

export function entryOfSquare(square, model, view) {
  if (square > SQUARES_ON_BOARD) return null;
  return model.withUnit({ do: "square", square }, view.picked);
}

// Make the entry of a digit on the keyboard, which is a die where one is missing.
export function entryOfDigit(digit, model, view) {
  const die = view.open === "finish" && view.root.querySelector(`[data-die="${digit}"]`);
  return die && !die.disabled ? dieEntry(digit, model, view) : null;
}

const SQUARE_KEYS = "1234567890-=";

// While a square is asked the keys of a row, 1 to =, are squares 1 to 12.
export function entryOfKey(key, model, view) {
  if (view.open !== "finish" || key.length !== 1) return null;
  const number = model.current(view.picked);
  const square = SQUARE_KEYS.indexOf(key) + 1;
  const asks = number && model.lacks(model.units[number]) === "square";
  return asks && square ? entryOfSquare(square, model, view) : null;
}

function dieEntry(die, model, view) {
  return model.withUnit({ do: "cp.die", die }, view.picked);
}

export function drawFinish(view, model) {
  const { board, picked } = view;
  const current = model.current(picked);
  const target = current ? model.units[current] : null;
  const square = target ? front(target) : null;
  for (const button of board.querySelectorAll("[data-square]")) {
    button.disabled = !target;
    button.classList.toggle("chosen", square === Number(button.dataset.square));
  }
  for (const button of board.querySelectorAll("[data-die]")) {
    const die = Number(button.dataset.die);
    button.disabled = !target || !model.game.needsDie(target, model);
    button.classList.toggle("chosen", Boolean(target) && target.die === die);
    button.querySelector("[data-time]").textContent =
      square && target && model.game.needsDie(target, model)
        ? clock(60 * target.turn + secondsOf(Math.min(square, 12), die))
        : "";
  }
  drawStanding(board, model, target ? target.turn : model.turn);
  drawTray(board, model, view);
  drawWinner(board, model);
  drawAllIn(board, model);
  drawCaptions(view, model, target);
}

// The red caption walks from the square to the die: it is the only prompt.
function drawCaptions({ board, picked }, model, target) {
  const lacks = target ? model.lacks(target) : "";
  caption(board, "square", lacks === "square", gettext("Now the square behind the line"), [
    gettext("Square behind the line, with its seconds"),
  ]);
  caption(board, "die", lacks === "die", gettext("Now the last die"), [gettext("Last die")]);
  const unit = picked ? model.units[picked] : null;
  board.querySelector("[data-turn-of]").textContent = unit
    ? gettext("Their turn")
    : gettext("This turn");
  const turn = unit ? unit.turn : model.turn;
  drawHand(board, turn);
  board.querySelector("[data-clock]").textContent = model.game.clock(turn);
  const [less, more] = ["-1", "1"].map((by) => board.querySelector(`[data-turn="${by}"]`));
  less.disabled = turn < 1;
  less.textContent = unit ? "−1" : "−";
  more.textContent = unit ? gettext("+1 min") : gettext("Next turn");
  more.disabled = !Object.keys(model.units).length;
}

// The hand stands on the minute of the turn, twelve to a round.
function drawHand(board, turn) {
  const angle = 30 * (turn % 12);
  const [x, y] = [Math.sin, Math.cos].map((of) => 24 * of((angle * Math.PI) / 180));
  const swept = turn
    ? `M30 30V6A24 24 0 ${angle > 180 ? 1 : 0} 1 ${(30 + x).toFixed(1)} ${(30 - y).toFixed(1)}z`
    : "";
  board.querySelector("[data-swept]").setAttribute("d", swept);
  board.querySelector("[data-hand]").setAttribute("transform", `rotate(${angle} 30 30)`);
}

function caption(board, of, isNow, now, [otherwise]) {
  const place = board.querySelector(`[data-caption="${of}"]`);
  place.textContent = isNow ? now : otherwise;
  place.classList.toggle("now", isNow);
}

// Riders of a turn stand on their squares as they do on the table: the first of each square, and how
// many more.
function drawStanding(board, model, turn) {
  const standing = new Map();
  for (const code of model.order) {
    const unit = model.units[model.unitOf(code)];
    if (unit?.turn !== turn || front(unit) === null) continue;
    const square = squareOf(code, unit);
    standing.set(square, [...(standing.get(square) || []), code]);
  }
  for (const button of board.querySelectorAll("[data-square]")) {
    const riders = standing.get(Number(button.dataset.square)) || [];
    const more = riders.length > 1 ? [element("small", {}, `+${riders.length - 1}`)] : [];
    const stand = button.querySelector("[data-standing]");
    stand?.replaceChildren(...(riders.length ? [jerseyOf(riders[0], true), ...more] : []));
  }
}

export function wordsOfUnit(unit, model) {
  const count = unit.riders.length;
  return count > 1 ? groupWords(model.game.kindOf(unit), count) : gettext("alone");
}

// Say that only a die tells who is first where two arrivals are level on square and second
// (CP-M-028).
export function tieOf(code, ahead, model) {
  const [one, other] = [ahead, code].map((rider) => model.units[model.unitOf(rider)]);
  if (!one || !other || one === other || one.turn !== other.turn) return "";
  const [best, second] = [one, other].map((unit) => model.game.rank(unit.riders[0], unit, model));
  const seconds = model.game.time(other, model);
  const level =
    best &&
    second &&
    seconds !== null &&
    seconds === model.game.time(one, model) &&
    squareOf(ahead, one) === squareOf(code, other);
  if (!level) return "";
  return gettext(
    "Level with %(ahead)s: same square, same second. Throw a die, move up if it wins.",
    { ahead: chipOf(ahead).dataset.called },
  );
}

// Draw what every team has left: advantages, and double throws of the passes.
export function drawTeams(board, model) {
  const lost = model.own.lost.map((words) => element("p", {}, words));
  board.querySelector("[data-lost]").replaceChildren(...lost);
  drawTokens(board, model);
}
