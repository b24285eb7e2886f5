import { redactedText } from "../../contract";
import { effectName } from "../faults/effects";
import { receiveOperation } from "../faults/operation-names";
import { awaitingImage, receiveData } from "../models/images/upload";
import { uploadPath } from "../operations/images";
import type { Runtime } from "../runtime";
import { durationOf } from "../service";
import { ServiceError } from "../service-error";
import { checkHeaders, type ReceivedData, readImageData } from "./image-data";
import { injectFaults } from "./inject-faults";
import { respondWith } from "./respond-with";
import { httpResponse, keptCall, logResponse } from "./serve-operation";

/** Receives an image's data at its secret address, without a token (section 4.8, behavior 4). */
export async function receiveImageData(runtime: Runtime, request: Request, token: string): Promise<Response> {
  const faults = runtime.faults.faultsFor(receiveOperation);
  const number = runtime.requestLog.add({
    time: new Date(runtime.now()).toISOString(),
    method: request.method,
    path: `${uploadPath}/${redactedText}`,
    operation: receiveOperation,
    status: null,
    token: null,
    body: null,
    faults: faults.map(({ effect }) => effectName(effect)),
    carriedOut: false,
  });
  runtime.callDetails.begin(number, keptCall(runtime, request.headers, faults));
  let reading: Promise<ReceivedData | ServiceError> | undefined;
  const read = () => {
    reading ??= readDataOrError(request);
    return reading;
  };
  const run = async () => {
    const precheck = respondWith(runtime, () => {
      awaitingImage(runtime, token);
      checkHeaders(request.headers);
      return { status: 200, body: {} };
    });
    if (precheck.status !== 200) return closeConnectionAfter(httpResponse(precheck));
    const received = await read();
    const isRejected = received instanceof ServiceError;
    const result = respondWith(runtime, () => {
      if (isRejected) throw received;
      // While the data came in, the image may have been deleted, or another request may have completed it.
      receiveData(runtime, token, received);
      return runtime.settings.successStatus === "ok"
        ? { status: 200, body: {} }
        : { status: 201, body: undefined };
    });
    if (!isRejected && result.status < 400) {
      runtime.requestLog.update(number, { body: { bytes: received.bytes }, carriedOut: true });
      if (runtime.settings.uploadResponse === "afterProcessing")
        await runtime.callerClock.sleep(durationOf(runtime, "processingSeconds"), request.signal);
    }
    return isRejected ? closeConnectionAfter(httpResponse(result)) : httpResponse(result);
  };
  return logResponse(runtime, number, () => injectFaults(runtime, faults, { read, run }, request));
}

async function readDataOrError(request: Request): Promise<ReceivedData | ServiceError> {
  try {
    return await readImageData(request);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** The rest of a rejected body is not read, so the connection cannot be reused. */
function closeConnectionAfter(response: Response): Response {
  response.headers.set("Connection", "close");
  return response;
}
