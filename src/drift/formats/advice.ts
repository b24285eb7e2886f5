import type { FindingAction } from "../types.generated";
import type { ReportedResource } from "./reported-resource";

/** A piece of advice, with the commands or code for each resource that it concerns. */
export interface Advice extends Omit<FindingAction, "text"> {
  readonly texts: readonly string[];
}

/** Collects the recommendations of the findings, so that a report contains each one once. */
export function groupAdvice(resources: readonly ReportedResource[]): readonly Advice[] {
  const groups = new Map<string, { readonly action: FindingAction; readonly texts: Set<string> }>();
  for (const action of resources.flatMap(({ actions }) => actions)) {
    const key = JSON.stringify([action.purpose, action.description, action.form]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { action, texts: new Set([action.text]) });
    else group.texts.add(action.text);
  }
  return [...groups.values()].map(({ action: { purpose, description, form }, texts }) => ({
    ...{ purpose, description, form },
    texts: [...texts],
  }));
}
