// The designer by keyboard: Enter in the field of a code reads it, Delete takes the marked tile
// out, arrows walk along the row.
const press = (id) => document.getElementById(id)?.click();
document.addEventListener("keydown", (event) => {
  if (event.target.id === "typed" && event.key === "Enter") {
    event.preventDefault();
    press("do-read");
    return;
  }
  const laid = event.target.closest?.(".laid-tile");
  if (!laid || event.altKey || event.ctrlKey || event.metaKey) return;
  const next = {
    ArrowLeft: laid.parentElement.previousElementSibling,
    ArrowRight: laid.parentElement.nextElementSibling,
  }[event.key];
  if (next) {
    next.querySelector("button").focus();
    event.preventDefault();
  } else if (
    (event.key === "Delete" || event.key === "Backspace") &&
    laid.getAttribute("aria-pressed") === "true"
  ) {
    press("do-out");
    event.preventDefault();
  }
});

// What is tapped while the answer to an earlier tap is on its way, or while earlier taps wait, waits
// for them: it is sent with the row that the answer brings.
const waiting = [];
let underWay = false;
let goingOn = false;
for (const kind of ["click", "change"]) {
  document.addEventListener(
    kind,
    (event) => {
      const control = event.target.closest?.(
        kind === "click" ? "#designer button[name=do]" : ".designer-for :is(select, input)",
      );
      if (!control || goingOn || !(underWay || waiting.length)) return;
      waiting.push([control.id, kind]);
      event.stopPropagation();
      if (kind === "click") event.preventDefault();
    },
    true,
  );
}
document.addEventListener("htmx:beforeRequest", () => {
  underWay = true;
});
document.addEventListener("htmx:afterRequest", () => {
  underWay = false;
  setTimeout(goOn);
});
document.addEventListener("htmx:afterSettle", show);
function goOn() {
  while (waiting.length && !underWay) {
    const [id, kind] = waiting.shift();
    goingOn = true;
    if (kind === "click") press(id);
    else document.getElementById(id)?.dispatchEvent(new Event("change", { bubbles: true }));
    goingOn = false;
  }
}
document.addEventListener("htmx:sendError", () => {
  waiting.length = 0;
});

// The marked tile stays in sight where the row is longer than its place; the road stays in sight
// below the row.
function show() {
  const row = document.querySelector(".designer-row");
  const marked = row?.querySelector("[aria-pressed=true]");
  const tiles = row?.querySelector(".laid-tiles");
  if (marked) tiles.scrollLeft = marked.parentElement.offsetLeft - tiles.clientWidth / 2;
  if (row) document.documentElement.style.setProperty("--designer-row", `${row.offsetHeight}px`);
}
addEventListener("resize", show);
show();
