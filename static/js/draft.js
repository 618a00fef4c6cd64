// The wizard: steppers, and a draft that keeps itself. htmx sends the form as it changes; this says how that went,
// tries again where there was no connection, and sends what is left when the page is closed.
(() => {
  const draftForm = () => document.querySelector("form[data-draft]");
  let unsent = false;      // something was entered that the server has not acknowledged
  let changed = null;      // the field changed last, to try again from
  let leaving = false;     // the form itself is being submitted
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
    if (grid > 1 && now % grid) next = by > 0 ? Math.ceil(now / grid) * grid : Math.floor(now / grid) * grid;
    next = Math.min(Number(input.max), Math.max(Number(input.min), next));
    if (next === now) return;
    input.value = next;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  let hold = 0;
  let held = false;
  const release = () => { clearTimeout(hold); hold = 0; };
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
  document.addEventListener("contextmenu", (event) => event.target.closest(".stepper-button") && event.preventDefault());
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
    if (heading && document.activeElement === heading) heading.closest(".stage-open").scrollIntoView({ block: "start" });
  });

  // Keeping.
  document.addEventListener("input", (event) => {
    if (!event.target.closest("form[data-draft]")) return;
    unsent = true;
    changed = event.target;
    say("Saving …");
  });
  // Some fields answer to "input", those that redraw the form to "change".
  const send = (field) => ["input", "change"].forEach((name) => field.dispatchEvent(new Event(name, { bubbles: true })));
  // What was typed before this script was there, or what the browser put back into the form, is sent too.
  document.addEventListener("DOMContentLoaded", () => setTimeout(() => {
    const early = [...(draftForm()?.querySelectorAll("input") ?? [])].find((input) =>
      ["checkbox", "radio"].includes(input.type) ? input.checked !== input.defaultChecked : input.value !== input.defaultValue);
    if (early) send(early);
  }, 0));
  // So is what was typed into a new form before htmx listened to it.
  document.addEventListener("htmx:load", () => { if (unsent && changed?.isConnected && changed.form?.matches("[data-draft]")) send(changed); });
  const ours = (event) => event.detail.elt?.closest?.("form[data-draft]") || event.detail.elt?.matches?.("form[data-draft]");
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (ours(event)) { clearTimeout(again); unsent = false; say("Saving …"); }
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr, successful } = event.detail;
    if (!document.querySelector("form[data-draft]") || !xhr) return;
    if (successful || xhr.status === 422) { if (!unsent) say("Saved"); return; }
    if (!xhr.status) return; // no answer: see below
    unsent = true;
    say(xhr.status === 404 ? "Not saved: this draft is not there any more." : "Not saved. Load the page again.", true);
  });
  const retry = () => {
    unsent = true;
    say("Not saved yet: no connection. Trying again …", true);
    clearTimeout(again);
    again = setTimeout(() => {
      const field = changed?.isConnected ? changed : draftForm()?.querySelector("input:not([type=hidden])");
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
    if (button?.matches("[data-once]")) setTimeout(() => { button.disabled = true; }, 0);
  });
  addEventListener("pageshow", () => {
    leaving = false;
    for (const button of document.querySelectorAll("[data-once]")) button.disabled = false;
  });
  addEventListener("pagehide", () => {
    const form = draftForm();
    if (form && unsent && !leaving) navigator.sendBeacon(form.action, new FormData(form));
  });
})();
