// The strip of lines. While riders arrive it stands in the place of the profile: a sign over the
// place of each line on the road, signs that would overlap moved apart. On a phone it shows the open
// line, and how many are done; a tap on that unfolds them.
import { element } from "./taps-parts.js";
import { gettext, ngettext } from "./words.js";

const APART = 52; // pixels from the middle of a sign to the middle of the next

export function drawStrip(board, model) {
  const strip = board.querySelector(".strip");
  drawFold(strip, model);
  const ground = board.querySelector(".road .profile-wide");
  if (!ground) return;
  const { position } = getComputedStyle(strip);
  const isStrip = position === "absolute";
  // as a strip it is as wide as the page, whatever its height
  const isFlat = isStrip || position === "relative";
  ground.setAttribute("preserveAspectRatio", isFlat ? "none" : "xMidYMid meet");
  if (!isStrip) return;
  const axis = ground.querySelector(".profile-axis").getBBox();
  const scale = strip.clientWidth / ground.viewBox.baseVal.width;
  const signs = [...strip.querySelectorAll("[data-at]")];
  const wanted = signs.map(({ dataset }) => scale * (axis.x + (axis.width * dataset.at) / 1000));
  const places = spread(wanted, APART / 2 + 2, strip.clientWidth - APART / 2 - 2);
  for (const [index, sign] of signs.entries()) sign.style.left = `${places[index]}px`;
}

function drawFold(strip, model) {
  const fold = strip.querySelector("[data-fold]");
  const needed = model.lines.filter((line) => line.needed);
  const done = needed.filter((line) => model.full(line.key)).length;
  const count = needed.length;
  const words =
    done === count
      ? ngettext("%(count)s line", "%(count)s lines", count)
      : gettext("%(done)s of %(count)s lines", { done, count });
  fold.hidden = !count;
  fold.replaceChildren(words, ...(done === count ? [element("span", {}, " ✓")] : []));
}

// Unfold the lines, and fold them once one is chosen.
export function listenStrip(board) {
  const strip = board.querySelector(".strip");
  strip.addEventListener("click", ({ target }) => {
    if (target.closest("[data-fold]")) unfold(strip, !strip.classList.contains("unfolded"));
    if (target.closest("[data-line]")) unfold(strip, false);
  });
}

function unfold(strip, open) {
  strip.classList.toggle("unfolded", open);
  strip.querySelector("[data-fold]").setAttribute("aria-expanded", String(open));
}

// Move what is too near apart, as little as the edges allow; the order stays.
export function spread(wanted, first, last) {
  const places = [...wanted];
  for (const index of places.keys())
    places[index] = Math.max(places[index], index ? places[index - 1] + APART : first);
  for (let index = places.length - 1; index >= 0; index -= 1) {
    const most = index < places.length - 1 ? places[index + 1] - APART : last;
    places[index] = Math.min(places[index], most);
  }
  return places;
}
