// The replay plays by pressing its own buttons; the slider goes to a moment.
import { playing } from "./ride-motion.js";

const EVENT_PAUSE = 900,
  TURN_PAUSE = 1500;
const ASK_AGAIN = 200; // while a round is still being played
let timer = 0;
const options = { turn: false, back: false };
const root = () => document.getElementById("ride");

function press() {
  if (playing()) {
    timer = setTimeout(press, ASK_AGAIN);
    return;
  }
  const way = (options.turn ? "turn-" : "") + (options.back ? "back" : "on");
  const button = root().querySelector(`[data-way="${way}"]`);
  if (!button || button.getAttribute("aria-disabled") === "true") return stop();
  button.click();
  timer = setTimeout(press, options.turn ? TURN_PAUSE : EVENT_PAUSE);
}
function stop() {
  clearTimeout(timer);
  timer = 0;
  dress();
}
function dress() {
  const play = root()?.querySelector("[data-play]");
  if (!play) return;
  play.setAttribute("aria-pressed", String(timer !== 0));
  root().querySelector("[data-by-turn]").checked = options.turn;
  root().querySelector("[data-backwards]").checked = options.back;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) {
    if (timer) stop();
    else {
      press();
      dress();
    }
  } else if (event.isTrusted && event.target.closest("[data-way]")) stop();
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-by-turn]")) options.turn = event.target.checked;
  if (event.target.matches("[data-backwards]")) options.back = event.target.checked;
  if (event.target.matches(".replay-slide input")) {
    stop();
    const steps = event.target.dataset.steps.split(" ");
    const at = Number(event.target.value) ? steps[event.target.value - 1] : 0;
    const address = `${root().dataset.replay}?at=${at}&zoom=${root().dataset.zoom}`;
    window.htmx
      .ajax("GET", address, { target: "#ride", swap: "outerHTML" })
      .then(() => window.history.replaceState({}, "", address));
  }
});
document.addEventListener("keydown", (event) => {
  const way = {
    ArrowLeft: "back",
    ArrowRight: "on",
    Home: "first",
    End: "last",
    PageUp: "turn-back",
    PageDown: "turn-on",
  }[event.key];
  if (!way || event.target.closest("input, dialog[open]")) return;
  event.preventDefault();
  stop();
  root().querySelector(`[data-way="${way}"]`)?.click();
});
document.addEventListener("htmx:afterSettle", dress);
