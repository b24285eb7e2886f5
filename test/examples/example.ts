import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
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
/** What an installation puts beside a copied example. */
const installed = ["@pulumi", "@types", "typescript"];
const stack = "dev";
/** The emulator's seconds a second. */
const speed = 200;

/** An example as people copy it, in a folder of its own, with a service of its own. */
export class Example {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "nodecloud-example-")));
  readonly emulator: Emulator;
  readonly #server: Listening;
  readonly #name: string;
  readonly #said: EngineEvent[] = [];

  private constructor(name: string, emulator: Emulator, server: Listening) {
    this.emulator = emulator;
    this.#server = server;
    this.#name = name;
    cpSync(join(root, "examples", name), this.folder, { recursive: true });
    mkdirSync(join(this.folder, "node_modules"));
    for (const one of installed)
      symlinkSync(join(root, "node_modules", one), join(this.folder, "node_modules", one));
    symlinkSync(root, join(this.folder, "node_modules/pulumi-nodecloud"));
  }

  static async open(name: string): Promise<Example> {
    const emulator = createEmulator({ speed });
    return new Example(name, emulator, await emulator.listen());
  }

  async close(): Promise<void> {
    await this.#server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The typed client, as another hand than the program's. */
  get client() {
    return createClient({ baseUrl: this.#server.url, token: wellKnownTokens.full });
  }

  get world() {
    return this.emulator.control.world();
  }

  configure(key: string, value: string, options = { secret: false }): Promise<void> {
    return setConfiguration({ cwd: this.folder, stack, env: this.#env }, key, value, options);
  }

  /** Runs to the end; a run that fails fails the test with all that it said. */
  async run(operation: Operation): Promise<RunOutcome> {
    const listener = (event: EngineEvent) => void this.#said.push(event);
    const { exitCode, outcome, error } = await runStack({
      ...{ operation, cwd: this.folder, stack, create: true, env: this.#env, listener },
    });
    if (exitCode === 0 && outcome) return outcome;
    const said = this.#said.flatMap((event) => ("message" in event ? [event.message] : []));
    throw new Error(`${operation} ended with ${exitCode}: ${error?.message ?? ""}\n${said.join("\n")}`);
  }

  /** Everything of it that others may come to see: what was said to the user, the state, the stack's file. */
  everythingWritten(): string {
    const files = [`.pulumi/stacks/${this.#name}/${stack}.json`, `Pulumi.${stack}.yaml`]
      .map((name) => join(this.folder, name))
      .filter(existsSync);
    const said = this.#said.map((event) => JSON.stringify(event));
    return [...files.map((file) => readFileSync(file, "utf8")), ...said].join("\n");
  }

  /** The operations since the last look that change something. */
  changingCalls(): (string | null)[] {
    const calls = this.emulator.control.requests().filter(({ method }) => method !== "GET");
    this.emulator.control.forgetRequests();
    return calls.map(({ operation }) => operation);
  }

  get #env() {
    return {
      PATH: process.env.PATH,
      HOME: this.folder,
      TMPDIR: this.folder,
      NODECLOUD_HOME: join(this.folder, ".nodecloud"),
      NODECLOUD_BASE_URL: this.#server.url,
      NODECLOUD_TOKEN: wellKnownTokens.full,
      // The lint step has checked the examples' types: a run need not do it again.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      PULUMI_CONFIG_PASSPHRASE: "a passphrase of the tests",
    };
  }
}

/** An output in clear, and that it is secret. */
export function secretOf(outputs: PropertyMap, name: string): PropertyValue {
  const value = outputs[name];
  if (!(value instanceof Secret)) throw new Error(`The output ${name} is not secret.`);
  return value.reveal();
}
