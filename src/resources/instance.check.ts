import { declaredOf, type Properties, readOrigin, type Services } from "../lifecycle";
import type { InstanceInputs } from "./instance";
import { instanceFields } from "./instance.fields";
import { relyingOnKeys } from "./instance.rules";

/** What is worth knowing before anything is created, beside what is wrong. */
export async function checkInstance(
  inputs: Properties,
  services: Services,
  olds: Properties,
): Promise<readonly string[]> {
  const declared = declaredOf<InstanceInputs>(instanceFields, inputs);
  const isNew = Object.keys(olds).length === 0;
  if (isNew && relyingOnKeys(declared)) {
    services.log.warn(
      "rootPass: is not given, and the interface requires one with an image. The create fails where the service does not take `authorizedKeys` or `authorizedUsers` instead.",
      readOrigin(inputs.origin),
    );
  }
  return [];
}
