// Notices of the stage page about its taps: whether they are saved, why not yet, what to decide.
import { element } from "./taps-parts.js";
import { gettext, ngettext } from "./words.js";

const SENDING = {
  idle: () => gettext("Saved"),
  sending: (count) => (count > 1 ? gettext("Sending %(count)s", { count }) : gettext("Sending")),
  gone: (count) => gettext("Not sent (%(count)s)", { count }),
};
const DISCARD = gettext("Discard them");

// Why taps wait, and what the user may do: [where the browser keeps them, where it does not].
const WHY = {
  offline: () => [
    gettext("No connection. Keep logging: your taps are kept here and sent later."),
    gettext(
      "No connection, and this browser cannot keep taps: leave this page open until all are sent.",
    ),
  ],
  trouble: () => [
    gettext("The server has a problem. Your taps are kept here and sent again later."),
    gettext(
      "The server has a problem, and this browser cannot keep taps: leave this page open until all are sent.",
    ),
  ],
  "signed-out": ({ name }) => [
    gettext("Sign in again as %(name)s to send your taps. They are kept here.", { name }),
    gettext(
      "Sign in again as %(name)s in another tab to send your taps. This browser cannot keep them: leave this page open.",
      { name },
    ),
  ],
  account: ({ name }) => [
    gettext(
      "Somebody else is signed in on this device now. Taps of %(name)s are sent only under that account. They are kept here until %(name)s signs in.",
      { name },
    ),
    gettext(
      "Somebody else is signed in on this device now. Sign in as %(name)s in another tab. This browser cannot keep taps: leave this page open.",
      { name },
    ),
  ],
  forbidden: ({ name }) => [
    gettext(
      "The server refuses taps of %(name)s in this tour. They are kept here. Load the page again, or ask a director of the tour.",
      { name },
    ),
    gettext(
      "The server refuses taps of %(name)s in this tour, and this browser cannot keep them: write them down before you close this page.",
      { name },
    ),
  ],
  gone: () => [
    gettext("This tour no longer exists. Your taps are kept here."),
    gettext(
      "This tour no longer exists, and this browser cannot keep taps: they are lost when you close this page.",
    ),
  ],
};
const CANNOT_STORE = gettext(
  "This browser cannot keep taps: a tap that is not sent yet is lost when you close this page.",
);

// A notice takes room and moves what stands below it. While a finger is down it waits, or the tap
// would end on another rider than it began on, or on none.
const LONGEST_PRESS = 5000; // a finger that never seems to rise delays notices no longer
const AFTER_PRESS = 100; // the click comes a moment after the finger has risen
let pressed = 0;
let delayed = new Map();

function whenReleased(what, show) {
  if (pressed) delayed.set(what, show);
  else show();
}

function released() {
  clearTimeout(pressed);
  pressed = 0;
  const shows = delayed;
  delayed = new Map();
  for (const show of shows.values()) show();
}

function releasedIn(milliseconds) {
  clearTimeout(pressed);
  pressed = setTimeout(released, milliseconds);
}

addEventListener("pointerdown", () => releasedIn(LONGEST_PRESS), true);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => pressed && releasedIn(AFTER_PRESS), true);
}
addEventListener("click", () => pressed && releasedIn(0), true);

export function showSending(view, queue, history) {
  const { root, flow } = view;
  const place = root.querySelector("#sending");
  const count = queue.items.length;
  const state = history.hasMissing
    ? "history"
    : count
      ? flow === "idle"
        ? "sending"
        : flow
      : "saved";
  // A tap that is saved at once need not flicker.
  place.dataset.state = state;
  place.dataset.count = count;
  const waiting = SENDING[state] || (() => gettext("Not sent yet (%(count)s)", { count }));
  const saved = history.hasMissing ? gettext("Not all saved") : gettext("Saved");
  place.textContent = count ? waiting(count) : saved;
  whenReleased("history", () => showHistory(root, history));
  whenReleased("why", () => showWhy(view, queue, state, count));
}

