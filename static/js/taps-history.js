// Notice when the server's database was restored from a backup. Each request names the epoch of the
// database and the last entry this page knows; after a restore the server's log lacks it. Then the
// logs are compared: saved taps of this device that are missing may be sent again (their tokens
// make that harmless), and waiting taps get the last entry on which both logs agree as their
// `base`.

import { isStep, withParts } from "./taps-steps.js";

export class History {
  constructor(root, queue, client) {
    Object.assign(this, { root, queue, client, epoch: root.dataset.epoch });
    this.known = new Map(); // entries of the log that were seen: number -> token
    this.missing = [];
    const kept = queue.logged.filter((item) => item.epoch === this.epoch);
    for (const item of kept) this.known.set(item.seq, item.token);
    // True while nothing may be sent: until the logs are compared, or the user has decided.
    const items = [...queue.logged, ...queue.items];
    this.unsure = items.some((item) => item.epoch && item.epoch !== this.epoch);
    this.restored = false;
    this.open = true;
  }

  // Remember the last entry that the server's board shows.
  noteLast({ seq, head }) {
    if (seq && head) this.known.set(seq, head);
  }

  // What each request says about this page.
  claims() {
    const seq = Math.max(0, ...this.known.keys());
    const last = seq ? { last: `${seq}:${this.known.get(seq)}` } : {};
    return { epoch: this.epoch, account: this.root.dataset.account, ...last };
  }

  get hasMissing() {
    return this.missing.length > 0;
  }

  // Compare the logs. Returns the status of the answer, "account", or 0 if there was none.
  async compare() {
    this.unsure = true;
    const url = new URL(this.root.dataset.self, location);
    url.search = new URLSearchParams({ part: "tokens", account: this.root.dataset.account });
    try {
      const how = { credentials: "same-origin", cache: "no-store", redirect: "manual" };
      const answer = await fetch(url, how);
      if (answer.status === 200) this.take(await answer.json());
      return answer.headers.get("X-Stopped") || answer.status;
    } catch {
      return 0;
    }
  }

  take({ epoch, open, tokens }) {
    const { queue } = this;
    const place = new Map(tokens.map((token, index) => [token, index + 1]));
    for (const item of queue.logged) this.known.set(item.seq, item.token);
    const shared = [...this.known].filter(([seq, token]) => tokens[seq - 1] === token);
    const common = Math.max(0, ...shared.map(([seq]) => seq));
    this.missing = queue.logged.filter((item) => !place.has(item.token));
    for (const item of queue.logged) {
      if (!place.has(item.token)) continue;
      Object.assign(item, { seq: place.get(item.token), epoch });
      queue.write(item);
    }
    const last = Math.max(0, ...this.known.keys());
    this.restored ||= epoch !== this.epoch || common < last; // shown as a notice
    this.epoch = epoch;
    this.open = open;
    this.common = common;
    this.known = new Map(tokens.length ? [[tokens.length, tokens.at(-1)]] : []);
    this.rebase(queue.items, place);
    this.unsure = this.hasMissing;
  }

  // Lower the `base` of waiting taps to the last entry on which both logs agree; undo and redo go
  // by token.
  rebase(items, place) {
    for (const item of items) {
      const base = Math.min(item.base, this.common);
      Object.assign(item, { base, client: this.client, epoch: this.epoch });
      if (isStep(item.entry) && item.entry.token)
        item.entry = withParts(item.entry, ([seq, token]) => [
          place.get(token) ?? (this.isOurs(token) ? 0 : seq),
          token,
        ]);
      this.queue.write(item);
    }
  }

  isOurs(token) {
    return [...this.missing, ...this.queue.items].some((item) => item.token === token);
  }

  sendAgain() {
    const kept = new Map(this.queue.logged.map((item) => [item.token, item.seq]));
    for (const { token } of this.missing) kept.delete(token);
    this.rebase(this.queue.sendAgain(this.missing), kept);
    this.settle();
  }

  leaveOut() {
    for (const item of this.missing) this.queue.forget(item);
    this.settle();
  }

  settle() {
    this.missing = [];
    this.unsure = false;
  }
}
