export { act } from "./act";
export { createClaims } from "./claims";
export { Collection, type Reader } from "./collection";
export { compare } from "./compare";
export { createPatiently } from "./create-patiently";
export { deadlineAfter, formatDuration } from "./deadline";
export { defineResource } from "./define";
export type {
  CommonInputs,
  Declared,
  Definition,
  Drifted,
  Existing,
  Field,
  Fields,
  Made,
  Origin,
  Properties,
  Removal,
  Stepped,
  Task,
  Timeouts,
  Work,
} from "./definition";
export {
  isAmbiguous,
  isNotFound,
  LifecycleError,
} from "./failures";
export { type FileHashes, fileHashes } from "./file-hashes";
export { type IdForm, textIds } from "./ids";
export { declaredOf } from "./inputs";
export { intentFiles, isCreateRecorded } from "./intent-files";
export { type Intent, type IntentMemory, type IntentStore, memoryIntents } from "./intents";
export type { Lifecycle } from "./lifecycle";
export { createLocks, type Locks } from "./locks";
export { logWaits } from "./log-waits";
export { mapped } from "./mapped";
export { createOnce } from "./once";
export { pace, pauseBetweenLooks } from "./pace";
export type { Provenance } from "./provenance";
export { createSecrets, redactedLog } from "./secrets";
export { type Log, perServices, type Services } from "./services";
export { memorySightings, type Sightings, sightingFiles } from "./sightings";
export { readOrigin } from "./state";
export { holdsUnknown, unknownValue } from "./unknown";
export { urnOf } from "./urn";
