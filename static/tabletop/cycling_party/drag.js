// Dragging a rider: from the arrivals, the tray or the pad to another group, between two, or to
// another place in the tray. A mouse drags at once; a finger after it rested a moment, so that the list can still be scrolled.
import { element, jerseyOf } from "../../js/taps-parts.js";
import { toGap, toGroup, toTray } from "./moves.js";

const REST = 150; // how long a finger rests before it drags, in ms
const NEAR = 6; // pixels before a mouse drags
const EDGE = 0.28; // of a row's height, that belongs to the gap beside it
const SLIDE = 200; // ms

export function startDragging(view, model, tap) {
  const { root, board } = view;
  let held = null; // { code, source, x, y, isMouse, timer, ready }
  let drag = null; // { code, ghost, mark, source, target }

  root.addEventListener("pointerdown", (event) => {
    const source = sourceOf(event.target);
    if (!source || event.button || root.dataset.open !== "finish") return;
    const isMouse = event.pointerType === "mouse";
    held = {
      source,
      code: source.dataset.rider ?? source.dataset.held,
      x: event.clientX,
      y: event.clientY,
      isMouse,
    };
    held.ready = isMouse;
    held.timer = setTimeout(() => {
      if (held) held.ready = true;
    }, REST);
  });
  document.addEventListener("pointermove", (event) => {
    if (drag) return move(event);
    if (!held) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (far < NEAR) return;
    if (held.ready) begin(event);
    else letGo(); // the list is scrolled
  });
  document.addEventListener("pointerup", () => (drag ? drop() : letGo()));
  document.addEventListener("pointercancel", cancel);
  document.addEventListener("keydown", (event) => {
    if (drag && event.key === "Escape") cancel();
  });
  document.addEventListener("touchmove", (event) => drag && event.preventDefault(), {
    passive: false,
  });
  // a drop is no tap
  let dropped = false;
  document.addEventListener(
    "click",
    (event) => {
      if (!dropped) return;
      dropped = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );

  function letGo() {
    clearTimeout(held?.timer);
    held = null;
  }

  function begin(event) {
    const { code, source } = held;
    letGo();
    const ghost = element(
      "div",
      { class: "drag-ghost", "aria-hidden": "true" },
      jerseyOf(code, true),
    );
    const mark = element("div", { class: "drop-mark", hidden: "" }, element("span", {}));
    root.append(ghost, mark);
    source.classList.add("lifted");
    drag = { code, source, ghost, mark, target: null };
    root.classList.add("dragging");
    move(event);
  }

  function move({ clientX, clientY }) {
    drag.ghost.style.translate = `${clientX}px ${clientY}px`;
    const found = targetAt(board, clientX, clientY, drag.code);
    drag.target = found && moveTo(found, drag.code, model(), view.picked);
    show(found);
  }

  function show(found) {
    for (const row of board.querySelectorAll(".drop-target")) row.classList.remove("drop-target");
    drag.mark.hidden = !drag.target;
    if (!drag.target) return;
    drag.mark.firstChild.textContent = drag.target.words;
    const { left, width } = board.querySelector("[data-arrivals]").getBoundingClientRect();
    drag.mark.classList.toggle("joins", "row" in found);
    if ("row" in found) found.row.classList.add("drop-target");
    drag.mark.style.cssText = `left:${left}px;width:${width}px;top:${found.y}px`;
  }

  function drop() {
    const { target } = drag;
    dropped = true;
    setTimeout(() => {
      dropped = false;
    });
    const tops = topsOf(board);
    clear();
    if (!target) return;
    tap(target.entry);
    slide(board, tops);
  }

  function cancel() {
    letGo();
    if (drag) clear();
  }

  function clear() {
    drag.ghost.remove();
    drag.mark.remove();
    drag.source.classList.remove("lifted");
    for (const row of board.querySelectorAll(".drop-target")) row.classList.remove("drop-target");
    root.classList.remove("dragging");
    drag = null;
  }
}

// Riders of the arrivals and of the tray, and those of the pad who are not in.
function sourceOf(target) {
  const chip = target.closest(".rider-chip");
  if (chip) return chip.disabled || chip.classList.contains("placed") ? null : chip;
  return target.closest(".arrivals [data-rider], .tray :is([data-rider], [data-held])");
}

// Returns { gap, y }, { group, index, row, y } or, over the tray, { tray, index, row, y }; null
// beside them.
function targetAt(board, x, y) {
  const tray = board.querySelector("[data-tray]");
  const edges = tray.getBoundingClientRect();
  if (x > edges.left && x < edges.right && y > edges.top && y < edges.bottom) {
    const index = ridersLeftOf(tray, x);
    return { tray: true, index, row: tray, y: edges.top };
  }
  const list = board.querySelector("[data-arrivals]");
  const box = list.getBoundingClientRect();
  if (x < box.left || x > box.right || y < box.top - 20 || y > box.bottom + 6) return null;
  const rows = [...list.querySelectorAll(".group-row")];
  for (const [at, row] of rows.entries()) {
    const { top, bottom, height } = row.getBoundingClientRect();
    if (y < top + EDGE * height) return { gap: at, y: top - 3 };
    if (y <= bottom - EDGE * height) {
      return { group: at, index: ridersLeftOf(row, x), row, y: top };
    }
  }
  const last = rows.at(-1)?.getBoundingClientRect();
  return { gap: rows.length, y: last ? last.bottom + 2 : box.bottom - 4 };
}

function ridersLeftOf(row, x) {
  const riders = [...row.querySelectorAll(":is([data-rider], [data-held]):not(.lifted)")];
  return riders.filter((rider) => rider.getBoundingClientRect().left < x - 20).length;
}

// The list leaves out the group in the tray: its rows are counted among all groups.
function moveTo(found, code, model, picked) {
  if ("tray" in found) return toTray(code, found.index, model, picked);
  return "gap" in found
    ? toGap(code, found.gap, model)
    : toGroup(code, found.group, found.index, model);
}

function topsOf(board) {
  const rows = [...board.querySelectorAll("[data-unit-row]")];
  return new Map(rows.map((row) => [row.dataset.unitRow, row.getBoundingClientRect().top]));
}

// Rows that another one pushed aside slide to where they stand now.
function slide(board, tops) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const row of board.querySelectorAll("[data-unit-row]")) {
    const from = tops.get(row.dataset.unitRow);
    const by = from === undefined ? 0 : from - row.getBoundingClientRect().top;
    if (by)
      row.animate([{ translate: `0 ${by}px` }, { translate: "0 0" }], {
        duration: SLIDE,
        easing: "ease-out",
      });
  }
}
