// Steps that Undo and Redo name: each is one entry, or several that were logged as one thing
// (tourmanager/results/log/gestures.py). An entry of a step goes by its token, and by its number
// once the server has given it one: [number, token], the number 0 until then.

export const isStep = (entry) => entry.do === "undo" || entry.do === "redo";

// What an undo or redo names, in the order of the taps.
export function partsOf({ seq, token, also }) {
  return [...(also ?? []), [seq ?? 0, token]];
}

// Write an undo or redo of those parts.
export function naming(what, parts) {
  const also = parts.slice(0, -1);
  const [seq, token] = parts.at(-1);
  return { do: what, ...(seq ? { seq } : {}), token, ...(also.length ? { also } : {}) };
}

export const hasNumbers = (entry) => partsOf(entry).every(([seq]) => seq);

// The same undo or redo with other parts, where `change` answers a part for a part; null takes it
// out. Null where none is left.
export function withParts(entry, change) {
  const parts = partsOf(entry).map(change).filter(Boolean);
  return parts.length ? naming(entry.do, parts) : null;
}

// The user's steps as a page knows them, the last one last. The server tells those of the log;
// what was tapped since is added, and an arrival that is complete becomes one step.
export class Steps {
  constructor({ undos, unfinished }) {
    this.list = undos.map(([parts, words]) => ({ parts, words })).toReversed();
    const [unit, count] = unfinished;
    this.unfinished = { unit, count: Math.min(count, this.list.length) };
  }

  // Add a tap. `unit` is the arrival that it was about, 0 for none; `words` say what that comes to
  // once it is complete, "" before.
  add(token, tapWords, unit, words) {
    const count = unit && unit === this.unfinished.unit ? this.unfinished.count : 0;
    this.list.push({ parts: [[0, token]], words: tapWords });
    this.unfinished = { unit, count: count + 1 };
    if (!unit || words) this.unfinished = { unit: 0, count: 0 };
    if (!words || !count) return;
    const steps = this.list.splice(-count - 1);
    this.list.push({ parts: steps.flatMap((step) => step.parts), words });
  }

  // Take out the steps that an undo names.
  drop(parts) {
    const isNamed = ([seq, token]) =>
      parts.some((part) => (seq && part[0] === seq) || part[1] === token);
    const left = this.list.filter((step) => !step.parts.some(isNamed));
    const gone = this.list.length - left.length;
    this.list = left;
    this.unfinished.count = Math.max(this.unfinished.count - gone, 0);
    if (!this.unfinished.count) this.unfinished.unit = 0;
  }

  get last() {
    return this.list.at(-1) ?? null;
  }
}
