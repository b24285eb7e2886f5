/// <reference types="node" preserve="true" />
export type { Control } from "./control";
export { DataError } from "./data/data-error";
export type { SnapshotView } from "./data/snapshots";
export { createEmulator, type DataOptions, type Emulator, type EmulatorOptions } from "./emulator";
export type { ClockView } from "./emulator-clock";
export { ConnectionFault } from "./faults/connection-fault";
export type { ListedFault } from "./faults/faults";
export type { Effect, FaultRule, FaultRuleInput } from "./faults/rule";
export type { Listening, ListenOptions } from "./http/listen";
export type { LoggedRequest } from "./http/request-log";
export type { ExternalChange } from "./models/external-changes/external-change";
export type { InstancePatch } from "./models/external-changes/instances";
export type { LoginRequest } from "./models/oauth/logins";
export { ServiceError } from "./service-error";
export { alternativeSettings, defaultSettings, type Setting, type Settings, settings } from "./settings";
export { cardNumbers, seedNames, wellKnownTokens } from "./well-known";
export type { SavedWorld } from "./world/saved-world";
