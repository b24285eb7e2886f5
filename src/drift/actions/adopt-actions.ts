import type { InspectedObject } from "../../lifecycle";
import { ProgramNames, resourceText } from "../../program-text";
import type { FindingAction } from "../types.generated";

/** How a program takes over an object that no stack records. */
export function adoptActions(type: string, { id, label, adoption }: InspectedObject): FindingAction[] {
  const { name } = new ProgramNames().add(type, label, id);
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
