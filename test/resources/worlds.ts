import { otherEnds, type Settings, settings } from "../../src/emulator";

/**
 * What a service may be like where the interface is silent: the defaults and all other ends at once, each under both brand
 * words, and each other end alone, under one or the other.
 */
export const worlds: readonly (readonly [string, string, Partial<Settings>])[] = [
  ["the defaults", "node", {}],
  ["the defaults", "acme", {}],
  ["all other ends together", "node", otherEnds],
  ["all other ends together", "acme", otherEnds],
  ...settings
    .filter((setting) => setting.other !== setting.default)
    .map(
      (setting, index) =>
        [
          `${setting.name} = ${setting.other}`,
          index % 2 === 0 ? "acme" : "node",
          { [setting.name]: setting.other },
        ] as const,
    ),
];
