import { Refusal } from "../refusal";
import type { Settings } from "../settings";
import { parseJson } from "./json-text";

const maxBody = 1_000_000;
/** A world is long. */
export const maxWorld = 256 * 2 ** 20;

/** A request's body, read whole; what is wrong with it is said when it is needed. */
export interface RawBody {
  /** Throws a `Refusal` for what is too long or not of its form. */
  value(): unknown;
}

/** A body of JSON. Nothing at all counts as an empty object. */
export async function bodyOf(request: Request, settings: Settings): Promise<RawBody> {
  const bytes = await bytesOf(request);
  return {
    value: () => {
      const text = new TextDecoder().decode(bytes ?? refuseTooLong());
      if (text.trim() === "") return {};
      checkForm(request.headers, settings);
      return parseJson(text, "The body");
    },
  };
}

/** A body of the control plane: JSON, or nothing. Throws a `Refusal` for what is too long or not JSON. */
export async function controlBodyOf(request: Request, max = maxBody): Promise<unknown> {
  const bytes = await bytesOf(request, max);
  const text = new TextDecoder().decode(bytes ?? refuseTooLong(max));
  return text.trim() === "" ? {} : parseJson(text, "The body");
}

/** A body of bytes with their type, in the contract's form for those. */
export async function bytesBodyOf(request: Request): Promise<RawBody> {
  const bytes = await bytesOf(request);
  const [type = ""] = (request.headers.get("Content-Type") ?? "").split(";");
  return { value: () => ({ data: bytes ?? refuseTooLong(), content_type: type.trim().toLowerCase() }) };
}

/** The whole body, or undefined where it is too long: no more of it is read then than that shows. */
async function bytesOf(request: Request, max = maxBody): Promise<Uint8Array | undefined> {
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

/** All payloads are JSON (section 1). A client that says nothing of its body's form is believed to know that; one that says something else, as set. */
function checkForm(headers: Headers, settings: Settings): void {
  const encoding = headers.get("Content-Encoding") ?? "identity";
  if (encoding !== "identity") throw mediaType(`The body is encoded as ${encoding}, which is not understood`);
  if (settings.contentTypes === "any") return;
  const [type = ""] = (headers.get("Content-Type") ?? "application/json").split(";");
  if (!/^application\/([\w.+-]+\+)?json$/i.test(type.trim())) {
    throw mediaType(`The body must be of the type application/json, not ${type.trim()}`);
  }
}

const mediaType = (reason: string) => new Refusal("mediaType", [{ reason }]);

function refuseTooLong(max = maxBody): never {
  throw new Refusal("tooLarge", [{ reason: `The body has more than ${max} bytes` }]);
}
