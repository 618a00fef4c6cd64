// The road of a stage, edited on its picture: things are taken hold of, or moved by keys and
// buttons, and land where the rules allow it. The form's own fields are written and sent as before.
import { gettext } from "../../../js/words.js";
import { Adding, lastThing, withNew } from "./road-adding.js";
import { drawCard } from "./road-card.js";
import { listenToHands } from "./road-drag.js";
import { drawBubble, drawFlags, drawPicture } from "./road-drawing.js";
import { readCourse, writeCourse } from "./road-fields.js";
import { listenToKeys, repeatWhileHeld } from "./road-keys.js";
import * as landings from "./road-landing.js";
import { FINISH, inRoadOrder, indexOf, isLocked, kindOf, moved, placeOf } from "./road-landing.js";
import { flagPlaces, scaleOf } from "./road-scale.js";
import { nameOf, noRoom, refusal, whyLocked } from "./road-words.js";

let figuresOpen = false; // whether the fields are unfolded, also after the form is drawn again

class RoadEditor {
  constructor(root) {
    this.root = root;
    this.form = root.closest("form");
    this.rules = JSON.parse(root.dataset.rules);
    this.board = root.querySelector("[data-road-board]");
    this.card = root.querySelector("[data-road-card]");
    this.selected = null;
    this.held = null;
    this.adding = new Adding(this);
    // what a button of the form changed is one step of Undo
    this.earlier = root.dataset.before ? [JSON.parse(root.dataset.before)] : [];
    this.course = readCourse(this.form, root.dataset.type);
    root.hidden = false;
    this.listen();
  }

  listen() {
    const buttons = this.card.querySelectorAll("[data-road-add]");
    this.hands = listenToHands(this.board, buttons, this);
    listenToKeys(this.root, this);
    this.board.addEventListener("focusin", ({ target }) => this.focus(target.dataset.thing));
    this.card.addEventListener("click", ({ target }) => this.press(target.closest("button")));
    this.form.addEventListener("input", ({ detail }) => detail === "road" || this.typed());
    this.undoButton.addEventListener("click", () => this.undo());
    this.undoButton.hidden = this.rules.stays.finish;
    new ResizeObserver(() => this.draw()).observe(this.board);
    for (const step of this.card.querySelectorAll("[data-road-step]"))
      repeatWhileHeld(step, () => this.step(this.selected, Number(step.dataset.roadStep)));
    const figures = this.form.querySelector("[data-road-figures]");
    figures.open = figuresOpen || figures.querySelector(".note-error") !== null;
    figures.addEventListener("toggle", () => {
      figuresOpen = figures.open;
    });
  }

  get undoButton() {
    return this.form.querySelector("[data-road-undo]");
  }

  // ---- what hands do

  // A thing is pulled out of its place, or a new one out of its button; false where it stays.
  grab(thing, x) {
    if (thing?.startsWith("new-")) return this.grabNew(thing.slice(4));
    if (this.adding.kind || !thing) return false;
    const foot = thing.startsWith("foot-");
    const held = foot ? thing.slice(5) : thing;
    this.select(held);
    if (this.refuseLocked(held)) return false;
    const from = placeOf(this.course, held);
    this.begin(held, foot, this.scale().km(x) - from);
    return true;
  }

  grabNew(kind) {
    // It begins as the last one, so that the others keep their names.
    const added = withNew(this.course, kind, this.course.length);
    const thing = lastThing(added, kind);
    this.adding.stop();
    this.fresh = this.course;
    this.course = added;
    // A climb is held in the middle.
    const off = kind === "pass" ? (landings.lengthAt(added, this.rules, thing) - 1) / 2 : 0;
    this.begin(thing, false, off);
    return true;
  }

  begin(thing, foot, off) {
    this.selected = thing;
    // The scale stays while something is held, also the finish.
    this.held = { thing, foot, off, over: true, scale: this.scale(), wanted: this.course };
    this.held.found = { conflict: null };
    this.board.classList.add("road-pulled");
  }

