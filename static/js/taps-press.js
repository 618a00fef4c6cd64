// Menus of the stage page: what a long press on a rider offers, and on a phone the bar at its foot,
// which opens what the right side of a tablet shows.
import { element, entryButton } from "./taps-parts.js";
import { gettext } from "./words.js";

const LONG = 550; // how long a finger rests, in ms
const FAR = 10; // pixels that a resting finger may move

// A finger that rests on a rider of the pad opens their menu. `model()` gives the stage as it is.
export function longPress(root, model) {
  let timer = 0;
  let from = null;
  let opened = false;
  const stop = () => clearTimeout(timer);
  root.addEventListener("pointerdown", (event) => {
    const chip = event.target.closest(".rider-chip");
    opened = false;
    from = event;
    stop();
    if (!chip || event.button) return;
    timer = setTimeout(() => {
      opened = true;
      openRider(root, chip, model());
    }, LONG);
  });
  root.addEventListener("pointermove", (event) => {
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > FAR)
      stop();
  });
  for (const name of ["pointerup", "pointercancel", "scroll"])
    root.addEventListener(name, stop, true);
  // A rider who was pressed long was not tapped.
  const swallow = (event) => {
    if (!opened || !event.target.closest(".rider-chip")) return;
    opened = false;
    event.preventDefault();
    event.stopPropagation();
  };
  root.addEventListener("click", swallow, true);
  root.addEventListener("contextmenu", (event) => {
    if (event.target.closest(".rider-chip")) event.preventDefault();
  });
}

function openRider(root, chip, model) {
  const { rider } = chip.dataset;
  const isOut = model.out.includes(rider);
  const out = root.querySelector('.mode[data-mode-to="out"]'); // "Accident"
  const buttons = modesOf(root).filter(({ dataset }) => dataset.modeTo === "drawer");
  if (out && model.riders.includes(rider) && !model.order.includes(rider)) {
    const words = isOut ? gettext("Back in the race") : out.textContent.trim();
    buttons.push(entryButton(words, { do: isOut ? "back" : "out", rider }));
  }
  show(root, chip.dataset.called, chip.dataset.name, buttons);
}

// What the bar at the foot of a phone opens.
export function openModes(root) {
  show(root, "", gettext("Show"), modesOf(root));
}

function modesOf(root) {
  return [...root.querySelectorAll(".modes .mode")].map((mode) =>
    element(
      "button",
      {
        type: "button",
        class: "button",
        "data-mode-to": mode.dataset.modeTo,
        "aria-pressed": mode.getAttribute("aria-pressed"),
      },
      mode.textContent.trim(),
    ),
  );
}

function show(root, code, title, buttons) {
  const heading = element("h2", {}, title);
  if (code && code !== title) heading.append(" ", element("small", {}, code));
  const sheet = element(
    "dialog",
    { class: "sheet stage-menu", "aria-label": title },
    heading,
    ...buttons,
    element("button", { type: "button", class: "button quiet" }, gettext("Close")),
  );
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet || event.target.closest("button")) sheet.close();
  });
  sheet.addEventListener("close", () => sheet.remove());
  root.append(sheet);
  sheet.showModal();
}