function showWhy({ root, flow }, queue, state, count) {
  const kept = queue.canStore && !queue.hasUnstored;
  const owner = { name: root.dataset.accountName };
  const why = count || flow === "account" ? WHY[count ? state : flow]?.(owner) : null;
  const words = why ? why[kept ? 0 : 1] : kept ? "" : CANNOT_STORE;
  const bar = root.querySelector("#trouble");
  if ((bar.dataset.words || "") === words) return;
  bar.dataset.words = words;
  bar.replaceChildren();
  if (!words) return;
  bar.append(element("p", {}, words));
  if (state === "signed-out") bar.append(signIn(root, kept));
  if (flow === "account") bar.append(button(gettext("Switch account"), { "data-switch": "" }));
  if (!count) return;
  const stopped = ["signed-out", "gone", "forbidden", "account"].includes(flow);
  if (stopped) bar.append(button(DISCARD, { "data-forget": "" }));
  if (["trouble", "offline"].includes(state))
    bar.append(button(gettext("Send now"), { "data-retry": "" }));
}

// Without storage the taps exist only in this page, so the sign-in opens in another tab.
function signIn(root, kept) {
  const attributes = { class: "button", href: root.dataset.signIn };
  const aside = kept ? {} : { target: "_blank", rel: "noopener" };
  return element("a", { ...attributes, ...aside }, gettext("Sign in"));
}

function showHistory(root, history) {
  const bar = root.querySelector("#restored");
  const words = history.hasMissing ? missingWords(root, history) : history.restored ? RESTORED : "";
  if ((bar.dataset.words || "") === words) return;
  bar.dataset.words = words;
  bar.replaceChildren();
  if (!words) return;
  bar.append(element("p", {}, words));
  if (!history.hasMissing)
    return bar.append(button(gettext("OK"), { "data-dismiss-restored": "" }));
  const page = { class: "button", href: root.dataset.self };
  const again = { "data-send-again": "" };
  if (history.open) bar.append(button(gettext("Send them again"), again, "button primary"));
  else bar.append(element("a", page, gettext("Load the page again")));
  bar.append(button(gettext("Leave them out"), { "data-leave-out": "" }));
}

const RESTORED = gettext(
  "The server was restored from a backup. This page shows the restored log: check whether anything is missing.",
);

function missingWords(root, { missing, open }) {
  const said = [
    ngettext(
      "The server was restored from an older backup: %(count)s tap that was saved from this device is missing there.",
      "The server was restored from an older backup: %(count)s taps that were saved from this device are missing there.",
      missing.length,
    ),
  ];
  const last = missing.at(-1).words;
  if (last) said.push(gettext("The last one: %(tap)s.", { tap: last }));
  if (!open)
    said.push(
      gettext("%(stage)s is not open now. The taps stay on this device until it is.", {
        stage: root.dataset.title,
      }),
    );
  return said.join(" ");
}

// Asks before something is thrown away: the notice itself becomes the question.
export function ask(bar, question, yes, no, then) {
  const before = [...bar.childNodes];
  const agree = button(yes, {}, "button danger");
  const keep = button(no, {});
  bar.replaceChildren(element("p", {}, question), agree, keep);
  const back = () => bar.replaceChildren(...before);
  agree.addEventListener("click", () => {
    back();
    then();
  });
  keep.addEventListener("click", back);
  keep.focus();
}

export function button(words, attributes, kind = "button") {
  return element("button", { type: "button", class: kind, ...attributes }, words);
}

// A refused tap is named on the page until it is dismissed.
export function say({ root }, words, what = "") {
  const text = what ? gettext("Not counted: %(what)s. %(reason)s", { what, reason: words }) : words;
  whenReleased(text, () => showRefusal(root.querySelector("#refused"), text));
}

function showRefusal(place, text) {
  if ([...place.children].some((each) => each.firstChild.textContent === text)) return;
  const line = element("div", { class: "refusal" });
  line.append(element("p", {}, text), button(gettext("OK"), { "data-dismiss": "" }));
  place.append(line);
}
