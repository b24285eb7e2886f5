export { type Backend, backendAt, backendUrl, chooseBackend, type Environment, stackPaths } from "./backend";
export {
  type Deployment,
  readEnvelope,
  readSnapshot,
  writeCheckpoint,
  writeDeployment,
  writeResource,
} from "./checkpoint";
export {
  type Configuration,
  type ConfigurationValue,
  configurationSource,
  fullKey,
  holdsSecureValues,
  mergeConfiguration,
  openConfiguration,
} from "./configuration";
export {
  getConfiguration,
  getConfigurationValue,
  type KeyOptions,
  listConfiguration,
  removeConfiguration,
  setConfiguration,
} from "./configure";
export { createStack } from "./create-stack";
export { editState, type StateEntry } from "./edit-state";
export { exitCodeOfError, StateError, type StateErrorCode } from "./error";
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
  optionalObject,
  parseJson,
  readList,
  readObject,
  readString,
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
export { type OpenedStack, openSecrets, openStack, snapshotOf } from "./open-stack";
export { createPassphrase, openPassphrase, type PassphraseSecrets } from "./passphrase";
export { type PathPart, parsePath } from "./path";
export { type Project, readProject } from "./project";
export * from "./property";
export { blindSecrets, readProperties, type SecretTexts, writeProperties } from "./property-json";
export { type RemoveStackOptions, removeStack } from "./remove-stack";
export { renameStack } from "./rename-stack";
export { readSelection, writeSelection } from "./selection";
export {
  emptySnapshot,
  type HookKind,
  newResource,
  type OperationKind,
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
  type StackSettings,
  writeSalt,
  writeStackSettings,
} from "./stack-settings";
export { readTags, type StackTags, writeTags } from "./stack-tags";
export { deletion, renaming, unprotection } from "./state-edits";
