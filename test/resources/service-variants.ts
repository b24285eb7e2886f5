import { alternativeSettings, type Settings, settings } from "../../src/emulator";

/** Sections of the interface that concern every operation: formats, lists, tokens, errors, limits and omitted fields. */
const commonSections = ["1", "2", "4", "5", "7", "8"];

/**
 * Settings of the emulator for behaviour that the interface leaves open: the defaults and all alternatives together, each with
 * both brands; then each alternative that concerns these sections by itself, with one of the brands.
 */
export function serviceVariants(
  ...sections: readonly string[]
): readonly (readonly [name: string, brand: string, settings: Partial<Settings>])[] {
  const relevant = [...commonSections, ...sections];
  return [
    ["the defaults", "node", {}],
    ["the defaults", "acme", {}],
    ["all alternatives together", "node", alternativeSettings],
    ["all alternatives together", "acme", alternativeSettings],
    ...settings
      .filter(({ alternative, default: defaultValue }) => alternative !== defaultValue)
      .filter(({ name, section }) => relevant.includes(section) || name === "putOmitted")
      .map(
        ({ name, alternative }, index) =>
          [`${name} = ${alternative}`, index % 2 === 0 ? "acme" : "node", { [name]: alternative }] as const,
      ),
  ];
}
