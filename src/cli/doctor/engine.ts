import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { backendUrl, type Environment, findPulumi, type Project, readProject } from "../../state";
import { messageOf } from "../../unknown";
import { readVersion } from "../package-version";
import { type Check, ok, problem, warning } from "./check";
import { checkErrorPrinting } from "./error-printing";

/** In milliseconds. */
const versionTimeout = 10_000;

/** Finds out which engine `--engine auto` uses. Returns a function that checks it for a project. */
export async function checkEngine(
  env: Environment,
): Promise<(project: Project | undefined) => Promise<readonly Check[]>> {
  const path = await findPulumi(env);
  const node = `Node.js ${process.versions.node}`;
  const embedded = `the embedded engine of pulumi-nodecloud ${readVersion()}, on ${node}`;
  if (path === undefined) {
    return async (project) => {
      // The checks of the stack report problems with the backend.
      const url = project && (await backendUrl(project, env).catch(() => undefined));
      if (url === undefined || url.startsWith("file://")) {
        const refusal = project && (await refusalOf(project));
        if (refusal !== undefined) return [problem("engine", `${embedded}. ${refusal}`)];
        return [ok("engine", `${embedded}: there is no pulumi on the PATH.`)];
      }
      return [
        problem(
          "engine",
          `${embedded}, which cannot use the backend.`,
          "Install the Pulumi CLI, or set PULUMI_BACKEND_URL to a folder (file://...).",
        ),
      ];
    };
  }
  const version = await readPulumiVersion(path, env);
  if (version !== undefined)
    return async () => [ok("engine", `pulumi ${version} at ${path}, on ${node}.`), ...checkErrorPrinting()];
  return async () => [
    warning(
      "engine",
      `${path} does not print its version.`,
      "Reinstall the Pulumi CLI, or use --engine embedded.",
    ),
  ];
}

/** Why the embedded engine does not run a project. */
function refusalOf({ folder }: Project): Promise<string | undefined> {
  return readProject(folder, "run").then(() => undefined, messageOf);
}

async function readPulumiVersion(path: string, env: Environment): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ["version"], {
      timeout: versionTimeout,
      env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    });
    return /^v?(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}
