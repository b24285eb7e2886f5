import { type Project, StateError } from "../../state";

/** The CLI whose behaviour the embedded engine follows: the version that it answers to `requiredPulumiVersion` with. */
export const emulatedCliVersion = "3.260.0";

/** Refuses a project whose `requiredPulumiVersion` does not admit the CLI that this engine behaves like. */
export function checkRequiredVersion({ file, requiredVersion }: Project): void {
  if (requiredVersion === "" || admits(requiredVersion, emulatedCliVersion, file)) return;
  throw new StateError(
    "unsupported",
    `${file}: requiredPulumiVersion is "${requiredVersion}", and the embedded engine behaves like the Pulumi CLI ${emulatedCliVersion}. Nothing was done. Widen the range, or use a Pulumi CLI that is within it (--engine pulumi).`,
  );
}

/** Ranges as the CLI reads them: comparisons that must all hold, alternatives after `||`, `x` for any number at the end. */
function admits(range: string, version: string, file: string): boolean {
  const position = positionOf(version);
  const alternatives = range.split("||").map((alternative) => {
    const comparisons = alternative.match(/[<>=!]*\s*[^\s<>=!]+/g) ?? [];
    if (
      comparisons.join("").replace(/\s/g, "") !== alternative.replace(/\s/g, "") ||
      comparisons.length === 0
    )
      throw unreadable(range, file);
    return comparisons.map((comparison) => {
      const answer = holds(comparison.replace(/\s/g, ""), position);
      if (answer === undefined) throw unreadable(range, file);
      return answer;
    });
  });
  return alternatives.some((comparisons) => comparisons.every(Boolean));
}

type Position = readonly [number, number, number, number];

/** A pre-release stands right before its release. */
function positionOf(version: string): Position {
  const [, major = 0, minor = 0, patch = 0, preRelease] = version.match(/^(\d+)\.(\d+)\.(\d+)(-.*)?$/) ?? [];
  return [Number(major), Number(minor), Number(patch), preRelease ? 0 : 1];
}

const comparisonPattern =
  /^(==?|!=?|[<>]=?)?(?:(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)(?:\+[0-9A-Za-z.-]+)?|(\d+)\.(?:(\d+)\.)?x(?:\.x)?)$/;

/** Undefined: it is not a comparison. */
function holds(comparison: string, version: Position): boolean | undefined {
  const [matched, operator = "=", exact, major, minor] = comparison.match(comparisonPattern) ?? [];
  if (matched === undefined) return undefined;
  const side = exact
    ? order(version, positionOf(exact))
    : minor === undefined
      ? Math.sign(version[0] - Number(major))
      : Math.sign(version[0] - Number(major)) || Math.sign(version[1] - Number(minor));
  switch (operator) {
    case ">":
      return side > 0;
    case ">=":
      return side >= 0;
    case "<":
      return side < 0;
    case "<=":
      return side <= 0;
    case "!":
    case "!=":
      return side !== 0;
    default:
      return side === 0;
  }
}

function order(left: Position, right: Position): number {
  for (const at of [0, 1, 2, 3] as const) {
    if (left[at] !== right[at]) return Math.sign(left[at] - right[at]);
  }
  return 0;
}

function unreadable(range: string, file: string): StateError {
  return new StateError(
    "project",
    `${file}: requiredPulumiVersion is "${range}", which is not a range of versions such as ">=3.200.0 <4.0.0". Nothing was done.`,
  );
}
