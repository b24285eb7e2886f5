export { actionUnder } from "./action";
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
export { type ClientOptions, createClient } from "./client";
export {
  type Attempt,
  type Effect,
  type FieldError,
  isAmbiguous,
  NodecloudError,
  type NodecloudErrorCode,
} from "./error";
export { type ImageFile, prepareImageFile, whyNoImageFile } from "./image-file";
export { imageTypeOf } from "./image-type";
export type * from "./operations.generated";
export { hidden, textsIn } from "./secrets";
export { parseDateTime, readingServerTime, type ServerTime } from "./server-time";
export { timeOfDay } from "./time-of-day";
export { axiosTransport, fetchTransport } from "./transport";
export { type UploadOptions, uploadImageData } from "./upload";
export {
  type StreamedBody,
  type Transport,
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from "./wire";
