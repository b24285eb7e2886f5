import type { Finding, FindingAction } from "../report";

/** The findings of one resource, or of one object that no stack records. */
export interface ReportedResource extends Pick<Finding, "type" | "id" | "label" | "stack" | "urn"> {
  readonly findings: readonly Finding[];
  /** What its findings recommend, each once. */
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
  const groups = groupBy(findings, ({ type, id, label, stack, urn }) =>
    JSON.stringify([stack, type, id, urn, id === null && urn === null ? label : null]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { type, id, label, stack, urn } = first;
    const actions = distinctActions(group.flatMap((finding) => finding.actions));
    return [{ type, id, label, stack, urn, findings: group, actions }];
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

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
