import { parseDateTime } from "../../client";
import type { InspectedObject, Properties } from "../../lifecycle";
import { isResourceClass } from "../../resources/resource-class";
import { fullName } from "../recorded-stack";
import type { AccountScan } from "../scan/account-scan";
import type { ScannedResource } from "../scan/stack-identity";
import { toJson } from "../scan/to-json";
import type { Finding } from "../types.generated";

/** In milliseconds: how long before its object's creation time a create may have been logged. */
const maxCreateLead = 60_000;

/**
 * The time from which an event could have caused the finding, in milliseconds since 1970, by the service's clock. Earlier events belong to
 * another object that had the id, or to the stack's own runs. Undefined if it is not known.
 */
export function startOf(finding: Finding, account: AccountScan): number | undefined {
  const recorded = recordedResource(finding, account);
  const live = liveObject(finding, account);
  const created = parseDateTime(recorded?.identity.created);
  const liveCreated = parseDateTime(live?.identity.created);
  switch (finding.kind) {
    case "unmanaged":
      return liveCreated === undefined ? undefined : liveCreated - maxCreateLead;
    case "changed":
    case "informational":
      return afterOwnUpdate(finding, recorded, live) ?? liveCreated ?? created;
    default:
      return created;
  }
}

/** The finding's object, if it exists. */
export function liveObject({ type, id }: Finding, { reader }: AccountScan): InspectedObject | undefined {
  return isResourceClass(type) && id !== null ? reader.objects(type)?.get(id) : undefined;
}

/**
 * The earliest time at which the difference could have been caused: after the last update that the state records. Undefined if it is
 * unknown, or if the state records the difference itself.
 */
function afterOwnUpdate(
  { field, live: value, isSecret }: Finding,
  recorded: ScannedResource | undefined,
  live: InspectedObject | undefined,
): number | undefined {
  if (recorded === undefined || field === null || isSecret || !(field in recorded.outputs)) return undefined;
  if (JSON.stringify(toJson(recorded.outputs[field])) === JSON.stringify(value)) return undefined;
  const before = updateTime(recorded.outputs);
  const now = updateTime(live?.outputs);
  // The change may have been made in the very second of the stack's own update.
  return before !== undefined && now !== undefined && now > before ? before + 1 : before;
}

function updateTime(outputs: Properties | undefined): number | undefined {
  const updated = outputs?.updated;
  return typeof updated === "string" ? parseDateTime(updated) : undefined;
}

function recordedResource({ stack, urn }: Finding, { stacks }: AccountScan): ScannedResource | undefined {
  return stacks
    .filter((scan) => fullName(scan.stack) === stack)
    .flatMap(({ resources }) => resources)
    .find(({ resource }) => resource.urn === urn);
}
