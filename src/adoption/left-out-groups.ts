import type { LeftOutObject } from "./survey";

/** Objects of one class that are left out for the same reason. */
export interface LeftOutGroup {
  /** `1 instance`, `21 images`. */
  readonly title: string;
  readonly reason: string;
  readonly objects: readonly LeftOutObject[];
}

export function groupLeftOut(leftOut: readonly LeftOutObject[]): readonly LeftOutGroup[] {
  const groups = new Map<string, LeftOutObject[]>();
  for (const object of leftOut) {
    const key = `${object.type} ${object.reason}`;
    const group = groups.get(key);
    if (group) group.push(object);
    else groups.set(key, [object]);
  }
  return [...groups.values()].flatMap((objects) => {
    const [first] = objects;
    return first ? [{ title: countOf(objects.length, first.kind), reason: first.reason, objects }] : [];
  });
}

/** `1 instance`, `1,200 instances`. */
export function countOf(count: number, kind: string): string {
  return `${count.toLocaleString("en-US")} ${kind}${count === 1 ? "" : "s"}`;
}
