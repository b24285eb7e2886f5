import { groupBy } from "../group-by";
import type { OmittedObject } from "./survey";

/** Objects of one class that are omitted for the same reason. */
export interface OmittedGroup {
  /** `1 instance`, `21 images`. */
  readonly title: string;
  readonly reason: string;
  readonly objects: readonly OmittedObject[];
}

export function groupOmitted(omitted: readonly OmittedObject[]): readonly OmittedGroup[] {
  const groups = groupBy(omitted, ({ type, reason }) => `${type} ${reason}`);
  return [...groups.values()].map((objects) => {
    const [{ kind, reason }] = objects;
    return { title: countOf(objects.length, kind), reason, objects };
  });
}

/** `1 instance`, `1,200 instances`. */
export function countOf(count: number, kind: string): string {
  return `${count.toLocaleString("en-US")} ${kind}${count === 1 ? "" : "s"}`;
}
