import { fieldsOf, type NamedOperation } from "../../contract";
import type { Settings } from "../types.generated";
import type { ApiResponse } from "./error-response";

/** The response to a successful call. The setting `successStatus` decides between 200 and a status by kind of operation. */
export function successResponse(
  { operation }: NamedOperation,
  body: unknown,
  settings: Settings,
): ApiResponse {
  if (settings.successStatus === "ok") return { status: 200, body };
  const isEmpty = fieldsOf(operation.response).length === 0;
  if (operation.call.startsWith("DELETE")) return { status: 204, body: undefined };
  if (operation.call.startsWith("POST")) return { status: isEmpty ? 202 : 201, body };
  return { status: 200, body };
}
