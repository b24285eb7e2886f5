import { currentLogin } from "../backend-address/current-login";
import { type Backend, backendAt, type Environment, folderBackend, removeCredentials } from "./backend";
import { StateError } from "./error";
import type { Project } from "./project";
import { listStacks } from "./stack-file";

type BackendOwner = Pick<Project, "name" | "folder" | "backendUrl">;

/** A backend's address as it is written, under which the CLI stores the selected stack, and where it is written. */
interface BackendAddress {
  readonly url: string;
  readonly source: "PULUMI_BACKEND_URL" | "backend.url of Pulumi.yaml" | "login" | "folder";
}

/**
 * Finds the backend of a project's stacks, for both engines and every command: PULUMI_BACKEND_URL, else `backend.url` of the project, else
 * the project's folder if it has stacks of the project, else the one that the Pulumi CLI is logged in to, else the project's folder.
 */
export async function findBackend(project: BackendOwner, env: Environment): Promise<BackendAddress> {
  if (env.PULUMI_BACKEND_URL) return { url: env.PULUMI_BACKEND_URL, source: "PULUMI_BACKEND_URL" };
  if (project.backendUrl) return { url: project.backendUrl, source: "backend.url of Pulumi.yaml" };
  const own = backendAt(project.folder);
  const login = currentLogin(env);
  if (login === undefined || (await listStacks(own, project.name)).length > 0)
    return { url: own.url, source: "folder" };
  return { url: login, source: "login" };
}

/** The address that `findBackend` finds. */
export async function backendUrl(project: BackendOwner, env: Environment): Promise<string> {
  return (await findBackend(project, env)).url;
}

/** The folder of that backend. Throws a `StateError` for a backend that is not a folder. */
export async function chooseBackend(project: BackendOwner, env: Environment): Promise<Backend> {
  const { url, source } = await findBackend(project, env);
  if (url.startsWith("file://")) return folderBackend(url, project.folder);
  const place = removeCredentials(url);
  if (source === "login") {
    throw new StateError(
      "backend",
      `The Pulumi CLI is logged in to ${place}, but the embedded engine stores stacks in folders only (file://...). Nothing was done. To keep the state in the project's folder, set PULUMI_BACKEND_URL=${backendAt(project.folder).url} or \`backend.url\` in Pulumi.yaml; to use the login, run the stack with the Pulumi CLI (--engine pulumi).`,
    );
  }
  throw new StateError(
    "backend",
    `${source} specifies the backend ${place}, but the embedded engine stores stacks in folders only (file://...). Nothing was done. Set PULUMI_BACKEND_URL=file://<folder>, or use the Pulumi CLI for this stack (with --engine pulumi, for a run).`,
  );
}
