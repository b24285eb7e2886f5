import { isResourceClass, type ResourceClass } from "../resources/resource-class";
import { resourceTypes } from "../resources/resource-types";

/** The class whose ids the argument holds. Undefined for any other argument. */
export function referencedClass(type: ResourceClass, argument: string): ResourceClass | undefined {
  return new Map(referencesOf(type)).get(argument);
}

/** The classes, each after those that it refers to. */
export function inOrderOfReferences(types: readonly ResourceClass[]): readonly ResourceClass[] {
  const depthOf = (type: ResourceClass): number =>
    1 + Math.max(0, ...referencesOf(type).map(([, referenced]) => depthOf(referenced)));
  return [...types].sort((a, b) => depthOf(a) - depthOf(b));
}

/** The arguments that hold the id of an object of another class, and that class. */
function referencesOf(type: ResourceClass): readonly (readonly [argument: string, ResourceClass])[] {
  const fields = Object.entries<{ readonly refersTo?: string }>(resourceTypes[type].definition.fields);
  return fields.flatMap(([name, { refersTo = "" }]) =>
    isResourceClass(refersTo) ? [[name, refersTo] as const] : [],
  );
}
