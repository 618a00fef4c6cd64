// Update the lists of what is missing (under the refusal of End stage, and "to look at") with taps
// that are not sent yet. Once they are sent the server draws the lists.
import { chipOf } from "./taps-parts.js";
import { ngettext } from "./words.js";

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
      const { label, needed, riders } = model.byKey[link.dataset.line];
      const missing = needed - riders.length;
      if (missing <= 0) return "";
      return ngettext(
        "%(line)s: %(missing)s of %(needed)s riders is missing.",
        "%(line)s: %(missing)s of %(needed)s riders are missing.",
        missing,
        { line: label, missing, needed },
      );
    }
    case "arrivals": {
      const codes = model.missing();
      if (!codes.length) return "";
      return ngettext(
        "%(count)s rider has not arrived and has no status: %(names)s.",
        "%(count)s riders have not arrived and have no status: %(names)s.",
        codes.length,
        {
          count: codes.length,
          names: codes.map((code) => chipOf(code).dataset.called).join(", "),
        },
      );
    }
    case "times":
      return Object.values(model.units).some((unit) => model.lacks(unit)) ? link.textContent : "";
    default:
      return link.textContent;
  }
}
