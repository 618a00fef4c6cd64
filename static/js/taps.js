// The director's stage page. A tap is put in a queue that survives the page, shown at once, and sent; the answer is the board as it
// stands in the log. While the network is away the page goes on by itself (taps-model.js reckons, taps-draw.js shows).
import { Board } from "./taps-board.js";
import { Model } from "./taps-model.js";
import { Queue, randomToken } from "./taps-queue.js";
import { draw, say, showSending } from "./taps-draw.js";
import { keys } from "./taps-keys.js";

const LEAVING = 15000; // how long a form may take to lead on

const stage = document.getElementById("stage");
if (stage) start(stage);

function start(root) {
  const board = root.querySelector("#board");
  const form = root.querySelector("#taps");
  const queue = new Queue(`taps/${root.dataset.tour}/${root.dataset.number}/`);
  const client = randomToken();
  const view = { root, board, open: "", picked: null, mode: root.dataset.mode, flow: "idle", armed: null };
  let model;
  let lastTap = { value: "", at: 0 };
  let ending = null;
  let polling = 0;

  const server = new Board(board, reckon, rebuild);

  // What the server said, with what it does not know yet on top.
  function reckon() {
    model = new Model(server.state, queue.items);
  }

  function rebuild() {
    reckon();
    if (!view.open) {
      const { open, picked } = server.state;
      view.open = model.full(open) && !new URLSearchParams(location.search).has("line") ? model.following(open) : open;
      view.picked = picked;
    }
    if (view.picked && !model.units[view.picked]) view.picked = null;
    draw(view, model, queue);
  }

  // -- tapping

  function tap(entry) {
    if (!entry) return;
    const refused = model.apply(entry);
    if (refused) return say(view, refused);
    queue.add({ token: randomToken(), entry, client, base: model.seq, words: model.words(entry) });
    if (entry.do === "place" && model.full(entry.line)) view.open = model.following(entry.line);
    if (view.picked && !model.units[view.picked]) view.picked = null;
    if (entry.do === "turn") view.armed = null;
    if (entry.do === "out" || entry.do === "back") view.mode = "riders";
    if (entry.token) rebuild(); // what it undoes is no longer shown
    else draw(view, model, queue);
    scrollToEnd(entry);
    send();
  }

  function scrollToEnd(entry) {
    if (entry.do !== "arrive") return;
    const list = board.querySelector("[data-arrivals]");
    list.scrollTop = list.scrollHeight;
  }

  // A step back: the last thing that was not sent yet is taken out of the queue; what may have been sent is undone by name.
  function undo() {
    const step = model.undoable(queue.items);
    if (!step) return;
    if (step.token && queue.drop(step.token)) return rebuild();
    tap(step.token ? { do: "undo", token: step.token } : { do: "undo", seq: step.seq });
  }

  function redo() {
    const step = model.redoable();
    if (step) tap({ do: "redo", seq: step.seq });
  }

  function pad(code) {
    if (view.mode === "accident") return tap({ do: model.out.includes(code) ? "back" : "out", rider: code });
    const entry = model.tapOf(code, view.open, view.picked);
    tap(entry.do === "arrive" && view.armed ? { ...entry, square: view.armed } : entry);
  }

  // In a game of rounds a square that nobody waits for is that of the riders tapped next.
  function square(number) {
    if (!model.rounds || model.current(view.picked)) return model.withUnit({ do: "square", square: number }, view.picked);
    view.armed = view.armed === number ? null : number;
    draw(view, model, queue);
    return null;
  }

  function entryOf(button) {
    const data = button.dataset;
    if (data.turn) return { do: "turn", turn: model.turn + Number(data.turn) };
    if (data.square) return square(Number(data.square));
    if (data.die) return model.withUnit({ do: "die", die: Number(data.die) }, view.picked);
    if ("all" in data) return model.withUnit({ do: "arrive", riders: model.missing() }, view.picked);
    return button.value ? JSON.parse(button.value) : null;
  }

  function openLine(key) {
    view.open = key;
    if (key !== "finish") view.picked = null;
    draw(view, model, queue);
  }

  function setMode(mode) {
    view.mode = mode;
    draw(view, model, queue);
  }

  root.addEventListener("click", (event) => {
    const button = event.target.closest("button, a");
    if (!button || !root.contains(button)) return;
    const data = button.dataset;
    // A finger that trembles taps once; one that takes back several steps is quicker.
    const tremble = button.matches("[data-undo], [data-redo]") ? 150 : 350;
    const what = data.rider || data.modeTo || (data.cards && "cards") || `${button.value}${data.turn || ""}`;
    const again = event.detail && lastTap.value === what && event.timeStamp - lastTap.at < tremble;
    lastTap = { value: what, at: event.timeStamp };
    if (button.matches("[data-line]")) {
      event.preventDefault();
      return openLine(data.line);
    }
    if (button.matches("[data-pick]")) {
      event.preventDefault();
      view.picked = data.pick ? Number(data.pick) : null;
      return draw(view, model, queue);
    }
    if (data.modeTo) return setMode(data.modeTo);
    if (button.matches("[data-dismiss]")) return button.closest(".refusal").remove();
    if (button.matches("[data-forget]")) return forget();
    if (button.matches("[data-retry]")) return send(true);
    if (button.matches("[data-help]")) return document.getElementById("keys").showModal();
    if (button.matches("[data-end]")) return endStage(event, button);
    if (button.form !== form || button.name !== "entry") return;
    event.preventDefault();
    if (again) return;
    if (button.matches("[data-undo]")) return undo();
    if (button.matches("[data-redo]")) return redo();
    if (data.rider) return pad(data.rider);
    tap(entryOf(button));
  });
  form.addEventListener("submit", (event) => event.preventDefault());

  // What opens at the end of a list is scrolled into sight.
  board.addEventListener("toggle", ({ target }) => {
    const list = target.open && target.matches(".place") && target.closest("ol");
    if (list) list.scrollTop += Math.max(0, target.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom);
  }, true);

  root.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-by-hand]")) return;
    event.preventDefault();
    const input = event.target.elements.typed;
    const found = input.value.trim().match(/^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/);
    if (!found || (found[1] && Number(found[2]) > 59)) return say(view, "Type the time as minutes and seconds, like 3:07.");
    input.value = "";
    event.target.closest("details").open = false;
    tap(model.withUnit({ do: "time", seconds: 3600 * Number(found[1] || 0) + 60 * Number(found[2]) + Number(found[3]) }, view.picked));
  });

  // Everything has to be on the server before a stage can end.
  function endStage(event, button) {
    if (!queue.items.length) return;
    event.preventDefault();
    ending = button.matches("a") ? button.href : "end-form";
    say(view, `${queue.items.length} not sent yet. The stage ends when they have arrived.`);
    send(true);
  }

  function forget() {
    queue.clear();
    view.flow = "idle";
    refresh(true);
  }

  // -- sending, one after the other

  let sending = false;
  let wait = 0;
  let timer = 0;

  function send(now = false) {
    if (now) wait = 0;
    clearTimeout(timer);
    if (sending) return;
    const item = queue.next();
    if (!item) {
      view.flow = "idle";
      showSending(view, queue);
      if (ending) {
        const to = ending;
        ending = null;
        if (to === "end-form") document.getElementById(to).requestSubmit();
        else location.assign(to);
      }
      return;
    }
    sending = true;
    if (view.flow === "idle") view.flow = "sending";
    showSending(view, queue);
    post(item).finally(() => { sending = false; }).then((again) => {
      showSending(view, queue);
      if (again === "stop") return;
      if (again) {
        wait = Math.min(wait ? wait * 2 : 500, 8000);
        timer = setTimeout(send, wait);
      } else {
        wait = 0;
        send();
      }
    });
  }

  async function post(item) {
    const body = new URLSearchParams({
      entry: JSON.stringify(item.entry),
      token: item.token,
      client: item.client,
      base: item.base,
      line: view.open,
      csrfmiddlewaretoken: cookie("csrftoken") || form.elements.csrfmiddlewaretoken.value,
    });
    if (view.picked) body.set("unit", view.picked);
    queue.tried(item);
    const timeout = new AbortController();
    const alarm = setTimeout(() => timeout.abort(), 12000);
    let answer, html;
    try {
      answer = await fetch(root.dataset.record, {
        method: "POST",
        body,
        headers: { "X-Tap": "1" },
        redirect: "manual",
        credentials: "same-origin",
        cache: "no-store",
        signal: timeout.signal,
      });
      html = await answer.text();
    } catch {
      view.flow = "offline";
      return true;
    } finally {
      clearTimeout(alarm);
    }
    const ours = answer.headers.has("X-Stage");
    if (answer.ok && ours) {
      queue.sent(item, Number(answer.headers.get("X-Recorded")));
      view.flow = "sending";
      server.take(html);
      return false;
    }
    if (ours && answer.status < 500) {
      const told = new DOMParser().parseFromString(html, "text/html").querySelector(".road");
      queue.refused(item);
      // A stage that somebody ended meanwhile stays on the page, so that what was not counted can be read.
      if (!("closed" in told.dataset)) server.take(html);
      else rebuild();
      say(view, told.dataset.refusal || "It does not fit the stage.", item.words);
      return false;
    }
    if (answer.status === 401 || answer.status === 403 || answer.type === "opaqueredirect") {
      view.flow = "signed-out";
      return "stop";
    }
    if (answer.status === 404) {
      view.flow = "gone";
      return "stop";
    }
    view.flow = "trouble";
    return true;
  }

  function cookie(name) {
    return document.cookie.split("; ").find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
  }

  // -- what another director did meanwhile

  // End stage and Give up are forms that lead to another page. While that one is on its way, whoever looks how the stage stands finds
  // it closed already, and loading this page again would call the other one off. Not for ever: an answer can be lost.
  let leftAt = -LEAVING;
  const leaving = () => performance.now() - leftAt < LEAVING;
  document.addEventListener("submit", (event) => { if (!event.defaultPrevented && event.target.method === "post") leftAt = performance.now(); });

  async function refresh(always = false) {
    if (leaving()) return;
    if (!always && (queue.items.length || sending || document.hidden || root.querySelector("details.place[open], input:focus"))) return;
    const now = ++polling;
    const url = new URL(root.dataset.self, location);
    url.search = new URLSearchParams({ part: "board", seen: always ? "" : server.seen, line: view.open, ...(view.picked ? { unit: view.picked } : {}) });
    try {
      const answer = await fetch(url, { credentials: "same-origin", cache: "no-store", redirect: "manual" });
      if (answer.status !== 200 || !answer.headers.has("X-Stage")) return;
      const html = await answer.text();
      if (now === polling && !sending && !leaving() && (always || !queue.items.length)) server.take(html);
    } catch { /* the next time will do */ }
  }
  setInterval(refresh, 5000);

  addEventListener("online", () => send(true));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { send(true); refresh(); } });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    leftAt = -LEAVING;
    refresh(true);
  });

  keys({ pad, square, tap, undo, redo, openLine, view, model: () => model, entryOf });
  root.classList.add("scripted");
  rebuild();
  send();
}
