// The season as a road: a tap on a round shows the table after it, and the road stays where it is.
// Without this script the signs are links to the same pages.

const road = document.querySelector("[data-season]");

/** Bring the sign of the round shown to the middle of a road that scrolls. */
function centre(sign) {
  const strip = road.parentElement;
  const item = sign.closest("li");
  strip.scrollLeft = item.offsetLeft + item.offsetWidth / 2 - strip.clientWidth / 2;
}

/** Show the table after the round of that sign. */
async function show(sign, { push = true } = {}) {
  const address = new URL(sign.dataset.table, location.href);
  let answer;
  try {
    answer = await fetch(address, { headers: { "X-Requested-With": "fetch" } });
  } catch {
    answer = null;
  }
  if (!answer?.ok) {
    location.assign(address);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector(".league-columns");
  if (!fresh) {
    location.assign(address);
    return;
  }
  slide(fresh);
  for (const each of road.querySelectorAll("[data-round]")) {
    each.toggleAttribute("aria-current", false);
    if (each === sign) each.setAttribute("aria-current", "true");
    each.href = each === sign ? each.dataset.tour : each.dataset.table;
  }
  if (push) history.pushState({ round: sign.dataset.round }, "", address);
}

/** Put the fresh table in place of the one shown; rows slide to where they went. */
function slide(fresh) {
  const shown = document.querySelector(".league-columns");
  const before = new Map(
    [...shown.querySelectorAll("[data-who]")].map((row) => [
      row.dataset.who,
      row.getBoundingClientRect().top,
    ]),
  );
  shown.replaceWith(fresh);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const row of fresh.querySelectorAll("[data-who]")) {
    const from = before.get(row.dataset.who);
    const by = from === undefined ? 0 : from - row.getBoundingClientRect().top;
    if (by) {
      row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], {
        duration: 300,
        easing: "ease",
      });
    }
  }
}

if (road) {
  const signs = [...road.querySelectorAll("[data-round]")];
  const query = new URLSearchParams(location.search);
  for (const sign of signs) {
    query.set("after", sign.dataset.round);
    sign.dataset.table = `?${query}`;
  }
  const current = () => signs.find((sign) => sign.hasAttribute("aria-current"));
  if (current()) centre(current());

  road.addEventListener("click", (event) => {
    const sign = event.target.closest("[data-round]");
    if (!sign || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (sign.hasAttribute("aria-current")) return; // the round shown leads to its tour
    event.preventDefault();
    show(sign);
  });
  road.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = signs.indexOf(event.target.closest("[data-round]"));
    const next = step && at >= 0 ? signs[at + step] : null;
    if (!next) return;
    event.preventDefault();
    next.focus();
    centre(next);
    show(next);
  });
  addEventListener("popstate", () => location.reload());
}
