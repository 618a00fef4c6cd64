// List the taps that wait on this device, by tour, stage and account: on the front page, on Load,
// and on a stage's page those of other accounts. Only the stage's own page sends them, under the
// account that made them; here they can be found, and discarded after a question.
import { WAITING, readItems, removeItem } from "./taps-store.js";
import { cookie, element } from "./taps-parts.js";
import { ask, button } from "./taps-notices.js";
import { gettext, ngettext } from "./words.js";

const place = document.querySelector("[data-waiting]");
if (place) {
  show();
  addEventListener("storage", show);
  addEventListener("pageshow", (event) => event.persisted && show());
}

function show() {
  const { tour, number, account, besideBoard } = place.dataset;
  const stages = new Map();
  for (const item of readItems(WAITING)) {
    const [, slug, stage] = item.key.split("/");
    if (tour && (slug !== tour || stage !== number)) continue;
    // The board itself shows one's own taps; older versions stored no account.
    if (besideBoard !== undefined && (!item.account || item.account === account)) continue;
    const key = `${slug}/${stage}/${item.account || ""}`;
    if (!stages.has(key)) stages.set(key, { slug, stage, items: [] });
    stages.get(key).items.push(item);
  }
  place.replaceChildren(...[...stages.values()].map(row));
  place.hidden = !stages.size;
}

function row({ slug, stage, items }) {
  const { account } = place.dataset;
  const { account: owner, name, title } = items.at(-1);
  const count = items.length;
  const stageName = title || gettext("%(tour)s, stage %(number)s", { tour: slug, number: stage });
  const waits = place.dataset.tour ? waitHere(count, name) : waitFor(stageName, count, name);
  const mine = Boolean(account) && (!owner || owner === account);
  const how = mine ? openWords(count) : signInWords(count, name);
  const line = element("div", { class: "trouble" });
  line.append(element("p", {}, `${waits} ${how}`));
  const [tourPart, stagePart] = [slug, stage].map(encodeURIComponent);
  const page = place.dataset.page
    .replace("/TOUR/", `/${tourPart}/`)
    .replace("/0/", `/${stagePart}/`);
  const open = `${page}?line=`;
  const signIn = `${place.dataset.signIn}?next=${encodeURIComponent(open)}`;
  const link = (href, words) => element("a", { class: "button primary", href }, words);
  if (mine) line.append(link(open, gettext("Open the stage")));
  else if (account) line.append(button(gettext("Switch account"), { "data-switch": "" }));
  else line.append(link(signIn, gettext("Sign in")));
  line.querySelector("[data-switch]")?.addEventListener("click", () => switchAccount(signIn));
  const discard = button(gettext("Discard"), {});
  const away = () => {
    for (const item of items) removeItem(item.key);
    show();
  };
  const yes = ngettext("Discard %(count)s tap", "Discard %(count)s taps", count);
  discard.addEventListener("click", () =>
    ask(line, discardWords(count, name), yes, gettext("Keep"), away),
  );
  line.append(discard);
  return line;
}

function waitHere(count, name) {
  if (!name)
    return ngettext(
      "%(count)s tap waits here, not sent yet.",
      "%(count)s taps wait here, not sent yet.",
      count,
    );
  return ngettext(
    "%(count)s tap of %(name)s waits here, not sent yet.",
    "%(count)s taps of %(name)s wait here, not sent yet.",
    count,
    { count, name },
  );
}

function waitFor(stage, count, name) {
  if (!name)
    return ngettext(
      "%(count)s tap waits on this device, for %(stage)s, not sent yet.",
      "%(count)s taps wait on this device, for %(stage)s, not sent yet.",
      count,
      { count, stage },
    );
  return ngettext(
    "%(count)s tap of %(name)s waits on this device, for %(stage)s, not sent yet.",
    "%(count)s taps of %(name)s wait on this device, for %(stage)s, not sent yet.",
    count,
    { count, name, stage },
  );
}

function openWords(count) {
  return ngettext("Open the stage to send it.", "Open the stage to send them.", count);
}

function signInWords(count, name) {
  if (!name) return ngettext("Sign in to send it.", "Sign in to send them.", count);
  return ngettext("Sign in as %(name)s to send it.", "Sign in as %(name)s to send them.", count, {
    name,
  });
}

function discardWords(count, name) {
  if (!name)
    return ngettext("Discard %(count)s tap for good?", "Discard %(count)s taps for good?", count);
  return ngettext(
    "Discard %(count)s tap of %(name)s for good?",
    "Discard %(count)s taps of %(name)s for good?",
    count,
    { count, name },
  );
}

// Sign out first: the sign-in page redirects anybody who is signed in.
export function switchAccount(signIn) {
  const fields = { csrfmiddlewaretoken: cookie("csrftoken") || "", next: signIn };
  const { signOut } = document.querySelector("[data-waiting]").dataset;
  const form = element("form", { method: "post", action: signOut, hidden: "" });
  for (const [name, value] of Object.entries(fields)) {
    form.append(element("input", { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
}
