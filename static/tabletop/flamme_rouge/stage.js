// What the stage page of Flamme Rouge loads.
import { start } from "../../js/taps.js";
import * as drawing from "./board.js";
import { FlammeRouge } from "./table.js";

start(new FlammeRouge(), drawing);
