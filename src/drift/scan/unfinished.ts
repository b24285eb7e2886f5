import { parseDateTime } from "../../client";
import {
  compareStack,
  type Inspector,
  type Intent,
  isSentTo,
  organizationOf,
  readIdentity,
  readOrigin,
  urnOf,
} from "../../lifecycle";
import { isRecord } from "../../unknown";
import { recoverActions, unfinishedActions, unresolvedActions } from "../actions";
import { fullName, type RecordedResource, type RecordedStack, typeInUrn } from "../recorded-stack";
import type { Finding } from "../types.generated";
import { findingOf, newFinding } from "./finding";
import { publicProperties } from "./open-inputs";

/** In milliseconds: by how much the clocks of this machine and the service may differ. */
const clockTolerance = 60_000;

/** The work that runs left unfinished for a resource, according to its record in the state. */
export function unfinishedFindings(
  stack: RecordedStack,
  resource: RecordedResource,
  { adoptValue }: Inspector,
): readonly Finding[] {
  const { outputs, initErrors } = resource;
  const row = (message: string, details: Partial<Finding> = {}) =>
    findingOf(stack, resource, {
      ...{ kind: "unfinished", message, actions: unfinishedActions(stack) },
      ...details,
    });
  if (resource.isPendingDeletion) {
    return [
      row(
        resource.isRetained
          ? "The state still has this old object after a replacement. The next `up` removes it from the state. The object is not deleted, because of `retainOnDelete`."
          : "A replacement still has to delete this old object. The next `up` deletes it.",
      ),
    ];
  }
  if (resource.isPendingReplacement) {
    return [
      row(
        resource.isRetained
          ? "A replacement left the object in the account, because of `retainOnDelete`, and did not create the new one. The next `up` creates it."
          : "A replacement deleted the object and did not create the new one. The next `up` creates it.",
      ),
    ];
  }
  if (isRecord(outputs.unresolved)) {
    const { candidates, label } = outputs.unresolved;
    const ids = Array.isArray(candidates) ? candidates.map(String) : [];
    const found = ids.length > 0 ? ` Candidates: ${ids.join(", ")}.` : "";
    return [
      row(
        `The create is unresolved: it may have created an object.${found} Run \`nodecloud recover\`, or set \`adopt\` to the right id.`,
        {
          id: null,
          label: typeof label === "string" ? label : null,
          actions: unresolvedActions(stack, resource.type, ids.map(adoptValue)),
        },
      ),
    ];
  }
  const steps = Array.isArray(outputs.unfinished) ? outputs.unfinished.map(String) : [];
  const left = steps.length > 0 ? ` Remaining steps: ${steps.join(", ")}.` : "";
  if (initErrors.length === 0 && left === "") return [];
  return [row(`The last create or update did not finish.${left} The next \`up\` resumes it.`)];
}

/** Operations that a run started and whose results the state does not contain. */
export function pendingFindings(stack: RecordedStack): readonly Finding[] {
  return stack.pendingOperations.flatMap(({ urn, operation }) => {
    const type = typeInUrn(urn);
    if (type === undefined) return [];
    const id = stack.resources.find((resource) => resource.urn === urn)?.id;
    return [
      findingOf(
        stack,
        { type, id, urn },
        {
          kind: "unfinished",
          actions: recoverActions(stack),
          message:
            operation === "creating" && id !== undefined
              ? `A run was stopped while creating it, and the state keeps that operation. The state has ${id} for the resource. Run \`nodecloud recover\`, which finds out whether the run left another object, and removes the operation.`
              : `A run started ${operation} it and has not recorded the result. If that run is no longer active, run \`nodecloud recover\` to resolve it.`,
        },
      ),
    ];
  });
}

/**
 * Creates that were sent to the stack's service and that no run has completed: their objects may exist without a record. Objects
 * of another service do not belong to the account that the stack is compared with.
 * @param parts The parts of the stack with other providers too, which may record the objects of these creates.
 */
export function intentFindings(
  stack: RecordedStack,
  intents: readonly Intent[],
  parts: readonly RecordedStack[] = [stack],
): readonly Finding[] {
  const origins = parts.flatMap(({ resources }) => resources.map(({ inputs }) => readOrigin(inputs.origin)));
  const recorded = parts
    .filter(({ settings }) => settings.baseUrl === stack.settings.baseUrl)
    .flatMap(({ resources }) => resources);
  const organization = organizationOf(stack.organization, origins);
  return intents.flatMap((intent) => {
    const { origin, id, label, at } = intent;
    const match = compareStack(origin, { ...stack, organization });
    if (match === "other" || !isSentTo(intent, stack.settings.baseUrl)) return [];
    const urn = urnOf(origin);
    const isRecorded = recorded.some((resource) =>
      id === undefined
        ? resource.urn === urn && mayRecord(resource, intent)
        : // The user may have renamed the resource, or adopted the object with another one.
          resource.type === origin.type && resource.id === id && !resource.isExternal,
    );
    if (isRecorded) return [];
    const outcome = id === undefined ? "It may have created an object" : `It created ${id}`;
    const of = match === "unknown" ? ` for the organization "${origin.organization}"` : "";
    return [
      newFinding({
        ...{ kind: "unfinished", type: origin.type, id: id ?? null, label: label ?? null },
        ...{ stack: fullName(stack), urn, actions: recoverActions(stack) },
        message: `A create was sent at ${new Date(at).toISOString()}${of}, and its result is not recorded. ${outcome}. If no run of the stack is active, run \`nodecloud recover\` to resolve it.`,
      }),
    ];
  });
}

/** Whether the state may have recorded the create's object. An object that existed before is the one to be replaced. */
function mayRecord({ id, outputs }: RecordedResource, { before, at }: Intent): boolean {
  if (id === undefined) return false;
  if (isRecord(outputs.unresolved)) return true;
  const created = parseDateTime(readIdentity(publicProperties(outputs)).created);
  return !before.includes(id) && (created === undefined || created >= at - clockTolerance);
}
