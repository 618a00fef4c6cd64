// The gestures of the finish beside taps: dragging, and the keys that walk and change the arrivals.
import { startDragging } from "./drag.js";
import { letJerseysFly } from "./flight.js";
import { step } from "./moves.js";

const STEPS = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 };

export function listen(view, model, { tap, openGap, draw }) {
  startDragging(view, model, tap);
  letJerseysFly(view.root, () => view.open === "finish");
  view.board.querySelector("[data-winner]").addEventListener("click", () => {
    view.board.querySelector("[data-arrivals]").scrollTop = 0;
  });
  document.addEventListener("keydown", (event) => {
    if (view.open !== "finish" || event.target.closest("input, textarea, select, dialog[open]"))
      return;
    if (event.key === "Escape" && (view.gap || view.picked)) {
      view.gap = 0;
      view.picked = null;
      return draw();
    }
    const group = event.target.closest(".group");
    const rider = event.target.closest(".tray [data-rider]") ?? alone(group);
    const by = STEPS[event.key];
    if (by && event.altKey && rider) return move(event, rider.dataset.rider, by);
    if (!group) return;
    if (event.key === "Insert") return openGap(placeOf(group, model()));
    if (by && !event.altKey) walk(event, view.board, group, by);
  });

  function move(event, code, by) {
    event.preventDefault();
    const moved = step(code, by, model());
    if (moved) tap(moved.entry);
    focusOn(view.board, code);
  }
}

// The only rider of a group.
function alone(group) {
  const riders = group?.querySelectorAll("[data-rider]") ?? [];
  return riders.length === 1 ? riders[0] : null;
}

function placeOf(group, model) {
  const { rider } = group.querySelector("[data-rider]").dataset;
  return model.order.indexOf(rider) + 1;
}

function walk(event, board, group, by) {
  event.preventDefault();
  const groups = [...board.querySelectorAll(".group:not(:disabled)")];
  groups[groups.indexOf(group) + by]?.focus();
}

function focusOn(board, code) {
  const riders = `.tray [data-rider="${code}"] summary, .group [data-rider="${code}"]`;
  const rider = board.querySelector(riders);
  (rider?.closest(".group") ?? rider)?.focus();
}
