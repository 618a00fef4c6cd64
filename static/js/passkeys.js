// Passkeys: a form asks the server what is wanted (its data-options), the browser for it, and then
// sends what the browser answered in its field "answer". data-passkey says whether one is made
// ("create") or used ("get"). The forms are hidden until this script has found that the browser has
// passkeys: it has none without HTTPS (but at localhost), nor where the address is a number.
import { gettext } from "./words.js";

const ADDRESS_OF_NUMBERS = /^(?:[\d.]+|\[.*\])$/;

if (
  window.isSecureContext &&
  window.PublicKeyCredential &&
  !ADDRESS_OF_NUMBERS.test(location.hostname)
) {
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      start(form);
    });
  }
  for (const line of document.querySelectorAll("[data-passkey-missing]")) line.hidden = true;
}

async function start(form) {
  const button = form.querySelector("button");
  if (button.disabled) return;
  button.disabled = true;
  say(form, "");
  try {
    const answer = await ask(form.dataset.passkey, await fetchOptions(form));
    form.elements.answer.value = JSON.stringify(answer);
    form.submit();
  } catch (trouble) {
    say(form, wording(trouble));
    button.disabled = false;
  }
}

class Refused extends Error {}

async function fetchOptions(form) {
  const response = await fetch(form.dataset.options, { method: "POST", body: new FormData(form) });
  if (response.redirected) throw new Refused(gettext("You are signed out. Load the page again."));
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  if (response.ok && isJson) return response.json();
  if (isJson) throw new Refused((await response.json()).message);
  throw new Refused(
    response.status === 429
      ? gettext("Too many tries. Wait some minutes, then try again.")
      : gettext("The server did not take that. Load the page again."),
  );
}

async function ask(kind, options) {
  const publicKey = { ...options, challenge: toBytes(options.challenge) };
  if (kind === "create") {
    publicKey.user = { ...options.user, id: toBytes(options.user.id) };
    publicKey.excludeCredentials = options.excludeCredentials.map(withBytes);
    return toJson(await navigator.credentials.create({ publicKey }));
  }
  publicKey.allowCredentials = options.allowCredentials.map(withBytes);
  return toJson(await navigator.credentials.get({ publicKey }));
}

function withBytes(credential) {
  return { ...credential, id: toBytes(credential.id) };
}

// Older browsers cannot write a credential as JSON by themselves.
function toJson(credential) {
  const response = {};
  for (const part of [
    "clientDataJSON",
    "attestationObject",
    "authenticatorData",
    "signature",
    "userHandle",
  ]) {
    if (credential.response[part]) response[part] = toText(credential.response[part]);
  }
  return { id: credential.id, rawId: toText(credential.rawId), type: credential.type, response };
}

function toBytes(text) {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.codePointAt(0));
}

function toText(buffer) {
  const letters = Array.from(new Uint8Array(buffer), (byte) => String.fromCodePoint(byte));
  return btoa(letters.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function wording(trouble) {
  if (trouble instanceof Refused) return trouble.message;
  switch (trouble.name) {
    case "NotAllowedError":
      return gettext("It was cancelled, took too long, or this device has no passkey. Try again.");
    case "InvalidStateError":
      return gettext("This device has a passkey for your account already.");
    case "TypeError":
      return gettext(
        "Not sent: there is no connection to the server. Check the wifi, then try again.",
      );
    default:
      return gettext("This browser cannot use a passkey here.");
  }
}

function say(form, words) {
  const place = form.querySelector("[data-passkey-trouble]");
  const line = document.createElement("p");
  line.className = "warning";
  line.textContent = words;
  place.replaceChildren(...(words ? [line] : []));
}
