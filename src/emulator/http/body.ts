import { Refusal, refused } from "../refusal";

const longestBody = 1_000_000;

/** A request's body, read whole; what is wrong with it is said when it is needed. */
export interface RawBody {
  /** Throws a `Refusal` for what is too long or not JSON. Nothing at all counts as an empty object. */
  json(): unknown;
}

export async function bodyOf(request: Request): Promise<RawBody> {
  const announced = Number(request.headers.get("Content-Length") ?? 0);
  const text = announced > longestBody || request.body === null ? "" : await request.text();
  const isTooLong = announced > longestBody || text.length > longestBody;
  return {
    json: () => {
      if (isTooLong) {
        throw new Refusal("tooLarge", [{ reason: `The body has more than ${longestBody} bytes` }]);
      }
      if (text.trim() === "") return {};
      try {
        const value: unknown = JSON.parse(text);
        return value;
      } catch {
        throw refused("The body is not JSON");
      }
    },
  };
}
