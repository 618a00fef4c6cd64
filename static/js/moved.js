// The pictures of the end of a stage move once on a device: who looks again finds all in its place.
// Set before the page is drawn.
(() => {
  const key = document.currentScript.dataset.moved;
  try {
    if (sessionStorage.getItem("moved") === key) document.documentElement.dataset.moved = "";
    sessionStorage.setItem("moved", key);
  } catch {
    /* storage is closed: it moves again */
  }
})();
