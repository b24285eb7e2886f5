import type { Settings } from "../../src/emulator";
import type { ReadResponses, TestedResource, Variant } from "../resources/every-resource/tested-resource";
import { changeAt, isConverted, type Place, placesIn, type Variation, variationsOf } from "./variations";

/** The variant that is tested with changed responses. */
export function testedVariant({ type, variants, forwardCompatibility }: TestedResource): Variant {
  const variant = variants[forwardCompatibility.variant];
  if (variant === undefined) throw new Error(`${type} has no variant ${forwardCompatibility.variant}.`);
  return variant;
}

/** Durations are tested elsewhere. */
export const quick: Partial<Settings> = {
  ...{
    rateLimits: "off",
    provisioningSeconds: 1,
    bootDelaySeconds: 0,
    bootingSeconds: 1,
    deletingSeconds: 1,
  },
  ...{ processingSeconds: 1, listLagSeconds: 0, busyRefusals: false },
};

/** A change to the objects in responses. */
export interface Change {
  readonly name: string;
  /** The fields that it changes. */
  readonly places: readonly Place[];
  readonly variation: Variation;
  readonly of: (object: unknown) => unknown;
}

/** `each`: every field is changed alone. Otherwise only those that a lifecycle reads are, and the others together. */
const isEachAlone = process.env.FORWARD_FIELDS === "each";

/** Every way in which a client may read a field of a resource's object. */
export function changesOf({ response, managed, alsoRead }: ReadResponses): readonly Change[] {
  const groups = new Map<string, Change>();
  for (const place of placesIn(response)) {
    for (const variation of variationsOf(place)) {
      if (isConverted(variation)) continue;
      const name = place.path.join(".");
      const isRead = [...managed, ...alsoRead].includes(place.path[0] ?? "");
      const isAlone = isEachAlone || (isRead && !variation.isEqual);
      const group = `${isAlone ? name : isRead ? "fields that are read" : "other fields"}: ${variation.name}`;
      const before = groups.get(group) ?? {
        name: group,
        places: [],
        variation,
        of: (object: unknown) => object,
      };
      groups.set(group, {
        ...before,
        places: [...before.places, place],
        of: (object) => changeAt(before.of(object), place.path, variation.write),
      });
    }
  }
  return [...groups.values()];
}
