// Keys and held buttons of the editor of a road.

const HOLD = 450; // milliseconds until a button that is held goes on
const EVERY = 90;
const ARROWS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

export function listenToKeys(root, editor) {
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") editor.giveUp();
    const thing = event.target.dataset?.thing;
    if (!thing || event.altKey || event.ctrlKey || event.metaKey) return;
    const foot = thing.startsWith("foot-");
    const done = foot
      ? pullFoot(editor, thing.slice(5), event.key)
      : change(editor, thing, event.key, event.shiftKey ? 5 : 1);
    if (done) event.preventDefault();
  });
}

function pullFoot(editor, thing, key) {
  if (key in ARROWS) editor.pullFoot(thing, ARROWS[key]);
  return key in ARROWS;
}

function change(editor, thing, key, squares) {
  const out = ["Delete", "Backspace"].includes(key);
  if (key in ARROWS) editor.step(thing, ARROWS[key] * squares);
  else if (out) editor.takeOut(thing);
  return out || key in ARROWS;
}

// A button that is held goes on; the click that ends it is none.
export function repeatWhileHeld(button, step) {
  let timer = 0;
  const go = () => {
    button.held = true;
    step();
    timer = setTimeout(go, EVERY);
  };
  button.addEventListener("pointerdown", (event) => {
    button.held = false;
    if (!event.button) timer = setTimeout(go, HOLD);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"])
    button.addEventListener(name, () => clearTimeout(timer));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    if (!button.held) step();
    button.held = false;
  });
}
