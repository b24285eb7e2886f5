import { type Brand, openApi } from "../../contract";
import { isRecord } from "../../unknown";
import type { Settings } from "../settings";
import { largestPage, largestPageNumber, smallestPage } from "./paging";

type Members = Readonly<Record<string, unknown>>;

/**
 * The OpenAPI document as this emulator keeps it: the interface's, with what the interface leaves open said as it is set.
 * A tool that holds requests and answers to the document to the letter then finds no difference.
 */
export function servedDocument(brand: Brand, settings: Settings): unknown {
  return served(openApi(brand), settings, false);
}

function served(node: unknown, settings: Settings, isSent: boolean): unknown {
  if (Array.isArray(node)) return node.map((one) => served(one, settings, isSent));
  if (!isRecord(node)) return node;
  const kept = Object.fromEntries(
    Object.entries(node)
      .filter(([name, value]) => isSo(name, value, settings, isSent))
      .map(([name, value]) => [name, served(value, settings, isSent || name === "requestBody")]),
  );
  if (kept.in === "query" || kept.in === "path") return { ...kept, schema: parameter(kept, settings) };
  // A larger whole number could not be kept exactly, and is refused.
  if (kept.type === "integer") return { ...kept, maximum: kept.maximum ?? Number.MAX_SAFE_INTEGER };
  return isSent && isRecord(kept.properties)
    ? { ...kept, properties: sentProperties(kept.properties, kept.required) }
    : kept;
}

/** The format `date-time` has a zone, of which moments by default have none; their pattern allows both. */
function isSo(name: string, value: unknown, settings: Settings, isSent: boolean): boolean {
  if (name === "format" && value === "date-time") return isSent || settings.dateTimes === "zoned";
  if (name === "additionalProperties" && value === false) return settings.unknownFields === "refused";
  return true;
}

/** Null is the same as absent. */
function sentProperties(properties: Members, required: unknown): Members {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      needed.includes(name) ? schema : { anyOf: [schema, { type: "null" }] },
    ]),
  );
}

function parameter(described: Members, settings: Settings): unknown {
  const schema = isRecord(described.schema) ? described.schema : {};
  if (described.in === "path") {
    // An id of any other form is an id of nothing; and few tools make path parameters with a slash in them.
    const { pattern, ...rest } = schema;
    return pattern === undefined ? rest : { ...rest, minLength: 1 };
  }
  if (described.name === "page") return { ...schema, maximum: largestPageNumber };
  if (described.name !== "page_size" || settings.pageSize === "clamped") return schema;
  return { ...schema, minimum: smallestPage, maximum: largestPage };
}
