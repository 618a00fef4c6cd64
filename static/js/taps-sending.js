// Send waiting taps, one after the other, until each is answered. Without an answer to the tap
// itself (no connection, a server that is busy or away, another account) it keeps waiting.

import { cookie } from "./taps-parts.js";

const NOT_YET = [429, 502, 503, 504];
const LONGEST_WAIT = 120; // seconds that an answer may ask for
const STOPPED = "stopped";

export class Sender {
  // `on`: taken(answer), refused(answer, item), compared(), look() after each try, idle() at the end.
  constructor({ view, form, queue, history, on }) {
    Object.assign(this, { view, form, queue, history, on });
    Object.assign(this, { sending: false, wait: 0, timer: 0, notBefore: 0 });
  }

  // `now`: the network is back, or the page is shown again, so do not wait.
  send(now = false) {
    if (now) this.wait = 0;
    clearTimeout(this.timer);
    if (this.sending || this.history.hasMissing) return;
    const rest = this.notBefore - performance.now();
    if (rest > 0) return this.later(rest);
    const item = this.queue.next();
    if (!item && !this.history.unsure) {
      this.view.flow = "idle";
      this.on.look();
      return this.on.idle();
    }
    this.sending = true;
    if (this.view.flow === "idle") this.view.flow = "sending";
    this.on.look();
    const done = this.history.unsure ? this.compare() : this.post(item);
    done
      .finally(() => {
        this.sending = false;
      })
      .then((again) => {
        this.on.look();
        if (again === STOPPED) return;
        if (!again) {
          this.wait = 0;
          return this.send();
        }
        this.wait = Math.min(this.wait ? this.wait * 2 : 500, 8000);
        this.later(Math.max(this.wait, this.notBefore - performance.now()));
      });
  }

  // The user pressed "Send now": do not wait as long as the server asked for.
  sendNow() {
    this.notBefore = 0;
    this.send(true);
  }

  later(milliseconds) {
    this.timer = setTimeout(() => this.send(), milliseconds);
  }

  async compare() {
    const status = await this.history.compare();
    if (status !== 200) {
      const stops = { 401: "signed-out", 403: "signed-out", 404: "gone", account: "account" };
      this.view.flow = stops[status] || (status ? "trouble" : "offline");
      return stops[status] ? STOPPED : true;
    }
    this.view.flow = "sending";
    await this.on.compared();
    return this.history.hasMissing ? STOPPED : false;
  }

  async post(item) {
    const { view, queue, history } = this;
    const body = new URLSearchParams({
      entry: JSON.stringify(item.entry),
      token: item.token,
      client: item.client,
      base: item.base,
      line: view.open,
      csrfmiddlewaretoken: cookie("csrftoken") || this.form.elements.csrfmiddlewaretoken.value,
      ...history.claims(),
    });
    if (view.picked) body.set("unit", view.picked);
    // what stands in the way of End stage is drawn again
    queue.tried(item);
    const timeout = new AbortController();
    const alarm = setTimeout(() => timeout.abort(), 12000);
    let answer, reply;
    try {
      answer = await fetch(view.root.dataset.record, {
        method: "POST",
        body,
        headers: { "X-Tap": "1" },
        redirect: "manual",
        credentials: "same-origin",
        cache: "no-store",
        signal: timeout.signal,
      });
      reply = answer.headers.has("X-Stage-State") ? await answer.json() : null;
    } catch {
      view.flow = "offline";
      return true;
    } finally {
      clearTimeout(alarm);
    }
    this.notBefore = 0;
    if (NOT_YET.includes(answer.status)) {
      const seconds = secondsOf(answer.headers.get("Retry-After"));
      this.notBefore = performance.now() + 1000 * seconds;
      view.flow = "trouble";
      return true;
    }
    const why = answer.headers.get("X-Stopped");
    if (why === "history") return (await this.compare()) || true;
    if (why) {
      view.flow = why;
      return STOPPED;
    }
    if (answer.ok && reply) {
      queue.sent(item, Number(answer.headers.get("X-Recorded")), history.epoch);
      view.flow = "sending";
      this.on.taken(reply);
      return false;
    }
    if (reply && answer.status < 500) {
      queue.refused(item);
      this.on.refused(reply, item);
      return false;
    }
    if (answer.status === 401 || answer.type === "opaqueredirect") view.flow = "signed-out";
    else if (answer.status === 403) view.flow = "forbidden";
    else if (answer.status === 404) view.flow = "gone";
    else {
      view.flow = "trouble";
      return true;
    }
    return STOPPED;
  }
}

// Retry-After in seconds. A date would be by the server's clock, so it is ignored.
function secondsOf(text) {
  const seconds = /^\d+$/.test(text || "") ? Number(text) : 0;
  return Math.min(seconds, LONGEST_WAIT);
}
