// The page of a digital stage: keys, the commentary's filter, answers narrowed down part by part.
import { gettext, ngettext } from "./words.js";

const ride = () => document.getElementById("ride");

// -- keys: the number of an answer, q w e to let it pass, u to undo
document.addEventListener("keydown", (event) => {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target.closest("input, select, textarea, dialog[open]")
  )
    return;
  const button = ride()?.querySelector(`.ride-ask button[data-key="${CSS.escape(event.key)}"]`);
  if (!button || button.closest("[hidden]")) return;
  event.preventDefault();
  button.click();
});

// -- one tap is one answer: what is being sent is not sent again, and a poll that was on its way
// is not drawn over it
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") ride()?.setAttribute("data-sending", "");
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") ride()?.removeAttribute("data-sending");
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (
    event.detail.target.id === "ride" &&
    event.detail.requestConfig.verb === "get" &&
    ride()?.hasAttribute("data-sending")
  ) {
    event.detail.shouldSwap = false;
  }
});

// -- the commentary of one team
let shown = "";
function filter() {
  for (const chip of document.querySelectorAll(".told [data-told]"))
    chip.setAttribute("aria-pressed", String(chip.dataset.told === shown));
  for (const line of document.querySelectorAll(".told-line[data-teams]")) {
    const teams = line.dataset.teams.split(" ");
    line.hidden = shown !== "" && !line.classList.contains("told-turn") && !teams.includes(shown);
  }
}
document.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-told]");
  if (!chip) return;
  shown = chip.dataset.told;
  filter();
});

// -- many answers of several parts: one rider after the other
const SEPARATOR = "=";
function parts(button) {
  return button.dataset.parts.split("|").map((part) => part.split(SEPARATOR));
}

function narrow(form) {
  const buttons = [...form.querySelectorAll("button[data-parts]")];
  const chosen = new Map();
  const box = document.createElement("div");
  box.className = "narrowing";
  form.querySelector(".answers").before(box);
  form.querySelector(".answers").hidden = true;

  const fits = (button, but) =>
    parts(button).every(
      ([about, what]) => about === but || !chosen.has(about) || chosen.get(about) === what,
    );
  const draw = () => {
    box.replaceChildren();
    for (const about of new Set(
      buttons.flatMap((button) => parts(button).map(([subject]) => subject)),
    )) {
      const offered = [
        ...new Set(
          buttons
            .filter((button) => fits(button, about))
            .map((button) => new Map(parts(button)).get(about)),
        ),
      ];
      const row = document.createElement("fieldset");
      const legend = document.createElement("legend");
      legend.textContent = about;
      row.append(legend);
      for (const what of offered) {
        const option = document.createElement("button");
        option.type = "button";
        option.className = "chip";
        option.textContent = what;
        option.setAttribute(
          "aria-pressed",
          String(chosen.get(about) === what || offered.length === 1),
        );
        option.addEventListener("click", () => {
          if (chosen.get(about) === what) chosen.delete(about);
          else chosen.set(about, what);
          draw();
        });
        row.append(option);
      }
      box.append(row);
    }
    const left = buttons.filter((button) => fits(button));
    const done = document.createElement("button");
    done.className = "button primary wide";
    done.name = "answer";
    if (left.length === 1) {
      done.value = left[0].value;
      done.textContent =
        left[0].querySelector(".answer-then")?.textContent ||
        left[0].querySelector(".answer-words").textContent;
    } else {
      done.disabled = true;
      done.textContent = ngettext(
        "%(count)s way is left: choose for each rider",
        "%(count)s ways are left: choose for each rider",
        left.length,
      );
    }
    box.append(done);
  };
  draw();
}

// -- the head of the page knows where the stage stands, too: when it begins or ends, the whole
// page is loaded
const stood = ride()?.dataset.state;
const title = document.title;

function dress() {
  if (ride()?.dataset.state !== stood) {
    location.reload();
    return;
  }
  // For players who look at another tab meanwhile.
  document.title = ride()?.dataset.asked ? gettext("Your turn · %(title)s", { title }) : title;
  filter();
  const form = ride()?.querySelector("form[data-narrow]");
  if (form && !form.querySelector(".narrowing")) narrow(form);
}
document.addEventListener("htmx:afterSettle", dress);
dress();
