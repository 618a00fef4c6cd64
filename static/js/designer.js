// The designer by keyboard: Enter in the field of a code reads it, Delete takes the marked tile out, arrows walk along the row.
const press = (id) => document.getElementById(id)?.click();
document.addEventListener("keydown", (event) => {
  if (event.target.id === "typed" && event.key === "Enter") {
    event.preventDefault();
    press("do-read");
    return;
  }
  const laid = event.target.closest?.(".laid-tile");
  if (!laid || event.altKey || event.ctrlKey || event.metaKey) return;
  const next = { ArrowLeft: laid.parentElement.previousElementSibling, ArrowRight: laid.parentElement.nextElementSibling }[event.key];
  if (next) {
    next.querySelector("button").focus();
    event.preventDefault();
  } else if ((event.key === "Delete" || event.key === "Backspace") && laid.getAttribute("aria-pressed") === "true") {
    press("do-out");
    event.preventDefault();
  }
});

// The marked tile stays in sight where the row is longer than its place.
function show() {
  const row = document.querySelector(".designer-row");
  const marked = row?.querySelector("[aria-pressed=true]");
  if (marked && row.scrollHeight > row.clientHeight) row.scrollTop = marked.offsetTop - row.clientHeight / 2;
}
document.addEventListener("htmx:afterSettle", show);
show();
