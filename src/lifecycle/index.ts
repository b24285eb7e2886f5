export { createClaims } from "./claims";
export type { Collection } from "./collection";
export { compare } from "./compare";
export { maxListLag } from "./confirm-absence";
export type { CreateMatcher } from "./create-matcher";
export { createOnce } from "./create-once";
export { deadlineAfter, formatDuration, parseDuration } from "./deadline";
export { defineResource } from "./define-resource";
export type { Declared, Definition, DriftContext } from "./definition";
export { adviseDelete, deleteCommand } from "./delete-advice";
export { deleteObject } from "./delete-object";
export {
  isAborted,
  isAccessDenied,
  isNotFound,
  isRejection,
  LifecycleError,
  OtherAccountError,
} from "./failures";
export type { Fields } from "./fields";
export { fileHashes } from "./file-hashes";
export type { RecordedCreate } from "./find-recorded-create";
export { freedLabelsOf, rejectsLabel, retryUntilLabelIsFree } from "./freed-labels";
export { changedHiddenInputs, hiddenInputs } from "./hidden-inputs";
export { textIds } from "./id-format";
export { compareIdentity, type Identity, readIdentity } from "./identity";
export { IgnoredChanges, keepIgnoredHash } from "./ignored-changes";
export { declaredInputs } from "./inputs";
export type { InspectedObject, Inspector, ObjectDrift } from "./inspector";
export {
  hasUnfinishedIntent,
  hasUnreadableIntent,
  intentFiles,
  unfinishedElsewhere,
  unfinishedIntents,
} from "./intent-files";
export { requestsWithoutResponse, requestsWithoutResult, unresolvedIntent } from "./intent-record";
export {
  type EarlierRequest,
  type Intent,
  type IntentStore,
  isSentTo,
  mayRecord,
  withConfirmedReport,
} from "./intents";
export type { Lifecycle, Properties } from "./lifecycle";
export { createLocks, type Locks, type LockWait, type MachineLocks } from "./locks";
export type { Log } from "./log";
export { forgetReset, recordNewSecrets, recordReset } from "./lost-secret";
export { mapCollection } from "./map-collection";
export { type IntentMemory, memoryIntents } from "./memory-intents";
export { type EntityForm, eventsOf, type ObjectEvents } from "./object-events";
export {
  actOn,
  changeObject,
  type ObjectKind,
  objectKind,
  requireExisting,
  viewObject,
  waitForObject,
} from "./object-kind";
export {
  memoryObjectRecords,
  type ObjectRecords,
  objectRecordFiles,
  type SharedObjectRecords,
} from "./object-records";
export {
  compareStack,
  isSameOrigin,
  organizationOf,
  type ResourceOrigin,
  readOrigin,
  replaceCommand,
  urnOf,
} from "./origin";
export { pollInterval } from "./poll-interval";
export { logRateLimitWaits } from "./rate-limit-log";
export type { EarlierCreate, Recovery } from "./recovery";
export { isTokenOf } from "./request-account";
export { isUserRestricted } from "./restricted-user";
export { isCreatedFirst, warnOfKeptLabel } from "./retained-label";
export { retryWhileBusy } from "./retry-while-busy";
export { createSecrets, redactedLog } from "./secrets";
export { memorySeenObjects, seenObjectFiles } from "./seen-objects";
export { cachedPerServices, type ReadServices, type Services } from "./services";
export { SharedCollection } from "./shared-collection";
export { hasFieldsOf } from "./state";
export { isResultOfSending } from "./stored-forms";
export type { ApplyTask, CreateResult, DeleteTask, StepResult, StepTask, Task } from "./task";
export { unchangedParts } from "./unchanged-parts";
export { adviseOnUnknownStatus } from "./unknown-status";
export { holdsUnknown, unknownValue } from "./unknown-value";
export {
  adviceToAdoptIfAvailable,
  adviceToAdoptWithSecret,
  describeSearch,
  unresolvedResult,
} from "./unresolved-result";
export { warnOfOtherValues, writeSettings } from "./write-settings";
