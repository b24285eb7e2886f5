import { declaredInputs, type Properties, readOrigin, type Services } from "../lifecycle";
import { imageProblems, regionProblems, valueToCheck } from "./catalog.checks";
import { instanceFields } from "./instance.fields";
import type { InstanceInputs } from "./instance.inputs";
import { reliesOnKeys } from "./instance.rules";

/** What is worth knowing before anything is created, beside what is wrong. */
export async function verifyInstance(
  inputs: Properties,
  services: Services,
  olds: Properties,
): Promise<readonly string[]> {
  const declared = declaredInputs<InstanceInputs>(instanceFields, inputs);
  const origin = readOrigin(inputs.origin);
  const isNew = Object.keys(olds).length === 0;
  if (isNew && reliesOnKeys(declared)) {
    services.log.warn(
      "rootPass: is not given, and the interface requires one with an image. The create fails where the service does not take `authorizedKeys` or `authorizedUsers` instead.",
      origin,
    );
  }
  // One that is adopted has what it has: the service may offer that no longer.
  if (declared.has("adopt")) return [];
  const [region, image] = await Promise.all([
    regionProblems(valueToCheck("region", inputs, olds), services),
    imageProblems(valueToCheck("image", inputs, olds), services, origin),
  ]);
  return [...region, ...image];
}
