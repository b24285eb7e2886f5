import type { Clock } from "../clock";
import type { Settings } from "../config";
import { readStacks } from "../drift/stacks";
import { backendOfProject } from "../drift/stacks/backend-of-project";
import { Passphrases } from "../drift/stacks/passphrases";
import type { RunPulumi } from "../drift/stacks/pulumi-command";
import { Semaphore } from "../semaphore";
import { type Environment, locateExisting, openStack, readProject, StateError } from "../state";
import { CliRecoveryStore } from "./cli-recovery-store";
import { FileRecoveryStore } from "./file-recovery-store";
import type { RecoveryStore } from "./recovery-store";

export interface OpenOptions {
  /** The project's folder, or one below it. */
  readonly cwd: string;
  readonly env: Environment;
  /** Default: the stack that the other commands would use. */
  readonly stack?: string | undefined;
  readonly configFile?: string | undefined;
  /** `pulumi`: through the Pulumi CLI even if the state is a file. */
  readonly engine: "auto" | "embedded" | "pulumi";
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Runs the Pulumi CLI. Default: the one on the PATH. */
  readonly runPulumi?: RunPulumi | undefined;
}

/** A stack whose state can be read and written. */
export interface OpenedRecovery {
  readonly project: string;
  readonly stack: string;
  /** Undefined if neither its backend nor its name contains it. */
  readonly organization: string | undefined;
  /** The stack as `--stack` names it. */
  readonly selector: string;
  readonly settings: Settings;
  /** The identity of its backend. */
  readonly backend: string;
  readonly store: RecoveryStore;
}

/** Opens a stack of the file backend directly, and one of any other through the Pulumi CLI. */
export async function openRecovery(options: OpenOptions): Promise<OpenedRecovery> {
  const { cwd, env, stack: named, configFile, clock } = options;
  const found = await readProject(cwd, "inspect");
  const reading = { ...options, passphrases: new Passphrases(env), cliSemaphore: new Semaphore(1) };
  const stacks = named === undefined ? {} : { stacks: [named] };
  const sources = [{ kind: "project" as const, folder: cwd, configFile, ...stacks }];
  const [recorded] = await readStacks(sources, reading);
  if (recorded === undefined) throw new RangeError("Reading a stack returned none.");
  const { project, stack, organization, selector, settings } = recorded;
  const { url, store: reader, pulumi } = await backendOfProject(found, reading);
  const opened = { project, stack, organization, selector, settings, backend: reader.backend };
  if (reader.isInFile && options.engine !== "pulumi") {
    const address = {
      cwd,
      env: { ...env, PULUMI_BACKEND_URL: url },
      stack: selector,
      ...orAbsent({ configFile }),
    };
    const located = await locateExisting(address);
    const file = await openStack(located, env, {
      ...{ mayCreate: false, dryRun: true, skipConfigurationCheck: true },
    });
    return { ...opened, store: new FileRecoveryStore(file, clock) };
  }
  const place = `The stacks of ${found.file} are in ${reader.place}`;
  if (options.engine === "embedded") {
    throw new StateError(
      "backend",
      `${place}, which \`--engine embedded\` cannot write. Nothing was changed. Omit --engine.`,
    );
  }
  if (pulumi !== undefined) return { ...opened, store: new CliRecoveryStore(pulumi, selector) };
  throw new StateError(
    "backend",
    `${place}, and there is no \`pulumi\` on the PATH to write them. Nothing was changed. Install the Pulumi CLI.`,
  );
}

function orAbsent({ configFile }: { readonly configFile: string | undefined }): {
  readonly configFile?: string;
} {
  return configFile === undefined ? {} : { configFile };
}
