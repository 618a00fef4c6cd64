// The course check in the page (`course_check.py` on the server, which decides): what is wrong with
// a stage, so that the editor of the road can say so while something is under the finger. The
// figures come with the page; a test compares the two over stages drawn by lot.
//
// A course is {type, length, passes: [{start, category}], sprints: [km]}, in squares (km) from the
// start, in the order of the form's rows. A thing of the road is "pass-0", "sprint-2" or "finish".

export function passesOf(course, rules) {
  return course.passes
    .map(({ start, category }, index) => ({
      index,
      start,
      category,
      end: start + (rules.lengths[category] ?? 1) - 1,
    }))
    .sort((one, other) => one.start - other.start || one.end - other.end || one.index - other.index)
    .map((pass, at) => ({ ...pass, number: at + 1 }));
}

// The sprints in road order, with their numbers.
export function sprintsOf(course) {
  return course.sprints
    .map((km, index) => ({ index, km }))
    .sort((one, other) => one.km - other.km || one.index - other.index)
    .map((sprint, at) => ({ ...sprint, number: at + 1 }));
}

export function problems(course, rules) {
  const passes = passesOf(course, rules);
  return [
    ...lengthProblems(course.length, rules),
    ...rangeProblems(passes, course.length),
    ...overlapProblems(passes),
    ...nearnessProblems(passes, course.length, rules),
    ...categoryProblems(passes, rules),
    ...touchProblems(passes),
    ...countProblems(course, rules),
    ...hardestProblems(course.type, passes, rules),
    ...sprintProblems(course, passes),
  ];
}

export function isError(problem) {
  return problem.code.startsWith("E_");
}

function lengthProblems(length, rules) {
  const where = ["length"];
  if (length < rules.shortest) return [{ code: "E_LENGTH", where }];
  if (length > rules.longest) return [{ code: "E_TOO_LONG", where }];
  const found = [];
  if (length % rules.hexagon) found.push({ code: "W_HEX", where });
  if (Math.ceil(length / rules.hexagon) + rules.runOut > rules.box)
    found.push({ code: "W_BOARD", where });
  return found;
}

function rangeProblems(passes, length) {
  return passes
    .filter(({ start, end }) => start < 1 || end > length)
    .map(({ index }) => ({ code: "E_PASS_RANGE", where: ["passes", index, "start"] }));
}

function overlapProblems(passes) {
  let furthest = 0;
  return passes.flatMap(({ index, start, end }, at) => {
    const over = at > 0 && start <= furthest;
    furthest = at ? Math.max(furthest, end) : end;
    return over ? [{ code: "E_PASS_OVERLAP", where: ["passes", index, "start"] }] : [];
  });
}

function nearnessProblems(passes, length, rules) {
  if (!passes.length) return [];
  const [first] = passes;
  const last = passes.reduce((most, pass) => (pass.end > most.end ? pass : most));
  const found = [];
  if (first.start <= rules.opening)
    found.push({ code: "W_OPENING", where: ["passes", first.index, "start"] });
  if (last.end > length - rules.runIn)
    found.push({ code: "W_RUN_IN", where: ["passes", last.index, "start"] });
  return found;
}

// The end of a pass follows from its category, so only one without a category is wrong.
function categoryProblems(passes, rules) {
  return passes
    .filter(({ category }) => !(category in rules.lengths))
    .map(({ index }) => ({ code: "E_PASS_LENGTH", where: ["passes", index, "category"] }));
}

function touchProblems(passes) {
  const ends = new Set(passes.map(({ end }) => end));
  return passes
    .filter(({ start }) => ends.has(start - 1))
    .map(({ index }) => ({ code: "E_PASS_TOUCH", where: ["passes", index, "start"] }));
}

function countProblems(course, rules) {
  const found = [];
  const right = rules.sprintCount[course.type];
  if (!rules.passCounts.includes(course.passes.length))
    found.push({ code: "E_PASS_COUNT", where: ["passes"] });
  if (right !== undefined && course.sprints.length !== right)
    found.push({ code: "E_IS_COUNT", where: ["sprints"] });
  return found;
}

function hardestProblems(type, passes, rules) {
  const order = Object.keys(rules.lengths);
  const hardest = Math.max(...passes.map(({ category }) => order.indexOf(category)), -1);
  const fitting = rules.hardest[type];
  return fitting && hardest >= 0 && !fitting.includes(order[hardest])
    ? [{ code: "W_TYPE", where: ["type"] }]
    : [];
}

function sprintProblems({ sprints, length }, passes) {
  return sprints.flatMap((km, index) => {
    const where = ["sprints", index];
    const found = [];
    if (sprints.indexOf(km) < index) found.push({ code: "E_IS_DUP", where });
    if (km < 1 || km >= length || passes.some(({ start, end }) => start <= km && km <= end))
      found.push({ code: "E_IS_FLAT", where });
    if (2 * km > length) found.push({ code: "W_IS_LATE", where });
    return found;
  });
}
