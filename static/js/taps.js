// The director's stage page. A tap is put in a queue that survives the page, shown at once, and
// sent; the answer is the stage as it stands in the log. While the network is away the page goes on
// by itself (taps-model.js reckons, taps-draw.js shows).
//
// Each game has a module that the page loads: it calls `start` with its rules (taps-game.js) and
// with what it draws: drawFinish(view, model), drawTeams(board, model), entryOf(data, model, view)
// for its buttons and entryOfDigit(digit, model, view, square) for the keyboard. It may also have
//   entryOfSquare(number, model, view), null where nothing is logged yet;
//   entryOfKey(key, model, view), the entry of a key that means something just now;
//   arrivalOf(entry, model), the entry of a rider who is tapped at the finish, completed;
//   padHint(model), what the pad says while riders are missing;
//   nextAtFinish(model, view), what a phone says to do next there;
//   wordsOfUnit(unit, model), how an arrival came in;
//   tieOf(code, ahead, model), what is to decide between two;
//   arrivalRow(arrival, model, view, open), the row of an arrival, or arrivalRows(model, view), all
//   rows, as taps-arrivals.js has them;
//   listen(view, model, { tap, openGap, draw }) for gestures of its own.
import { Board } from "./taps-board.js";
import { AboutLine, closeMenus } from "./taps-line.js";
import { Model } from "./taps-model.js";
import { Queue, randomToken } from "./taps-queue.js";
import { History } from "./taps-history.js";
import { hasNumbers, naming } from "./taps-steps.js";
import { Sender } from "./taps-sending.js";
import { draw as drawBoard } from "./taps-draw.js";
import { ask, say, showSending } from "./taps-notices.js";
import { closeMissing, holdsEnd } from "./taps-missing.js";
import { keys } from "./taps-keys.js";
import { fitNames, keepInSight, listenByHand } from "./taps-page.js";
import { drawNext } from "./taps-next.js";
import { chipOf } from "./taps-parts.js";
import { longPress, openModes } from "./taps-press.js";
import { listenStrip } from "./taps-strip.js";
import { switchAccount } from "./waiting.js";
import { gettext, ngettext } from "./words.js";

const LEAVING = 15000; // how long a form may take to lead on
const NEW_MEANING = 350; // how long a button that means something else now takes no tap, in ms
const ONE_COLUMN = matchMedia("(max-width: 59.99rem)"); // as in stage.css

export function start(game, drawing) {
  const root = document.getElementById("stage");
  if (root) run(root, game, drawing);
}

