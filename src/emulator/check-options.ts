import { aClock, aString, checkOptions, type OptionRules, someStrings } from "../option-rules";
import { isRecord } from "../unknown";
import type { EmulatorOptions } from "./emulator";
import type { ListenOptions } from "./http/listen";

/** The other options are checked where they are used. */
type CheckedOptions = Omit<EmulatorOptions, "speed" | "seed" | "settings" | "world">;

const emulatorRules: OptionRules<CheckedOptions> = {
  clock: aClock,
  brand: aString,
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
  checkOptions<CheckedOptions>("createEmulator", options, emulatorRules);
}

/** @throws TypeError for options of another type, such as those of a program in JavaScript. */
export function checkListenOptions(options: ListenOptions): void {
  checkOptions("listen", options, listenRules);
}
