import "../cheap-keys";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";
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

const root = resolve(__dirname, "../..");
/** The packages that are installed with an example. */
const installed = ["@pulumi", "@types", "typescript"];
const stack = "dev";
/** How much faster the emulator's clock runs. */
const speed = 200;

/** A copy of an example in its own folder, with its own emulator. The program is transpiled once and not by every run. */
export class Example {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "nodecloud-example-")));
  readonly emulator: Emulator;
  readonly #server: Listening;
  readonly #name: string;
  readonly #events: EngineEvent[] = [];

  private constructor(name: string, emulator: Emulator, server: Listening) {
    this.emulator = emulator;
    this.#server = server;
    this.#name = name;
    cpSync(join(root, "examples", name), this.folder, { recursive: true });
    mkdirSync(join(this.folder, "node_modules"));
    for (const one of installed)
      symlinkSync(join(root, "node_modules", one), join(this.folder, "node_modules", one));
    symlinkSync(root, join(this.folder, "node_modules/pulumi-nodecloud"));
    this.#transpile();
  }

  static async open(name: string): Promise<Example> {
    const emulator = createEmulator({ speed });
    return new Example(name, emulator, await emulator.listen());
  }

  async close(): Promise<void> {
    await this.#server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A client that is independent of the program. */
  get client() {
    return createClient({ baseUrl: this.#server.url, token: wellKnownTokens.full });
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
    throw new Error(`${operation} ended with ${exitCode}: ${error?.message ?? ""}\n${messages.join("\n")}`);
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

  /** The quickstart's test runs TypeScript as it is. */
  #transpile(): void {
    const source = join(this.folder, "index.ts");
    const { outputText } = transpileModule(readFileSync(source, "utf8"), {
      compilerOptions: { target: ScriptTarget.ES2022, module: ModuleKind.CommonJS },
    });
    writeFileSync(join(this.folder, "index.js"), outputText);
    for (const name of ["index.ts", "tsconfig.json"]) rmSync(join(this.folder, name));
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

/** The plain value of an output that must be secret. */
export function secretOf(outputs: PropertyMap, name: string): PropertyValue {
  const value = outputs[name];
  if (!(value instanceof Secret)) throw new Error(`The output ${name} is not secret.`);
  return value.reveal();
}
