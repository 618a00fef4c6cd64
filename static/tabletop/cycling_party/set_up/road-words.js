// What the editor of the road says: names of things, why one may not lie where it is held and where
// it lands, and the course check in a line of words.
import { gettext, ngettext } from "../../../js/words.js";
import { FINISH, indexOf, isLocked, kindOf, lengthAt, placeOf } from "./road-landing.js";
import { isError, passesOf, problems, sprintsOf } from "./road-rules.js";

export function nameOf(course, rules, thing) {
  if (thing === FINISH) return gettext("Finish");
  return kindOf(thing) === "pass"
    ? passName(passesOf(course, rules).find(({ index }) => index === indexOf(thing)))
    : sprintName(sprintsOf(course).find(({ index }) => index === indexOf(thing)));
}

function passName({ number }) {
  return gettext("Pass %(number)s", { number });
}

function sprintName({ number }) {
  return gettext("Sprint %(number)s", { number });
}

// "16 km, ends at km 59"
export function factOf(course, rules, thing) {
  if (thing === FINISH) {
    const hexagons = Math.ceil(course.length / rules.hexagon) + rules.runOut;
    return ngettext(
      "%(hexagons)s hexagon with the run-out",
      "%(hexagons)s hexagons with the run-out",
      hexagons,
      { hexagons },
    );
  }
  if (kindOf(thing) === "sprint")
    return gettext("%(left)s km before the finish", {
      left: course.length - placeOf(course, thing),
    });
  const squares = lengthAt(course, rules, thing);
  return gettext("%(squares)s km, ends at km %(end)s", {
    squares,
    end: placeOf(course, thing) + squares - 1,
  });
}

// Why a thing stays that has been raced.
export function whyLocked(course, rules, thing) {
  return (
    rules.stays.why ||
    gettext("%(name)s has been raced and stays.", { name: nameOf(course, rules, thing) })
  );
}

// What a screen reader says of a thing that moves.
export function valueOf(course, rules, thing) {
  const km = placeOf(course, thing);
  if (kindOf(thing) !== "pass") return gettext("km %(km)s", { km });
  const { category } = course.passes[indexOf(thing)];
  return gettext("km %(km)s to %(end)s, %(category)s", {
    km,
    end: km + lengthAt(course, rules, thing) - 1,
    category: rules.climbs[category]?.name ?? gettext("no category"),
  });
}

export function categoryWords(rules, category) {
  return gettext("%(category)s, %(squares)s squares", {
    category: rules.climbs[category].name,
    squares: rules.lengths[category],
  });
}

// {rule, cause, way} for what is held where it may not lie; null where it may.
export function refusal(course, rules, thing, found) {
  if (!found.conflict) return null;
  return {
    rule: ruleOf(found.conflict.reason),
    cause: causeOf(found, rules, course),
    way: wayOut(course, rules, thing, found),
  };
}

function ruleOf(reason) {
  return {
    overlap: gettext("Passes may not overlap."),
    touch: gettext("Passes may not touch."),
    sprint: gettext("Sprints lie on the flat."),
    "on-pass": gettext("Sprints lie on the flat."),
    twin: gettext("One sprint to a square."),
    range: gettext("All lies before the finish."),
    raced: gettext("What has been raced stays."),
    "cuts-pass": gettext("Every pass ends before the finish."),
    "cuts-sprint": gettext("Every sprint lies before the finish."),
  }[reason];
}

// Names are those from before the pull, as the flags show them.
function causeOf({ conflict, place }, rules, course) {
  const { reason, other } = conflict;
  const name =
    other && nameOf(course, rules, `${"km" in other ? "sprint" : "pass"}-${other.index}`);
  if (reason === "raced") return gettext("The road is fixed to km %(km)s.", { km: rules.raced });
  if (reason === "range") return gettext("The finish is at km %(km)s.", { km: course.length });
  if ("km" in other) return gettext("%(sprint)s is on km %(km)s.", { sprint: name, km: other.km });
  if (reason === "on-pass")
    return gettext("%(pass)s covers km %(start)s to %(end)s.", {
      pass: name,
      start: other.start,
      end: other.end,
    });
  return reason === "cuts-pass" || place > other.start
    ? gettext("%(pass)s ends at km %(km)s.", { pass: name, km: other.end })
    : gettext("%(pass)s starts at km %(km)s.", { pass: name, km: other.start });
}

function wayOut(course, rules, thing, { want, place, gap }) {
  const name = nameOf(course, rules, thing);
  if (place === null) return noRoom(course, rules, gap, name);
  if (typeof place === "string")
    return gettext("Let go and %(name)s becomes %(category)s.", {
      name,
      category: categoryWords(rules, place),
    });
  if (thing === FINISH)
    return gettext("Let go and the finish is at km %(km)s, the nearest it can be.", { km: place });
  if (kindOf(thing) === "sprint")
    return gettext("Let go and %(name)s lies on km %(km)s, the nearest place.", {
      name,
      km: place,
    });
  return place > want
    ? gettext("Let go and %(name)s starts at km %(km)s, the first place it can.", {
        name,
        km: place,
      })
    : gettext("Let go and %(name)s starts at km %(km)s, the last place it can.", {
        name,
        km: place,
      });
}

