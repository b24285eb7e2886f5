import { readStoredDeployment, saltOf } from "./checkpoint";
import { StateError } from "./error";
import { parseJson } from "./json";
import { locateProject, type StackAddress } from "./locate-stack";
import { readStackText } from "./stack-file";
import { parseStackName } from "./stack-name";
import { readStoredSettings } from "./stack-settings";

/**
 * The salt of a stack, which may use features that the embedded engine does not support. `salt` is undefined if the stack has none yet.
 * Undefined if the stack uses no passphrase, or if only the Pulumi CLI can tell.
 */
export async function readStoredSalt(
  address: StackAddress,
): Promise<{ readonly stack: string; readonly salt: string | undefined } | undefined> {
  const { project, backend } = await locateProject(address);
  const stack = parseStackName(address.stack, project.name);
  const settings = await readStoredSettings(project, stack, address.configFile);
  if (settings.unsupportedFeature !== undefined) return undefined;
  if (settings.salt !== undefined) return { stack, salt: settings.salt };
  try {
    const found = await readStackText(backend, project.name, stack);
    if (!found) return { stack, salt: undefined };
    const deployment = readStoredDeployment(parseJson(found.text, found.path), found.path);
    const salt = saltOf(deployment, found.path);
    return salt === undefined && deployment.secretsProvider !== undefined ? undefined : { stack, salt };
  } catch (cause) {
    if (cause instanceof StateError) return undefined;
    throw cause;
  }
}
