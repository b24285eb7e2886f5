import type { RemainingWork } from "../core";
import { resourceLabel } from "./labels";
import { type Line, line } from "./line";

type Named = RemainingWork["toDelete"][number];

/** More names than these are counted only. */
const maxNames = 8;

/** Below the summary of a run that did not succeed: what exists now, what was not begun, what the next run does. */
export function remainsLines(remains: RemainingWork): readonly Line[] {
  const { existing, undeleted, unready, cutOff, notBegun, toDelete, toRecreate } = remains;
  const count = existing === 0 ? "No resource" : existing === 1 ? "1 resource" : `${existing} resources`;
  const said = (
    sentence: string,
    resources: readonly Named[],
    name: (one: Named) => string = resourceLabel,
  ) => (resources.length === 0 ? [] : [line(`${sentence}: ${listed(resources.map(name))}.`)]);
  return [
    line(`${count} of this stack ${existing > 1 ? "exist" : "exists"} now.`),
    ...said("Not confirmed as deleted, so that they may still exist", undeleted, withId),
    ...said("Created, but not ready; the next `up` resumes", unready),
    ...cutOff.map((one) =>
      line(`Cut off while ${one.operation} ${resourceLabel(one)}: its outcome is not known.`),
    ),
    ...said("Not begun", notBegun),
    ...said("Deleted ahead of a replacement, which the next `up` creates", toRecreate),
    ...said("Replaced, but not deleted yet; the next `up` or `destroy` deletes", toDelete, withId),
  ];
}

const withId = (one: Named) => `${resourceLabel(one)}${one.id === "" ? "" : `, id ${one.id}`}`;

function listed(names: readonly string[]): string {
  const more = names.length - maxNames;
  return more > 0 ? `${names.slice(0, maxNames).join("; ")}; and ${more} more` : names.join("; ");
}
