import { refused } from "../refusal";

/** Far deeper than anybody means it, far less deep than what would exhaust the stack of those who walk it. */
const deepest = 200;

/** The value of a JSON text; `what` is the part of the request that it came in. Throws a `Refusal` for what is none. */
export function parseJson(text: string, what: string): unknown {
  checkDepth(text, what);
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw refused(`${what} is not JSON`);
  }
}

function checkDepth(text: string, what: string): void {
  let depth = 0;
  for (const [bracket] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]/gs)) {
    if (bracket === "[" || bracket === "{") depth += 1;
    else if (bracket === "]" || bracket === "}") depth -= 1;
    if (depth > deepest) throw refused(`${what} is nested more than ${deepest} levels deep`);
  }
}
