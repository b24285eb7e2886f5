import { invalidRequest } from "../service-error";

/** Deeper than any sensible body, and not deep enough to exhaust the stack of the code that walks it. */
const maxDepth = 200;

/** Parses JSON. `what` names the part of the request in messages. Throws a `ServiceError` for invalid JSON. */
export function parseJson(text: string, what: string): unknown {
  checkDepth(text, what);
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw invalidRequest(`${what} is not JSON`);
  }
}

function checkDepth(text: string, what: string): void {
  let depth = 0;
  for (const [bracket] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]/gs)) {
    if (bracket === "[" || bracket === "{") depth += 1;
    else if (bracket === "]" || bracket === "}") depth -= 1;
    if (depth > maxDepth) throw invalidRequest(`${what} is nested more than ${maxDepth} levels deep`);
  }
}
