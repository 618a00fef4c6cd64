// Take hold of things of a road with a finger, a pen or a mouse, and of new ones out of their
// buttons. What a pull means is said by the editor: `grab`, `pull`, `drop`, `cancel` and `tap`.

const FAR = 5; // pixels that make a pull of a tap

export function listenToHands(board, buttons, editor) {
  let hand = null; // {id, x, y, thing, pulls, element}

  const begin = (event, thing, element) => {
    if (event.button || hand) return;
    hand = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      thing,
      pulls: false,
      element,
    };
    element.setPointerCapture(event.pointerId);
  };
  const end = (event, finish) => {
    if (!hand || event.pointerId !== hand.id) return;
    const { pulls, thing, element } = hand;
    hand = null;
    element.pulled = pulls;
    finish(pulls, thing);
  };
  const pullOn = (event) => {
    if (!hand || event.pointerId !== hand.id) return;
    if (!hand.pulls) {
      if (Math.hypot(event.clientX - hand.x, event.clientY - hand.y) < FAR) return;
      hand.pulls = editor.grab(hand.thing, at(board, hand.x));
      if (!hand.pulls) return;
    }
    editor.pull(at(board, event.clientX), isOver(board, event));
  };

  const listen = (element) => {
    element.addEventListener("pointermove", pullOn);
    element.addEventListener("pointerup", (event) =>
      end(event, (pulls, thing) => {
        if (pulls) editor.drop();
        else if (element === board) editor.tap(thing, at(board, event.clientX));
      }),
    );
    for (const name of ["pointercancel", "lostpointercapture"])
      element.addEventListener(name, (event) => end(event, (pulls) => pulls && editor.cancel()));
  };

  board.addEventListener("pointerdown", (event) => {
    const thing = event.target.closest("[data-thing]")?.dataset.thing ?? null;
    begin(event, thing, board);
  });
  listen(board);
  for (const button of buttons) {
    button.addEventListener("pointerdown", (event) =>
      begin(event, `new-${button.dataset.roadAdd}`, button),
    );
    listen(button);
    // The click that follows a pull is none.
    button.addEventListener("click", (event) => {
      if (!button.pulled) editor.add(button.dataset.roadAdd, event.detail === 0);
      button.pulled = false;
    });
  }
  return {
    letGo: () => {
      if (hand?.pulls) editor.cancel();
      hand = null;
    },
  };
}

function at(board, clientX) {
  return clientX - board.getBoundingClientRect().left;
}

// With room for a finger above and below.
function isOver(board, { clientX, clientY }) {
  const box = board.getBoundingClientRect();
  const room = 24;
  return (
    clientX > box.left - room &&
    clientX < box.right + room &&
    clientY > box.top - room &&
    clientY < box.bottom + room
  );
}
