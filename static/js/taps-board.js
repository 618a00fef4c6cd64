// The stage as the server told it last. Every answer brings a new state; it counts at once, and is
// drawn once no finger is down.
import { keepPlace } from "./taps-parts.js";

const PRESS = 1500; // a finger that stays longer on a button does not mean it

export class Board {
  // `changed` is called when the server's state is another, `drawn` when it is to be drawn.
  constructor(element, changed, drawn) {
    Object.assign(this, { element, changed, drawn, pressed: false, waits: false, timer: 0 });
    const { state, seen } = element.querySelector(".road").dataset;
    this.state = JSON.parse(state);
    this.seen = seen;
    element.addEventListener("pointerdown", (event) => {
      this.pressed = event.button === 0;
    });
    for (const end of ["pointerup", "pointercancel"])
      document.addEventListener(end, () => this.release());
  }

  // What the server says counts at once. It is drawn at once too, but not between press and
  // release: the button that is released would be another one than was pressed, and the browser
  // would call that no click.
  take(answer) {
    if (this.isOtherPage(answer)) return location.reload();
    const { state, seen } = answer;
    Object.assign(this, { state, seen, waits: true });
    clearTimeout(this.timer);
    if (!this.pressed) return this.draw();
    this.changed();
    this.timer = setTimeout(() => this.release(), PRESS);
  }

  // Draw what changed beside the state, once no finger is down.
  whenFree(draw) {
    if (this.pressed) setTimeout(() => this.whenFree(draw), 200);
    else draw();
  }

  // Whether an answer is for another page than this one: the stage was ended or reopened, or who
  // looks may no longer log it. What `seen` holds beside epoch and revision says so.
  isOtherPage({ closed, seen }) {
    const steps = (version) => version.split(".").slice(2).join(".");
    return closed || steps(seen) !== steps(this.seen);
  }

  release() {
    this.pressed = false;
    if (this.waits) setTimeout(() => this.draw()); // the click comes first
  }

  draw() {
    if (!this.waits || this.pressed) return;
    this.waits = false;
    keepPlace(this.element, () => this.drawn());
  }
}
