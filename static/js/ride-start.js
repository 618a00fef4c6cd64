// What a choice makes needless is not asked for: a part with data-shown-for is shown at
// data-shown-at only, or else where something is chosen that is not among data-hidden-at; what a
// seat has besides its player only where a person rides.
function show() {
  for (const part of document.querySelectorAll("[data-shown-for]")) {
    const { value } = document.getElementById(part.dataset.shownFor);
    const { shownAt, hiddenAt = "" } = part.dataset;
    part.hidden =
      shownAt === undefined
        ? value === "" || hiddenAt.split(" ").includes(value)
        : value !== shownAt;
  }
  for (const row of document.querySelectorAll(".seat-row")) {
    const who = row.querySelector("select").value;
    for (const input of row.querySelectorAll("input"))
      input.closest(".field").hidden = who !== "here" && who !== "link";
    row.classList.toggle("nobody", who === "");
  }
}
document.addEventListener("change", show);
show();

// What was chosen before the scripts were there, or is remembered by the browser, counts as chosen
// now: the page shows what belongs to it. (htmx is ready by then: it listens for the same event.) A
// form that keeps itself sends what was entered earlier by draft.js.
document.addEventListener("DOMContentLoaded", () => {
  const controls = document.querySelectorAll("form:not([data-draft]) :is(select, input)");
  const chosen = [...controls].find(isChanged);
  chosen?.dispatchEvent(new Event("change", { bubbles: true }));
});

function isChanged(control) {
  if (!control.matches("select")) return control.checked !== control.defaultChecked;
  const first = [...control.options].findIndex((each) => each.defaultSelected);
  return control.selectedIndex !== Math.max(first, 0);
}
