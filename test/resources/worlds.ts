import { alternativeSettings, type Settings, settings } from "../../src/emulator";

/**
 * The ways in which a service may behave where the interface leaves a choice: the defaults and all alternatives together, each
 * with both brands, and each alternative alone with one of them.
 */
export const worlds: readonly (readonly [string, string, Partial<Settings>])[] = [
  ["the defaults", "node", {}],
  ["the defaults", "acme", {}],
  ["all alternatives together", "node", alternativeSettings],
  ["all alternatives together", "acme", alternativeSettings],
  ...settings
    .filter((setting) => setting.alternative !== setting.default)
    .map(
      (setting, index) =>
        [
          `${setting.name} = ${setting.alternative}`,
          index % 2 === 0 ? "acme" : "node",
          { [setting.name]: setting.alternative },
        ] as const,
    ),
];
