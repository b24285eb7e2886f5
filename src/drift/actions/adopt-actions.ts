import type { InspectedObject, Inspector } from "../../lifecycle";
import { Expression, ProgramNames, resourceText } from "../../program-text";
import type { RecordedResource } from "../recorded-stack";
import type { FindingAction } from "../types.generated";

/** The names of a report's adopted objects: each differs from the others and from those of the given resources. */
export function unusedNames(resources: readonly Pick<RecordedResource, "type" | "name">[]): ProgramNames {
  const names = new ProgramNames();
  for (const { type, name } of resources) names.reserve(type, name);
  return names;
}

/**
 * Code with which a program takes over an object that no stack records. TypeScript accepts it without the line `adopt`, too: arguments that
 * are needed only to create such an object are `undefined`.
 * @param providerName The name of the explicit provider whose account has the object. Undefined if the default provider has the account.
 */
export function adoptActions(
  type: string,
  inspector: Pick<Inspector, "arguments">,
  { id, label, adoption }: InspectedObject,
  names: ProgramNames,
  providerName: string | undefined,
): FindingAction[] {
  const { name } = names.add(type, label, id);
  const provider = providerName === undefined ? undefined : providerVariable(providerName);
  const { adopt, args: described, createSecrets } = adoption();
  const args: Record<string, unknown> = {};
  for (const [argument, { isRequired }] of Object.entries(inspector.arguments)) {
    if (argument in described) args[argument] = described[argument];
    else if (isRequired || createSecrets[argument] !== undefined)
      args[argument] = new Expression("undefined");
  }
  return [
    {
      purpose: "adopt",
      description: `Add it to a program${
        provider === undefined ? "" : `, where \`${provider}\` is the provider ${providerName}`
      }, and run \`up\`, which changes nothing. Then remove the line \`adopt\`.`,
      form: "code",
      text: resourceText({ type, name, adopt, args, provider }),
    },
  ];
}

function providerVariable(name: string): string {
  return new ProgramNames().add("Provider", name, "1").variable;
}
