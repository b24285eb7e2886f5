import { resolve } from "node:path";
import { printable } from "../../printable";
import type { Semaphore } from "../../semaphore";
import {
  type Environment,
  type JsonObject,
  parseJson,
  readList,
  readObject,
  readStoredDeployment,
  readString,
  removeCredentials,
  StateError,
  type StoredDeployment,
  stringifySorted,
} from "../../state";
import { isRecord } from "../../unknown";
import type { StackUpdate } from "../recorded-stack";
import type { PulumiResult, RunPulumi } from "./pulumi-command";
import { onlyOrganization, type StackStore, type StoredState } from "./stack-store";
import { describeUnknownUpdate, describeUpdate } from "./update-messages";

export interface PulumiStoreOptions {
  readonly run: RunPulumi;
  readonly env: Environment;
  readonly signal?: AbortSignal | undefined;
  /** Limits how many processes of the Pulumi CLI run at a time. Each takes about 100 MB of memory. */
  readonly cliProcesses: Semaphore;
  /** The address of the backend. */
  readonly url: string;
  readonly identity: string;
  readonly project: { readonly name: string; readonly folder: string };
}

/** Stacks of any backend, read by the Pulumi CLI. */
export class PulumiStore implements StackStore {
  readonly isInFile = false;
  readonly #options: PulumiStoreOptions;

  constructor(options: PulumiStoreOptions) {
    this.#options = options;
  }

  get place(): string {
    return removeCredentials(this.#options.url);
  }

  get backend(): string {
    return this.#options.identity;
  }

  nameOf(text: string): string {
    const { name } = this.#options.project;
    const parts = text.split("/");
    if (parts.length > 3 || !parts.every((part) => /^[A-Za-z0-9_.-]{1,100}$/.test(part))) {
      throw new StateError(
        "stackName",
        `"${text}" is not the name of a stack. Write "dev", "<organization>/dev" or "<organization>/${name}/dev".`,
      );
    }
    if (parts.length === 3 && parts[1] !== name) {
      throw new StateError(
        "stackName",
        `"${text}" names the project "${parts[1]}", but this is the project "${name}".`,
      );
    }
    return text;
  }

  organizationOf(stack: string): string | undefined {
    // Only Pulumi Cloud, which is reached over HTTP, has organizations.
    return organizationIn(stack) ?? (/^https?:/.test(this.#options.url) ? undefined : onlyOrganization);
  }

  async list(): Promise<readonly string[]> {
    return (await this.#list()).map(({ name }) => name);
  }

  async read(stack: string): Promise<StoredState | undefined> {
    const args = ["stack", "export", "--stack", stack];
    const result = await this.#run(args);
    if (result.code === noSuchStackCode || /no stack named/.test(result.errors)) return undefined;
    const deployment = this.#readExport(args, result);
    return { source: `${stack} in ${this.place}`, deployment, content: stringifySorted(deployment.json) };
  }

  /** The state with all secrets in plain text. */
  async readSecrets(stack: string): Promise<StoredDeployment> {
    return readStoredDeployment(await this.export(stack, true), `The state of ${stack}`);
  }

  /** What `stack export` prints. */
  async export(stack: string, showSecrets: boolean): Promise<JsonObject> {
    const args = ["stack", "export", "--stack", stack, ...(showSecrets ? ["--show-secrets"] : [])];
    return readObject(this.#parse(args, await this.#run(args)), this.#placeOf(args));
  }

  /** Replaces the state with what `stack export` printed, after an edit. The CLI encrypts secrets in plain text. */
  async import(stack: string, envelope: JsonObject): Promise<void> {
    const args = ["stack", "import", "--stack", stack];
    this.#requireSuccess(args, await this.#run(args, JSON.stringify(envelope)));
  }

  /** The configuration with all secrets in plain text. */
  async readConfiguration(stack: string, configFile?: string): Promise<ReadonlyMap<string, string>> {
    const file = configFile === undefined ? [] : ["--config-file", resolve(configFile)];
    const args = ["config", "--stack", stack, "--show-secrets", "--json", ...file];
    const values = readObject(this.#parse(args, await this.#run(args)), this.#placeOf(args));
    return new Map(
      Object.entries(values).flatMap(([key, entry]) =>
        isRecord(entry) && typeof entry.value === "string" ? [[key, entry.value]] : [],
      ),
    );
  }

  async findUpdate(stack: string, read: StoredState): Promise<StackUpdate | undefined> {
    const name = `${this.#options.project.name}/${stack}`;
    try {
      const [now, listed] = [await this.read(stack), await this.#list()];
      if (listed.some((one) => one.isBusy && isSameStack(one.name, stack))) {
        const message = `Another run is updating the stack ${name}. Wait for it to end.`;
        return { state: "running", message };
      }
      return describeUpdate(name, read.content, now?.content);
    } catch (error) {
      return describeUnknownUpdate(name, error);
    }
  }

  async #list(): Promise<readonly { readonly name: string; readonly isBusy: boolean }[]> {
    const args = ["stack", "ls", "--json"];
    const place = this.#placeOf(args);
    return readList(this.#parse(args, await this.#run(args)), place).map((entry, at) => {
      const { name, updateInProgress } = readObject(entry, `${place}: [${at}]`);
      return { name: readString(name, `${place}: [${at}].name`), isBusy: updateInProgress === true };
    });
  }

  #run(args: readonly string[], input?: string): Promise<PulumiResult> {
    const { run, env, url, signal, cliProcesses, project } = this.#options;
    const variables = { ...env, PULUMI_BACKEND_URL: url, PULUMI_SKIP_UPDATE_CHECK: "true" };
    return cliProcesses.run(() =>
      run([...args, "--non-interactive"], {
        ...{ cwd: project.folder, env: variables, signal },
        ...(input === undefined ? {} : { input }),
      }),
    );
  }

  #readExport(args: readonly string[], result: PulumiResult): StoredDeployment {
    return readStoredDeployment(this.#parse(args, result), this.#placeOf(args));
  }

  #parse(args: readonly string[], result: PulumiResult): unknown {
    this.#requireSuccess(args, result);
    return parseJson(result.output, this.#placeOf(args));
  }

  #requireSuccess(args: readonly string[], { code, errors }: PulumiResult): void {
    const command = `\`pulumi ${args.join(" ")}\``;
    if (code !== 0) {
      const reason = printable(errors.trim().split("\n").at(-1) ?? "").slice(0, 500);
      throw new StateError(
        "backend",
        `${command} failed in ${this.#options.project.folder} with exit code ${code}: ${reason || "it printed no reason"}. Nothing was changed. Run it there yourself, or give an export of the stack.`,
      );
    }
  }

  #placeOf(args: readonly string[]): string {
    return `What \`pulumi ${args.join(" ")}\` prints`;
  }
}

const noSuchStackCode = 6;

/** `dev` and `acme/dev` may be one stack. */
function isSameStack(one: string, other: string): boolean {
  const organizations = new Set([one, other].flatMap((name) => organizationIn(name) ?? []));
  return one.split("/").at(-1) === other.split("/").at(-1) && organizations.size < 2;
}

/** Undefined: the name is without one. */
function organizationIn(name: string): string | undefined {
  const [organization, ...rest] = name.split("/");
  return rest.length > 0 ? organization : undefined;
}
