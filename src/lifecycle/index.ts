export type { CreateMatcher } from "./creates/create-matcher";
export { createOnce } from "./creates/create-once";
export { adviseDelete, deleteCommand } from "./creates/delete-advice";
export type { RecordedCreate } from "./creates/find-recorded-create";
export { requestsWithoutResponse, requestsWithoutResult, unresolvedIntent } from "./creates/intent-record";
export { tokenBelongsTo } from "./creates/request-account";
export {
  adviceToAdoptIfAvailable,
  adviceToAdoptWithSecret,
  describeSearch,
  unresolvedResult,
} from "./creates/unresolved-result";
export { deadlineAfter, formatDuration, parseDuration } from "./deadline";
export { defineResource } from "./define-resource";
export type { Declared, Definition, DriftContext } from "./definition";
export {
  causeOf,
  isAborted,
  isAccessDenied,
  isNotFound,
  isRejection,
  LifecycleError,
  OtherAccountError,
} from "./failures";
export { apiCommand } from "./identity/api-command";
export { createClaims } from "./identity/claims";
export { compareIdentity, type Identity, provesAccount, readIdentity } from "./identity/identity";
export {
  compareStack,
  isSameOrigin,
  organizationOf,
  originInOutputs,
  type ResourceOrigin,
  readOrigin,
  replaceCommand,
  urnOf,
} from "./identity/origin";
export { isUserRestricted } from "./identity/restricted-user";
export type { InspectedObject, Inspector, ObjectDrift } from "./inspector";
export type { Lifecycle, Properties } from "./lifecycle";
export { createLocks, type Locks, type LockWait, type MachineLocks } from "./locks";
export type { Log } from "./log";
export type { Collection } from "./objects/collection";
export { maxListLag } from "./objects/confirm-absence";
export { deleteObject } from "./objects/delete-object";
export { mapCollection } from "./objects/map-collection";
export { type EntityForm, eventsOf, type ObjectEvents } from "./objects/object-events";
export {
  actOn,
  changeObject,
  type ObjectKind,
  objectKind,
  requireExisting,
  viewObject,
  waitForObject,
} from "./objects/object-kind";
export { pollInterval } from "./objects/poll-interval";
export type { CreateSource } from "./objects/retry-while-busy";
export { memorySeenObjects, seenObjectFiles } from "./objects/seen-objects";
export { SharedCollection } from "./objects/shared-collection";
export { adviseOnUnknownStatus } from "./objects/unknown-status";
export { deletesBeforeCreate } from "./operations/retained-label";
export { unchangedParts } from "./operations/unchanged-parts";
export { warnOfOtherValues, writeSettings } from "./operations/write-settings";
export { logRateLimitWaits } from "./rate-limit-log";
export { intentFiles } from "./records/intent-files";
export {
  hasUnfinishedIntent,
  type UnreadableRecord,
  unfinishedElsewhere,
  unfinishedIntents,
  unreadableIntents,
} from "./records/intent-folder";
export {
  type EarlierRequest,
  type Intent,
  type IntentStore,
  isSentTo,
  mayRecord,
  withConfirmedReport,
} from "./records/intents";
export { forgetReset, recordNewSecrets, recordReset } from "./records/lost-secret";
export { type IntentMemory, memoryIntents } from "./records/memory-intents";
export {
  memoryObjectRecords,
  type ObjectRecords,
  objectRecordFiles,
  type SharedObjectRecords,
} from "./records/object-records";
export type { EarlierCreate, Recovery } from "./recovery";
export { createSecrets, redactedLog } from "./secrets";
export { cachedPerServices, type ReadServices, type Services } from "./services";
export type { ApplyTask, CreateResult, DeleteTask, StepResult, StepTask, Task } from "./task";
export { compare } from "./values/compare";
export type { Fields } from "./values/fields";
export { fileHashes } from "./values/file-hashes";
export { changedHiddenInputs, hiddenInputs } from "./values/hidden-inputs";
export { textIds } from "./values/id-format";
export { keepIgnoredHash } from "./values/ignored-changes";
export { declaredInputs } from "./values/inputs";
export { shownPath, shownValue } from "./values/shown-value";
export { hasFieldsOf } from "./values/state";
export { isResultOfSending } from "./values/stored-forms";
export { holdsUnknown, unknownValue } from "./values/unknown-value";
