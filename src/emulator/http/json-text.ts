import { invalidRequest } from "../service-error";

/** Deeper than any sensible body, and not deep enough to exhaust the stack of the code that walks it. */
const maxDepth = 200;
/** More than the body of any operation has. Each invalid value produces its own error. */
const maxBodyValues = 20_000;

/**
 * Parses JSON. `what` names the part of the request in messages. Throws a `ServiceError` if the JSON is invalid or has more than
 * `maxValues` values: even a short string can contain enough values to exhaust the memory.
 */
export function parseJson(text: string, what: string, maxValues = maxBodyValues): unknown {
  checkStructure(text, what, maxValues);
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw invalidRequest(`${what} is not JSON`);
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** One pass over the characters, because a world has many millions. */
function checkStructure(text: string, what: string, maxValues: number): void {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === backslash) index += 1;
      else if (code === quote) isInString = false;
    } else if (code === quote) isInString = true;
    else if (code === openBracket || code === openBrace) {
      depth += 1;
      values += 1;
    } else if (code === closeBracket || code === closeBrace) depth -= 1;
    else if (code === comma) values += 1;
    if (depth > maxDepth) throw invalidRequest(`${what} is nested more than ${maxDepth} levels deep`);
    if (values > maxValues) throw invalidRequest(`${what} has more than ${maxValues} values`);
  }
}
