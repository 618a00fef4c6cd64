// What every page shares: the display switch, sheets (dialogs), menus that close, double taps, and
// trouble said in words.
import { gettext } from "./words.js";

(() => {
  const root = document.documentElement;

  // Display: automatic, day or night.
  for (const group of document.querySelectorAll("[data-theme-switch]")) {
    group.hidden = false;
    for (const radio of group.querySelectorAll("input")) {
      radio.checked = radio.value === (root.dataset.theme || "auto");
      radio.addEventListener("change", () => {
        if (radio.value === "auto") delete root.dataset.theme;
        else root.dataset.theme = radio.value;
        try {
          localStorage.setItem("theme", radio.value);
        } catch {
          /* lasts for this page only */
        }
      });
    }
  }

  // On a narrow screen the tabs scroll sideways: the current one is in sight from the start.
  for (const current of document.querySelectorAll(".tabs [aria-current]")) {
    const row = current.parentElement;
    row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }

  // What scrolls sideways can be scrolled by keyboard too.
  const reachable = () => {
    for (const box of document.querySelectorAll(".scroll")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  reachable();
  addEventListener("resize", reachable);
  document.addEventListener("htmx:afterSettle", reachable);

  // <button data-opens="id"> opens dialog#id; <button data-closes> closes the one it stands in.
  // A menu closes when something beside it is pressed, and with Escape.
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    if (opener) {
      document.getElementById(opener.dataset.opens)?.showModal();
      event.preventDefault();
    }
    if (event.target.closest("[data-closes]") || event.target.matches("dialog.sheet")) {
      event.target.closest("dialog")?.close();
    }
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // The second of two quick taps on a button sends nothing: the first is on its way. Forms that
  // htmx or a page's own script sends are prevented from being sent by the browser, and look after
  // themselves.
  const AGAIN = 3000;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (Date.now() - (form.dataset.sentAt || 0) < AGAIN) event.preventDefault();
    else form.dataset.sentAt = Date.now();
  });
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent-at]")) delete form.dataset.sentAt;
  });

  // Where a page needs htmx only for what stands further down, it comes when that is scrolled to.
  const later = document.querySelector('meta[name="htmx-later"]');
  if (later) {
    const watcher = new IntersectionObserver(
      (parts) => {
        if (!parts.some((part) => part.isIntersecting)) return;
        watcher.disconnect();
        const script = document.createElement("script");
        script.src = later.content;
        document.head.append(script);
      },
      { rootMargin: "0px 0px -24px" },
    );
    for (const part of document.querySelectorAll("[hx-get]")) watcher.observe(part);
  }

  // A dialog that htmx fills opens when it has arrived.
  document.addEventListener("htmx:afterSwap", (event) => {
    const sheet = event.target.closest?.("dialog.sheet");
    if (sheet && !sheet.open && sheet.hasChildNodes()) sheet.showModal();
  });

  // Trouble on the way: said where every page has room for it. A part that keeps its own unsent
  // taps says so itself.
  const say = (event, words) => {
    if (event.detail?.elt?.closest?.("[data-own-errors]")) return;
    const place = document.getElementById("alert");
    const line = document.createElement("p");
    line.className = "warning";
    line.textContent = words;
    place.replaceChildren(line);
  };
  const hush = (event) => {
    if (!event.detail.failed && event.detail.successful)
      document.getElementById("alert").replaceChildren();
  };
  document.addEventListener("htmx:sendError", (event) =>
    say(
      event,
      gettext("Not sent: there is no connection to the server. Check the wifi, then try again."),
    ),
  );
  document.addEventListener("htmx:timeout", (event) =>
    say(event, gettext("Not sent: the server did not answer in time. Try again.")),
  );
  document.addEventListener("htmx:swapError", (event) =>
    say(
      event,
      gettext("The answer could not be shown. Load the page again to see how things stand."),
    ),
  );
  document.addEventListener("htmx:responseError", (event) => {
    const { status } = event.detail.xhr;
    // A 503 answer brings its own message: the database cannot be reached, is busy or full.
    if (status >= 500 && status !== 503)
      say(
        event,
        gettext("Something went wrong on the server. Nothing was changed. Load the page again."),
      );
  });
  document.addEventListener("htmx:afterRequest", hush);
})();
