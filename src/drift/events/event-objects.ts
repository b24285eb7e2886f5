import type { Entity, Event } from "../../client";
import type { EntityForm } from "../../lifecycle";
import { resourceClasses } from "../../resources/resource-class";
import type { ObjectName } from "../scan/object-name";
import { classEvents } from "./class-events";

/**
 * The objects of an event, from either of its two entities. An instance also stands for its backup schedule.
 * @param brand The word that the operator writes where the interface writes `node`.
 */
export function objectsOfEvent(
  { entity, secondary_entity }: Pick<Event, "entity" | "secondary_entity">,
  brand: string,
): readonly ObjectName[] {
  return [entity, secondary_entity].flatMap((one) => (one ? objectsOfEntity(one, brand) : []));
}

/** The address identifies an object more exactly than the id, which may lack the first part of an image's id. */
function objectsOfEntity({ type, id, url }: Entity, brand: string): readonly ObjectName[] {
  const byAddress = objectsWhere((form) => {
    const [, rest = ""] = String(url ?? "").split(new RegExp(`(?:^|/)${form.path(brand)}`), 2);
    return form.id.exec(rest)?.[0];
  });
  if (byAddress.length > 0) return byAddress;
  const text = String(id);
  return objectsWhere(({ word, id: pattern }) =>
    word(brand) === type && pattern.exec(text)?.[0] === text ? text : undefined,
  );
}

function objectsWhere(idIn: (form: EntityForm) => string | undefined): readonly ObjectName[] {
  return resourceClasses.flatMap((type) => {
    const id = idIn(classEvents(type).entity);
    return id === undefined ? [] : [{ type, id }];
  });
}
