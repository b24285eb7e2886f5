import { type Project, StateError } from "../../state";

/** The version of the Pulumi CLI that the embedded engine emulates. `requiredPulumiVersion` must allow it. */
export const emulatedCliVersion = "3.260.0";

/** Refuses a project whose `requiredPulumiVersion` does not allow the emulated version. */
export function checkRequiredVersion({ file, requiredVersion }: Project): void {
  if (requiredVersion === "" || isInRange(requiredVersion, emulatedCliVersion, file)) return;
  throw new StateError(
    "unsupported",
    `${file}: requiredPulumiVersion is "${requiredVersion}", but the embedded engine is compatible with Pulumi CLI ${emulatedCliVersion}. Nothing was done. Widen the range, or use a Pulumi CLI in this range (--engine pulumi).`,
  );
}

/** The syntax of ranges is the CLI's: comparisons that must all hold, alternatives after `||`, a final `x` for any number. */
function isInRange(range: string, version: string, file: string): boolean {
  const parsed = parseVersion(version);
  const alternatives = range.split("||").map((alternative) => {
    const comparisons = alternative.match(/[<>=!]*\s*[^\s<>=!]+/g) ?? [];
    if (
      comparisons.join("").replace(/\s/g, "") !== alternative.replace(/\s/g, "") ||
      comparisons.length === 0
    )
      throw invalidRange(range, file);
    return comparisons.map((comparison) => {
      const holds = evaluate(comparison.replace(/\s/g, ""), parsed);
      if (holds === undefined) throw invalidRange(range, file);
      return holds;
    });
  });
  return alternatives.some((comparisons) => comparisons.every(Boolean));
}

type ParsedVersion = readonly [number, number, number, number];

/** The fourth number sorts a pre-release before its release. */
function parseVersion(version: string): ParsedVersion {
  const [, major = 0, minor = 0, patch = 0, preRelease] = version.match(/^(\d+)\.(\d+)\.(\d+)(-.*)?$/) ?? [];
  return [Number(major), Number(minor), Number(patch), preRelease ? 0 : 1];
}

const comparisonPattern =
  /^(==?|!=?|[<>]=?)?(?:(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)(?:\+[0-9A-Za-z.-]+)?|(\d+)\.(?:(\d+)\.)?x(?:\.x)?)$/;

/** Undefined if it is not a comparison. */
function evaluate(comparison: string, version: ParsedVersion): boolean | undefined {
  const [matched, operator = "=", exact, major, minor] = comparison.match(comparisonPattern) ?? [];
  if (matched === undefined) return undefined;
  const result = exact
    ? compare(version, parseVersion(exact))
    : minor === undefined
      ? Math.sign(version[0] - Number(major))
      : Math.sign(version[0] - Number(major)) || Math.sign(version[1] - Number(minor));
  switch (operator) {
    case ">":
      return result > 0;
    case ">=":
      return result >= 0;
    case "<":
      return result < 0;
    case "<=":
      return result <= 0;
    case "!":
    case "!=":
      return result !== 0;
    default:
      return result === 0;
  }
}

function compare(left: ParsedVersion, right: ParsedVersion): number {
  for (const at of [0, 1, 2, 3] as const) {
    if (left[at] !== right[at]) return Math.sign(left[at] - right[at]);
  }
  return 0;
}

function invalidRange(range: string, file: string): StateError {
  return new StateError(
    "project",
    `${file}: requiredPulumiVersion is "${range}", which is not a range of versions such as ">=3.200.0 <4.0.0". Nothing was done.`,
  );
}
