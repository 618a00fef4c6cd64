// A title that its fonts break into two lines is written smaller: what stands below keeps its place.
function fit() {
  for (const title of document.querySelectorAll("[data-one-line]")) {
    for (const size of ["long", "longer"]) {
      const line = Number.parseFloat(getComputedStyle(title).lineHeight);
      if (title.offsetHeight > 1.5 * line) title.classList.add(size);
    }
  }
}
fit();
document.addEventListener("htmx:afterSettle", fit);
