import type { Runtime } from "../runtime";
import { ServiceError } from "../service-error";
import { type ApiResponse, errorResponse } from "./error-response";

/** Works on the world and returns the response, once the changes are saved. An error of the service is a response too. */
export function respondWith(runtime: Runtime, work: () => ApiResponse): ApiResponse {
  try {
    return runtime.act(work);
  } catch (error) {
    if (error instanceof ServiceError) return errorResponse(error, runtime.brand, runtime.settings);
    throw error;
  }
}
