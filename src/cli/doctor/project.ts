import {
  type Configuration,
  chooseStack,
  listConfiguration,
  type Project,
  readProject,
  type StackAddress,
  StateError,
} from "../../state";
import { messageOf } from "../../unknown";
import type { ProjectOptions } from "../flags/project-options";
import { projectAddress } from "../stack-address";
import { type Check, ok, problem } from "./check";
import { checkPackages } from "./packages";
import { checkStack } from "./stack";
import { checkTypeScript } from "./typescript";

export interface DoctorOptions extends ProjectOptions {}

export interface ReadableConfiguration {
  /** Without values that could not be decrypted. */
  readonly values: Configuration;
  readonly undecrypted: readonly string[];
}

export interface ProjectReport {
  readonly checks: readonly Check[];
  /** Absent if there is none, or its file cannot be read. */
  readonly project?: Project;
  /** The stack's configuration. */
  readonly configuration?: ReadableConfiguration;
  /** The account that the stack's objects belong to. Absent if the state records none or several, or cannot be read here. */
  readonly account?: string;
  /** Whether all of the stack's resources have explicit providers. */
  readonly hasExplicitProviders?: boolean;
}

/** Checks everything that belongs to the project and its stack. */
export async function checkProject(options: DoctorOptions): Promise<ProjectReport> {
  const address = projectAddress(options);
  let project: Project;
  try {
    project = await readProject(options.cwd, "inspect");
  } catch (error) {
    const isMissing = error instanceof StateError && error.code === "noProject";
    const action = isMissing
      ? "`nodecloud new` creates a new project."
      : "Give this user access to the file, or correct it.";
    return { checks: [problem("project", messageOf(error).trimEnd().replace(/[^.]$/, "$&."), action)] };
  }
  const checks = [
    ok("project", `${project.name} in ${project.folder}.`),
    ...checkPackages(project),
    ...checkTypeScript(project),
  ];
  try {
    const stack = { ...address, ...(await chooseStack(address, options.stack)) };
    const configuration = await readConfiguration(stack);
    const { checks: ofStack, account, hasExplicitProviders = false } = await checkStack(project, stack);
    return {
      ...{ project, configuration, hasExplicitProviders, checks: [...checks, ...ofStack] },
      ...(account !== undefined && { account }),
    };
  } catch (error) {
    return { project, checks: [...checks, problem("stack", messageOf(error))] };
  }
}

async function readConfiguration(stack: StackAddress): Promise<ReadableConfiguration> {
  try {
    return { values: await listConfiguration(stack, { showSecrets: true }), undecrypted: [] };
  } catch {
    // The checks of the stack report what is wrong.
    const masked = await listConfiguration(stack, { showSecrets: false }).catch(() => new Map());
    const values: Configuration = masked;
    return {
      values: new Map([...values].filter(([, { secret }]) => !secret)),
      undecrypted: [...values].flatMap(([key, { secret }]) => (secret ? [key] : [])),
    };
  }
}
