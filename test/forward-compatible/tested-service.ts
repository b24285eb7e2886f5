import type { z } from "zod";
import { operations } from "../../src/contract";
import type { Settings } from "../../src/emulator";
import type { ResourceClass } from "../../src/resources/resource-class";
import type { PropertyMap } from "../../src/state";
import { testedResources } from "../resources/every-resource";
import type { TestedResource, Variant } from "../resources/every-resource/tested-resource";
import { changeAt, isConverted, type Place, placesIn, type Variation, variationsOf } from "./variations";

/** A resource, and the responses that its lifecycle reads. */
export interface ReadResource {
  readonly resource: TestedResource;
  readonly variant: Variant;
  /** The paths of the operations that return its object. */
  readonly path: RegExp;
  readonly response: z.ZodType;
  /** The fields of the response that arguments change in place. */
  readonly managed: readonly string[];
  /** The other fields that its lifecycle reads. */
  readonly alsoRead: readonly string[];
  /** Another value of an argument that is changed in place. */
  readonly changed: PropertyMap;
}

const instancePaths = /\/node\/instances(\/\d+(\/clone)?)?$/;
const {
  Instance: instance,
  Image: image,
  OAuthClient: oauthClient,
  PaymentMethod: paymentMethod,
  BackupSchedule: backupSchedule,
} = testedResources;

export const readResources: Readonly<Record<ResourceClass, ReadResource>> = {
  Instance: {
    ...{ resource: instance, variant: instance.variants["from an image"]! },
    ...{ path: instancePaths, response: operations.instances.view.response },
    managed: ["label", "group", "tags", "alerts", "watchdog_enabled", "backups"],
    alsoRead: ["id", "region", "type", "image", "status", "created", "updated", "ipv4"],
    changed: { label: "renamed" },
  },
  Image: {
    ...{ resource: image, variant: image.variants["from a file"]! },
    ...{ path: /\/images/, response: operations.images.view.response },
    ...{ managed: ["label", "description"], changed: { label: "renamed" } },
    alsoRead: ["id", "is_public", "type", "status", "created", "updated"],
  },
  OAuthClient: {
    ...{ resource: oauthClient, variant: oauthClient.variants.confidential! },
    ...{ path: /\/oauth-clients(\/\w+)?$/, response: operations.oauthClients.view.response },
    managed: ["label", "redirect_uri", "public", "thumbnail_url"],
    alsoRead: ["id", "secret"],
    changed: { label: "renamed" },
  },
  PaymentMethod: {
    ...{ resource: paymentMethod, variant: paymentMethod.variants["that is not the default"]! },
    ...{ path: /\/payment-methods(\/\d+)?$/, response: operations.paymentMethods.view.response },
    ...{ managed: ["is_default"], alsoRead: ["id", "data", "created"], changed: { onDelete: "retain" } },
  },
  BackupSchedule: {
    ...{ resource: backupSchedule, variant: backupSchedule.variants["that is cancelled on delete"]! },
    ...{ path: instancePaths, response: operations.instances.view.response },
    ...{ managed: ["backups"], alsoRead: ["id", "status", "created", "region"], changed: { window: "W4" } },
  },
};

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
export function changesOf({ response, managed, alsoRead }: ReadResource): readonly Change[] {
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
