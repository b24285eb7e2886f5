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
import type { Emulator, Listening } from "../../src/emulator";
import { wellKnownTokens } from "../../src/emulator";
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

/** A Pulumi project in a folder that is gone after the test. Everything that a run writes, home and temporary files too, goes there. */
export class Project {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "nodecloud-")));
  readonly stack = "dev";

  /** The files by their names; without a `Pulumi.yaml`, one for a JavaScript program is written. */
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

  /** What the state holds of the package's own resources, by name; the state file is not there before the first write. */
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

/** How a program reaches an emulator. */
export function reaching(server: Listening, brand = "node", token: string = wellKnownTokens.full) {
  return { NODECLOUD_BASE_URL: server.url, NODECLOUD_TOKEN: token, NODECLOUD_BRAND: brand };
}

/** The calls since the last look, as `GET /v4/regions`. */
export function callsOf(emulator: Emulator): string[] {
  const calls = emulator.control
    .requests()
    .map(({ method, path }) => `${method} ${path.split("?")[0]}`)
    .sort();
  emulator.control.forgetRequests();
  return calls;
}

/** The resources without their ciphertexts: the Pulumi CLI encrypts anew at every write. */
export function withoutCiphertexts(resources: Readonly<Record<string, Stored>>): unknown {
  return JSON.parse(JSON.stringify(resources, (key, value) => (key === "ciphertext" ? "" : value)));
}

/** The run has done what it was asked for; else its output is what the test shows. */
export function expectDone({ code, stdout, stderr }: Ended): void {
  expect({ code, output: code === 0 ? "" : stdout + stderr }).toEqual({ code: 0, output: "" });
  expectReadable(stdout + stderr);
}
