export { backendAt, backendUrl, chooseBackend, type Environment, stackPaths } from "./backend";
export {
  type Deployment,
  readEnvelope,
  readSnapshot,
  writeCheckpoint,
  writeDeployment,
  writeResource,
} from "./checkpoint";
export { configurationSource, mergeConfiguration, openConfiguration } from "./configuration";
export type { Configuration, ConfigurationValue } from "./configuration-value";
export {
  getConfiguration,
  getConfigurationValue,
  listConfiguration,
  removeConfiguration,
  setConfiguration,
} from "./configure";
export { createStack } from "./create-stack";
export { editState, type StateEntry } from "./edit-state";
export { exitCodeOfError, StateError } from "./error";
export { exportStack } from "./export-stack";
export { keepCheckpoint, noteUpdate, readHistory, type Update } from "./history";
export { importStack } from "./import-stack";
export {
  brokenRule,
  checkIntegrity,
  neededBy,
  referencesOf,
  sortByReferences,
  withoutDanglingReferences,
} from "./integrity";
export {
  type JsonObject,
  parseJson,
  readList,
  sortedJson,
} from "./json";
export {
  chooseStack,
  firstOf,
  type LocatedStack,
  locateExisting,
  locateProject,
  locateStack,
  noSuchStack,
  type ProjectAddress,
  type StackAddress,
} from "./locate-stack";
export { lockStack, removeLocks } from "./lock";
export { type OpenedStack, openSecrets, openStack } from "./open-stack";
export { createPassphrase, openPassphrase, type PassphraseSecrets } from "./passphrase";
export { type PathPart, parsePath } from "./path";
export { type Project, readProject } from "./project";
export * from "./property";
export { blindSecrets, type SecretTexts, writeProperties } from "./property-json";
export { removeStack } from "./remove-stack";
export { renameStack } from "./rename-stack";
export { readSelection, writeSelection } from "./selection";
export {
  emptySnapshot,
  type HookKind,
  newResource,
  type PendingOperation,
  providerTypePrefix,
  providerUrn,
  type ResourceHooks,
  type ResourceState,
  type Snapshot,
  stackType,
} from "./snapshot";
export { backUpStack, listStacks, readStackFile, removeStackFile, writeStackFile } from "./stack-file";
export { parseStackName } from "./stack-name";
export {
  readStackSettings,
  writeSalt,
} from "./stack-settings";
export { readTags, writeTags } from "./stack-tags";
export { deletion, renaming, unprotection } from "./state-edits";
