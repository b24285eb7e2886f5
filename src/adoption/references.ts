import type { ResourceClass } from "../resources/resource-class";

/** The arguments that hold the id of an object of another class. */
const references: Readonly<Partial<Record<ResourceClass, Readonly<Record<string, ResourceClass>>>>> = {
  Instance: { image: "Image" },
  BackupSchedule: { instanceId: "Instance" },
};

/** The class whose ids the argument holds. Undefined for any other argument. */
export function referencedClass(type: ResourceClass, argument: string): ResourceClass | undefined {
  return references[type]?.[argument];
}

/** The classes, each after those that it refers to. */
export function inOrderOfReferences(types: readonly ResourceClass[]): readonly ResourceClass[] {
  const depthOf = (type: ResourceClass): number =>
    1 + Math.max(0, ...Object.values(references[type] ?? {}).map(depthOf));
  return [...types].sort((a, b) => depthOf(a) - depthOf(b));
}
