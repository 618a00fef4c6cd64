// The keyboard: letters and digit name a rider (b4, or aa4 where teams have two letters); "." and a
// number a square; what a digit alone is the game says; + and − the turn; < and > the line.

export function keys({ pad, square: onSquare, tap, undo, redo, openLine, view, model }) {
  let letters = ""; // the last two that were typed
  let square = null;
  let forget = 0;

  const clear = () => {
    letters = "";
    square = null;
    hint("");
  };
  const chipOf = (code) => view.root.querySelector(`.rider-chip[data-rider="${code}"]`);
  const hint = (words) => {
    view.root.dataset.typed = words;
  };

  function throwSquare() {
    const number = Number(square);
    clear();
    if (number >= 1 && number <= model().squares) tap(onSquare(number));
  }

  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, textarea, select, dialog[open]")) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      return event.shiftKey ? redo() : undo();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    clearTimeout(forget);
    forget = setTimeout(() => (square ? throwSquare() : clear()), 1500);
    const key = event.key;
    if (key === "?") return document.getElementById("keys").showModal();
    if (key === "Escape") return clear();
    const own = letters || square !== null ? null : view.drawing.entryOfKey?.(key, model(), view);
    if (own) return tap(own);
    if (key === "+" || key === "-")
      return tap({ do: "turn", turn: model().turn + (key === "+" ? 1 : -1) });
    if (key === "<" || key === ">") return step(key === ">" ? 1 : -1);
    if (key === ".") {
      letters = "";
      square = "";
      return hint(".");
    }
    if (square !== null && /^\d$/.test(key)) {
      square += key;
      hint(`.${square}`);
      if (square.length === 2) throwSquare();
      return;
    }
    if (square && key === "Enter") {
      event.preventDefault();
      return throwSquare();
    }
    if (/^[a-z]$/i.test(key)) {
      letters = `${letters}${key.toLowerCase()}`.slice(-2);
      return hint(letters);
    }
    if (/^[1-9]$/.test(key)) {
      if (letters) {
        const chip = chipOf(`${letters}${key}`) || chipOf(`${letters.slice(-1)}${key}`);
        clear();
        if (chip && !chip.disabled) pad(chip.dataset.rider);
        return;
      }
      tap(view.drawing.entryOfDigit(Number(key), model(), view, onSquare));
    }
  });

  function step(way) {
    const lines = [...model().lines.map((line) => line.key), "finish"];
    const to = lines[lines.indexOf(view.open) + way];
    if (to) openLine(to);
  }
}
