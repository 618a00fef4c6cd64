// The card below a road: what is held, its place and category, what can be added, and the course
// check in a line of words.
import { gettext } from "../../../js/words.js";
import { FINISH, isLocked, kindOf, passAt, placeOf } from "./road-landing.js";
import { facts, factOf, nameOf } from "./road-words.js";

export function drawCard(card, scene, asks) {
  const { course, rules, selected } = scene;
  const find = (name) => card.querySelector(`[data-road-${name}]`);
  const locked = selected !== null && isLocked(course, rules, selected);
  const named = asks ?? {
    name: nameWords(course, rules, selected),
    words: factWords(course, rules, selected, locked),
  };
  find("name").textContent = named.name;
  find("fact").textContent = named.words;
  find("room").hidden = find("cancel").hidden = !asks;
  const free = selected !== null && !asks && !locked;
  find("out").hidden = !free || selected === FINISH;
  find("hold").hidden = !free;
  drawAdds(card, course, rules, asks);
  if (free) drawHold(card, find, course, selected);
  drawFacts(find("facts"), facts(course, rules));
}

function drawAdds(card, course, rules, asks) {
  const full = {
    pass: course.passes.length >= rules.mostPasses,
    sprint: course.sprints.length >= rules.mostSprints,
  };
  for (const button of card.querySelectorAll("[data-road-add]")) {
    const kind = button.dataset.roadAdd;
    button.hidden = full[kind] || rules.stays.finish;
    button.setAttribute("aria-pressed", String(kind === asks?.kind));
  }
}

function nameWords(course, rules, selected) {
  return selected ? nameOf(course, rules, selected) : gettext("The road");
}

function factWords(course, rules, selected, locked) {
  if (!selected && rules.stays.finish) return "";
  if (!selected) return gettext("Tap a climb, a sprint or the finish to change it.");
  const fact = factOf(course, rules, selected);
  if (!locked) return fact;
  return rules.stays.why || gettext("%(fact)s. It has been raced and stays.", { fact });
}

function drawHold(card, find, course, thing) {
  const place = placeOf(course, thing);
  find("label").textContent = {
    pass: gettext("Starts at"),
    sprint: gettext("Lies on"),
    finish: gettext("Length"),
  }[kindOf(thing)];
  find("place").textContent =
    thing === FINISH ? gettext("%(km)s km", { km: place }) : gettext("km %(km)s", { km: place });
  for (const button of card.querySelectorAll("[data-road-step]")) {
    const towards = Number(button.dataset.roadStep) < 0;
    button.setAttribute("aria-label", stepWords(thing, towards));
  }
  const pass = kindOf(thing) === "pass";
  find("categories").hidden = !pass;
  if (pass) drawCategories(card, passAt(course, thing).category);
}

function stepWords(thing, towards) {
  if (thing === FINISH) return towards ? gettext("Shorter") : gettext("Longer");
  return towards ? gettext("Nearer to the start") : gettext("Nearer to the finish");
}

function drawCategories(card, category) {
  for (const button of card.querySelectorAll("[data-road-category]"))
    button.setAttribute("aria-pressed", String(button.dataset.roadCategory === category));
}

function drawFacts(list, found) {
  const icons = Object.fromEntries(
    ["ok", "warning", "error"].map((state) => [
      state,
      list.parentElement.querySelector(`[data-road-icon="${state}"]`).content.firstElementChild,
    ]),
  );
  const rows = found.map(({ state, words }) => {
    const row = document.createElement("li");
    row.className = `road-fact-${state}`;
    row.append(icons[state].cloneNode(true), words);
    return row;
  });
  list.replaceChildren(...rows);
}
