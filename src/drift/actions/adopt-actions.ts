import type { InspectedObject } from "../../lifecycle";
import { ProgramNames, resourceText } from "../../program-text";
import type { RecordedResource } from "../recorded-stack";
import type { FindingAction } from "../types.generated";

/** The names of a report's adopted objects: each differs from the others and from those of the given resources. */
export function namesBeside(resources: readonly Pick<RecordedResource, "type" | "name">[]): ProgramNames {
  const names = new ProgramNames();
  for (const { type, name } of resources) names.reserve(type, name);
  return names;
}

/** Code with which a program takes over an object that no stack records. */
export function adoptActions(
  type: string,
  { id, label, adoption }: InspectedObject,
  names: ProgramNames,
): FindingAction[] {
  const { name } = names.add(type, label, id);
  const { adopt, args } = adoption();
  return [
    {
      purpose: "adopt",
      description: "Add it to a program, and run `up`, which changes nothing. Then remove the line `adopt`.",
      form: "code",
      text: resourceText({ type, name, adopt, args }),
    },
  ];
}
