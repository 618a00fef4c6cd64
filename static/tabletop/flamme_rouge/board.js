// The stage page of Flamme Rouge: the finish with squares, lanes and exhaustion cards.
import { ordinalOf, pointsOf, rowOf } from "../../js/taps-arrivals.js";
import { chipOf, element, entryButton, jerseyOf } from "../../js/taps-parts.js";
import { gettext, ngettext, pieces } from "../../js/words.js";

const MOST_CARDS = 15;

// The square that no arrival waits for: the riders tapped next came to it, in the turn that the
// clock shows.
let armed = null;

function armedSquare(model) {
  if (armed?.turn !== model.turn || !model.missing().length) armed = null;
  return armed ? armed.square : null;
}

// The game has no buttons that its entries are not written on.
export function entryOf() {
  return null;
}

// A digit on the keyboard is a square behind the line.
export function entryOfDigit(digit, model, view, square) {
  return view.open === "finish" && digit <= model.squares ? square(digit) : null;
}

export function entryOfSquare(square, model, view) {
  if (model.current(view.picked)) return model.withUnit({ do: "square", square }, view.picked);
  armed = armedSquare(model) === square ? null : { square, turn: model.turn };
  return null;
}

export function arrivalOf(entry, model) {
  const square = armedSquare(model);
  return square ? { ...entry, square } : entry;
}

export function padHint(model) {
  const square = armedSquare(model);
  if (!square) return "";
  return gettext("Square %(square)s: tap who came to it, the right lane first", { square });
}

// Teams have nothing that is counted here.
export function drawTeams() {}

export function drawFinish(view, model) {
  const { board } = view;
  const waiting = model.current(null);
  const kept = armedSquare(model);
  for (const button of board.querySelectorAll(".past [data-square]")) {
    const pressed = kept === Number(button.dataset.square);
    button.disabled = !waiting && !model.missing().length;
    button.classList.toggle("chosen", pressed);
    button.setAttribute("aria-pressed", String(pressed));
  }
  drawUnit(board.querySelector("[data-unit]"), model, waiting);
  drawCards(board.querySelector("[data-cards-of]"), model);
}

function drawUnit(card, model, waiting) {
  card.hidden = !waiting;
  card.replaceChildren();
  if (!waiting) return;
  const riders = model.units[waiting].riders.map((code) => {
    const member = entryButton("", { do: "remove", line: "finish", rider: code }, true, "member");
    const rider = chipOf(code).dataset.called;
    member.setAttribute("aria-label", gettext("%(rider)s: take out of this arrival", { rider }));
    member.append(jerseyOf(code));
    return member;
  });
  card.append(
    element("div", { class: "unit-riders" }, ...riders),
    element("output", { class: "unit-time asks" }, gettext("now the square")),
  );
}

function drawCards(pad, model) {
  const code = model.game.uncounted(model)[0] || "";
  pad.dataset.cardsOf = code;
  pad.hidden = !code;
  if (!code) return;
  pad.querySelector(".cards-of").replaceChildren(
    jerseyOf(code),
    element(
      "span",
      {},
      " ",
      ...pieces(gettext("Exhaustion cards of %(rider)s"), {
        rider: element("b", {}, chipOf(code).dataset.called),
      }),
    ),
  );
  const at = pad.contains(document.activeElement) ? document.activeElement.dataset.cards : "";
  pad.querySelector(".cards-numbers").replaceChildren(
    ...Array.from({ length: MOST_CARDS + 1 }, (_, cards) => {
      const button = entryButton(
        String(cards),
        { do: "fr.exhaustion", rider: code, cards },
        true,
        "cards-number",
      );
      button.dataset.cards = cards;
      button.dataset.row = "cards";
      return button;
    }),
  );
  if (at) pad.querySelector(`[data-cards="${at}"]`).focus({ preventScroll: true });
}

export function arrivalRow(arrival, model, _view, open) {
  const { code, index, place, status, unit: number } = arrival;
  const unit = model.units[number];
  const where = unit ? crossingWords(model.game.clock(unit.turn), unit.squares[code]) : "";
  const hasHand = !model.own.dummies.includes(code);
  const summary = element(
    "summary",
    {},
    element("span", { class: "ordinal" }, ordinalOf(place)),
    jerseyOf(code),
    element(
      "span",
      { class: "who" },
      `${chipOf(code).dataset.called} `,
      element("small", {}, place ? where : status),
    ),
    ...(hasHand ? [tiredness(model.own.exhaustion[code])] : []),
    ...pointsOf(pointsAt(code, model)),
    element("span", { class: "time" }, arrival.gap || arrival.time || "–"),
  );
  const details = element(
    "details",
    { class: "place", "data-stays": "", "data-rider": code },
    summary,
    menuOf(model, code, index, number, unit, hasHand),
  );
  if (open) details.setAttribute("open", "");
  const tie = isBeside(code, index - 1, model)
    ? gettext("Beside %(order)s: who stands further right goes first.", {
        order: chipOf(model.order[index - 1]).dataset.called,
      })
    : "";
  return rowOf(details, {
    waiting: !arrival.time,
    unsent: model.pending.units.has(number),
    tie,
  });
}

