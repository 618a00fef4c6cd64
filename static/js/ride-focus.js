// Keep the focus when the ride is drawn again: after an answer on the question, else on the same
// control. The focus elsewhere on the page is not touched, and nothing scrolls. What somebody has
// unfolded stays open when news come.
const ride = () => document.getElementById("ride");
const TYPED = "input:not([type=hidden], [type=radio], [type=checkbox]), textarea";
let unfolded = []; // the words of what was open before
let lastFocus = null; // what had the focus before the ride was drawn again

// Identify a control, however often the ride is drawn again.
function key(element) {
  const { localName, id, name, value, dataset } = element;
  const more = [element.getAttribute("href"), dataset.told, dataset.key];
  return [localName, id, name, value, ...more].join("|");
}

const wordsOf = (summary) => summary.textContent.trim();
const nothingFocused = () => [null, document.body].includes(document.activeElement);
const question = (root) => root?.querySelector("#question")?.textContent.trim();

document.addEventListener("htmx:beforeSwap", (event) => {
  const active = document.activeElement;
  if (event.detail.target.id !== "ride" || !event.detail.shouldSwap) return;
  lastFocus = null;
  const isNews = event.detail.requestConfig.verb === "get";
  unfolded = isNews ? [...ride().querySelectorAll("details[open] > summary")].map(wordsOf) : [];
  if (!ride()?.contains(active)) return;
  lastFocus = {
    asked: Boolean(active.closest(".ride-ask")),
    answered: event.detail.requestConfig.verb === "post",
    question: question(ride()),
    key: key(active),
    typed: active.matches(TYPED) ? active : null,
  };
});

// Find the same control if the same is still asked, else the question.
function findTarget(was) {
  if (was.typed && !was.answered) {
    const { name, value, selectionStart, selectionEnd } = was.typed;
    const field = ride().querySelector(`[name="${CSS.escape(name)}"]:is(${TYPED})`);
    if (field) {
      field.value = value;
      field.setSelectionRange(selectionStart, selectionEnd);
      return field;
    }
  }
  const stays = !was.asked || (!was.answered && was.question === question(ride()));
  const controls = [...ride().querySelectorAll("a, button, input, summary, [tabindex]")];
  const same = stays && controls.find((each) => key(each) === was.key);
  return same || ride().querySelector("#question");
}

document.addEventListener("htmx:afterSettle", () => {
  for (const summary of ride()?.querySelectorAll("details > summary") ?? [])
    if (unfolded.includes(wordsOf(summary))) summary.parentElement.open = true;
  unfolded = [];
  if (!lastFocus || !ride()) return;
  const was = lastFocus;
  lastFocus = null;
  if (nothingFocused()) findTarget(was)?.focus({ preventScroll: true });
});

// When the dialog of a rule closes, its link may have been drawn again meanwhile.
let opener = null;
document.addEventListener("click", (event) => {
  const link = event.target.closest('#ride a[hx-target="#rule"]');
  if (link) opener = { asked: false, answered: false, key: key(link), typed: null };
});
document.getElementById("rule")?.addEventListener("close", () => {
  if (opener && nothingFocused()) findTarget(opener)?.focus({ preventScroll: true });
  opener = null;
});
