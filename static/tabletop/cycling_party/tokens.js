// Tokens: what every team has left, and double throws. A tap on one spends it, a tap on a spent one
// takes it back; they are spent from the right (`Tokens` in tabletop/cycling_party/table/pieces.py).
import { gettext } from "../../js/words.js";

export function drawTokens(board, model) {
  for (const row of board.querySelectorAll("[data-tokens]")) drawRow(row, countsOf(row, model));
  for (const line of model.lines.filter((each) => each.allowed)) {
    const place = board.querySelector(`[data-panel="${line.key}"] [data-doubles-left]`);
    if (!place) continue;
    const teams = place.parentElement.querySelectorAll("[data-tokens]").length;
    const total = teams * line.allowed;
    const used = Object.values(line.doubles).reduce((sum, count) => sum + count, 0);
    place.textContent = gettext("%(left)s of %(total)s left", { left: total - used, total });
  }
}

// Returns { left, used, spend, takeBack } of a row.
function countsOf({ dataset }, model) {
  const { tokens: advantage, of: team, at } = dataset;
  if (at) {
    const { allowed, doubles } = model.byKey[at];
    const used = doubles[team] || 0;
    const entry = { line: at, team };
    return {
      left: allowed - used,
      used,
      spend: { do: "cp.double", ...entry },
      takeBack: { do: "cp.double_back", ...entry },
    };
  }
  const left = model.own.left[team][advantage];
  const entry = { team, advantage };
  return {
    left,
    used: model.own.held[team][advantage] - left,
    spend: { do: "cp.use", ...entry },
    takeBack: { do: "cp.give_back", ...entry },
  };
}

function drawRow(row, { left, used, spend, takeBack }) {
  const counters = [...row.querySelectorAll(".token")];
  const values = {
    team: row.dataset.called,
    name: row.dataset.token,
    left,
    total: counters.length,
  };
  row.setAttribute("aria-label", gettext("%(team)s, %(name)s, %(left)s of %(total)s left", values));
  for (const [index, counter] of counters.entries()) {
    const isLeft = index < left;
    const isSpent = !isLeft && index < left + used;
    const entry = isLeft ? spend : isSpent ? takeBack : null;
    const isBarred = isLeft && "barred" in row.dataset;
    counter.dataset.state = isBarred ? "barred" : isLeft ? "left" : isSpent ? "spent" : "gone";
    counter.disabled = !entry || isBarred;
    counter.value = entry && !isBarred ? JSON.stringify(entry) : "";
    counter.setAttribute("aria-label", wordsOf(isLeft && !isBarred, isSpent, values));
  }
}

function wordsOf(isLeft, isSpent, values) {
  if (isLeft) return gettext("%(team)s, %(name)s, %(left)s of %(total)s left, spend one", values);
  if (isSpent)
    return gettext("%(team)s, %(name)s, %(left)s of %(total)s left, take one back", values);
  return gettext("%(team)s, %(name)s, %(left)s of %(total)s left", values);
}
