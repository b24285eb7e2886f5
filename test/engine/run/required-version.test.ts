import { checkRequiredVersion, emulatedCliVersion } from "../../../src/engine/run/required-version";
import type { Project } from "../../../src/state";

const project = (requiredVersion: string): Project => ({
  name: "test",
  folder: "/p",
  file: "/p/Pulumi.yaml",
  programFolder: "/p",
  entry: ".",
  typescript: false,
  nodeArguments: [],
  backendUrl: undefined,
  stackConfigFolder: "/p",
  configuration: new Map(),
  requiredVersion,
  refreshesAlways: false,
});

const passes = (range: string) => {
  try {
    checkRequiredVersion(project(range));
    return true;
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
};

it.each([
  "",
  ">=3.0.0",
  ">= 3.0.0",
  ">=3.0.0 <4.0.0",
  "<1.0.0 || >=3.100.0",
  emulatedCliVersion,
  `=${emulatedCliVersion}`,
  `<=${emulatedCliVersion}`,
  "3.x",
  "3.260.x",
  ">3.259.x",
  "<=3.x.x",
  "!3.1.0",
  "!=2.x",
  `>${emulatedCliVersion}-beta.1`,
  `>=${emulatedCliVersion}+build`,
])("the range %p includes the engine's version", (range) => {
  expect(passes(range)).toBe(true);
});

it.each([
  "<1.0.0",
  ">4.0.0",
  `<${emulatedCliVersion}`,
  `>${emulatedCliVersion}`,
  `!=${emulatedCliVersion}`,
  ">=3.0.0 <3.200.0",
  "<1.0.0 || >=4.0.0",
  "2.x",
  ">3.260.x",
  "<3.x",
  "!3.x",
  "3.259.x",
  `<=${emulatedCliVersion}-beta.1`,
])("the range %p excludes the engine's version, and the error names a solution", (range) => {
  expect(passes(range)).toMatch(
    /^\/p\/Pulumi\.yaml: requiredPulumiVersion is .* Nothing was done\. Widen the range, or use a Pulumi CLI/,
  );
});

it.each(["latest", "^3.0.0", ">=3", "|| 3.x", "3.x ||", "~>3.0.0", "3.x.1", "3.x >", "<1.0.0 latest"])(
  "the invalid range %p is reported as an error in the project",
  (range) => {
    expect(passes(range)).toContain("not a range of versions");
  },
);
