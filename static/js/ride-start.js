// The road of one's own is asked for only where it is chosen, and a name only where a person rides.
const road = document.getElementById("id_road");
const own = document.querySelector(".own-road");
function show() {
  if (own) own.hidden = road.value !== "own";
  for (const row of document.querySelectorAll(".seat-row")) {
    const who = row.querySelector("select").value;
    row.querySelector("input").closest(".field").hidden = who !== "here" && who !== "link";
    row.classList.toggle("nobody", who === "");
  }
}
document.addEventListener("change", show);
show();
