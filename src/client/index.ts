/// <reference types="node" preserve="true" />
export { brandedAction } from "./action";
export type {
  AttemptReport,
  CallOptions,
  ClientHooks,
  Deadline,
  List,
  ListWithin,
  Page,
  QueueReport,
  WaitReport,
} from "./calls";
export { createClient } from "./client";
export type { ClientOptions } from "./client-options";
export {
  type Attempt,
  type Effect,
  type FieldError,
  isAmbiguous,
  NodecloudError,
  type NodecloudErrorCode,
} from "./error";
export { type ImageFile, imageFileProblem, prepareImageFile } from "./image-file";
export { imageTypeOf } from "./image-type";
export type * from "./operations.generated";
export { redactionMark, stringsIn } from "./secrets";
export { parseDateTime, type ServerTime, trackServerTime } from "./server-time";
export { timeOfDay } from "./time-of-day";
export { axiosTransport, fetchTransport } from "./transport";
export {
  type StreamedBody,
  type Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse,
} from "./transport/transport";
export { uploadImageData } from "./upload";
export type { UploadOptions } from "./upload-options";
