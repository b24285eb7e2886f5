import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { realClock } from "../../src/clock";
import type { Emulator, Listening } from "../../src/emulator";
import { wellKnownTokens } from "../../src/emulator";
import { readIdentity } from "../../src/lifecycle/identity/identity";
import { type Ended, expectReadable, type Running, run, type StartOptions, start } from "../cli/command";

/** A resource as the state file holds it. */
export interface Stored {
  readonly urn: string;
  readonly id?: string;
  readonly type: string;
  readonly inputs: Record<string, unknown>;
  readonly outputs: Record<string, unknown>;
  readonly external?: boolean;
  readonly initErrors?: readonly string[];
}

const packages = resolve(__dirname, "../../node_modules");

/** A Pulumi project in a temporary folder. Everything that a run writes goes there, including its home and temporary files. */
export class Project {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "nodecloud-")));
  readonly stack = "dev";

  /** Writes these files, and by default a `Pulumi.yaml` and a `package.json` for a JavaScript program. */
  constructor(files: Readonly<Record<string, string>>) {
    symlinkSync(packages, join(this.folder, "node_modules"));
    for (const name of ["home", "temporary"]) mkdirSync(join(this.folder, name));
    const base = {
      "Pulumi.yaml": "name: whole\nruntime: nodejs\n",
      "package.json": '{"name":"whole","version":"1.0.0","main":"index.js"}',
    };
    for (const [name, text] of Object.entries({ ...base, ...files })) this.write(name, text);
  }

  write(name: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), content);
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), "utf8");
  }

  /** The package's own resources in the state, by name. There is no state file before the first write. */
  resources(project = "whole"): Record<string, Stored> {
    const { checkpoint } = JSON.parse(this.read(`.pulumi/stacks/${project}/${this.stack}.json`));
    const all: readonly Stored[] = checkpoint.latest.resources ?? [];
    const own = all.filter(({ type }) => type.includes("nodecloud:"));
    return Object.fromEntries(own.map((one) => [one.urn.split("::").at(-1) ?? "", one]));
  }

  run(args: readonly string[], options: StartOptions = {}): Promise<Ended> {
    return run(args, this.optionsFor(options));
  }

  start(args: readonly string[], options: StartOptions = {}): Running {
    return start(args, this.optionsFor(options));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The options of a run, with the environment that keeps it in this folder. */
  optionsFor(options: StartOptions): StartOptions {
    return {
      cwd: this.folder,
      ...options,
      env: {
        HOME: join(this.folder, "home"),
        TMPDIR: join(this.folder, "temporary"),
        NODECLOUD_HOME: join(this.folder, "home/.nodecloud"),
        PULUMI_HOME: join(this.folder, "home/.pulumi"),
        PULUMI_SKIP_UPDATE_CHECK: "true",
        PULUMI_CONFIG_PASSPHRASE: "a passphrase of the tests",
        ...options.env,
      },
    };
  }
}

/** The environment with which a program uses an emulator. */
export function connectionTo(
  server: Pick<Listening, "url">,
  brand = "node",
  token: string = wellKnownTokens.full,
) {
  return { NODECLOUD_BASE_URL: server.url, NODECLOUD_TOKEN: token, NODECLOUD_BRAND: brand };
}

/** The calls since the last time, as `GET /v4/regions`. */
export function callsOf(emulator: Emulator): string[] {
  const calls = emulator.control
    .requests()
    .map(({ method, path }) => `${method} ${path.split("?")[0]}`)
    .sort();
  emulator.control.forgetRequests();
  return calls;
}

/** The resources without their ciphertexts, which the Pulumi CLI renews with every write. */
export function withoutCiphertexts(resources: Readonly<Record<string, Stored>>): unknown {
  return JSON.parse(JSON.stringify(resources, (key, value) => (key === "ciphertext" ? "" : value)));
}

/** The account that a resource's outputs record. */
export function accountOf(resource: Stored | undefined): string {
  const { account } = readIdentity(resource?.outputs ?? {});
  if (account === undefined) throw new Error("The outputs of the resource contain no account.");
  return account;
}

/** Expects a run to have succeeded, and shows its output otherwise. */
export function expectDone({ code, stdout, stderr }: Ended): void {
  expect({ code, output: code === 0 ? "" : stdout + stderr }).toEqual({ code: 0, output: "" });
  expectReadable(stdout + stderr);
}

/** Waits until a condition holds in another process. */
export async function until(holds: () => boolean): Promise<void> {
  for (let polls = 0; !holds(); polls++) {
    if (polls > 600) throw new Error("The condition did not hold within thirty seconds.");
    await realClock.sleep(50);
  }
}
