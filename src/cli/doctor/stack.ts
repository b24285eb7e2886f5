import { existsSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";
import { writeProbe } from "../../files";
import { intentsFolder } from "../../plugin/folders";
import { createsMissingFrom, type UnfinishedCreate, unfinishedCreates } from "../../plugin/recorded-creates";
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
import { messageOf } from "../../unknown";
import { findMovedProjects } from "../moved-projects";
import { canPrompt } from "../terminal";
import { type Check, ok, problem, warning } from "./check";
import {
  checkCreates,
  checkCreatesOfState,
  checkOtherCreates,
  isUnresolvedIn,
  ownResources,
} from "./creates";

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
    const createsOfState = await checkCreatesOfState(located, recorded, env);
    const isListed = isUnresolvedIn(resources);
    const unfinished = createsMissingFrom({ project: project.name, stack }, resources, recorded).filter(
      (create) => !isListed(create),
    );
    return {
      checks: [
        await checkBackend(located),
        await checkFiles(located, address.isFirst === true),
        await checkPassphrase(located, env),
        ...records,
        ...(unfinished.length === 0 && createsOfState.length > 0
          ? createsOfState
          : [...creates(unfinished), ...createsOfState]),
        ...moved,
        ...checkOtherCreates(located, backendIdentity(url, project.folder), recorded),
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
  const own = ownResources(resources);
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
