// The taps that this browser stores, each under a key of its own in localStorage, so that two tabs
// never write over each other: "taps/<tour>/<stage>/<order>-<tab>" waits to be sent, "logged/…" was
// saved by the server and is kept in case the server is restored from an older backup.
//
// The order is a counter and not the clock, which a device may set back. It is localStorage because
// that is written before a tap is shown. A table's server speaks HTTP, where browsers have no Web
// Locks: two tabs that tap in the same instant may take the same number, and as the key also names
// the tab neither is lost. Keys of older versions begin with a clock's digits, and sort first.

export const WAITING = "taps/";
const LOGGED = "logged/";
const COUNTER = "taps-counter";
const PROBE = "taps-probe";
const LOGGED_KEPT = 2000; // of all stages together

let last = 0;

function keysOf(prefix) {
  const keys = [];
  for (let i = 0; i < localStorage.length; i++) keys.push(localStorage.key(i));
  return keys.filter((key) => key.startsWith(prefix)).sort();
}

// The items whose keys begin with the prefix, in order; none if the browser cannot store any.
export function readItems(prefix) {
  const items = [];
  try {
    for (const key of keysOf(prefix)) {
      try {
        const item = JSON.parse(localStorage.getItem(key));
        if (item?.token && item.entry) items.push({ ...item, key, stored: true });
      } catch {
        /* not ours to read: it stays where it is */
      }
    }
  } catch {
    /* blocked */
  }
  return items;
}

// A key behind all that were given out in this browser.
export function nextKey(prefix, tab, items) {
  let stored = 0;
  try {
    stored = Number(localStorage.getItem(COUNTER)) || 0;
  } catch {
    /* blocked */
  }
  const used = items.map(({ key }) => Number(key.slice(prefix.length).match(/^n(\d+)/)?.[1] || 0));
  last = Math.max(last, stored, ...used) + 1;
  try {
    localStorage.setItem(COUNTER, String(last));
  } catch {
    /* blocked or full: counted here */
  }
  return `${prefix}n${String(last).padStart(15, "0")}-${tab}`;
}

// Store an item; returns whether it worked. Taps that the server has saved make room for others.
export function writeItem(item) {
  const { key, stored, ...value } = item;
  item.stored = set(key, JSON.stringify(value)) || (makeRoom() && set(key, JSON.stringify(value)));
  return item.stored;
}

export function removeItem(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    /* it was never there */
  }
}

export function canStoreItems() {
  const room = "x".repeat(500); // about what a tap takes
  const keeps = set(PROBE, room) || (makeRoom() && set(PROBE, room));
  removeItem(PROBE);
  return keeps;
}

export function loggedPrefix(tour, number) {
  return `${LOGGED}${tour}/${number}/`;
}

export function waitingPrefix(tour, number) {
  return `${WAITING}${tour}/${number}/`;
}

// The oldest saved taps of all stages are forgotten when there are very many.
export function forgetOldest() {
  try {
    const order = (key) => key.slice(key.lastIndexOf("/"));
    const keys = keysOf(LOGGED).sort((one, other) => (order(one) < order(other) ? -1 : 1));
    for (const key of keys.slice(0, Math.max(0, keys.length - LOGGED_KEPT))) removeItem(key);
  } catch {
    /* blocked */
  }
}

function set(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function makeRoom() {
  try {
    const keys = keysOf(LOGGED);
    for (const key of keys) removeItem(key);
    return keys.length > 0;
  } catch {
    return false;
  }
}
