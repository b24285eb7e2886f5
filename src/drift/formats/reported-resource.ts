import { groupBy } from "../../group-by";
import type { Finding, FindingAction } from "../types.generated";

/** The findings of one resource, or of one object that no stack records. */
export interface ReportedResource
  extends Pick<Finding, "type" | "id" | "label" | "stack" | "urn" | "account"> {
  readonly findings: readonly Finding[];
  /** The recommendations of its findings, each once. */
  readonly actions: readonly FindingAction[];
}

/** The resources of one stack, or the objects that no stack records. */
export interface ReportedStack {
  /** Null for objects that no stack records. */
  readonly name: string | null;
  readonly resources: readonly ReportedResource[];
}

/** Collects the findings of each resource, in the order of the report. */
export function groupByResource(findings: readonly Finding[]): readonly ReportedResource[] {
  const groups = groupBy(findings, ({ type, id, label, stack, urn, account }) =>
    JSON.stringify([account, stack, type, id, urn, id === null && urn === null ? label : null]),
  );
  return [...groups.values()].map((group) => {
    const [{ type, id, label, stack, urn, account }] = group;
    const actions = distinctActions(group.flatMap((finding) => finding.actions));
    return { type, id, label, stack, urn, account, findings: group, actions };
  });
}

export function groupByStack(findings: readonly Finding[]): readonly ReportedStack[] {
  const groups = groupBy(groupByResource(findings), ({ stack }) => stack);
  return [...groups].map(([name, resources]) => ({ name, resources }));
}

function distinctActions(actions: readonly FindingAction[]): readonly FindingAction[] {
  const keyOf = ({ purpose, description, form, text }: FindingAction) =>
    JSON.stringify([purpose, description, form, text]);
  return [...new Map(actions.map((action) => [keyOf(action), action])).values()];
}
