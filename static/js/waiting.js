// List the taps that wait on this device, by tour, stage and account: on the front page, on Load,
// and on a stage's page those of other accounts. Only the stage's own page sends them, under the
// account that made them; here they can be found, and discarded after a question.
import { WAITING, readItems, removeItem } from "./taps-store.js";
import { cookie, element } from "./taps-parts.js";
import { ask, button } from "./taps-notices.js";

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
  const count = items.length === 1 ? "1 tap" : `${items.length} taps`;
  const whose = name ? `${count} of ${name}` : count;
  const stageName = title || `${slug}, stage ${stage}`;
  const where = place.dataset.tour ? "here" : `on this device, for ${stageName}`;
  const [wait, them] = items.length === 1 ? ["waits", "it"] : ["wait", "them"];
  const mine = Boolean(account) && (!owner || owner === account);
  const how = mine ? "Open the stage to send" : `Sign in${name ? ` as ${name}` : ""} to send`;
  const line = element("div", { class: "trouble" });
  line.append(element("p", {}, `${whose} ${wait} ${where}, not sent yet. ${how} ${them}.`));
  const [tourPart, stagePart] = [slug, stage].map(encodeURIComponent);
  const page = place.dataset.page
    .replace("/TOUR/", `/${tourPart}/`)
    .replace("/0/", `/${stagePart}/`);
  const signIn = `${place.dataset.signIn}?next=${encodeURIComponent(`${page}?line=`)}`;
  const link = (href, words) => element("a", { class: "button primary", href }, words);
  if (mine) line.append(link(`${page}?line=`, "Open the stage"));
  else if (account) line.append(button("Switch account", { "data-switch": "" }));
  else line.append(link(signIn, "Sign in"));
  line.querySelector("[data-switch]")?.addEventListener("click", () => switchAccount(signIn));
  const discard = button("Discard", {});
  const away = () => {
    for (const item of items) removeItem(item.key);
    show();
  };
  const question = `Discard ${whose} for good?`;
  discard.addEventListener("click", () => ask(line, question, `Discard ${count}`, "Keep", away));
  line.append(discard);
  return line;
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
