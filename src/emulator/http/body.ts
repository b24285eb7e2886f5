import type { Runtime } from "../runtime";
import { ServiceError } from "../service-error";
import type { Settings } from "../types.generated";
import { maxWorldSize } from "../world/world-size";
import { parseJson } from "./json-text";
import { type OpenBodies, tooLarge } from "./open-bodies";

type Bodies = Pick<Runtime, "bodies">;

/** In bytes. */
const maxBodyBytes = 1_000_000;
/** A world is larger than any other body. In bytes. */
const maxWorldBytes = 1.5 * maxWorldSize;
/** A world of the maximum size has two thirds as many. */
const maxWorldValues = 8_000_000;

/** A request's body, read to its end. It is checked when its value is needed. */
export interface RawBody {
  /** Throws a `ServiceError` when the body is too large or not of the expected type. */
  value(): unknown;
}

/** A JSON body. An absent one is an empty object. */
export async function readJsonBody(
  request: Request,
  { bodies, settings }: Pick<Runtime, "bodies" | "settings">,
): Promise<RawBody> {
  const read = await readBytes(request, bodies);
  return {
    value: () => {
      const text = new TextDecoder().decode(bytesOf(read));
      if (text.trim() === "") return {};
      checkContentType(request.headers, settings);
      return parseJson(text, "The body");
    },
  };
}

/** A body that was sent to a control path: JSON, or nothing. Throws a `ServiceError` when it is too large or not JSON. */
export async function readControlBody(request: Request, { bodies }: Bodies): Promise<unknown> {
  const read = await readBytes(request, bodies);
  const text = new TextDecoder().decode(bytesOf(read));
  return text.trim() === "" ? {} : parseJson(text, "The body");
}

/** Like `readControlBody`, for a world. */
export async function readWorldBody(request: Request, { bodies }: Bodies): Promise<unknown> {
  const read = await readBytes(request, bodies, maxWorldBytes);
  return parseJson(new TextDecoder().decode(bytesOf(read)), "The body", maxWorldValues);
}

/** A binary body with its content type, in the contract's form for those. */
export async function readBinaryBody(request: Request, { bodies }: Bodies): Promise<RawBody> {
  const read = await readBytes(request, bodies);
  const [type = ""] = (request.headers.get("Content-Type") ?? "").split(";");
  return { value: () => ({ data: bytesOf(read), content_type: type.trim().toLowerCase() }) };
}

/** The whole body, or undefined when it is too large. Reading stops as soon as that is known. */
async function readBytes(
  request: Request,
  bodies: OpenBodies,
  max = maxBodyBytes,
): Promise<Uint8Array | ServiceError> {
  const announced = Number(request.headers.get("Content-Length") ?? 0);
  if (announced > max) return tooLarge(max);
  // GET and HEAD requests have no body, and reading `request.body` to find that out is slow.
  if (request.method === "GET" || request.method === "HEAD" || request.body === null) return new Uint8Array();
  return bodies.read(request.body, max);
}

/** All payloads are JSON (section 1), also without a content type. The setting `contentTypes` decides about other types. */
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

function bytesOf(read: Uint8Array | ServiceError): Uint8Array {
  if (read instanceof ServiceError) throw read;
  return read;
}
