export { isMissing, writeAtomically } from "./atomic-write";
export { type Backend, backendAt, chooseBackend, stackPaths } from "./backend";
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
  fullKey,
  holdsSecureValues,
  mergeConfiguration,
  readStackSettings,
  type StackSettings,
  writeSalt,
  writeStackSettings,
} from "./configuration";
export { messageOf, StateError, type StateErrorCode } from "./error";
export { checkIntegrity, neededBy, referencesOf } from "./integrity";
export {
  isObject,
  type JsonObject,
  optionalObject,
  parseJson,
  readList,
  readObject,
  readString,
} from "./json";
export { lockStack } from "./lock";
export {
  type Environment,
  type OpenedStack,
  openSecrets,
  openStack,
  type StackAddress,
  snapshotOf,
} from "./open-stack";
export { createPassphrase, openPassphrase, type PassphraseSecrets } from "./passphrase";
export { type Project, readProject } from "./project";
export * from "./property";
export { readProperties, type SecretTexts, writeProperties } from "./property-json";
export {
  emptySnapshot,
  newResource,
  type OperationKind,
  type PendingOperation,
  providerTypePrefix,
  providerUrn,
  type ResourceState,
  type Snapshot,
  stackType,
} from "./snapshot";
export { listStacks, readStackFile, removeStackFile, writeStackFile } from "./stack-file";
export { parseStackName } from "./stack-name";
