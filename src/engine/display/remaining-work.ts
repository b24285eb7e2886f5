import type { RemainingWork } from "../core";
import { resourceLabel } from "./labels";
import { type Line, line } from "./line";

type NamedResource = RemainingWork["toDelete"][number];

/** Longer lists are truncated, with a count of the other names. */
const maxNames = 8;

/** Follows the summary of a run that did not succeed: the resources that exist now, and what the next run does. */
export function remainingWorkLines(remaining: RemainingWork): readonly Line[] {
  const { existing, undeleted, unready, cutOff, notBegun, toDelete, toRelease, toRecreate } = remaining;
  // The object of an interrupted create or delete may exist too.
  const hasUnknown =
    undeleted.length > 0 ||
    cutOff.some(({ operation }) => operation === "creating" || operation === "deleting");
  const other = hasUnknown ? "other " : "";
  const count =
    existing === 0 ? `No ${other}resource` : `${existing} ${other}resource${existing === 1 ? "" : "s"}`;
  return [
    ...listLine(
      "Deletion failed, and its error says whether the object still exists",
      undeleted.map(labelWithId),
    ),
    ...cutOff.map((resource) =>
      line(`Interrupted while ${resource.operation} ${resourceLabel(resource)}: the outcome is unknown.`),
    ),
    line(`${count} of this stack ${existing > 1 ? "exist" : "exists"} now.`),
    ...listLine("Not ready; the next `up` tries again", unready.map(resourceLabel)),
    ...listLine("Not started", notBegun.map(resourceLabel)),
    ...listLine(
      "Deleted before their replacement, which the next `up` creates",
      toRecreate.map(resourceLabel),
    ),
    ...listLine(
      "Replaced, but not deleted yet; the next `up` or `destroy` deletes",
      toDelete.map(labelWithId),
    ),
    ...listLine(
      "Replaced; the next `up` or `destroy` removes them from the state and leaves them in the service",
      toRelease.map(labelWithId),
    ),
  ];
}

function labelWithId(resource: NamedResource): string {
  return resource.id === "" ? resourceLabel(resource) : `${resourceLabel(resource)}, id ${resource.id}`;
}

function listLine(title: string, names: readonly string[]): readonly Line[] {
  if (names.length === 0) return [];
  const left = names.length - maxNames;
  const list = left > 0 ? `${names.slice(0, maxNames).join("; ")}; and ${left} more` : names.join("; ");
  return [line(`${title}: ${list}.`)];
}
