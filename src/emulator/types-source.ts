import { z } from "zod";
import { typesSource } from "../type-text";
import { effect, faultRule } from "./faults/rule";
import { externalChanges } from "./models/external-changes/external-change";
import { instancePatch } from "./models/external-changes/instances";
import { settingsShape } from "./settings/shape";
import { savedWorld } from "./world/saved-world";

/** The source of `types.generated.ts`: the public types of the emulator that have a schema. */
export function emulatorTypes(): string {
  return typesSource("src/emulator", [
    {
      name: "SavedWorld",
      description:
        "A whole world as plain JSON: the data that all accounts share, the first account, and the others. Times are in milliseconds since 1970 UTC.",
      schema: savedWorld,
    },
    {
      name: "Settings",
      description: "Every behavior that the interface leaves open. `settings` has the default of each.",
      schema: settingsShape,
    },
    { name: "Effect", description: "The effect of a fault on a call.", schema: effect },
    {
      name: "FaultRule",
      description: "Which calls a fault is injected into, when, and its effect.",
      schema: faultRule,
    },
    {
      name: "FaultRuleInput",
      description: "A fault rule, of which only the effect is required.",
      schema: faultRule,
      io: "input",
    },
    {
      name: "InstancePatch",
      description:
        "The fields of an instance that an external change can set. They are not checked against the rules of the API.",
      schema: instancePatch,
    },
    {
      name: "ExternalChange",
      description: "A change to the service's objects that no API call of the user made.",
      schema: z.union(externalChangeShapes()),
      io: "input",
    },
  ]);
}

const account = z
  .int()
  .exactOptional()
  .describe(
    "The number of the account that it is made in. Default: every account that has the named object, otherwise the first.",
  );

function externalChangeShapes(): z.ZodType[] {
  return Object.entries(externalChanges).map(([kind, { shape }]) => {
    const description = shape.description ?? `The external change \`${kind}\`.`;
    const fields: z.ZodRawShape = { kind: z.literal(kind), ...shape.shape, account };
    return z.strictObject(fields).meta({ id: `External${pascal(kind)}`, description });
  });
}

function pascal(kind: string): string {
  return kind
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
