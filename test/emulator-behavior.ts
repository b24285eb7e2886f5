import type * as EmulatorSettings from "../src/emulator/settings";

/**
 * With `EMULATOR_BEHAVIOR=other`, the emulator uses the alternative of each behavior in which live services are known to differ from
 * the interface, or about which the interface is silent.
 */
if (process.env.EMULATOR_BEHAVIOR === "other") {
  const { defaultSettings, settings }: typeof EmulatorSettings = require("../src/emulator/settings");
  const known = settings.filter(({ live }) => live !== undefined);
  const others = known.map((row) => [row.name, row.default === row.live ? row.alternative : row.live]);
  Object.assign(defaultSettings, Object.fromEntries(others));
}
