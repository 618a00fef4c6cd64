// Taps that the server has not answered yet. Each stands under a key of its own in localStorage, so that two tabs of one stage
// never write over each other; whichever sends a tap, its token makes it count once.

export function randomToken() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Queue {
  constructor(prefix) {
    this.prefix = prefix;
    this.count = 0;
    this.kept = true;
    this.items = this.read();
  }

  // What an earlier page of this stage left behind, in the order of the taps.
  read() {
    const items = [];
    try {
      for (let i = 0; i < localStorage.length; i++) {
        const key = localStorage.key(i);
        if (!key.startsWith(this.prefix)) continue;
        const item = JSON.parse(localStorage.getItem(key));
        if (item && item.token && item.entry) items.push({ ...item, key });
      }
    } catch {
      this.kept = false;
    }
    return items.sort((one, other) => (one.key < other.key ? -1 : 1));
  }

  add(item) {
    item.key = `${this.prefix}${String(Date.now()).padStart(15, "0")}-${String(this.count++).padStart(6, "0")}-${item.client}`;
    this.items.push(item);
    this.write(item);
  }

  write(item) {
    try {
      const { key, ...value } = item;
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      this.kept = false;
    }
  }

  erase(item) {
    this.items = this.items.filter((other) => other !== item);
    try { localStorage.removeItem(item.key); } catch { /* it was never there */ }
  }

  next() {
    const item = this.items[0];
    if (!item) return undefined;
    // An undo of a tap names it by its token until the server has given it a number.
    if (item.entry.do === "undo" && item.entry.token) {
      this.erase(item);
      return this.next();
    }
    return item;
  }

  // From now on the server may know it, whatever we hear.
  tried(item) {
    if (item.tried) return;
    item.tried = true;
    this.write(item);
  }

  // Taken back before it went out. False where it may have been sent.
  drop(token) {
    const item = this.items.find((other) => other.token === token);
    if (!item || item.tried) return false;
    this.erase(item);
    return true;
  }

  sent(item, seq) {
    this.erase(item);
    for (const other of this.items) {
      const undoes = other.entry.do === "undo" && other.entry.token === item.token;
      const next = other.base === seq - 1; // nobody else wrote in between: what was tapped after it has seen it
      if (undoes) other.entry = { do: "undo", seq };
      if (next) other.base = seq;
      if (undoes || next) this.write(other);
    }
  }

  refused(item) {
    this.erase(item);
    for (const other of this.items.filter((each) => each.entry.token === item.token)) this.erase(other);
  }

  clear() {
    for (const item of this.items) this.erase(item);
  }
}
