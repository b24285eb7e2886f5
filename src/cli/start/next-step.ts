import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  backendUrl,
  chooseStack,
  listConfiguration,
  locateStack,
  type Project,
  type ProjectAddress,
  readProject,
  removeCredentials,
  StateError,
} from "../../state";
import { messageOf } from "../../unknown";
import { findPackage } from "../find-package";

export interface NextStep {
  /** The current situation, in one or two sentences. */
  readonly found: string;
  /** The commands to run. */
  readonly commands: readonly string[];
}

/** Finds out what must be done before a run can start. Reads files of the project only, and needs no passphrase. */
export async function findNextStep(address: ProjectAddress): Promise<NextStep> {
  let project: Project;
  try {
    project = await readProject(address.cwd, "inspect");
  } catch (error) {
    if (error instanceof StateError && error.code === "noProject") {
      return {
        found: "There is no Pulumi project in this folder or above it.",
        commands: ["nodecloud new", "nodecloud new --list"],
      };
    }
    return { found: messageOf(error), commands: ["nodecloud doctor"] };
  }
  return (
    findMissingPackages(project) ??
    (await findMissingStack(project, address)) ?? {
      found: `The project ${project.name} is set up.`,
      commands: ["nodecloud preview", "nodecloud up", "nodecloud drift"],
    }
  );
}

function findMissingPackages({ name, programFolder }: Project): NextStep | undefined {
  const missing = ["@pulumi/pulumi", "pulumi-nodecloud"].filter((one) => !findPackage(one, programFolder));
  if (missing.length === 0) return undefined;
  const install = `${packageManagerOf(programFolder)} install`;
  const declared = existsSync(join(programFolder, "package.json"));
  return {
    found: `The packages of the project ${name} are not installed: ${missing.join(", ")}.`,
    commands: [declared ? install : `npm install ${missing.join(" ")}`],
  };
}

function packageManagerOf(folder: string): string {
  if (existsSync(join(folder, "pnpm-lock.yaml"))) return "pnpm";
  return existsSync(join(folder, "yarn.lock")) ? "yarn" : "npm";
}

/** Returns nothing for a stack in a backend other than a folder, because only the Pulumi CLI can read it. */
async function findMissingStack(project: Project, address: ProjectAddress): Promise<NextStep | undefined> {
  try {
    const url = await backendUrl(project, address.env);
    if (!url.startsWith("file://")) return undefined;
    const chosen = { ...address, ...(await chooseStack(address, undefined)) };
    const { backend, deployment } = await locateStack(chosen);
    if (!deployment) {
      return {
        found: `The project ${project.name} has no stack ${chosen.stack} in ${removeCredentials(backend.url)}.`,
        commands: [`nodecloud stack init ${chosen.stack}`],
      };
    }
    const configuration = await listConfiguration(chosen, { showSecrets: false });
    const missing = settings.filter(({ variable, key }) => !address.env[variable] && !configuration.has(key));
    if (missing.length === 0) return undefined;
    const [names, are] = [
      missing.map(({ variable }) => variable).join(" and "),
      missing.length > 1 ? "are" : "is",
    ];
    return {
      found: `The stack ${chosen.stack} of the project ${project.name} lacks the address or token of the service: ${names} ${are} not set either. \`nodecloud emulator\` starts a service on this machine.`,
      commands: missing.map(({ command }) => `nodecloud config set ${command}`),
    };
  } catch (error) {
    return { found: messageOf(error), commands: ["nodecloud stack ls", "nodecloud stack select"] };
  }
}

/** The settings that a run requires, in the environment or the configuration of the stack. */
const settings = [
  {
    variable: "NODECLOUD_BASE_URL",
    key: "nodecloud:baseUrl",
    command: "nodecloud:baseUrl https://HOST/v4",
  },
  { variable: "NODECLOUD_TOKEN", key: "nodecloud:token", command: "--secret nodecloud:token" },
] as const;
