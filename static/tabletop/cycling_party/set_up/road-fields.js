// The form of a stage: the editor of the road reads its fields and writes into them. The rows of
// passes and sprints are those that work without a script.

export function readCourse(form, type) {
  const values = (name) =>
    [...form.querySelectorAll(`[name="${name}"]`)].map((field) => field.value);
  const starts = values("start");
  return {
    type: form.querySelector('[name="type"]:checked')?.value ?? type,
    length: number(form.querySelector('[name="length"]').value),
    passes: values("category").map((category, index) => ({
      start: number(starts[index]),
      category,
    })),
    sprints: values("sprint").map(number),
  };
}

function number(text) {
  return Math.min(999, Math.max(0, Math.trunc(Number(text)) || 0));
}

// Write a course into the fields; whatever keeps the form hears of it as of one entry.
export function writeCourse(form, { type, length, passes, sprints }) {
  const choice = form.querySelector(`[name="type"][value="${type}"]`);
  if (choice) choice.checked = true;
  const field = form.querySelector('[name="length"]');
  field.value = length;
  const passRows = rowsFor(form, "pass", passes.length);
  passes.forEach(({ start, category }, index) => {
    passRows[index].querySelector('[name="start"]').value = start;
    passRows[index].querySelector('[name="category"]').value = category;
  });
  const sprintRows = rowsFor(form, "sprint", sprints.length);
  sprints.forEach((km, index) => {
    sprintRows[index].querySelector('[name="sprint"]').value = km;
  });
  field.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: "road" }));
}

// As many rows as there are things, new ones from the template that stands beside the list.
function rowsFor(form, kind, count) {
  const list = form.querySelector(`[data-road-rows="${kind}"]`);
  while (list.children.length > count) list.lastElementChild.remove();
  while (list.children.length < count) list.append(newRow(form, kind, list.children.length));
  return [...list.children];
}

function newRow(form, kind, index) {
  const made = document.createElement("template");
  made.innerHTML = form
    .querySelector(`[data-road-row="${kind}"]`)
    .innerHTML.replaceAll("__index__", index)
    .replaceAll("__number__", index + 1);
  const row = made.content.firstElementChild;
  for (const button of row.querySelectorAll(".stepper-button")) button.hidden = false;
  globalThis.htmx?.process(row);
  return row;
}
