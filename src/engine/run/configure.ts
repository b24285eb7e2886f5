import {
  type Configuration,
  chooseBackend,
  fullKey,
  isObject,
  mergeConfiguration,
  openSecrets,
  parseStackName,
  readProject,
  readStackFile,
  readStackSettings,
  type StackAddress,
  StateError,
  writeStackSettings,
} from "../../state";

/** Sets a value of a stack's configuration, encrypted where it is secret; makes the stack's file where there is none. */
export async function setConfiguration(
  address: StackAddress,
  key: string,
  value: string,
  options: { readonly secret: boolean },
): Promise<void> {
  const { project, settings, secrets } = await openSettings(address);
  const full = fullKey(key, project.name);
  const written = options.secret ? { secure: secrets.encrypt(value, `config.${full}`) } : value;
  settings.document.setIn(["config", full], written);
  await writeStackSettings(settings);
}

/** Reads a stack's whole configuration, by full keys, secrets opened. */
export async function readConfiguration(address: StackAddress): Promise<Configuration> {
  const { project, settings, secrets } = await openSettings(address);
  return mergeConfiguration(project, settings, secrets);
}

/** Reads a value of a stack's configuration, secrets opened; undefined where it is not set. */
export async function getConfiguration(address: StackAddress, key: string): Promise<string | undefined> {
  const { project, settings, secrets } = await openSettings(address);
  return mergeConfiguration(project, settings, secrets).get(fullKey(key, project.name))?.value;
}

/** Removes a value of a stack's configuration; answers whether it was there. */
export async function removeConfiguration(address: StackAddress, key: string): Promise<boolean> {
  const { project, settings } = await openSettings(address);
  const removed = settings.document.deleteIn(["config", fullKey(key, project.name)]);
  if (removed) await writeStackSettings(settings);
  return removed;
}

async function openSettings({ cwd, stack: name, env }: StackAddress) {
  const project = await readProject(cwd);
  const stack = parseStackName(name, project.name);
  const { folder: projectFolder, backendUrl: projectBackendUrl } = project;
  const backend = chooseBackend({ env, projectFolder, projectBackendUrl });
  const [deployment, settings] = await Promise.all([
    readStackFile(backend, project.name, stack),
    readStackSettings(project, stack),
  ]);
  const secrets = await openSecrets(env, stack, deployment, settings, false);
  const config: unknown = settings.document.toJS();
  if (isObject(config) && config.config !== undefined && config.config !== null && !isObject(config.config)) {
    throw new StateError("configuration", `${settings.file}: config is not a map. Nothing was changed.`);
  }
  return { project, settings, secrets };
}
