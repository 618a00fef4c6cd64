// What the editor of the road finds in courses, and where things land on them.
import { readFileSync } from "node:fs";

const { rulesModule, landingModule, rules, cases } = JSON.parse(readFileSync(0, "utf8"));
const { problems } = await import(rulesModule);
const { landing, footLanding, stepped, roomForPass, roomForSprint } = await import(landingModule);

const answers = cases.map(({ course, thing, at }) => ({
  problems: problems(course, rules),
  landing: landing(course, rules, thing, at),
  foot: thing.startsWith("pass") ? footLanding(course, rules, thing, at) : null,
  steps: [-5, -1, 1, 5].map((by) => stepped(course, rules, thing, by)),
  pass: roomForPass(course, rules),
  sprint: roomForSprint(course, rules),
}));
process.stdout.write(JSON.stringify(answers));
