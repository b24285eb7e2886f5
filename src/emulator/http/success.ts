import { fieldsOf, type NamedOperation } from "../../contract";
import type { Settings } from "../settings";
import type { Answered } from "./error-answer";

/** How a success is answered: 200 with a body, or by what was done, as set. */
export function successOf({ operation }: NamedOperation, body: unknown, settings: Settings): Answered {
  if (settings.successStatus === "ok") return { status: 200, body };
  const isEmpty = fieldsOf(operation.answer).length === 0;
  if (operation.call.startsWith("DELETE")) return { status: 204, body: undefined };
  if (operation.call.startsWith("POST")) return { status: isEmpty ? 202 : 201, body };
  return { status: 200, body };
}
