// The taps of one account in one stage: those that wait for the server's answer, in their order,
// and those that it has saved. Whichever tab sends a tap, its token makes it count once.
import {
  forgetOldest,
  canStoreItems,
  loggedPrefix,
  nextKey,
  readItems,
  removeItem,
  waitingPrefix,
  writeItem,
} from "./taps-store.js";
import { hasNumbers, isStep, partsOf, withParts } from "./taps-steps.js";

export function randomToken() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

export class Queue {
  // `owner` says who taps, and what tour and stage are called: {account, name, title}. Taps that an
  // older version kept name no account and go out as they always did.
  constructor(tour, number, owner = {}) {
    this.prefix = waitingPrefix(tour, number);
    this.loggedPrefix = loggedPrefix(tour, number);
    this.owner = owner;
    this.tab = randomToken();
    const mine = (item) => !item.account || item.account === owner.account;
    this.items = readItems(this.prefix).filter(mine);
    this.logged = readItems(this.loggedPrefix).filter(mine);
    forgetOldest();
    this.canStore = canStoreItems();
  }

  // Whether a tap exists only in this page's memory.
  get hasUnstored() {
    return this.items.some((item) => !item.stored);
  }

  add(item) {
    const key = nextKey(this.prefix, this.tab, this.items);
    Object.assign(item, this.owner, { tried: false, key });
    this.items.push(item);
    this.store();
  }

  // Store the taps that are not stored yet.
  store() {
    for (const item of this.items) if (!item.stored) this.canStore = writeItem(item);
  }

  write(item) {
    const before = item.stored;
    this.canStore = writeItem(item);
    item.stored = item.stored || before; // an older text of it is still there
  }

  erase(item) {
    this.items = this.items.filter((other) => other !== item);
    removeItem(item.key);
    this.store();
  }

  next() {
    const item = this.items[0];
    if (!item) return undefined;
    // An undo of a tap names it by its token alone until the server has given it a number.
    if (isStep(item.entry) && !hasNumbers(item.entry) && !this.rename(item, this.known))
      return this.next();
    return item;
  }

  // From now on the server may know it, whatever we hear.
  tried(item) {
    if (item.tried) return;
    item.tried = true;
    this.write(item);
  }

  known = ([seq, token]) => {
    const number = seq || this.logged.find((other) => other.token === token)?.seq;
    return number ? [number, token] : null;
  };

  // Change what an undo or redo names; without anything left it is gone. False then.
  rename(item, change) {
    const entry = withParts(item.entry, change);
    if (!entry) {
      this.erase(item);
      return false;
    }
    item.entry = entry;
    this.write(item);
    return true;
  }

  // Undone before it went out. False where some of it may have been sent: then all of it waits.
  drop(parts) {
    const items = parts.map(([, token]) => this.items.find((other) => other.token === token));
    if (!items.every((item) => item && !item.tried)) return false;
    for (const item of items) this.erase(item);
    return true;
  }

  sent(item, seq, epoch) {
    this.erase(item);
    const { key, ...rest } = item;
    const saved = { ...rest, seq, epoch, key: this.loggedPrefix + key.slice(this.prefix.length) };
    this.logged.push(saved);
    if (this.canStore) writeItem(saved);
    for (const other of this.items) {
      // Nobody else wrote in between: a later tap has seen it.
      const next = other.base === seq - 1;
      if (next) other.base = seq;
      if (names(other, item))
        this.rename(other, ([was, of]) => [of === item.token ? seq : was, of]);
      else if (next) this.write(other);
    }
  }

  refused(item) {
    this.erase(item);
    const kept = (part) => (part[1] === item.token && !part[0] ? null : part);
    for (const other of this.items.filter((each) => names(each, item))) this.rename(other, kept);
  }

  clear() {
    for (const item of this.items) this.erase(item);
  }

  // -- after the server was restored from a backup

  // Saved taps wait again, before those that were tapped later.
  sendAgain(saved) {
    const again = saved.map(({ seq, epoch, ...rest }) => {
      const key = this.prefix + rest.key.slice(this.loggedPrefix.length);
      return { ...rest, key, stored: false, base: seq }; // what stood before it was seen
    });
    this.items = [...this.items, ...again].sort((one, other) => (one.key < other.key ? -1 : 1));
    this.store();
    for (const item of saved) this.forget(item); // only now that they wait again
    return again;
  }

  forget(saved) {
    this.logged = this.logged.filter((other) => other !== saved);
    removeItem(saved.key);
  }
}

function names(step, { token }) {
  return isStep(step.entry) && partsOf(step.entry).some((part) => part[1] === token);
}
