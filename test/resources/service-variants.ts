import { alternativeSettings, type Settings, settings } from "../../src/emulator";

type ServiceVariant = readonly [name: string, brand: string, settings: Partial<Settings>];

/** Services with the emulator's defaults and with all alternatives, each with both brands. */
export const serviceVariants: readonly ServiceVariant[] = ["node", "acme"].flatMap((brand) => [
  ["the defaults", brand, {}],
  ["all alternatives together", brand, alternativeSettings],
]);

/** In milliseconds: how long after a change views and lists of any of these services may return the previous state. */
export const maxReadLag = 5000;

/** Services with the alternative of one setting, each with one of the brands. */
export const singleAlternatives: readonly ServiceVariant[] = settings
  .flatMap(({ name, values, default: byDefault }) =>
    values.filter((value) => value !== byDefault).map((value) => ({ name, value })),
  )
  .map(({ name, value }, index) => [
    `${name} = ${value}`,
    index % 2 === 0 ? "acme" : "node",
    { [name]: value },
  ]);
