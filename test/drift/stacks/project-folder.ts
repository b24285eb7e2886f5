import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readStacks } from "../../../src/drift/stacks";
import type { ReadStacksOptions, StackSource } from "../../../src/drift/stacks/sources";
import { exitCodeOfDriftError } from "../../../src/drift/usage-error";
import { createPassphrase, type Environment } from "../../../src/state";

const signature = "4dabf18193072939515e22adb298388d";
const secretMark = "1b47061264138c4ac30d75fd1eb44270";
const instanceType = "pulumi-nodejs:dynamic/nodecloud:Instance";

/** A secret in a state, encrypted or in plain text. */
export const sealed = (ciphertext: string) => ({ [signature]: secretMark, ciphertext });
export const plain = (value: unknown) => ({ [signature]: secretMark, plaintext: JSON.stringify(value) });

export const urnOf = (name: string, stack = "dev", project = "shop", type = instanceType) =>
  `urn:pulumi:${stack}::${project}::${type}::${name}`;

interface ResourceFields {
  readonly stack?: string;
  readonly project?: string;
  readonly type?: string;
  readonly [field: string]: unknown;
}

/** An entry of a state. */
export function resource(
  name: string,
  { stack, project, type = instanceType, ...rest }: ResourceFields = {},
) {
  return { urn: urnOf(name, stack, project, type), custom: true, id: "1", type, ...rest };
}

/** The content of a state. */
export function deployment(resources: readonly unknown[], more: object = {}) {
  return {
    manifest: { time: "2026-01-01T00:00:00Z", magic: "", version: "" },
    resources,
    metadata: {},
    ...more,
  };
}

export const exportOf = (content: object, version = 3) => JSON.stringify({ version, deployment: content });

/** The environment of every test: the backend is the project's folder, and nothing is selected. */
export function environment(folder: string, more: Environment = {}): Environment {
  return { PULUMI_HOME: join(folder, "home"), NODECLOUD_BASE_URL: "https://service.test/v4", ...more };
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A temporary folder with projects, their stacks and exports. It is removed after the tests of a file. */
export class ProjectFolder {
  readonly path = mkdtempSync(join(tmpdir(), "drift-"));

  constructor(project = "shop") {
    folders.push(this.path);
    this.write("Pulumi.yaml", `name: ${project}\nruntime: nodejs\n`);
  }

  write(path: string, content: string | Uint8Array): string {
    const file = join(this.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  writeStack(stack: string, content: object, project = "shop"): string {
    const checkpoint = { stack: `organization/${project}/${stack}`, latest: content };
    return this.write(`.pulumi/stacks/${project}/${stack}.json`, JSON.stringify({ version: 3, checkpoint }));
  }

  read(sources: readonly StackSource[], options: Partial<ReadStacksOptions> = {}) {
    return readStacks(sources, { env: environment(this.path), ...options });
  }

  /** Stacks of the project in this folder. */
  readProject(stacks: readonly string[] | "all" | undefined, options: Partial<ReadStacksOptions> = {}) {
    const named = stacks === undefined ? {} : { stacks };
    return this.read([{ kind: "project", folder: this.path, ...named }], options);
  }

  /** Every file and folder with its bytes and times. */
  snapshot(): readonly string[] {
    return readdirSync(this.path, { recursive: true, encoding: "utf8" })
      .sort()
      .map((name) => {
        const path = join(this.path, name);
        const found = statSync(path);
        const bytes = found.isFile() ? readFileSync(path, "base64") : "folder";
        return [name, found.mtimeMs, found.ctimeMs, found.mode, bytes].join(" ");
      });
  }
}

/** The message and the exit code of what is thrown. */
export async function failure(work: Promise<unknown>): Promise<{ message: string; exitCode: 1 | 64 }> {
  try {
    await work;
  } catch (error) {
    return { message: String(error), exitCode: exitCodeOfDriftError(error) };
  }
  throw new Error("Nothing was thrown.");
}

/** A deployment with one secret input `rootPass`, and the salt of its passphrase. */
export async function sealedDeployment(passphrase: string, value: unknown, name = "web") {
  const secrets = await createPassphrase(passphrase);
  const rootPass = sealed(secrets.encrypt(JSON.stringify(value), ""));
  const content = deployment([resource(name, { inputs: { label: name, rootPass } })], {
    secrets_providers: { type: "passphrase", state: { salt: secrets.salt } },
  });
  return { content, salt: secrets.salt, secrets };
}
