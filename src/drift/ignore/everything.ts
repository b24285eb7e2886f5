import { resourceClasses } from "../../resources/resource-class";
import { findingKinds } from "../finding-kinds";
import { newFinding } from "../scan/finding";
import type { Finding } from "../types.generated";
import { verdictOf } from "../verdict";
import {
  type ConditionName,
  type Conditions,
  conditionNames,
  isIgnorable,
  meetsCondition,
  meetsConditions,
} from "./ignore-rule";

/**
 * Whether no condition of a rule excludes anything, so that the rule would ignore everything.
 * @param project The project, if the rule applies only to its stacks.
 */
export function matchesEverything(conditions: Conditions, project: string = unlikelyText): boolean {
  const samples = samplesOf(project);
  return conditionNames.every((name) =>
    samples[name].every((sample) => meetsCondition(conditions[name], sample)),
  );
}

/**
 * Whether rules together ignore every finding that counts as drift, whatever its object's name is.
 * @param project The project, if the rules apply only to its stacks.
 */
export function rulesMatchEverything(rules: readonly Conditions[], project: string = unlikelyText): boolean {
  return sampleFindings(project).every((finding) =>
    rules.some((conditions) => meetsConditions(conditions, finding)),
  );
}

/** Characters that only a wildcard of a pattern matches. */
const unlikelyText = "\ue123\ue456\ue789";
const texts = [unlikelyText, unlikelyText.repeat(12)];

/** For each condition, values so different that a pattern that matches all of them excludes nothing. */
const samplesOf = (project: string): Readonly<Record<ConditionName, readonly string[]>> => ({
  finding: findingKinds.filter((kind) => isIgnorable({ kind })),
  type: resourceClasses,
  id: texts,
  label: texts,
  stack: texts.map((text) => `${project}/${text}`),
  urn: resourceClasses.flatMap((type) => texts.map((text) => urnOf(project, type, text))),
  field: texts,
});

/** Findings of each class and kind that counts as drift. */
function sampleFindings(project: string): readonly Finding[] {
  return resourceClasses.flatMap((type) =>
    findingKinds.flatMap((kind) =>
      texts
        .map((text): Finding => {
          const field = kind === "changed" || kind === "notOurs" ? text : null;
          const isRecorded = kind !== "unmanaged";
          const recorded = { stack: `${project}/${text}`, urn: urnOf(project, type, text) };
          return newFinding({
            ...{ kind, type, id: text, label: text, field, message: "" },
            ...(isRecorded && recorded),
          });
        })
        .filter((finding) => verdictOf([finding], []).verdict === "drift"),
    ),
  );
}

function urnOf(project: string, type: string, name: string): string {
  return `urn:pulumi:${name}::${project}::pulumi-nodejs:dynamic/nodecloud:${type}::${name}`;
}
