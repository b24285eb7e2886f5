import { isDeepStrictEqual } from "node:util";
import type { InspectedObject, Inspector, ObjectDrift } from "../../lifecycle";
import { changeActions, outputActions } from "../actions";
import type { RecordedResource, RecordedStack } from "../recorded-stack";
import type { Finding } from "../types.generated";
import { findingOf } from "./finding";
import { holdsSecret, type OpenedInputs } from "./open-inputs";
import { toJson } from "./to-json";

/** The rows of an object that exists and is the recorded one: one for each difference. */
export function changedFindings(
  stack: RecordedStack,
  resource: RecordedResource,
  object: InspectedObject,
  inspector: Inspector,
  drifts: readonly ObjectDrift[],
  secretArguments: ReadonlySet<string>,
): readonly Finding[] {
  return drifts.map((drift) => {
    const { field, reason } = drift;
    const argument = inspector.arguments[field];
    const isSecret = secretArguments.has(field) || argument?.isSecret === true;
    const repair = repairOf(drift);
    const difference = describeDifference(drift, resource);
    const change = {
      ...{ field, repair, isArgument: argument?.isDeclarable === true },
      isRequired: argument?.isRequired === true,
      live: isSecret || !drift.isDeclarable ? undefined : drift.live,
    };
    return findingOf(stack, resource, {
      ...{ kind: "changed", label: object.label ?? null, field, isSecret, repair },
      actions: changeActions(stack, resource, change),
      declared: isSecret ? null : toJson(drift.declared),
      live: isSecret ? null : toJson(drift.live),
      message: `${difference} ${advice[repair](reason)}`,
    });
  });
}

/** Outputs that changed since the last run and that the program does not declare. */
export function informationalFindings(
  stack: RecordedStack,
  resource: RecordedResource,
  object: InspectedObject,
  { idName, arguments: known }: Inspector,
  { inputs, secretArguments }: OpenedInputs,
  declaredFields: ReadonlySet<string>,
): readonly Finding[] {
  const names = Object.keys(object.outputs).filter(
    (name) =>
      name !== idName &&
      name in resource.outputs &&
      !declaredFields.has(name) &&
      !holdsSecret(resource.outputs[name]),
  );
  return names.flatMap((name) => {
    const before = toJson(resource.outputs[name]);
    const now = toJson(object.outputs[name]);
    if (JSON.stringify(before) === JSON.stringify(now)) return [];
    const isSecret = secretArguments.has(name) || known[name]?.isSecret === true;
    const isIgnored = (inputs[name] ?? undefined) !== undefined;
    return [
      findingOf(stack, resource, {
        ...{ kind: "informational", label: object.label ?? null, field: name, isSecret },
        actions: outputActions(stack, resource.urn),
        declared: isSecret ? null : before,
        live: isSecret ? null : now,
        message: isIgnored
          ? `${name} changed, and the program ignores changes to it.`
          : `${name} changed since the last run. The program does not declare it.`,
      }),
    ];
  });
}

function repairOf({ isRepaired, reason }: ObjectDrift): "up" | "replacement" | "program" {
  if (isRepaired) return "up";
  return reason === undefined ? "replacement" : "program";
}

/** The service may have normalized the value, or a refresh may have recorded the change: then the last run has shown it already. */
function describeDifference({ field, live }: ObjectDrift, { outputs }: RecordedResource): string {
  const wasShown = field in outputs && isDeepStrictEqual(toJson(outputs[field]), toJson(live));
  return wasShown
    ? `${field} differs from the program, as it did after the last run.`
    : `${field} was changed outside the program.`;
}

const advice = {
  up: () => "`up --refresh` restores it.",
  replacement: () => "An update cannot restore it; only a replacement can.",
  program: (reason: string | undefined) => `\`up\` does not restore it, because ${reason}.`,
} as const;
