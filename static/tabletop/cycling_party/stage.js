// What the stage page of Cycling Party loads.
import { start } from "../../js/taps.js";
import { arrivalRows } from "./arrivals.js";
import * as board from "./board.js";
import { listen } from "./gestures.js";
import { nextAtFinish } from "./next.js";
import { CyclingParty } from "./table.js";

start(new CyclingParty(), { ...board, arrivalRows, listen, nextAtFinish });
