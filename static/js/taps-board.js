// The board as the server drew it last. Every answer brings a new one, and what hands were doing on
// the old one goes on there.

const PRESS = 1500; // a finger that stays longer on a button does not mean it

export class Board {
  // `changed` is called when the server's state is another, `drawn` when the board is drawn.
  constructor(element, changed, drawn) {
    Object.assign(this, { element, changed, drawn, pressed: false, html: "", timer: 0 });
    this.state = stateOf(element);
    element.addEventListener("pointerdown", (event) => {
      this.pressed = event.button === 0;
    });
    for (const end of ["pointerup", "pointercancel"])
      document.addEventListener(end, () => this.release());
  }

  get seen() {
    return this.element.querySelector(".road").dataset.seen;
  }

  // What the server says counts at once. It is drawn at once too, but not between press and
  // release: the button that is released would be another one than was pressed, and the browser
  // would call that no click.
  take(html) {
    this.html = html;
    clearTimeout(this.timer);
    if (!this.pressed) return this.draw();
    const state = stateOf(new DOMParser().parseFromString(html, "text/html"));
    if (state) {
      this.state = state;
      this.changed();
    }
    this.timer = setTimeout(() => this.release(), PRESS);
  }

  release() {
    this.pressed = false;
    if (this.html) setTimeout(() => this.draw()); // the click comes first
  }

  draw() {
    if (!this.html || this.pressed) return;
    // A time half typed when an answer comes.
    const typing = this.element.querySelector(".fold[open] [name=typed]");
    const list = this.element.querySelector("[data-arrivals]");
    const scroll = list ? list.scrollTop : 0;
    const atEnd = list && list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
    // A menu that is tapped several times.
    const opened = list?.querySelector(".place[open][data-stays]")?.dataset.rider;
    const active = document.activeElement;
    const focus = this.element.contains(active) ? pathOf(active) : "";
    this.element.innerHTML = this.html;
    this.html = "";
    const state = stateOf(this.element);
    if (!state) return location.reload(); // the stage was closed
    this.state = state;
    this.drawn();
    const again = this.element.querySelector("[data-arrivals]");
    if (opened)
      again?.querySelector(`.place[data-stays][data-rider="${opened}"]`)?.setAttribute("open", "");
    // At the end it stays there, so that a tie told below the last arrival is seen.
    if (again) again.scrollTop = atEnd ? again.scrollHeight : scroll;
    const field = typing && this.element.querySelector("[name=typed]");
    if (field) {
      field.closest(".fold").open = true;
      field.value = typing.value;
      if (typing === active) field.focus({ preventScroll: true });
    }
    if (focus) this.element.querySelector(focus)?.focus({ preventScroll: true });
  }
}

// Null where the stage is closed: nothing is logged on the page that others watch.
function stateOf(root) {
  const { state } = root.querySelector(".road").dataset;
  return state ? JSON.parse(state) : null;
}

// Where the keyboard was, so that it is there again on the new board.
function pathOf(element) {
  const value = element.getAttribute("value");
  for (const name of ["data-line", "data-square", "data-mode-to", "data-turn", "data-focus"]) {
    if (element.hasAttribute(name)) return `[${name}="${CSS.escape(element.getAttribute(name))}"]`;
  }
  if (element.matches("[data-undo]")) return "[data-undo]";
  if (element.matches("[data-redo]")) return "[data-redo]";
  return value ? `button[value="${CSS.escape(value)}"]` : "";
}
