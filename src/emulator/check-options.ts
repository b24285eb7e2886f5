import {
  aClock,
  aString,
  type OptionRule,
  type OptionRules,
  optionProblem,
  someStrings,
} from "../option-rules";
import { isRecord } from "../unknown";
import type { EmulatorOptions } from "./emulator";
import type { ListenOptions } from "./http/listen";

const anything: OptionRule = { is: "any value", accepts: () => true };

/** `speed`, `seed`, `settings` and `world` are checked where they are used. */
const emulatorRules: OptionRules<EmulatorOptions> = {
  clock: aClock,
  speed: anything,
  brand: aString,
  seed: anything,
  settings: anything,
  world: anything,
  data: {
    is: "the path of a folder, or an object with the path as `folder`",
    accepts: (value) => typeof (isRecord(value) ? value.folder : value) === "string",
  },
};

const maxPort = 65_535;

const listenRules: OptionRules<ListenOptions> = {
  port: {
    is: `an integer from 0 to ${maxPort}`,
    accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxPort,
  },
  host: aString,
  allowedHosts: someStrings,
  controlToken: aString,
};

/** @throws TypeError for options of another type, such as those of a program in JavaScript. */
export function checkEmulatorOptions(options: EmulatorOptions): void {
  refuse("createEmulator", optionProblem(options, emulatorRules));
}

/** @throws TypeError for options of another type, such as those of a program in JavaScript. */
export function checkListenOptions(options: ListenOptions): void {
  refuse("listen", optionProblem(options, listenRules));
}

function refuse(name: string, problem: string | undefined): void {
  if (problem !== undefined)
    throw new TypeError(`${name}: ${problem}. Correct it, or omit it to use the default.`);
}
