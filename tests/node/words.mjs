// Calls functions of static/js/words.js, with the catalogue of another language or without one.
import { readFileSync } from "node:fs";

const { module, catalogue, calls } = JSON.parse(readFileSync(0, "utf8"));
if (catalogue) {
  // as Django's JavaScriptCatalog gives them
  globalThis.gettext = (sentence) => catalogue[sentence] ?? sentence;
  globalThis.ngettext = (one, many, count) => {
    const forms = catalogue[one] ?? [one, many];
    return forms[count === 1 ? 0 : 1];
  };
}
const words = await import(module);
console.log(JSON.stringify(calls.map(([name, ...values]) => words[name](...values))));
