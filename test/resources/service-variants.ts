import { alternativeSettings, type Settings, settings } from "../../src/emulator";

type ServiceVariant = readonly [name: string, brand: string, settings: Partial<Settings>];

/** Services that behave as the emulator does by default, and in everything otherwise, each with both brands. */
export const serviceVariants: readonly ServiceVariant[] = ["node", "acme"].flatMap((brand) => [
  ["the defaults", brand, {}],
  ["all alternatives together", brand, alternativeSettings],
]);

/** Services that behave otherwise in one setting, each with one of the brands. */
export const singleAlternatives: readonly ServiceVariant[] = settings
  .filter(({ alternative, default: defaultValue }) => alternative !== defaultValue)
  .map(({ name, alternative }, index) => [
    `${name} = ${alternative}`,
    index % 2 === 0 ? "acme" : "node",
    { [name]: alternative },
  ]);
