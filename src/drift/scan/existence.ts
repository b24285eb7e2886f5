import type { InspectedObject, Inspector } from "../../lifecycle";
import { deletionActions, notOursActions, transitionActions } from "../actions";
import type { RecordedResource, RecordedStack } from "../recorded-stack";
import type { Finding } from "../types.generated";
import { findingOf } from "./finding";
import type { ScannedResource } from "./stack-identity";

/** An object that still changed on its own when the scan stopped waiting. */
export function transitioningFinding(
  stack: RecordedStack,
  resource: RecordedResource,
  { label }: InspectedObject,
  transition: string,
): Finding {
  return findingOf(stack, resource, {
    ...{ kind: "inMotion", label: label ?? null },
    actions: transitionActions(stack),
    message: `It is ${transition}, so it was not compared. Scan again later.`,
  });
}

/** Another object that has the recorded id. */
export function notOursFinding(
  stack: RecordedStack,
  { resource, identity }: ScannedResource,
  object: InspectedObject,
  { adoptValue }: Inspector,
): Finding {
  const { created, region } = object.identity;
  return findingOf(stack, resource, {
    ...{ kind: "notOurs", label: object.label ?? null, field: "created" },
    ...{ declared: identity.created ?? identity.region ?? null, live: created ?? region ?? null },
    actions: notOursActions(stack, resource, adoptValue(object.id)),
    message: `The state records an object created ${identity.created ?? "at an unknown time"}; the one with this id was created ${created ?? "at an unknown time"}. This package will not change or delete it.`,
  });
}

/** A recorded object that no longer exists. */
export function deletedFinding(
  stack: RecordedStack,
  resource: RecordedResource,
  { kind }: Inspector,
): Finding {
  const { label } = resource.outputs;
  const users = stack.resources.filter(({ argumentsFrom }) => argumentsFrom.includes(resource.urn));
  const names = users.map(({ type, name }) => `${type} ${name}`).join(", ");
  const consequence =
    users.length === 0
      ? ""
      : ` Its id or other outputs may then change the arguments of ${names}, which may be replaced: see \`preview --refresh\`.`;
  return findingOf(stack, resource, {
    ...{ kind: "deleted", label: typeof label === "string" ? label : null },
    actions: deletionActions(stack, resource.urn),
    message: `The ${kind} no longer exists. \`up --refresh\` creates it again.${consequence}`,
  });
}
