/// <reference types="node" preserve="true" />

export type { Control } from "./control";
export { createEmulator } from "./create-emulator";
export { DataError } from "./data/data-error";
export type { SnapshotView } from "./data/snapshot-view";
export type { DataOptions, Emulator, EmulatorOptions } from "./emulator";
export type { ClockView } from "./emulator-clock";
export { ConnectionFault } from "./faults/connection-fault";
export type { ListedFault } from "./faults/faults";
export type { Listening, ListenOptions } from "./http/listen";
export type { LoggedRequest } from "./http/request-log";
export type { LoginRequest } from "./models/oauth/login-request";
export { ServiceError } from "./service-error";
export { alternativeSettings, defaultSettings, type Setting, settings } from "./settings";
export type * from "./types.generated";
export { cardNumbers, seedNames, wellKnownTokens } from "./well-known";
