import { Refusal } from "../refusal";
import type { Runtime } from "../runtime";
import { type ApiResponse, errorResponse } from "./error-response";

/** Works on the world and returns the response, once the changes are saved. An error of the service is a response too. */
export function respondWith(runtime: Runtime, work: () => ApiResponse): ApiResponse {
  try {
    return runtime.act(work);
  } catch (error) {
    if (error instanceof Refusal) return errorResponse(error, runtime.brand, runtime.settings);
    throw error;
  }
}
