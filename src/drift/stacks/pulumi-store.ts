import { resolve } from "node:path";
import { printable } from "../../printable";
import type { Semaphore } from "../../semaphore";
import { shellWord } from "../../shell-word";
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
import { isRecord, messageOf } from "../../unknown";
import type { StackUpdate } from "../recorded-stack";
import { isSameStack, onlyOrganization, organizationIn } from "./organization";
import type { PulumiResult, RunPulumi } from "./pulumi-command";
import type { StackStore, StoredState } from "./stack-store";
import { describeUnknownUpdate, describeUpdate } from "./update-messages";

export interface PulumiStoreOptions {
  readonly run: RunPulumi;
  readonly env: Environment;
  readonly signal?: AbortSignal | undefined;
  /** Limits how many processes of the Pulumi CLI run at a time. Each takes about 100 MB of memory. */
  readonly cliSemaphore: Semaphore;
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
    if (result.code === noSuchStackCode || /no stack named/.test(result.stderr)) return undefined;
    const deployment = readStoredDeployment(this.#parse(args, result), this.#placeOf(args));
    return { source: `${stack} in ${this.place}`, deployment, content: stringifySorted(deployment.json) };
  }

  /** The state with all secrets in plain text. */
  async readSecrets(stack: string): Promise<StoredDeployment> {
    return readStoredDeployment(await this.export(stack, true), `The state of ${stack}`);
  }

  /** The output of `stack export`. */
  async export(stack: string, showSecrets: boolean): Promise<JsonObject> {
    const args = ["stack", "export", "--stack", stack, ...(showSecrets ? ["--show-secrets"] : [])];
    return readObject(this.#parse(args, await this.#run(args)), this.#placeOf(args));
  }

  /**
   * Replaces the state with an edited output of `stack export`. The CLI encrypts its plain-text secrets. An interruption waits
   * for it, because an import that is stopped may leave the stack locked.
   */
  async import(stack: string, envelope: JsonObject): Promise<void> {
    const args = ["stack", "import", "--stack", stack];
    const input = JSON.stringify(envelope);
    const result = await this.#run(args, { input, signal: undefined, isDetached: true }).catch(
      (error: unknown) => ({ code: undefined, stderr: messageOf(error) }),
    );
    if (result.code === 0) return;
    throw new StateError(
      "backend",
      `${this.#failureOf(args, result)}. The state may or may not have been written. If the stack is locked and no run is using it, unlock it with \`pulumi cancel --stack ${shellWord(stack)}\`.`,
    );
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

  #run(
    args: readonly string[],
    more: Pick<Parameters<RunPulumi>[1], "input" | "signal" | "isDetached"> = {},
  ): Promise<PulumiResult> {
    const { run, env, url, signal, cliSemaphore, project } = this.#options;
    const variables = { ...env, PULUMI_BACKEND_URL: url, PULUMI_SKIP_UPDATE_CHECK: "true" };
    return cliSemaphore.run(() =>
      run([...args, "--non-interactive"], {
        ...{ cwd: project.folder, env: variables, signal, ...more },
      }),
    );
  }

  #parse(args: readonly string[], result: PulumiResult): unknown {
    this.#requireSuccess(args, result);
    return parseJson(result.stdout, this.#placeOf(args), "Run it yourself to see what it prints.");
  }

  #requireSuccess(args: readonly string[], result: PulumiResult): void {
    if (result.code === 0) return;
    throw new StateError(
      "backend",
      `${this.#failureOf(args, result)}. Nothing was changed. Run it there yourself, or pass an export of the stack.`,
    );
  }

  /** `code`: undefined if the CLI did not start, or was stopped. */
  #failureOf(
    args: readonly string[],
    { code, stderr }: Pick<PulumiResult, "stderr"> & { readonly code: number | undefined },
  ): string {
    const reason = printable(stderr.trim().split("\n").at(-1) ?? "")
      .slice(0, 500)
      .replace(/\.$/, "");
    const exit = code === undefined ? "" : ` with exit code ${code}`;
    return `\`pulumi ${args.join(" ")}\` failed in ${this.#options.project.folder}${exit}: ${reason || "it printed no reason"}`;
  }

  #placeOf(args: readonly string[]): string {
    return `The output of \`pulumi ${args.join(" ")}\``;
  }
}

const noSuchStackCode = 6;
