// Update the lists of what is missing (under the refusal of End stage, and "to look at") with taps
// that are not sent yet. Once they are sent the server draws the lists.
import { chipOf } from "./taps-parts.js";

export function drawTroubles(board, model) {
  for (const list of board.querySelectorAll(".troubles")) {
    const items = [...list.children];
    for (const item of items) {
      const words = wordsOf(item, model);
      item.hidden = !words;
      if (words) item.querySelector("a").textContent = words;
    }
    const left = items.filter((item) => !item.hidden).length;
    const box = list.closest(".ending, .warnings");
    box.hidden = !left;
    const number = box.querySelector("[data-number]");
    if (number) number.textContent = left;
  }
}

// End stage is highlighted when the stage is complete by the server's log and the waiting taps.
export function drawEnd(board, model) {
  const end = board.querySelector("[data-end]");
  const touched = model.lines.filter((line) => model.pending.lines.has(line.key));
  const emptied = touched.some((line) => !model.full(line.key));
  end.classList.toggle("primary", "complete" in end.dataset && !emptied && !model.missing().length);
}

// The words of tourmanager/results/checks.py; "" if it is no longer missing.
function wordsOf(item, model) {
  const link = item.querySelector("a");
  switch (item.dataset.lacks) {
    case "riders": {
      const [, total] = link.textContent.match(/\d+ of (\d+) riders/);
      const missing = total - model.byKey[link.dataset.line].riders.length;
      const words = `${missing} of ${total} riders ${missing === 1 ? "is" : "are"}`;
      return missing > 0 ? link.textContent.replace(/\d+ of \d+ riders (is|are)/, words) : "";
    }
    case "arrivals": {
      const codes = model.missing();
      const have =
        codes.length === 1 ? "rider has not arrived and has" : "riders have not arrived and have";
      const names = codes.map((code) => chipOf(code).dataset.called).join(", ");
      return codes.length ? `${codes.length} ${have} no status: ${names}.` : "";
    }
    case "times":
      return Object.values(model.units).some((unit) => model.lacks(unit)) ? link.textContent : "";
    default:
      return link.textContent;
  }
}
