import { type Brand, openApi } from "../../contract";
import { isRecord } from "../../unknown";
import type { Settings } from "../types.generated";
import { maxPageNumber, maxPageSize, minPageSize } from "./paging";

type Members = Readonly<Record<string, unknown>>;

/**
 * The OpenAPI document of this emulator: the interface's, with the choice of the settings where the interface leaves one.
 * A tool that validates requests and responses against it finds no difference.
 */
export function openApiDocument(brand: Brand, settings: Settings): unknown {
  return withSettings(openApi(brand), settings, false);
}

function withSettings(node: unknown, settings: Settings, isRequest: boolean): unknown {
  if (Array.isArray(node)) return node.map((one) => withSettings(one, settings, isRequest));
  if (!isRecord(node)) return node;
  const members = Object.fromEntries(
    Object.entries(node)
      .filter(([name, value]) => applies(name, value, settings, isRequest))
      .map(([name, value]) => [name, withSettings(value, settings, isRequest || name === "requestBody")]),
  );
  if (members.in === "query" || members.in === "path")
    return { ...members, schema: parameter(members, settings) };
  // A larger integer could not be represented exactly, and is rejected.
  if (members.type === "integer") return { ...members, maximum: members.maximum ?? Number.MAX_SAFE_INTEGER };
  return isRequest && isRecord(members.properties)
    ? { ...members, properties: requestProperties(members.properties, members.required) }
    : members;
}

/** Whether a keyword holds under the settings. The format `date-time` requires a zone, which depends on `dateTimes`. */
function applies(name: string, value: unknown, settings: Settings, isRequest: boolean): boolean {
  if (name === "format" && value === "date-time") return isRequest || settings.dateTimes === "zoned";
  if (name === "additionalProperties" && value === false) return settings.unknownFields === "refused";
  return true;
}

/** An optional property may be null, which means the same as absent. */
function requestProperties(properties: Members, required: unknown): Members {
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
    // For an id in a different format, the response is 404. Few tools generate path parameters that contain a slash.
    const { pattern, ...rest } = schema;
    return pattern === undefined ? rest : { ...rest, minLength: 1 };
  }
  if (described.name === "page") return { ...schema, maximum: maxPageNumber };
  if (described.name !== "page_size" || settings.pageSize === "clamped") return schema;
  return { ...schema, minimum: minPageSize, maximum: maxPageSize };
}
