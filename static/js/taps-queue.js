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

export function randomToken() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

const isStep = (entry) => entry.do === "undo" || entry.do === "redo";

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
    if (isStep(item.entry) && !item.entry.seq) {
      const known = this.logged.find((other) => other.token === item.entry.token);
      if (!known) {
        this.erase(item);
        return this.next();
      }
      item.entry = { ...item.entry, seq: known.seq };
      this.write(item);
    }
    return item;
  }

  // From now on the server may know it, whatever we hear.
  tried(item) {
    if (item.tried) return;
    item.tried = true;
    this.write(item);
  }

  // Undone before it went out. False where it may have been sent.
  drop(token) {
    const item = this.items.find((other) => other.token === token);
    if (!item || item.tried) return false;
    this.erase(item);
    return true;
  }

  sent(item, seq, epoch) {
    this.erase(item);
    const { key, ...rest } = item;
    const saved = { ...rest, seq, epoch, key: this.loggedPrefix + key.slice(this.prefix.length) };
    this.logged.push(saved);
    if (this.canStore) writeItem(saved);
    for (const other of this.items) {
      const undoes = isStep(other.entry) && other.entry.token === item.token;
      // Nobody else wrote in between: a later tap has seen it.
      const next = other.base === seq - 1;
      if (undoes) other.entry = { ...other.entry, seq };
      if (next) other.base = seq;
      if (undoes || next) this.write(other);
    }
  }

  refused(item) {
    this.erase(item);
    const lost = ({ entry }) => isStep(entry) && !entry.seq && entry.token === item.token;
    for (const other of this.items.filter(lost)) this.erase(other);
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
