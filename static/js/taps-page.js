// Small things of the stage page: names that fit their cells, lists that show what opens in them, a
// time typed by hand.
import { gettext } from "./words.js";

// Names that are too long for their cell of the pad are written smaller.
export function fitNames(root) {
  const names = [...root.querySelectorAll(".chip-name")];
  for (const name of names) name.classList.remove("tight");
  const long = names.filter((name) => name.scrollWidth > name.clientWidth);
  for (const name of long) name.classList.add("tight");
}

// What opens at the end of a list is scrolled into sight.
export function keepInSight(board) {
  board.addEventListener(
    "toggle",
    ({ target }) => {
      const list = target.open && target.matches(".place") && target.closest("ol");
      if (!list) return;
      const below = target.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
      list.scrollTop += Math.max(0, below);
    },
    true,
  );
}

// Take the time of an arrival that is typed as minutes and seconds: `take(seconds)`, or
// `refuse(words)`.
export function listenByHand(root, { take, refuse }) {
  root.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-by-hand]")) return;
    event.preventDefault();
    const input = event.target.elements.typed;
    const seconds = secondsOf(input.value.trim());
    if (seconds === null)
      return refuse(gettext("Type the time as minutes and seconds, like 3:07."));
    input.value = "";
    event.target.closest("details").open = false;
    take(seconds);
  });
}

function secondsOf(typed) {
  const found = typed.match(/^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/);
  if (!found || (found[1] && Number(found[2]) > 59)) return null;
  const [hours, minutes, seconds] = found.slice(1).map((part) => Number(part || 0));
  return 3600 * hours + 60 * minutes + seconds;
}
