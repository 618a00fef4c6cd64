// What an open sprint or pass is about, below its places: what the open place would change, the
// first of that classification, and the line before. It takes standings, so it is asked for after
// a tap was answered, never with the tap. Until the answer is there the sentence is not shown, and
// the lists are marked as those of a moment ago.

const AGAIN = 5000; // milliseconds before a question without an answer is asked again

export class AboutLine {
  // `address`: where a line is asked for, without its key; "" while standings do not count what is
  // logged. `redraw` draws the board again.
  constructor(address, redraw) {
    Object.assign(this, { address, redraw, asking: false, timer: 0, state: null, changes: 0 });
    this.answers = new Map(); // by line: { seen, html } of the state that it was asked for at
  }

  // `seen` is the state that the server told last; `waits` is true while taps are not sent yet.
  draw(board, open, seen, waits) {
    if (seen !== this.state) {
      this.state = seen;
      this.changes += 1;
    }
    const place = board.querySelector(`[data-about="${open}"]`);
    if (!place || !this.address) return;
    const answer = this.answers.get(open);
    const isNow = answer?.seen === seen && !waits;
    if (answer && place.shown !== answer.html) {
      place.innerHTML = answer.html;
      place.shown = answer.html;
    }
    const panel = place.closest(".panel");
    panel.classList.toggle("of-before", !isNow);
    place.setAttribute("aria-busy", String(!isNow));
    drawHolds(panel, place);
    if (!isNow && !waits) this.ask(open, seen);
  }

  async ask(key, seen) {
    if (this.asking) return;
    this.asking = true;
    const { changes } = this;
    const html = await read(`${this.address}${key}/`);
    this.asking = false;
    clearTimeout(this.timer);
    if (html === null) {
      this.timer = setTimeout(this.redraw, AGAIN);
      return;
    }
    // After a restore the state may be one of before again: an answer counts for the state that it
    // was asked for only where there was no other in between.
    this.answers.set(key, { seen: changes === this.changes ? seen : null, html });
    this.redraw();
  }
}

// Say in each row what its rider has in the classification.
function drawHolds(panel, place) {
  for (const row of panel.querySelectorAll(".places [data-rider]")) {
    const held = place.querySelector(`[data-holds="${row.dataset.rider}"]`);
    row.querySelector(".holds").textContent = held?.textContent ?? "";
  }
}

// The answer of that address, null without one.
async function read(address) {
  try {
    const answer = await fetch(address, {
      headers: { "HX-Request": "true" },
      credentials: "same-origin",
      cache: "no-store",
      redirect: "manual",
    });
    return answer.status === 200 ? await answer.text() : null;
  } catch {
    return null;
  }
}

// The menu of a place lies over the rows: a tap elsewhere, and Escape, close it.
export function closeMenus(root) {
  const close = (event) => {
    for (const menu of root.querySelectorAll(".line-panel details.place[open]"))
      if (event.type === "keydown" || !menu.contains(event.target)) menu.open = false;
  };
  document.addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close(event);
  });
}
