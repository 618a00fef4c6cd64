// The page that changes the road of a running stage: says whether the road differs from the one that
// is raced, and asks before it is left unused.
import { gettext } from "../../../js/words.js";
import { readCourse } from "./road-fields.js";

let going = false; // the page is left on purpose

function isChanged() {
  const form = document.getElementById("step-form");
  const stored = JSON.parse(form.dataset.stored);
  return JSON.stringify(readCourse(form, stored.type)) !== JSON.stringify(stored);
}

function show() {
  const state = document.querySelector("[data-road-state]");
  if (!state) return;
  state.textContent = isChanged() ? gettext("Changed, not used yet") : gettext("As it is now");
}

document.addEventListener("input", show);
document.addEventListener("htmx:load", show);
document.addEventListener("submit", () => {
  going = true;
});
document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  going ||= Boolean(detail.xhr.getResponseHeader("HX-Redirect"));
});
addEventListener("pageshow", () => {
  going = false;
});
addEventListener("beforeunload", (event) => {
  if (!going && isChanged()) event.preventDefault();
});
show();
