// What a choice makes needless is not asked for: a part with data-shown-for and data-shown-at only at that choice, name and
// real cards only where a person rides.
function show() {
  for (const part of document.querySelectorAll("[data-shown-for]")) {
    part.hidden = document.getElementById(part.dataset.shownFor).value !== part.dataset.shownAt;
  }
  for (const row of document.querySelectorAll(".seat-row")) {
    const who = row.querySelector("select").value;
    for (const input of row.querySelectorAll("input")) input.closest(".field").hidden = who !== "here" && who !== "link";
    row.classList.toggle("nobody", who === "");
  }
}
document.addEventListener("change", show);
show();