// The exhaustion cards that a rider brought home.
function tiredness(cards) {
  const said = cards === undefined ? gettext("exhaustion cards not counted") : "";
  return element(
    "span",
    { class: "tired", title: gettext("Exhaustion cards") },
    element("span", cards === undefined ? { "aria-hidden": "true" } : {}, String(cards ?? "?")),
    element("span", { class: "visually-hidden" }, said || ` ${gettext("exhaustion cards")}`),
  );
}

// The points that a place pays in the tour; teams that nobody leads win none.
function pointsAt(code, model) {
  const { points, unscored } = model.finish;
  const scoring = model.order.filter(
    (each) => !model.out.includes(each) && !unscored.includes(each),
  );
  return points[scoring.indexOf(code)] ?? 0;
}

// Whether the rider at that place stands on the same square of the same round.
function isBeside(code, at, model) {
  const rank = model.rank(code);
  const other = at >= 0 && at < model.order.length ? model.rank(model.order[at]) : null;
  return Boolean(rank && other) && String(other) === String(rank);
}

function crossingWords(round, square) {
  return square === undefined ? round : gettext("%(round)s, square %(square)s", { round, square });
}

// The same as templates/tabletop/flamme_rouge/_arrival.html.
function menuOf(model, code, index, number, unit, hasHand) {
  const menu = element("div", { class: "place-menu" });
  const beside = (at) => isBeside(code, at, model);
  if (beside(index - 1) || beside(index + 1)) {
    const move = (place) => ({ do: "move", line: "finish", rider: code, place });
    menu.append(
      entryButton(`▲ ${gettext("Up")}`, move(index), beside(index - 1)),
      entryButton(`▼ ${gettext("Down")}`, move(index + 2), beside(index + 1)),
    );
  }
  menu.append(
    entryButton(
      gettext("Take out"),
      { do: "remove", line: "finish", rider: code },
      true,
      "button danger",
    ),
  );
  if (unit) {
    const squares = Array.from({ length: model.squares }, (_, at) => {
      const button = entryButton(String(at + 1), {
        do: "square",
        square: at + 1,
        unit: number,
        rider: code,
      });
      button.setAttribute("aria-pressed", String(unit.squares[code] === at + 1));
      return button;
    });
    menu.append(row(gettext("Square"), gettext("Square"), ...squares));
    const turn = (to, words, said, enabled) => {
      const button = entryButton(words, { do: "unit_turn", turn: to, unit: number }, enabled);
      button.setAttribute("aria-label", said);
      return button;
    };
    const round = model.game.clock(unit.turn);
    const title = `${round[0].toUpperCase()}${round.slice(1)}`;
    const count = unit.riders.length;
    menu.append(
      row(
        gettext("Round"),
        count > 1
          ? ngettext(
              "%(round)s, with all %(count)s of the square",
              "%(round)s, with all %(count)s of the square",
              count,
              { round: title, count },
            )
          : title,
        turn(unit.turn - 1, gettext("Earlier"), gettext("A round earlier"), unit.turn > 0),
        turn(unit.turn + 1, gettext("Later"), gettext("A round later"), true),
      ),
    );
  }
  if (hasHand) {
    const cards = model.own.exhaustion[code];
    const step = (to, words, said) => {
      const button = entryButton(words, { do: "fr.exhaustion", rider: code, cards: to }, to >= 0);
      button.setAttribute("aria-label", said);
      return button;
    };
    menu.append(
      row(
        gettext("Exhaustion cards"),
        gettext("Exhaustion cards"),
        step((cards ?? 0) - 1, "−", gettext("One card fewer")),
        element("b", {}, String(cards ?? "?")),
        step((cards ?? 0) + 1, "+", gettext("One card more")),
      ),
    );
  }
  return menu;
}

function row(label, words, ...children) {
  return element(
    "span",
    { class: "menu-row", role: "group", "aria-label": label },
    element("span", {}, words),
    ...children,
  );
}
