import { existsSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";
import { writeProbe } from "../../files";
import { intentsFolder } from "../../plugin/folders";
import { type UnfinishedCreate, unfinishedCreates } from "../../plugin/recorded-creates";
import { stackAccount } from "../../plugin/stack-variables";
import { backendIdentity } from "../../plugin/state-identity";
import {
  type Environment,
  explicitProviderOf,
  findBackend,
  findPulumi,
  type LocatedStack,
  listStacks,
  locateStack,
  lockOwners,
  noSuchStackError,
  openPassphrase,
  type Project,
  readPassphrase,
  removeCredentials,
  type StackAddress,
  StateError,
  saltOfConfiguration,
} from "../../state";
import { isRecord, messageOf } from "../../unknown";
import { findMovedProjects } from "../moved-projects";
import { canPrompt } from "../terminal";
import { type Check, ok, problem, warning } from "./check";

/** The maximum number of creates that are listed. */
const maxNames = 5;

export interface StackReport {
  readonly checks: readonly Check[];
  /** The account that the stack's objects belong to. */
  readonly account?: string | undefined;
  /** Whether all of the stack's resources have explicit providers, which have settings of their own. */
  readonly hasExplicitProviders?: boolean;
}

/** Checks the backend, the stack, its passphrase, and the records of creates that no run has completed. */
export async function checkStack(project: Project, address: StackAddress): Promise<StackReport> {
  const { env, stack } = address;
  const { url, source } = await findBackend(project, env);
  const unusable = checkRecordsFolder(env);
  const recorded = unusable
    ? []
    : unfinishedCreates(url, project.folder, env).filter((create) => create.project === project.name);
  const ofStack = recorded.filter((create) => create.stack === stack);
  const records = unusable ? [unusable] : await checkRecords(env);
  const creates = (found: readonly UnfinishedCreate[]) => (unusable ? [] : [checkCreates(found)]);
  const movedProjects = unusable
    ? []
    : findMovedProjects(backendIdentity(url, project.folder), { project: project.name, stack }, env);
  const moved = movedProjects.map(({ found, action }) => warning("creates", found, action));
  if (!url.startsWith("file://")) {
    const login = source === "login" ? " (the login of the Pulumi CLI)" : "";
    const backend = ok(
      "backend",
      `${removeCredentials(url)}${login}, which only the Pulumi CLI can use, so the stored stacks were not checked.`,
    );
    return { checks: [backend, ...records, ...creates(ofStack), ...moved] };
  }
  try {
    const located = await locateStack(address);
    const { resources } = located.deployment?.json ?? {};
    return {
      checks: [
        await checkBackend(located),
        await checkFiles(located, address.isFirst === true),
        await checkPassphrase(located, env),
        ...records,
        ...creates(ofStack.filter((create) => !isRecordedIn(resources, create))),
        ...moved,
        ...(await checkOtherCreates(located, recorded)),
      ],
      account: Array.isArray(resources) ? stackAccount(resources) : undefined,
      hasExplicitProviders: haveExplicitProviders(resources),
    };
  } catch (error) {
    const needsPulumi = error instanceof StateError && error.code === "unsupported";
    const check = problem("stack", messageOf(error));
    const stackCheck: Check =
      needsPulumi && (await findPulumi(env)) ? { ...check, status: "warning" } : check;
    return { checks: [stackCheck, ...records, ...creates(ofStack), ...moved] };
  }
}

function haveExplicitProviders(resources: unknown): boolean {
  const own = (Array.isArray(resources) ? resources.filter(isRecord) : []).filter(({ type }) =>
    String(type).startsWith("pulumi-nodejs:dynamic/nodecloud:"),
  );
  return own.length > 0 && own.every(({ provider }) => explicitProviderOf(String(provider)) !== undefined);
}

async function checkBackend({ backend }: LocatedStack): Promise<Check> {
  const url = removeCredentials(backend.url);
  if (await canWrite(backend.folder)) return ok("backend", `${url}.`);
  return problem(
    "backend",
    `${url} cannot be written.`,
    "Create the folder, give this user access to it, or free space on its disk.",
  );
}

/** The problem of a setting that specifies no usable folder for records. Undefined if there is a folder. */
function checkRecordsFolder(env: Environment): Check | undefined {
  try {
    intentsFolder(env);
    return undefined;
  } catch (error) {
    return problem("records", messageOf(error));
  }
}

/** Every create fails if this folder cannot be written. */
async function checkRecords(env: Environment): Promise<readonly Check[]> {
  const folder = dirname(intentsFolder(env));
  if (await canWrite(folder)) return [];
  return [
    problem(
      "records",
      `${folder}, where creates are recorded, cannot be written.`,
      "Give this user access to it, free space on its disk, or set NODECLOUD_HOME to another folder.",
    ),
  ];
}

/** Whether a folder can be written. The first write of a run creates a missing one. */
async function canWrite(folder: string): Promise<boolean> {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const writing = existing === folder ? writeProbe(folder) : access(existing, constants.W_OK);
  return writing.then(
    () => true,
    () => false,
  );
}

/** @param isFirst Whether `up` creates the stack. */
async function checkFiles(
  { backend, project, stack, deployment }: LocatedStack,
  isFirst: boolean,
): Promise<Check> {
  const owners = await lockOwners(backend, project.name, stack);
  if (owners.length > 0) {
    return problem(
      "stack",
      `${stack} is locked: ${owners.join("; ")}.`,
      `Wait for that run. If no run is using the stack, run \`nodecloud cancel --stack ${stack}\`.`,
    );
  }
  if (deployment) return ok("stack", `${stack}.`);
  if (isFirst) return ok("stack", `${stack} does not exist yet: \`up\` or \`stack init\` creates it.`);
  const existing = await listStacks(backend, project.name);
  return problem("stack", noSuchStackError(project, stack, backend.url, existing).message);
}

async function checkPassphrase(located: LocatedStack, env: Environment): Promise<Check> {
  try {
    const passphrase = await readPassphrase(env);
    const salt = saltOfConfiguration(located.settings, located.deployment?.salt);
    if (passphrase === undefined) {
      const action = "Set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE.";
      if (canPrompt({})) return warning("passphrase", "not set: each command asks for it.", action);
      return problem("passphrase", "not set.", action);
    }
    if (salt === undefined) return ok("passphrase", "set; the stack has no secrets yet.");
    await openPassphrase(passphrase, salt);
    return ok("passphrase", "set, and correct.");
  } catch (error) {
    return problem("passphrase", messageOf(error));
  }
}

/** Whether a state has the object of a create: the run that created it was killed before it completed its record. */
function isRecordedIn(resources: unknown, { urn, id }: UnfinishedCreate): boolean {
  if (!Array.isArray(resources) || id === undefined) return false;
  return resources.some((one: unknown) => isRecord(one) && one.urn === urn && one.id === id);
}

function checkCreates(creates: readonly UnfinishedCreate[]): Check {
  if (creates.length === 0) return ok("creates", "none is unresolved.");
  return warning(
    "creates",
    `${creates.length} unresolved: ${describeCreates(creates)}.`,
    "The next `up` searches for the objects that they created before it creates anything.",
  );
}

/**
 * A stack that was renamed or removed leaves the records of its creates behind, and no run of another stack reads them. If the Pulumi CLI
 * renamed it, its state has the same creates as pending operations.
 */
async function checkOtherCreates(
  { backend, project, stack, deployment }: LocatedStack,
  recorded: readonly UnfinishedCreate[],
): Promise<readonly Check[]> {
  const existing = [stack, ...(await listStacks(backend, project.name))];
  const creates = recorded.filter((create) => !existing.includes(create.stack));
  const pending = new Set(pendingUrns(deployment?.json.pending_operations).map(withoutStack));
  const renamed = creates.filter(({ urn }) => pending.has(withoutStack(urn)));
  const removed = creates.filter((create) => !renamed.includes(create));
  const [first] = removed;
  return [
    ...(renamed.length === 0
      ? []
      : [
          problem(
            "creates",
            `${renamed.length} unresolved, and the stack was renamed since: ${describeCreates(renamed)}.`,
            `Run \`nodecloud recover --stack ${stack}\` before the next \`up\`. It finds out what they created.`,
          ),
        ]),
    ...(first === undefined
      ? []
      : [
          warning(
            "creates",
            `${removed.length} unresolved, from stacks that do not exist: ${describeCreates(removed)}.`,
            `If ${stack} is the renamed ${first.stack}, rename it back with \`pulumi stack rename ${first.stack}\`, and run \`pulumi up\` before you rename it again. Otherwise run \`nodecloud stack init ${first.stack} --no-select\` and \`nodecloud recover --stack ${first.stack}\`, which finds out what they created.`,
          ),
        ]),
  ];
}

/** The resources of the pending creates in a state. */
function pendingUrns(operations: unknown): readonly string[] {
  if (!Array.isArray(operations)) return [];
  return operations.flatMap((operation: unknown) =>
    isRecord(operation) && operation.type === "creating" && isRecord(operation.resource)
      ? [String(operation.resource.urn)]
      : [],
  );
}

function withoutStack(urn: string): string {
  return urn.replace(/^urn:pulumi:[^:]*::/, "");
}

function describeCreates(creates: readonly UnfinishedCreate[]): string {
  const names = creates.slice(0, maxNames).map(({ type, name }) => `${name} (${type})`);
  const others = creates.length - names.length;
  return `${names.join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}
