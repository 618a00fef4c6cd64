// The stage page of Cycling Party: the finish with squares and dice, advantages, double throws.
import { chipOf, element, entryButton, jerseyOf, menu } from "../../js/taps-parts.js";
import { clock, gettext, ngettext, ordinal } from "../../js/words.js";
import { front, secondsOf } from "./table.js";

const SQUARES_ON_BOARD = 18; // behind the line
const KINDS = { paceline: gettext("paceline"), peloton: gettext("peloton") };

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

function dieEntry(die, model, view) {
  return model.withUnit({ do: "cp.die", die }, view.picked);
}

export function drawFinish(view, model) {
  const { board, picked } = view;
  const number = picked || model.openUnit();
  const unit = number ? model.units[number] : null;
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
    button.querySelector("[data-second]").textContent =
      square && target && model.game.needsDie(target, model)
        ? `${secondsOf(Math.min(square, 12), die)}″`
        : "";
  }
  board.querySelector("[data-all]").disabled = !model.missing().length;
  drawUnit(board.querySelector("[data-unit]"), model, number, unit, picked);
  if (model.pending.units.size || model.pending.lines.has("finish"))
    drawArrivals(board, model, picked);
  for (const row of board.querySelectorAll("[data-arrivals] > li")) {
    const rider = row.querySelector("[data-rider]")?.dataset.rider;
    row.classList.toggle(
      "picked",
      Boolean(picked) && Boolean(rider) && model.unitOf(rider) === picked,
    );
  }
}

function drawUnit(card, model, number, unit, picked) {
  card.replaceChildren();
  if (!unit) {
    card.append(
      element(
        "p",
        { class: "soft" },
        model.missing().length
          ? gettext("Tap the riders of the next arrival in their order.")
          : gettext("Everybody has arrived."),
      ),
    );
    return;
  }
  const riders = unit.riders.map((code) => {
    const member = entryButton("", { do: "remove", line: "finish", rider: code }, true, "member");
    const rider = chipOf(code).dataset.called;
    member.setAttribute("aria-label", gettext("%(rider)s: take out of this arrival", { rider }));
    member.append(jerseyOf(code));
    if (code in unit.squares) member.append(element("span", {}, String(unit.squares[code])));
    return member;
  });
  const kind = model.game.kindOf(unit);
  const kinds =
    kind === "alone"
      ? [element("span", { class: "alone" }, gettext("alone"))]
      : ["paceline", "peloton"].map((each) => {
          const button = entryButton(
            KINDS[each],
            { do: "cp.kind", kind: each, unit: number },
            true,
            "kind",
          );
          button.setAttribute("aria-pressed", String(each === kind));
          return button;
        });
  const seconds = model.game.time(unit, model);
  const time =
    seconds === null
      ? front(unit) === null
        ? gettext("now the square")
        : gettext("now the die")
      : clock(seconds);
  card.append(
    element("div", { class: "unit-riders" }, ...riders),
    element("div", { class: "unit-kind" }, ...kinds),
    element("output", { class: "unit-time" }, time),
  );
  if (!picked) return;
  const edit = element(
    "div",
    { class: "unit-edit" },
    element("span", {}, gettext("Changing this arrival, +%(minutes)s min", { minutes: unit.turn })),
  );
  const turned = (turn, words, said) => {
    const button = entryButton(words, { do: "unit_turn", turn, unit: number });
    button.setAttribute("aria-label", said);
    return button;
  };
  if (unit.turn)
    edit.append(turned(unit.turn - 1, gettext("−1 min"), gettext("This arrival a turn earlier")));
  edit.append(turned(unit.turn + 1, gettext("+1 min"), gettext("This arrival a turn later")));
  edit.append(
    element("a", { class: "button", href: "?line=finish", "data-pick": "" }, gettext("Done")),
  );
  card.append(edit);
}

function groupWords(kind, count) {
  return kind === "paceline"
    ? ngettext("paceline of %(count)s", "paceline of %(count)s", count)
    : ngettext("peloton of %(count)s", "peloton of %(count)s", count);
}

// While arrivals are on their way.
function drawArrivals(board, model) {
  const list = board.querySelector("[data-arrivals]");
  const drawn = new Map(
    [...list.querySelectorAll("li")].map((row) => [
      row.querySelector("[data-rider]")?.dataset.rider,
      row,
    ]),
  );
  const rows = model.order.map((code, index) => {
    const number = model.unitOf(code);
    const unit = model.units[number];
    const old = drawn.get(code);
    if (old && !model.pending.units.has(number)) {
      old.querySelector(".ordinal").textContent = ordinal(index + 1);
      return old;
    }
    const seconds = unit ? model.game.time(unit, model) : null;
    const words =
      unit && unit.riders.length > 1
        ? groupWords(model.game.kindOf(unit), unit.riders.length)
        : gettext("alone");
    const summary = element(
      "summary",
      {},
      element("span", { class: "ordinal" }, ordinal(index + 1)),
      jerseyOf(code),
      element(
        "span",
        { class: "who" },
        `${chipOf(code).querySelector(".chip-name").textContent} `,
        element("small", {}, words),
      ),
      element("span", { class: "time" }, seconds === null ? "–" : clock(seconds)),
      element("span", { class: "gap" }),
    );
    const pick = element(
      "a",
      { class: "button", href: `?line=finish&unit=${number}`, "data-pick": number },
      gettext("Change this arrival"),
    );
    return element(
      "li",
      { class: "unsent" },
      element(
        "details",
        { class: "place", "data-rider": code },
        summary,
        menu("finish", code, index + 1, model.order.length, pick),
      ),
    );
  });
  list.replaceChildren(...rows);
}

// Draw what every team has left: advantages, and double throws of the passes.
export function drawTeams(board, model) {
  for (const row of board.querySelectorAll("[data-team]")) {
    for (const cell of row.querySelectorAll("[data-advantage]")) {
      const left = model.own.left[row.dataset.team][cell.dataset.advantage];
      const [use, back] = cell.querySelectorAll("button");
      use.textContent = String(left);
      use.disabled = !left;
      use.setAttribute(
        "aria-label",
        use.getAttribute("aria-label").replace(/\d+(?=\D*$)/, String(left)),
      );
      back.disabled = left >= model.own.held[row.dataset.team][cell.dataset.advantage];
    }
  }
  for (const line of model.lines.filter((each) => each.allowed)) {
    for (const item of board.querySelectorAll(`[data-panel="${line.key}"] [data-double]`)) {
      const used = line.doubles[item.dataset.double] || 0;
      const [use, back] = item.querySelectorAll("button");
      use.querySelector("[data-left]").textContent = String(line.allowed - used);
      use.disabled = used >= line.allowed;
      use.setAttribute(
        "aria-label",
        use.getAttribute("aria-label").replace(/\d+(?=\D*$)/, String(line.allowed - used)),
      );
      back.disabled = !used;
    }
  }
}
