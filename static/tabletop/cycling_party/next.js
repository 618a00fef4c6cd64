// What a phone's bar says at the finish of Cycling Party: square, last die, or who crosses next.
import { chipOf } from "../../js/taps-parts.js";
import { gettext, ordinal } from "../../js/words.js";
import { front } from "./table.js";

export function nextAtFinish(model, { picked, gap }) {
  if (gap) return { words: gettext("Who came %(place)s?", { place: ordinal(gap) }), about: "" };
  const number = model.current(picked);
  const unit = number ? model.units[number] : null;
  const lacks = unit ? model.lacks(unit) : "";
  if (!lacks) return null;
  const riders = unit.riders.map((code) => chipOf(code).dataset.called).join(", ");
  if (lacks === "square") return { words: gettext("Now the square"), about: riders };
  const about = gettext("%(riders)s, square %(square)s", { riders, square: front(unit) });
  return { words: gettext("Now the last die"), about };
}
