// What the stage page of Cycling Party loads.
import { start } from "../../js/taps.js";
import * as drawing from "./board.js";
import { CyclingParty } from "./table.js";

start(new CyclingParty(), drawing);
