import { redacted } from "../../contract";
import { nameOf } from "../faults/effects";
import { awaitingImage, receiveData } from "../models/images/upload";
import { uploadPath } from "../operations/images";
import { Refusal } from "../refusal";
import type { State } from "../state";
import { answeredBy } from "./answered-by";
import { befall } from "./befall";
import { checkHeaders, type PassedData, passData } from "./image-data";
import { responseOf } from "./serve";

/** The name that faults and the journal know it by; it is no operation of the contract. */
export const receiveName = "images.data";

/** Receives an image's data at its secret address (section 4.8, behaviour 4). No token is needed. */
export async function receive(state: State, request: Request, token: string): Promise<Response> {
  const befallen = state.faults.befalling(receiveName);
  const number = state.journal.begin({
    time: new Date(state.now()).toISOString(),
    method: request.method,
    path: `${uploadPath}/${redacted}`,
    operation: receiveName,
    status: null,
    token: null,
    body: null,
    faults: befallen.map(({ effect }) => nameOf(effect)),
    carriedOut: false,
  });
  let reading: Promise<PassedData | Refusal> | undefined;
  const read = () => {
    reading ??= dataOrRefusal(request);
    return reading;
  };
  const run = async () => {
    const early = answeredBy(state, () => {
      awaitingImage(state, token);
      checkHeaders(request.headers);
      return { status: 200, body: {} };
    });
    if (early.status !== 200) return refuse(responseOf(early));
    const passed = await read();
    const isRefused = passed instanceof Refusal;
    const answered = answeredBy(state, () => {
      if (isRefused) throw passed;
      // It took a while: the image may be gone, or another sender was faster.
      receiveData(state, token, passed);
      state.journal.note(number, { body: { bytes: passed.bytes }, carriedOut: true });
      return state.settings.successStatus === "ok"
        ? { status: 200, body: {} }
        : { status: 201, body: undefined };
    });
    return isRefused ? refuse(responseOf(answered)) : responseOf(answered);
  };
  const response = await befall(state, befallen, { read, run }, request.signal);
  if (!response.headers.has("Date")) response.headers.set("Date", new Date(state.wire.now()).toUTCString());
  state.journal.note(number, { status: response.status });
  return response;
}

async function dataOrRefusal(request: Request): Promise<PassedData | Refusal> {
  try {
    return await passData(request);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** What is refused before all of it has come is not read to its end: the connection is of no more use. */
function refuse(response: Response): Response {
  response.headers.set("Connection", "close");
  return response;
}
