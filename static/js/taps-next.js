// The next thing to do, in words: what the bar at the foot of a phone says.
import { gettext, placeWord } from "./words.js";

export function drawNext(view, model) {
  const bar = view.root.querySelector("[data-next]");
  const { words, about } = nextThing(view, model);
  bar.querySelector("b").textContent = words;
  bar.querySelector("small").textContent = about;
  view.root.toggleAttribute("data-dead-pad", isPadDead(view, model));
}

// Whether no rider of the pad can be tapped: on a phone it folds away.
function isPadDead({ open, mode, picked }, model) {
  return mode === "riders" && !picked && model.full(open) && !model.current(picked);
}

// Returns { words, about }: what to do, and with whom or where.
export function nextThing(view, model) {
  const { open, mode, drawing } = view;
  if (mode === "out") return { words: gettext("Tap the rider who is out"), about: "" };
  const line = model.byKey[open];
  if (!line) return drawing.nextAtFinish?.(model, view) ?? atFinish(model);
  if (line.atFinish) return { words: gettext("Tap them at the finish"), about: line.label };
  if (model.full(open)) return { words: gettext("All are in"), about: line.label };
  const place = placeWord(line.riders.length + 1);
  return { words: gettext("Tap who is %(place)s", { place }), about: line.label };
}

function atFinish(model) {
  const left = model.missing().length;
  if (!left) return { words: gettext("All are in"), about: "" };
  return {
    words: gettext("Who crosses next?"),
    about: gettext("%(count)s on the road", { count: left }),
  };
}
