// A jersey flies from the pad to the tray where it is tapped in, and from the tray to the road when
// its square is chosen. It is a picture: nothing waits for it, and it takes no tap.
const TO_TRAY = 200; // ms
const TO_ROAD = 250;

// `isOpen` says whether riders who are tapped arrive.
export function letJerseysFly(root, isOpen) {
  let leaving = null;
  root.addEventListener(
    "click",
    ({ target }) => (leaving = isOpen() ? departure(root, target) : null),
    true,
  );
  // The page is drawn by then.
  document.addEventListener("click", () => {
    if (!leaving) return;
    const { start, jersey, to, time } = leaving;
    leaving = null;
    const there = root.querySelector(to);
    if (there && !matchMedia("(prefers-reduced-motion: reduce)").matches)
      fly(root, jersey, start, there, time);
  });
}

function departure(root, target) {
  const chip = target.closest(".rider-chip:not(.placed)");
  if (chip) return startOf(chip, `.tray [data-held="${chip.dataset.rider}"] .jersey`, TO_TRAY);
  const square = target.closest("[data-square]");
  const first = root.querySelector(".tray [data-held]");
  if (!square || !first) return null;
  return startOf(
    first,
    `[data-square="${square.dataset.square}"] [data-standing] .jersey`,
    TO_ROAD,
  );
}

function startOf(element, to, time) {
  const jersey = element.querySelector(".jersey");
  return (
    jersey && { start: jersey.getBoundingClientRect(), jersey: jersey.cloneNode(true), to, time }
  );
}

function fly(root, jersey, start, there, duration) {
  const end = there.getBoundingClientRect();
  if (!end.width || !start.width) return;
  const flying = document.createElement("div");
  flying.className = "flying";
  flying.ariaHidden = "true";
  flying.append(jersey);
  root.append(flying);
  const at = ({ left, top, width }) => ({
    translate: `${left}px ${top}px`,
    scale: width / start.width,
  });
  const timing = { duration, easing: "ease-out" };
  flying.animate([at(start), at(end)], timing).finished.finally(() => flying.remove());
  there.animate({ opacity: [0, 0, 1], offset: [0, 0.9, 1] }, timing);
}