export function noRoom(course, rules, gap, name) {
  const before = gap?.before && nameOf(course, rules, `pass-${gap.before.index}`);
  const after = gap?.after && nameOf(course, rules, `pass-${gap.after.index}`);
  if (before && after)
    return gettext("No room between %(before)s and %(after)s.", { before, after });
  if (after) return gettext("No room before %(after)s.", { after });
  if (before) return gettext("No room between %(before)s and the finish.", { before });
  return gettext("No room for %(name)s on this road.", { name });
}

// The course check as a line: [{state: "ok" | "error" | "warning", words}].
export function facts(course, rules) {
  const found = problems(course, rules);
  const codes = new Set(found.map(({ code }) => code));
  return [
    sprintFact(course, rules, codes),
    passFact(course, rules, codes),
    runInFact(course, rules, codes),
    ...racedFacts(course, rules),
    ...otherFacts(course, rules, found),
  ];
}

// What was typed to lie where the race has been.
function racedFacts(course, rules) {
  const things = [
    ...passesOf(course, rules).map(({ index, start }) => [`pass-${index}`, start]),
    ...sprintsOf(course).map(({ index, km }) => [`sprint-${index}`, km]),
  ];
  return things
    .filter(([thing, km]) => km <= rules.raced && !isLocked(course, rules, thing))
    .map(([thing]) => ({
      state: "error",
      words: gettext("%(name)s lies where the race has been", {
        name: nameOf(course, rules, thing),
      }),
    }));
}

function sprintFact({ type, sprints }, rules, codes) {
  const right = rules.sprintCount[type];
  const have = sprints.length;
  if (codes.has("E_IS_COUNT")) {
    const words =
      have < right
        ? ngettext(
            "%(have)s of %(right)s sprints: add one",
            "%(have)s of %(right)s sprints: add %(count)s",
            right - have,
            { have, right, count: right - have },
          )
        : ngettext(
            "%(have)s sprints instead of %(right)s: take one out",
            "%(have)s sprints instead of %(right)s: take %(count)s out",
            have - right,
            { have, right, count: have - right },
          );
    return { state: "error", words };
  }
  if (codes.has("E_IS_FLAT"))
    return { state: "error", words: gettext("A sprint is not on the flat") };
  if (codes.has("E_IS_DUP"))
    return { state: "error", words: gettext("Two sprints share a square") };
  return {
    state: "ok",
    words: ngettext("%(count)s sprint on the flat", "%(count)s sprints on the flat", have, {
      count: spelled(have),
    }),
  };
}

function passFact({ passes }, rules, codes) {
  const least = rules.passCounts[0];
  const have = passes.length;
  if (have < least)
    return {
      state: "error",
      words: ngettext(
        "%(have)s of at least %(least)s passes: add one",
        "%(have)s of at least %(least)s passes: add %(count)s",
        least - have,
        { have, least, count: least - have },
      ),
    };
  if (codes.has("E_PASS_COUNT"))
    return {
      state: "error",
      words: gettext("%(have)s passes: take out all but %(most)s", {
        have,
        most: rules.mostPasses,
      }),
    };
  return {
    state: "ok",
    words: ngettext("%(count)s pass", "%(count)s passes", have, { count: spelled(have) }),
  };
}

function runInFact(course, rules, codes) {
  const last = Math.max(0, ...passesOf(course, rules).map(({ end }) => end));
  const flat = Math.max(0, course.length - last);
  const words = ngettext(
    "%(count)s flat square to the finish",
    "%(count)s flat squares to the finish",
    flat,
    { count: spelled(flat) },
  );
  if (!codes.has("W_RUN_IN")) return { state: "ok", words };
  return {
    state: "warning",
    words: gettext("%(squares)s, better %(least)s", {
      squares: words,
      least: spelled(rules.runIn).toLowerCase(),
    }),
  };
}

// What the three lines above do not say.
function otherFacts(course, rules, found) {
  const passes = passesOf(course, rules);
  const sprints = sprintsOf(course);
  const named = ({ where: [field, index] }) =>
    field === "passes"
      ? passName(passes.find((pass) => pass.index === index))
      : sprintName(sprints.find((sprint) => sprint.index === index));
  const words = {
    E_PASS_RANGE: (name) => gettext("%(name)s leaves the road", { name }),
    E_PASS_OVERLAP: (name) => gettext("%(name)s overlaps the pass before", { name }),
    E_PASS_TOUCH: (name) => gettext("%(name)s touches the pass before", { name }),
    E_PASS_LENGTH: (name) => gettext("%(name)s has no category: choose one", { name }),
    W_OPENING: (name) => gettext("%(name)s is within reach of the opening throw", { name }),
    W_IS_LATE: (name) => gettext("%(name)s is in the second half", { name }),
  };
  return found
    .filter(({ code }) => code in words)
    .map((problem) => ({
      state: isError(problem) ? "error" : "warning",
      words: words[problem.code](named(problem)),
    }));
}

function spelled(number) {
  const words = [
    gettext("No"),
    gettext("One"),
    gettext("Two"),
    gettext("Three"),
    gettext("Four"),
    gettext("Five"),
    gettext("Six"),
    gettext("Seven"),
    gettext("Eight"),
    gettext("Nine"),
  ];
  return words[number] ?? String(number);
}
