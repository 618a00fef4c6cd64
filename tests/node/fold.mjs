// Apply log entries to states of stage pages, as the pages do while the server is away.
import { readFileSync } from "node:fs";

const { module, model, cases } = JSON.parse(readFileSync(0, "utf8"));
const { Model } = await import(model);
const [Game] = Object.values(await import(module)).filter((each) => each.prototype?.newUnit);

const answers = cases.map(({ state, entries }) => {
  const stage = new Model(state, [], new Game());
  const refused = entries.map((entry) => stage.apply(entry));
  return {
    refused,
    lines: Object.fromEntries(stage.lines.map((line) => [line.key, line.riders])),
    doubles: Object.fromEntries(stage.lines.map((line) => [line.key, line.doubles])),
    order: stage.order,
    out: stage.out,
    turn: stage.turn,
    units: stage.units,
    seconds: Object.fromEntries(stage.order.map((code) => [code, stage.secondsOf(code)])),
    own: stage.own,
  };
});
process.stdout.write(JSON.stringify(answers));
