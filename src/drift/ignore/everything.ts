import { findingKinds } from "../report";
import { resourceClasses } from "../scan/account-reader";
import {
  type ConditionName,
  type Conditions,
  conditionNames,
  isIgnorable,
  meetsCondition,
} from "./ignore-rule";

/**
 * Whether no condition of a rule leaves anything out, so that the rule would ignore everything.
 * @param project The project whose stacks alone the rule concerns.
 */
export function matchesEverything(conditions: Conditions, project: string = unlikely): boolean {
  const samples = samplesOf(project);
  return conditionNames.every((name) =>
    samples[name].every((sample) => meetsCondition(conditions[name], sample)),
  );
}

/** Characters that only a wildcard of a pattern stands for. */
const unlikely = "\ue123\ue456\ue789";
const texts = [unlikely, unlikely.repeat(12)];

/** For each condition, values so different that a pattern that fits all of them says nothing. */
const samplesOf = (project: string): Readonly<Record<ConditionName, readonly string[]>> => ({
  finding: findingKinds.filter((kind) => isIgnorable({ kind })),
  type: resourceClasses,
  id: texts,
  label: texts,
  stack: texts.map((text) => `${project}/${text}`),
  urn: resourceClasses.flatMap((type) =>
    texts.map((text) => `urn:pulumi:${text}::${project}::pulumi-nodejs:dynamic/nodecloud:${type}::${text}`),
  ),
  field: texts,
});
