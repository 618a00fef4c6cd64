// The wizard: steppers, and a draft that keeps itself. htmx sends the form as it changes; this says
// how that went, tries again where there was no connection, puts into a form that is drawn again
// what was entered meanwhile, and sends what is left when the page is closed.
import { gettext } from "./words.js";

(() => {
  const draftForm = () => document.querySelector("form[data-draft]");
  let unsent = false; // something was entered that was not sent
  let unanswered = false; // what was sent last has no answer yet: leaving the page may cut it off
  let changed = null; // the field changed last, to try again from
  let choice = null; // the field changed last that draws the form again, until that has happened
  let asSent = new Map(); // what each field held when the form was last sent
  let later = []; // what was entered since then into a form that is being replaced
  let leaving = false; // the form itself is being submitted
  let again = 0;

  const say = (words, trouble = false) => {
    const place = document.querySelector("[data-saved]");
    if (!place) return;
    place.textContent = words;
    place.classList.toggle("saved-trouble", trouble);
  };

  // Steppers: a tap is one step, holding goes on.
  const step = (button) => {
    const input = button.parentElement.querySelector("input");
    const by = Number(button.dataset.by);
    const grid = Math.abs(by);
    const now = Number(input.value) || 0;
    let next = now + by;
    if (grid > 1 && now % grid)
      next = by > 0 ? Math.ceil(now / grid) * grid : Math.floor(now / grid) * grid;
    next = Math.min(Number(input.max), Math.max(Number(input.min), next));
    if (next === now) return;
    input.value = next;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  let hold = 0;
  let held = false;
  const release = () => {
    clearTimeout(hold);
    hold = 0;
  };
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest(".stepper-button");
    held = false;
    if (!button || event.button) return;
    const go = () => {
      held = true;
      step(button);
      hold = setTimeout(go, 70);
    };
    hold = setTimeout(go, 450);
  });
  for (const name of ["pointerup", "pointercancel", "blur"]) addEventListener(name, release);
  document.addEventListener(
    "contextmenu",
    (event) => event.target.closest(".stepper-button") && event.preventDefault(),
  );
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".stepper-button");
    if (button && !held) step(button);
    held = false;
  });
  const show = (root) => {
    for (const button of root.querySelectorAll(".stepper-button")) button.hidden = false;
  };
  show(document);
  document.addEventListener("htmx:load", (event) => show(event.target));

  document.addEventListener("htmx:afterSettle", () => {
    const heading = document.querySelector(".stage-open [autofocus]");
    if (heading && document.activeElement === heading)
      heading.closest(".stage-open").scrollIntoView({ block: "start" });
  });

  // Keeping.
  document.addEventListener("input", (event) => {
    if (!event.target.closest("form[data-draft]")) return;
    unsent = true;
    changed = event.target;
    if (redraws(changed)) choice = changed;
    say(gettext("Saving …"));
  });
  const redraws = (field) => field.matches("input[hx-post], select[hx-post]");
  const ticked = (field) => ["checkbox", "radio"].includes(field.type);
  const contentOf = (field) => (ticked(field) ? field.checked : field.value);
  const fields = (form) => [...(form?.querySelectorAll("input, select, textarea") ?? [])];
  const differs = (field) => {
    if (ticked(field)) return field.checked !== field.defaultChecked;
    if (!field.matches("select")) return field.value !== field.defaultValue;
    const drawn = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
    return field.value !== drawn?.value;
  };
  // Some fields answer to "input", those that redraw the form to "change".
  const send = (field) => {
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  };
  // Any field sends the whole form: one that redraws it shows what follows from all the others,
  // too.
  const sendOneOf = (found) => {
    if (found.length) send(found.find(redraws) ?? found[0]);
  };
  // What was entered before this script was there, or put back by the browser, is sent too.
  const enteredEarlier = () => fields(draftForm()).filter(differs);
  let started = false;
  const sendEarlier = () => {
    sendOneOf(enteredEarlier());
    started = true;
  };
  document.addEventListener("DOMContentLoaded", () => setTimeout(sendEarlier, 0));
  // So is what was entered after that and before htmx listened.
  document.addEventListener("htmx:load", (event) => {
    const form = draftForm();
    if (event.target === form) {
      choice = null;
      enterAgain(form);
    } else if (event.target.contains(form) && unsent) {
      sendOneOf([choice, changed].filter((field) => field?.form === form));
    }
  });

  // The answer to a choice replaces the form, and may take a while: what was entered meanwhile goes
  // into the new one, and is sent. What a button does may change a field itself: then its new value
  // stands. It may also move rows, so that a field would come to stand for another one: rows take
  // no entries while the answer to a button is on its way.
  const rows = (form, inert) => {
    for (const list of form?.querySelectorAll("[data-rows]") ?? []) list.inert = inert;
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!ours(event)) return;
    const form = draftForm();
    asSent = new Map(fields(form).map((field) => [field.id, contentOf(field)]));
    rows(form, event.detail.elt.matches("button"));
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const form = draftForm();
    if (event.detail.target !== form) return;
    const byButton = event.detail.requestConfig.elt.matches("button");
    const since = (field) =>
      field.id && asSent.has(field.id) && contentOf(field) !== asSent.get(field.id);
    later = fields(form)
      .filter(since)
      .map((field) => ({
        id: field.id,
        value: contentOf(field),
        // Enter it only where this still stands.
        before: byButton ? asSent.get(field.id) : undefined,
        caret: field === document.activeElement ? (field.selectionStart ?? null) : null,
      }));
  });
  const enterAgain = (form) => {
    const entered = later.flatMap(({ id, value, before, caret }) => {
      const field = form.querySelector(`#${CSS.escape(id)}`);
      if (!field || (before !== undefined && contentOf(field) !== before)) return [];
      if (ticked(field)) field.checked = value;
      else field.value = value;
      if (caret !== null) field.setSelectionRange(caret, caret);
      return [field];
    });
    later = [];
    sendOneOf(entered);
  };
  const ours = (event) =>
    event.detail.elt?.closest?.("form[data-draft]") ||
    event.detail.elt?.matches?.("form[data-draft]");
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (ours(event)) {
      clearTimeout(again);
      unsent = false;
      unanswered = !event.detail.elt.matches("button");
      say(gettext("Saving …"));
    }
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr, successful } = event.detail;
    if (!draftForm() || !xhr) return;
    unanswered = false;
    rows(draftForm(), false);
    if (successful || xhr.status === 422) {
      if (!unsent) say(gettext("Saved"));
      return;
    }
    if (!xhr.status) return; // no answer: see below
    unsent = true;
    say(
      xhr.status === 404
        ? gettext("Not saved: this draft is not there any more.")
        : gettext("Not saved. Load the page again."),
      true,
    );
  });
  const retry = () => {
    unsent = true;
    say(gettext("Not saved yet: no connection. Trying again …"), true);
    clearTimeout(again);
    again = setTimeout(() => {
      const field =
        [choice, changed].find((one) => one?.isConnected) ??
        draftForm()?.querySelector("input:not([type=hidden])");
      if (field) send(field);
    }, 3000);
  };
  document.addEventListener("htmx:sendError", retry);
  document.addEventListener("htmx:timeout", retry);

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-draft]")) return;
    leaving = true;
    const button = event.submitter;
    // Only after the browser has read the form, which has to say which button it was.
    if (button?.matches("[data-once]"))
      setTimeout(() => {
        button.disabled = true;
      }, 0);
  });
  addEventListener("pageshow", () => {
    leaving = false;
    for (const button of document.querySelectorAll("[data-once]")) button.disabled = false;
  });
  addEventListener("pagehide", () => {
    const form = draftForm();
    if (!form || leaving) return;
    const owed = unsent || unanswered || (!started && enteredEarlier().length > 0);
    if (owed) navigator.sendBeacon(form.action, new FormData(form));
  });
})();
