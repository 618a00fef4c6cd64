// Share a page: by the device's own sheet where it has one, otherwise its address is copied, and
// where even that is not allowed it is shown to copy by hand. A button says what: data-share,
// data-title, data-address.
import { gettext } from "./words.js";

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share]");
  if (button) share(button);
});

function offer() {
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
}
offer();
document.addEventListener("htmx:afterSettle", offer);

async function share(button) {
  const url = new URL(button.dataset.address, location.href).href;
  if (navigator.share) {
    try {
      await navigator.share({ title: button.dataset.title, url });
      return;
    } catch (refused) {
      if (refused.name === "AbortError") return; // closed by hand
    }
  }
  const copied = (await copy(url)) || copyByHand(url);
  say(copied ? gettext("Link copied") : gettext("Copy this link: %(url)s", { url }));
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // without https there is no clipboard
  }
}

function copyByHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}

function say(words) {
  for (const line of document.querySelectorAll("[data-share-said]")) line.textContent = words;
}
