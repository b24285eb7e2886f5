import {
  declaredInputs,
  deletesBeforeCreate,
  type Properties,
  readOrigin,
  type Services,
} from "../lifecycle";
import { imageProblems, regionProblems, valueToCheck } from "./catalog.checks";
import { instanceFields } from "./instance.fields";
import type { InstanceInputs } from "./instance.inputs";
import { reliesOnKeys } from "./instance.rules";
import { backupSourceProblems, cloneSourceProblems } from "./instance.source";

/**
 * Checks region and image against those that the service offers, and that the instance to clone, or whose backup to deploy, exists when the
 * create begins. Warns about a missing password, which only some services accept.
 */
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
      "rootPass: is not set, and the interface requires it with an image. The create fails unless the service accepts `authorizedKeys` or `authorizedUsers` instead.",
      origin,
    );
  }
  // An adopted instance may have a region or an image that the service no longer offers.
  if (declared.has("adopt")) return [];
  const deletesFirst = deletesBeforeCreate({ fields: instanceFields }, inputs);
  const [region, image, source, backup] = await Promise.all([
    regionProblems(valueToCheck("region", inputs, olds), services),
    imageProblems(valueToCheck("image", inputs, olds), services, origin),
    isNew ? cloneSourceProblems(declared.values, services, origin, deletesFirst) : [],
    isNew ? backupSourceProblems(declared.values, services, origin, deletesFirst) : [],
  ]);
  return [...region, ...image, ...source, ...backup];
}
