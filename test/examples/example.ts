import "../cheap-keys";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";
import type * as Examples from "../../src/cli/new/examples";
import type * as ProjectFiles from "../../src/cli/new/project-files";
import { createClient } from "../../src/client";
import { createEmulator, type Emulator, type Listening, wellKnownTokens } from "../../src/emulator";
import {
  type EngineEvent,
  type Operation,
  type RunOutcome,
  runStack,
  setConfiguration,
} from "../../src/engine";
import { type PropertyMap, type PropertyValue, Secret } from "../../src/state";
import { packedPackage } from "./packed";

const root = resolve(__dirname, "../..");
/** The packages that are installed with an example. */
const installed = ["@pulumi", "@types", "tsx", "typescript"];
const stack = "dev";
/** How much faster the emulator's clock runs. */
const speed = 200;

/**
 * An example as `nodecloud new` of the packed package writes it, with that package installed, and with its own emulator. A CommonJS
 * program is transpiled once and not by every run.
 */
export class Example {
  readonly folder: string;
  readonly emulator: Emulator;
  readonly #server: Listening;
  readonly #name: string;
  readonly #events: EngineEvent[] = [];

  private constructor(name: string, emulator: Emulator, server: Listening) {
    this.emulator = emulator;
    this.#server = server;
    this.#name = name;
    // The project gets the name of its folder.
    this.folder = join(realpathSync(mkdtempSync(join(tmpdir(), "nodecloud-example-"))), name);
  }

  static async open(name: string): Promise<Example> {
    const emulator = createEmulator({ speed });
    const example = new Example(name, emulator, await emulator.listen());
    await createExample(name, example.folder);
    if (name !== "esm") example.#transpile();
    return example;
  }

  async close(): Promise<void> {
    await this.#server.close();
    rmSync(dirname(this.folder), { recursive: true, force: true });
  }

  /** A client that is independent of the program. */
  get client() {
    return createClient({ baseUrl: this.#server.url, token: wellKnownTokens.full });
  }

  get url() {
    return this.#server.url;
  }

  get world() {
    return this.emulator.control.world();
  }

  configure(key: string, value: string, options = { secret: false }): Promise<void> {
    return setConfiguration({ cwd: this.folder, stack, env: this.#env }, key, value, options);
  }

  /** Runs an operation. A failure fails the test with all messages of the run. */
  async run(operation: Operation): Promise<RunOutcome> {
    const listener = (event: EngineEvent) => void this.#events.push(event);
    const { exitCode, outcome, error } = await runStack({
      ...{ operation, cwd: this.folder, stack, create: true, env: this.#env, listener },
    });
    if (exitCode === 0 && outcome) return outcome;
    const messages = this.#events.flatMap((event) => ("message" in event ? [event.message] : []));
    throw new Error(
      `${operation} exited with code ${exitCode}: ${error?.message ?? ""}\n${messages.join("\n")}`,
    );
  }

  /** Everything that others may see: the events of the runs, the state and the stack's configuration. */
  everythingWritten(): string {
    const files = [`.pulumi/stacks/${this.#name}/${stack}.json`, `Pulumi.${stack}.yaml`]
      .map((name) => join(this.folder, name))
      .filter(existsSync);
    const events = this.#events.map((event) => JSON.stringify(event));
    return [...files.map((file) => readFileSync(file, "utf8")), ...events].join("\n");
  }

  /** The operations since the last call of this method that change something. */
  changingCalls(): (string | null)[] {
    const calls = this.emulator.control.requests().filter(({ method }) => method !== "GET");
    this.emulator.control.forgetRequests();
    return calls.map(({ operation }) => operation);
  }

  /** The tests of the quickstart run TypeScript as it is. */
  #transpile(): void {
    for (const name of readdirSync(this.folder).filter((file) => file.endsWith(".ts"))) {
      const source = join(this.folder, name);
      const { outputText } = transpileModule(readFileSync(source, "utf8"), {
        compilerOptions: { target: ScriptTarget.ES2022, module: ModuleKind.CommonJS },
      });
      writeFileSync(source.replace(/\.ts$/, ".js"), outputText);
      rmSync(source);
    }
    const manifest = readFileSync(join(this.folder, "package.json"), "utf8");
    writeFileSync(join(this.folder, "package.json"), manifest.replace("index.ts", "index.js"));
    rmSync(join(this.folder, "tsconfig.json"));
  }

  get #env() {
    return {
      PATH: process.env.PATH,
      HOME: this.folder,
      TMPDIR: this.folder,
      NODECLOUD_HOME: join(this.folder, ".nodecloud"),
      NODECLOUD_BASE_URL: this.#server.url,
      NODECLOUD_TOKEN: wellKnownTokens.full,
      PULUMI_CONFIG_PASSPHRASE: "a passphrase of the tests",
    };
  }
}

/** Writes an example into an empty folder and installs what it depends on. */
export async function createExample(
  name: string,
  folder: string,
  packages: readonly string[] = installed,
): Promise<void> {
  const packed = packedPackage();
  const { listExamples }: typeof Examples = require(join(packed, "dist/cli/new/examples.js"));
  const { projectFiles }: typeof ProjectFiles = require(join(packed, "dist/cli/new/project-files.js"));
  const example = (await listExamples()).find((one) => one.name === name);
  if (!example) throw new Error(`The package has no example ${name}.`);
  for (const [path, content] of await projectFiles(example, folder)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  for (const one of packages) symlinkSync(join(root, "node_modules", one), join(folder, "node_modules", one));
  symlinkSync(packed, join(folder, "node_modules/pulumi-nodecloud"));
}

/** The plain value of an output that must be secret. */
export function secretOf(outputs: PropertyMap, name: string): PropertyValue {
  const value = outputs[name];
  if (!(value instanceof Secret)) throw new Error(`The output ${name} is not secret.`);
  return value.reveal();
}
