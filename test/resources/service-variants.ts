import { alternativeSettings, type Settings, settings } from "../../src/emulator";

/** Sections of the interface that concern every operation: formats, lists, tokens, errors, limits and omitted fields. */
const commonSections = ["1", "2", "4", "5", "7", "8"];

/**
 * Ways in which a service may behave where the interface leaves it open: the defaults and all alternatives together, each under
 * both brands, and each alternative that concerns these sections alone, under one of the brands.
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
      .filter(({ alternative, default: usual }) => alternative !== usual)
      .filter(({ name, section }) => relevant.includes(section) || name === "putOmitted")
      .map(
        ({ name, alternative }, index) =>
          [`${name} = ${alternative}`, index % 2 === 0 ? "acme" : "node", { [name]: alternative }] as const,
      ),
  ];
}
