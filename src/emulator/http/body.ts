import { ServiceError } from "../service-error";
import type { Settings } from "../types.generated";
import { parseJson } from "./json-text";

/** In bytes. */
const maxBodyBytes = 1_000_000;
/** A world is larger than any other body. In bytes. */
export const maxWorldBytes = 256 * 2 ** 20;

/** A request's body, read to its end. It is checked when its value is needed. */
export interface RawBody {
  /** Throws a `ServiceError` when the body is too large or not of the expected type. */
  value(): unknown;
}

/** A JSON body. An absent one is an empty object. */
export async function readJsonBody(request: Request, settings: Settings): Promise<RawBody> {
  const bytes = await readBytes(request);
  return {
    value: () => {
      const text = new TextDecoder().decode(bytes ?? throwTooLarge());
      if (text.trim() === "") return {};
      checkContentType(request.headers, settings);
      return parseJson(text, "The body");
    },
  };
}

/** A body that was sent to a control path: JSON, or nothing. Throws a `ServiceError` when it is too large or not JSON. */
export async function readControlBody(request: Request, max = maxBodyBytes): Promise<unknown> {
  const bytes = await readBytes(request, max);
  const text = new TextDecoder().decode(bytes ?? throwTooLarge(max));
  return text.trim() === "" ? {} : parseJson(text, "The body");
}

/** A binary body with its content type, in the contract's form for those. */
export async function readBinaryBody(request: Request): Promise<RawBody> {
  const bytes = await readBytes(request);
  const [type = ""] = (request.headers.get("Content-Type") ?? "").split(";");
  return { value: () => ({ data: bytes ?? throwTooLarge(), content_type: type.trim().toLowerCase() }) };
}

/** The whole body, or undefined when it is too large. Reading stops as soon as that is known. */
async function readBytes(request: Request, max = maxBodyBytes): Promise<Uint8Array | undefined> {
  const announced = Number(request.headers.get("Content-Length") ?? 0);
  if (announced > max) return undefined;
  if (request.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body) {
    length += part.length;
    if (length > max) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** All payloads are JSON (section 1). A request without a content type is taken for JSON; the setting `contentTypes` decides about another type. */
function checkContentType(headers: Headers, settings: Settings): void {
  const encoding = headers.get("Content-Encoding") ?? "identity";
  if (encoding !== "identity")
    throw unsupportedMediaType(`The content encoding ${encoding} is not supported`);
  if (settings.contentTypes === "any") return;
  const [type = ""] = (headers.get("Content-Type") ?? "application/json").split(";");
  if (!/^application\/([\w.+-]+\+)?json$/i.test(type.trim())) {
    throw unsupportedMediaType(`The body must be of the type application/json, not ${type.trim()}`);
  }
}

const unsupportedMediaType = (reason: string) => new ServiceError("mediaType", [{ reason }]);

function throwTooLarge(max = maxBodyBytes): never {
  throw new ServiceError("tooLarge", [{ reason: `The body is larger than ${max} bytes` }]);
}
