import type { Entity, Event } from "../../client";
import type { ResourceClass } from "../../resources/inspectors";

/** An object, as a resource class names it. */
export interface ObjectName {
  readonly type: ResourceClass;
  readonly id: string;
}

interface EntityKind {
  readonly types: readonly ResourceClass[];
  /** The word for it in `entity.type`. The interface lists none. */
  readonly word: (brand: string) => string;
  /** Its path in `entity.url`, up to the id. */
  readonly path: (brand: string) => string;
  /** The form of its ids. */
  readonly id: RegExp;
}

/** The objects of resource classes, as section 2.13 lets events name them. */
const entityKinds: readonly EntityKind[] = [
  {
    types: ["Instance", "BackupSchedule"],
    word: (brand) => brand,
    path: (brand) => `${brand}/instances/`,
    id: /^\d+/,
  },
  { types: ["Image"], word: () => "image", path: () => "images/", id: /^[^/?]+\/[^/?]+/ },
  {
    types: ["OAuthClient"],
    word: () => "oauth_client",
    path: () => "account/oauth-clients/",
    id: /^[^/?]+/,
  },
  {
    types: ["PaymentMethod"],
    word: () => "payment_method",
    path: () => "account/payment-methods/",
    id: /^\d+/,
  },
];

/**
 * The objects that an event names, whichever of its two entities they are. An instance is named for its backup schedule too.
 * @param brand The word that the operator writes where the interface writes `node`.
 */
export function objectsOfEvent(
  { entity, secondary_entity }: Pick<Event, "entity" | "secondary_entity">,
  brand: string,
): readonly ObjectName[] {
  return [entity, secondary_entity].flatMap((one) => (one ? objectsOfEntity(one, brand) : []));
}

/** The address names an object more exactly than the id, which may lack the first part of an image's id. */
function objectsOfEntity({ type, id, url }: Entity, brand: string): readonly ObjectName[] {
  for (const kind of entityKinds) {
    const [, rest] = String(url ?? "").split(new RegExp(`(?:^|/)${kind.path(brand)}`), 2);
    const [found] = kind.id.exec(rest ?? "") ?? [];
    if (found !== undefined) return kind.types.map((one) => ({ type: one, id: found }));
  }
  const kind = entityKinds.find(({ word }) => word(brand) === type);
  const [found] = kind?.id.exec(String(id)) ?? [];
  return found === String(id) ? (kind?.types ?? []).map((one) => ({ type: one, id: found })) : [];
}
