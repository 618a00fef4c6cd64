// Sentences of pages, and places and times in words as the server writes them.
//
// A sentence stands whole in the code, with named places for its values, so that a catalogue can
// hold it in another language. A page that loads Django's JavaScriptCatalog has one; without it
// the sentence itself is shown. `.ci/messages.py` finds sentences that are not given to one of
// these two functions.

const PLACE = /%\((\w+)\)s/g;

export function gettext(sentence, values) {
  return fill(globalThis.gettext ? globalThis.gettext(sentence) : sentence, values);
}

// The form that the number decides. Values that are given name the number themselves.
export function ngettext(one, many, count, values = { count }) {
  const english = count === 1 ? one : many;
  return fill(globalThis.ngettext ? globalThis.ngettext(one, many, count) : english, values);
}

function fill(sentence, values = {}) {
  return sentence.replace(PLACE, (place, name) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  );
}

// A sentence whose places are still open as pieces for `append`, elements standing in it.
export function pieces(sentence, values) {
  return sentence
    .split(PLACE)
    .map((piece, index) => (index % 2 ? values[piece] : piece))
    .filter((piece) => piece !== "");
}

export function ordinal(number) {
  const tens = number % 100;
  const ending = tens > 10 && tens < 14 ? "th" : { 1: "st", 2: "nd", 3: "rd" }[number % 10];
  return `${number}${ending || "th"}`;
}

// A place as tourmanager/web/labels.py writes it: "first", "second", later "11th".
export function placeWord(number) {
  const words = [
    gettext("first"),
    gettext("second"),
    gettext("third"),
    gettext("fourth"),
    gettext("fifth"),
    gettext("sixth"),
  ];
  return words[number - 1] ?? ordinal(number);
}

export function clock(seconds) {
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}
