export { createClaims } from "./claims";
export { type Collection, SharedCollection } from "./collection";
export { compare } from "./compare";
export type { CreateMatcher } from "./create-matcher";
export { createOnce } from "./create-once";
export { deadlineAfter } from "./deadline";
export type {
  ApplyTask,
  CommonInputs,
  CreateResult,
  Declared,
  Definition,
  DeleteTask,
  DriftContext,
  Fields,
  Properties,
  ResourceOrigin,
  StepResult,
  StepTask,
  Task,
  Timeouts,
} from "./definition";
export {
  isNotFound,
  LifecycleError,
} from "./failures";
export { fileHashes } from "./file-hashes";
export { textIds } from "./id-format";
export { declaredInputs } from "./inputs";
export { hasUnfinishedIntent, intentFiles } from "./intent-files";
export { type Intent, type IntentMemory, type IntentStore, memoryIntents } from "./intents";
export type { Lifecycle } from "./lifecycle";
export { createLocks, type Locks } from "./locks";
export { mapCollection } from "./map-collection";
export { pollRate } from "./poll-interval";
export { logRateLimitWaits } from "./rate-limit-log";
export { defineResource } from "./resource-lifecycle";
export { retryWhileBusy } from "./retry-while-busy";
export { runAction } from "./run-action";
export { createSecrets, redactedLog } from "./secrets";
export { memorySeenObjects, seenObjectFiles } from "./seen-objects";
export { type Log, perServices, type Services } from "./services";
export { readOrigin } from "./state";
export { holdsUnknown, unknownValue } from "./unknown-value";
export { urnOf } from "./urn";
