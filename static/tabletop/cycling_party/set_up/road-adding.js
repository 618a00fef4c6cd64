// Add a climb or a sprint to a road from nothing: with two taps or one, or where there is room.
import { gettext } from "../../../js/words.js";
import * as landings from "./road-landing.js";
import { categoryBetween, moved, placeOf } from "./road-landing.js";
import { noRoom, refusal, valueOf } from "./road-words.js";

export class Adding {
  constructor(editor) {
    this.editor = editor;
    this.kind = null; // what the next tap on the road adds
    this.first = null; // the square on which a new climb begins
  }

  choose(kind, byKeys) {
    if (byKeys) return this.addWhereRoom(kind);
    if (this.kind === kind) return this.stop();
    this.kind = kind;
    this.first = null;
    this.editor.selected = null;
    this.editor.draw();
    return this.editor.say(this.asks().words);
  }

  stop() {
    this.kind = null;
    this.first = null;
    this.editor.draw();
  }

  asks() {
    const { kind, first } = this;
    if (!kind) return null;
    if (kind === "sprint")
      return { kind, name: gettext("A new sprint"), words: gettext("Tap the road where it lies.") };
    return {
      kind,
      name: gettext("A new climb"),
      words: first
        ? gettext("It begins on km %(km)s. Tap where it ends.", { km: first })
        : gettext("Tap the road where it begins."),
    };
  }

  tap(at) {
    const { kind, first, editor } = this;
    const square = Math.round(at + (kind === "pass" ? 0.5 : 0));
    const km = Math.min(editor.course.length, Math.max(1, square));
    if (kind === "pass" && !first) {
      this.first = km;
      editor.draw();
      editor.say(this.asks().words);
      return;
    }
    const category = first ? categoryBetween(editor.rules, first, km) : "third";
    this.land(withNew(editor.course, kind, first ? Math.min(first, km) : km, category), kind);
  }

  // Put the new last thing of a course where it was wanted, or on the nearest place there is.
  land(added, kind) {
    const { editor } = this;
    const thing = lastThing(added, kind);
    const found = landings.landing(added, editor.rules, thing, placeOf(added, thing));
    this.stop();
    if (found.place === null) {
      editor.say(noRoom(added, editor.rules, found.gap, gettext("a new climb")));
      return;
    }
    editor.selected = thing;
    const wanted = moved(added, thing, found.want);
    editor.change(moved(added, thing, found.place), { from: wanted, focus: true });
    if (found.conflict) editor.say(this.landedWords(thing, found, added));
  }

  landedWords(thing, found, added) {
    const { editor } = this;
    const { rule, cause } = refusal(added, editor.rules, thing, found);
    return gettext("%(rule)s %(cause)s %(name)s lies on %(place)s.", {
      rule,
      cause,
      name: editor.name(editor.selected),
      place: valueOf(editor.course, editor.rules, editor.selected),
    });
  }

  addWhereRoom(kind) {
    const { editor } = this;
    const find = kind === "pass" ? landings.roomForPass : landings.roomForSprint;
    const added = find(editor.course, editor.rules);
    this.stop();
    if (!added) {
      editor.say(noRoom(editor.course, editor.rules, null, gettext("another one")));
      return;
    }
    editor.selected = lastThing(added, kind);
    editor.change(added, { focus: true });
  }
}

export function withNew(course, kind, at, category = "third") {
  return kind === "pass"
    ? { ...course, passes: [...course.passes, { start: at, category }] }
    : { ...course, sprints: [...course.sprints, at] };
}

export function lastThing(course, kind) {
  return `${kind}-${(kind === "pass" ? course.passes : course.sprints).length - 1}`;
}
