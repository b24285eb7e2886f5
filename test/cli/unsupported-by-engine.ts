import { chmodSync } from "node:fs";
import { join } from "node:path";
import { InProcessProject } from "./in-process-project";

/** A state file of the stack dev. */
export const state = (more: object, deployment: object = {}) =>
  JSON.stringify({
    version: 3,
    checkpoint: { stack: "organization/whole/dev", latest: { manifest: {}, resources: [], ...deployment } },
    ...more,
  });
export const stateFile = ".pulumi/stacks/whole/dev.json";

/** Project files that only the Pulumi CLI supports. */
export const unsupportedByEngine: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a tainted resource": { [stateFile]: state({ version: 4, features: ["taint"] }) },
  "a state compressed with zstd": { [`${stateFile}.zst`]: "(zstd)" },
  "a state with another secrets provider": {
    [stateFile]: state({}, { secrets_providers: { type: "cloud", state: {} } }),
  },
  "a stack with another secrets provider": { "Pulumi.dev.yaml": "secretsprovider: awskms://alias/stacks\n" },
  "a stack with an environment": { "Pulumi.dev.yaml": "environment: [aws]\n" },
  packages: { "Pulumi.yaml": "name: whole\nruntime: nodejs\npackages: { random: random }\n" },
  plugins: {
    "Pulumi.yaml": "name: whole\nruntime: nodejs\nplugins: { providers: [{ name: x, path: . }] }\n",
  },
  "another runtime": { "Pulumi.yaml": "name: whole\nruntime: python\n" },
};

/** A project with the stack dev, the files, and a Pulumi CLI that is this shell script. */
export function projectWithPulumi(script: string, files: Readonly<Record<string, string>>): InProcessProject {
  const hasState = Object.keys(files).some((name) => name.startsWith(stateFile));
  const project = new InProcessProject({
    "bin/pulumi": `#!/bin/sh\n${script}`,
    ".pulumi/meta.yaml": "version: 1\n",
    ...(hasState ? {} : { [stateFile]: state({}) }),
    ...files,
  });
  chmodSync(join(project.folder, "bin/pulumi"), 0o755);
  return project;
}