  pull(x, over) {
    const { thing, foot, off, scale } = this.held;
    const at = scale.km(x) - off;
    const { course, rules } = this;
    const found = foot
      ? landings.footLanding(course, rules, thing, Math.round(at))
      : landings.landing(course, rules, thing, at);
    const put = (place) =>
      foot ? landings.withCategory(course, rules, thing, place) : moved(course, thing, place);
    Object.assign(this.held, {
      found,
      over,
      wanted: put(found.want),
      landed: found.place === null ? null : put(found.place),
    });
    this.draw();
  }

  // Let go: it lands where the outline is. A new thing without a place, or let go beside the road,
  // is not there.
  drop() {
    const { thing, found, over, landed, wanted } = this.held;
    const fresh = this.fresh;
    const lands = (landed ?? null) !== null && (over || !fresh);
    const words = found.conflict && refusal(this.course, this.rules, thing, found);
    this.cancel();
    if (!lands) {
      if (words) this.say(words.way);
      return;
    }
    if (fresh) this.selected = thing;
    this.change(landed, { from: wanted, focus: !fresh });
  }

  cancel() {
    if (this.fresh) {
      this.course = this.fresh;
      this.selected = null;
    }
    this.fresh = null;
    this.held = null;
    this.board.classList.remove("road-pulled");
    this.draw();
  }

  tap(thing, x) {
    if (this.adding.kind) {
      this.adding.tap(this.scale().km(x));
      return;
    }
    if (thing) this.focusOn(thing);
    else this.select(null);
  }

  add(kind, byKeys) {
    this.adding.choose(kind, byKeys);
  }

  // ---- keys and buttons

  giveUp() {
    if (this.held) this.hands.letGo();
    else if (this.adding.kind) this.adding.stop();
  }

  step(thing, by) {
    if (this.held || this.refuseLocked(thing)) return;
    const place = landings.stepped(this.course, this.rules, thing, by);
    if (place === null)
      this.say(gettext("%(name)s has no place further that way.", { name: this.name(thing) }));
    else this.change(moved(this.course, thing, place));
  }

  // To the left the climb gets longer, as far as its foot may go.
  pullFoot(thing, towards) {
    if (this.held || this.refuseLocked(thing)) return;
    const order = Object.keys(this.rules.lengths);
    const { category } = landings.passAt(this.course, thing);
    const next = order[order.indexOf(category) - towards];
    if (!next) return;
    const pulled = landings.withCategory(this.course, this.rules, thing, next);
    const conflict = landings.conflictOf(pulled, this.rules, thing);
    if (!conflict) this.change(pulled);
    else this.say(this.why(thing, { conflict, want: next, place: category }));
  }

  why(thing, found) {
    const { rule, cause } = refusal(this.course, this.rules, thing, found);
    return gettext("%(rule)s %(cause)s", { rule, cause });
  }

  refuseLocked(thing) {
    const locked = isLocked(this.course, this.rules, thing);
    if (locked) this.say(whyLocked(this.course, this.rules, thing));
    return locked;
  }

  press(button) {
    if (!button) return;
    const { roadCategory } = button.dataset;
    if (roadCategory) this.categorise(roadCategory);
    else if ("roadOut" in button.dataset) this.takeOut(this.selected);
    else if ("roadCancel" in button.dataset) this.adding.stop();
    else if ("roadRoom" in button.dataset) this.adding.addWhereRoom(this.adding.kind);
  }

  // The climb begins where it began if it can.
  categorise(category) {
    const thing = this.selected;
    const changed = landings.withCategory(this.course, this.rules, thing, category, false);
    const found = landings.landing(changed, this.rules, thing, placeOf(changed, thing));
    if (found.place !== null) this.change(moved(changed, thing, found.place));
    else this.say(noRoom(changed, this.rules, found.gap, this.name(thing)));
  }

  takeOut(thing) {
    if (thing === FINISH || this.refuseLocked(thing)) return;
    const name = this.name(thing);
    const focused = this.board.contains(document.activeElement);
    this.selected = null;
    this.change(landings.without(this.course, thing));
    this.say(gettext("%(name)s is taken out.", { name }));
    if (focused) this.board.querySelector("[role=slider]").focus({ preventScroll: true });
  }

  // ---- what follows

