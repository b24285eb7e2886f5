import {
  aBoolean,
  aClock,
  aFunction,
  anObject,
  aSignal,
  type OptionRules,
  optionProblem,
  someStrings,
} from "../option-rules";
import { isResourceClass, resourceClasses } from "../resources/resource-class";
import { isRecord } from "../unknown";
import type { DriftOptions } from "./drift-options";
import { UsageError } from "./usage-error";

const rules: OptionRules<DriftOptions> = {
  sources: {
    is: 'an array of objects, such as `{ kind: "project", folder: "." }`, whose `kind` is project, backend or export',
    accepts: (value) => Array.isArray(value) && value.every(isSource),
  },
  types: {
    is: `an array of resource classes (${resourceClasses.join(", ")})`,
    accepts: (value) =>
      Array.isArray(value) && value.every((item) => typeof item === "string" && isResourceClass(item)),
  },
  allFields: aBoolean,
  unmanaged: aBoolean,
  env: anObject,
  interrupt: aSignal,
  onProgress: aFunction,
  clock: aClock,
  transport: aFunction,
  settings: anObject,
  ignoreFiles: {
    is: "false or an array of strings",
    accepts: (value) => value === false || someStrings.accepts(value),
  },
  who: aBoolean,
};

/**
 * Programs in JavaScript may pass anything.
 * @throws UsageError for options of another type.
 */
export function checkDriftOptions(options: DriftOptions): void {
  const problem = optionProblem(options, rules, ["sources"]);
  if (problem !== undefined) throw new UsageError(`Drift options: ${problem}. Nothing was read. Correct it.`);
}

function isSource(value: unknown): boolean {
  if (!isRecord(value)) return false;
  switch (value.kind) {
    case "project":
      return typeof value.folder === "string";
    case "backend":
      return typeof value.url === "string";
    case "export":
      return isRecord(value.from) && typeof (value.from.file ?? value.from.text) === "string";
    default:
      return false;
  }
}