function run(root, game, drawing) {
  const board = root.querySelector("#board");
  const form = root.querySelector("#taps");
  const { account, accountName, tourName, title } = root.dataset;
  const owner = { account, name: accountName, title: `${tourName}, ${title}` };
  const queue = new Queue(root.dataset.tour, root.dataset.number, owner);
  const client = randomToken();
  const history = new History(root, queue, client);
  const view = {
    root,
    board,
    drawing,
    open: "",
    picked: null,
    gap: 0,
    mode: root.dataset.mode,
    flow: "idle",
  };
  let model;
  let lastTap = { value: "", at: 0 };
  let changedAt = -NEW_MEANING; // when the buttons of the clock began to mean another arrival
  let ending = null;
  let polling = 0;

  const server = new Board(board, recompute, rebuild);
  const about = new AboutLine(root.dataset.about, () => server.whenFree(draw));
  closeMenus(root);

  // What the server said, with what it does not know yet on top.
  function recompute() {
    history.noteLast(server.state);
    model = new Model(server.state, queue.items, game, nameOf);
  }

  function rebuild() {
    recompute();
    if (!view.open) {
      const { open, picked } = server.state;
      view.open =
        model.full(open) && !new URLSearchParams(location.search).has("line")
          ? model.following(open)
          : open;
      view.picked = picked;
    }
    if (view.picked && !model.units[view.picked]) view.picked = null;
    draw();
  }

  function draw() {
    drawBoard(view, model, queue);
    drawNext(view, model);
    about.draw(board, view.open, server.seen, queue.items.length > 0);
    showSending(view, queue, history);
  }

  // -- tapping

  function tap(entry) {
    if (!entry) return;
    const refused = model.apply(entry);
    if (refused) return say(view, refused);
    const seen = { base: model.seq, epoch: history.epoch };
    const words = model.words(entry);
    const item = { token: randomToken(), entry, client, ...seen, words };
    queue.add(item);
    model.note(item);
    if (entry.do === "place" && model.full(entry.line)) view.open = model.following(entry.line);
    if (view.picked && !model.units[view.picked]) view.picked = null;
    if (entry.do === "out" || entry.do === "back") view.mode = "riders";
    if (entry.do === "undo" && !hasNumbers(entry)) rebuild(); // what it undoes is no longer shown
    else draw();
    scrollToEnd(entry);
    send();
  }

  function scrollToEnd(entry) {
    if (entry.do !== "arrive") return;
    const list = board.querySelector("[data-arrivals]");
    list.scrollTop = list.scrollHeight;
  }

  // A step back: what was not sent yet is taken out of the queue; where some of it may have been
  // sent, all of it is undone by name. A number alone could mean another entry after the server was
  // restored from a backup.
  function undo() {
    const step = model.undoable();
    if (!step) return;
    if (queue.drop(step.parts)) return rebuild();
    tap(naming("undo", step.parts));
  }

  function redo() {
    const step = model.redoable();
    if (step) tap(naming("redo", step.parts));
  }

  function pad(code) {
    if (view.mode === "out")
      return tap({ do: model.out.includes(code) ? "back" : "out", rider: code });
    const entry = model.tapOf(code, view.open, view.picked);
    if (entry.do === "arrive" && view.gap) {
      entry.place = view.gap;
      view.gap = 0;
    }
    tap(entry.do === "arrive" && drawing.arrivalOf ? drawing.arrivalOf(entry, model) : entry);
  }

  function nameOf(code) {
    return chipOf(code)?.dataset.called || code;
  }

  function square(number) {
    if (!drawing.entryOfSquare)
      return model.withUnit({ do: "square", square: number }, view.picked);
    const entry = drawing.entryOfSquare(number, model, view);
    if (!entry) draw();
    return entry;
  }

  function entryOf(button) {
    const data = button.dataset;
    if (data.turn) return turnEntry(Number(data.turn));
    if (data.square) return square(Number(data.square));
    if ("all" in data)
      return model.withUnit({ do: "arrive", riders: model.missing() }, view.picked);
    const own = drawing.entryOf(data, model, view);
    return own || (button.value ? JSON.parse(button.value) : null);
  }

  // The clock; while an arrival is being changed its buttons move that one.
  function turnEntry(by) {
    const unit = view.picked && model.units[view.picked];
    return unit
      ? { do: "unit_turn", turn: Math.max(0, unit.turn + by), unit: view.picked }
      : { do: "turn", turn: model.turn + by };
  }

  function openLine(key) {
    view.open = key;
    view.gap = 0;
    if (key !== "finish") view.picked = null;
    draw();
  }

  // The place between two arrivals that the riders tapped next get; 0 is none.
  function openGap(place) {
    view.gap = view.gap === place ? 0 : place;
    view.picked = null;
    draw();
  }

  function setMode(mode) {
    view.mode = mode;
    draw();
  }

  root.addEventListener("click", (event) => {
    const button = event.target.closest("button, a");
    if (!button || !root.contains(button)) return;
    const data = button.dataset;
    // A finger that trembles taps once, in a row of buttons (data-row) too; one that takes back
    // several steps is quicker.
    const steps = button.matches("[data-undo]") ? "undo" : "redo" in data ? "redo" : "";
    const tremble = steps ? 150 : 350;
    const what =
      steps || data.rider || data.modeTo || data.row || `${button.value}${data.turn || ""}`;
    const again = event.detail && lastTap.value === what && event.timeStamp - lastTap.at < tremble;
    lastTap = { value: what, at: event.timeStamp };
    if (button.matches("[data-line]")) {
      event.preventDefault();
      openLine(data.line);
      return undefined;
    }
    if (button.matches("[data-pick]")) {
      event.preventDefault();
      changedAt = event.timeStamp;
      view.picked = data.pick ? Number(data.pick) : null;
      view.gap = 0;
      return draw();
    }
    if (data.gap) return openGap(Number(data.gap));
    if (data.modeTo) return setMode(data.modeTo);
    if (button.matches("[data-next]")) return openModes(root);
    if (button.matches("[data-dismiss]")) return button.closest(".refusal").remove();
    if (button.matches("[data-forget]")) return askToForget(button.parentElement);
    if (button.matches("[data-retry]")) return sender.sendNow();
    if (button.matches("[data-switch]")) return switchAccount(root.dataset.signIn);
    if (button.matches("[data-dismiss-restored]")) return dismissRestored();
    if (button.matches("[data-send-again]")) return decided(() => history.sendAgain());
    if (button.matches("[data-leave-out]")) return askToLeaveOut(button.parentElement);
    if (button.matches("[data-help]")) return document.getElementById("keys").showModal();
    if (button.matches("[data-end]")) return endStage(event, button);
    if (button.form !== form || button.name !== "entry") return;
    event.preventDefault();
    if (again || (data.turn && event.timeStamp - changedAt < NEW_MEANING)) return;
    if (button.matches("[data-undo]")) return undo();
    if (button.matches("[data-redo]")) return redo();
    if (data.rider) return pad(data.rider);
    tap(entryOf(button));
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener(
    "click",
    ({ target }) => closeMissing(view, target, ONE_COLUMN.matches),
    true,
  );

  keepInSight(board);
  listenByHand(root, {
    refuse: (words) => say(view, words),
    take: (seconds) => tap(model.withUnit({ do: "time", seconds }, view.picked)),
  });

  // Everything has to be on the server before a stage can end.
  function endStage(event, button) {
    if (holdsEnd(view, model)) return event.preventDefault();
    if (!queue.items.length && !history.hasMissing) return;
    event.preventDefault();
    if (history.hasMissing)
      return say(
        view,
        gettext("Taps are missing on the server. Send them again or leave them out first."),
      );
    ending = button.matches("a") ? button.href : "end-form";
    say(view, gettext("Not everything is sent yet. The stage ends once it is."));
    send(true);
  }

  function askToForget(bar) {
    const count = queue.items.length;
    const question = ngettext(
      "Discard %(count)s unsent tap for good?",
      "Discard %(count)s unsent taps for good?",
      count,
    );
    const yes = ngettext("Discard %(count)s unsent tap", "Discard %(count)s unsent taps", count);
    ask(bar, question, yes, gettext("Keep"), forget);
  }

  function forget() {
    queue.clear();
    view.flow = "idle";
    refresh(true);
  }

  // -- after the server was restored from a backup

  function askToLeaveOut(bar) {
    const count = history.missing.length;
    const question = ngettext(
      "Leave out %(count)s tap? This device deletes them.",
      "Leave out %(count)s taps? This device deletes them.",
      count,
    );
    const leaveOut = () => decided(() => history.leaveOut());
    ask(bar, question, gettext("Leave out"), gettext("Keep"), leaveOut);
  }

  function decided(decision) {
    decision();
    dismissRestored();
    rebuild();
    send(true);
  }

  function dismissRestored() {
    history.restored = false;
    showSending(view, queue, history);
  }

  // -- sending, one after the other

  const sender = new Sender({
    view,
    form,
    queue,
    history,
    on: {
      taken: (answer) => {
        server.take(answer);
        // What stands below the board is asked for again.
        document.body.dispatchEvent(new Event("logged"));
      },
      refused: (answer, item) => {
        ending = null; // what was not counted has to be read first
        // A stage that somebody ended meanwhile stays, so that what was not counted can be read.
        if (server.isOtherPage(answer)) rebuild();
        else server.take(answer);
        say(view, answer.refusal || gettext("It does not fit the stage."), item.words);
      },
      compared: async () => {
        if (history.open) await refresh(true);
      },
      look: () => showSending(view, queue, history),
      idle: () => {
        if (!ending) return;
        const to = ending;
        ending = null;
        if (to === "end-form") document.getElementById(to).requestSubmit();
        else location.assign(to);
      },
    },
  });
  const send = (now = false) => sender.send(now);

  // -- what another director did meanwhile

  // End stage and Discard are forms that lead to another page. While that one is on its way,
  // whoever looks how the stage stands finds it closed already, and loading this page again would
  // call the other one off. Not for ever: an answer can be lost.
  let leftAt = -LEAVING;
  const leaving = () => performance.now() - leftAt < LEAVING;
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.target.method === "post") leftAt = performance.now();
  });

  async function refresh(always = false) {
    if (leaving()) return;
    const busy = queue.items.length || history.unsure || sender.sending || document.hidden;
    if (!always && (busy || root.querySelector("details.place[open], input:focus"))) return;
    const now = ++polling;
    const url = new URL(root.dataset.self, location);
    const shown = {
      line: view.open,
      ...(view.picked ? { unit: view.picked } : {}),
    };
    const seen = always ? "" : server.seen;
    url.search = new URLSearchParams({ part: "board", seen, ...shown, ...history.claims() });
    try {
      const answer = await fetch(url, {
        credentials: "same-origin",
        cache: "no-store",
        redirect: "manual",
      });
      if (answer.headers.has("X-Stopped")) return stop(answer.headers.get("X-Stopped"));
      if (answer.ok && !queue.items.length) view.flow = "idle";
      showSending(view, queue, history);
      if (answer.status !== 200 || !answer.headers.has("X-Stage-State")) return;
      const reply = await answer.json();
      const free = always || !(sender.sending || queue.items.length);
      if (now === polling && !leaving() && free) server.take(reply);
    } catch {
      /* the next time will do */
    }
  }
  setInterval(refresh, 5000);

  // The server accepts nothing from this page: another history, or another account.
  function stop(why) {
    if (why === "history") {
      history.unsure = true;
      return send();
    }
    view.flow = why;
    showSending(view, queue, history);
  }

  // Taps that could not be stored are lost with the page, so the browser asks first.
  addEventListener("beforeunload", (event) => {
    if (queue.hasUnstored) event.preventDefault();
  });

  addEventListener("online", () => send(true));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) {
      send(true);
      refresh();
    }
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    leftAt = -LEAVING;
    refresh(true);
  });

  keys({ pad, square, tap, undo, redo, openLine, view, model: () => model, entryOf });
  listenStrip(board);
  longPress(root, () => model);
  drawing.listen?.(view, () => model, { tap, openGap, draw });
  root.classList.add("scripted");
  rebuild();
  fitNames(root);
  addEventListener("resize", () => {
    fitNames(root);
    draw();
  });
  send();
}