  typed() {
    // What is typed in a row is one step of Undo.
    if (!this.typing) this.earlier.push(this.course);
    this.typing = true;
    this.course = readCourse(this.form, this.root.dataset.type);
    const gone = this.selected && !this.exists(this.selected);
    if (gone) this.selected = null;
    this.hands.letGo();
    this.draw();
  }

  exists(thing) {
    const rows = { pass: this.course.passes, sprint: this.course.sprints }[kindOf(thing)];
    return !rows || indexOf(thing) < rows.length;
  }

  // Take a new course over: rows come in road order, the form is written, and what was held
  // slides from the place it was wanted at.
  change(course, { from = null, focus = false } = {}) {
    this.earlier.push(this.course);
    this.typing = false;
    const onThing = this.board.querySelector("[role=slider]:focus")?.dataset.thing;
    const wanted = from && placeOf(from, this.selected);
    const [sorted, renamed] = inRoadOrder(course);
    this.course = sorted;
    this.selected &&= renamed(this.selected);
    this.draw();
    if (focus) this.focusOn(this.selected);
    else if (onThing) this.keepFocus(onThing, renamed);
    if (from) this.slide(wanted);
    writeCourse(this.form, this.course);
  }

  keepFocus(thing, renamed) {
    const foot = thing.startsWith("foot-");
    const now = foot ? `foot-${renamed(thing.slice(5))}` : renamed(thing);
    this.board.querySelector(`[role=slider][data-thing="${now}"]`)?.focus({ preventScroll: true });
  }

  undo() {
    const before = this.earlier.pop();
    if (!before) return;
    this.course = before;
    this.typing = false;
    this.selected = null;
    this.adding.stop();
    writeCourse(this.form, this.course);
    this.say(gettext("Undone."));
  }

  // What landed elsewhere than it was held slides there.
  slide(wanted) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const off = (wanted - placeOf(this.course, this.selected)) * this.scale().square;
    if (!off) return;
    for (const element of this.board.querySelectorAll(`[data-thing="${this.selected}"]`))
      element.animate([{ translate: `${off}px` }, { translate: "0" }], {
        duration: 200,
        easing: "ease-out",
      });
  }

  focus(thing) {
    if (!thing || this.held) return;
    this.select(thing.startsWith("foot-") ? thing.slice(5) : thing);
  }

  focusOn(thing) {
    this.select(thing.startsWith("foot-") ? thing.slice(5) : thing);
    this.board
      .querySelector(`[role=slider][data-thing="${thing}"]`)
      ?.focus({ preventScroll: true });
  }

  select(thing) {
    if (this.selected === thing) return;
    this.selected = thing;
    this.draw();
  }

  name(thing) {
    return nameOf(this.course, this.rules, thing);
  }

  say(words) {
    this.root.querySelector("[data-road-said]").textContent = words;
  }

  scale() {
    return scaleOf(this.board.clientWidth, Math.max(1, this.course.length), this.rules);
  }

  draw() {
    if (!this.board.clientWidth) return;
    const { course, rules, held, selected } = this;
    const scale = held?.scale ?? this.scale();
    const shown = this.fresh ?? course;
    const scene = { course, rules, scale, held, selected, mark: this.adding.first };
    scene.fresh = Boolean(this.fresh);
    scene.places = flagPlaces(scale, shown, rules);
    this.board.style.height = `${scale.height}px`;
    this.board.classList.toggle("road-asks", Boolean(this.adding.kind));
    drawPicture(this.board.querySelector("svg"), scene);
    drawFlags(this.board.querySelector("[data-road-flags]"), scene);
    const words = held && refusal(course, rules, held.thing, held.found);
    drawBubble(this.board.querySelector("[data-road-bubble]"), scene, words);
    const lands = held?.landed ?? course;
    drawCard(this.card, { ...scene, course: lands }, this.adding.asks());
    this.undoButton.disabled = !this.earlier.length;
  }
}

function begin() {
  for (const root of document.querySelectorAll("[data-road][hidden]")) {
    const editor = new RoadEditor(root);
    editor.draw();
  }
}

document.addEventListener("htmx:load", begin);
begin();
