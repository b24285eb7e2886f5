export {
  absoluteUrl,
  type Backend,
  backendAt,
  type Environment,
  folderBackend,
  removeCredentials,
  stackPaths,
} from "./backend";
export {
  type Deployment,
  readEnvelope,
  readSnapshot,
  readStoredDeployment,
  type StoredDeployment,
  saltOf,
  writeCheckpoint,
  writeDeployment,
} from "./checkpoint";
export { backendUrl, findBackend } from "./choose-backend";
export {
  configurationSource,
  mergeConfiguration,
} from "./configuration";
export {
  type Configuration,
  type ConfigurationValue,
  containsSecure,
  decryptValue,
} from "./configuration-value";
export {
  getConfiguration,
  getConfigurationValue,
  listConfiguration,
  openConfigurationSecrets,
  removeConfiguration,
  setConfiguration,
} from "./configure";
export { createStack } from "./create-stack";
export { editState, type StateEntry } from "./edit-state";
export { exitCodeOfError, StateError, type StateErrorCode } from "./error";
export { exportStack } from "./export-stack";
export { findPulumi } from "./find-pulumi";
export { readHistory, recordCheckpoint, recordUpdate, type Update } from "./history";
export { importStack } from "./import-stack";
export {
  checkIntegrity,
  findViolation,
  neededBy,
  referencesOf,
  removeDanglingReferences,
  sortByReferences,
  withoutReferencesTo,
} from "./integrity";
export {
  type JsonObject,
  optionalBoolean,
  optionalObject,
  optionalString,
  optionalStrings,
  parseJson,
  readList,
  readObject,
  readString,
  stringifySorted,
} from "./json";
export {
  chooseStack,
  chooseUnnamedStack,
  type LocatedStack,
  locateExisting,
  locateProject,
  locateStack,
  nameExisting,
  nameStack,
  noSuchStackError,
  type ProjectAddress,
  type StackAddress,
  selectedStack,
} from "./locate-stack";
export { lockOwners, lockStack, removeLocks } from "./lock";
export { type OpenedStack, openSecrets, openStack, readPassphrase, saltOfConfiguration } from "./open-stack";
export { createPassphrase, openPassphrase, type PassphraseSecrets } from "./passphrase";
export { type PathPart, parsePath } from "./path";
export { describeOpenCreates, isUnresolved } from "./pending-creates";
export { type Project, readProject } from "./project";
export * from "./property";
export { maskedSecrets, plaintextSecrets, type SecretStrings, writeProperties } from "./property-json";
export {
  configurationOf,
  variableMappingsOf,
  withMappedVariables,
  withVariableMappings,
} from "./provider-inputs";
export { removeStack } from "./remove-stack";
export { renameStack } from "./rename-stack";
export { describeRenamedProject } from "./renamed-project";
export { unsupportedFields, writeResource } from "./resource-json";
export { mapSecrets, replaceSecrets, type StoredSecret } from "./secret-json";
export { readSelection, writeSelection } from "./selection";
export {
  emptySnapshot,
  explicitProviderOf,
  type HookKind,
  isDefaultProvider,
  nameInUrn,
  newResource,
  type PendingOperation,
  providerReference,
  providerTypePrefix,
  providerUrn,
  type ResourceHooks,
  type ResourceState,
  type Snapshot,
  stackType,
} from "./snapshot";
export {
  backUpStack,
  listProjects,
  listStacks,
  readStackFile,
  readStackText,
  removeStackFile,
  writeStackFile,
} from "./stack-file";
export { parseStackName } from "./stack-name";
export {
  readStackSettings,
  readStoredSettings,
  type StoredStackSettings,
  writeSalt,
} from "./stack-settings";
export { readTags, writeTags } from "./stack-tags";
export { buildDeletion, buildRenaming, buildUnprotection } from "./state-edits";
export { readStoredSalt } from "./stored-salt";
