import { timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { hashOf } from "../secrets";
import { ServiceError } from "../service-error";
import type { EmulatorEnv } from "./emulator-env";

const tokenPattern = /^[A-Za-z0-9._~+/=-]{16,200}$/;

/** Returns a token that callers can send in a header. Throws for one that is too short to keep others out. */
export function checkedControlToken(token: string): string {
  if (tokenPattern.test(token)) return token;
  throw new Error(
    "The control token is not valid. It needs 16 to 200 letters, digits and characters of `-._~+/=`.",
  );
}

/**
 * Requires the control token of the address at which a request came in, in the header `Authorization: Bearer ...`. Requests in
 * process, and those of an address of this machine alone, need none. Responds with 401 before the body is read.
 */
export const requireControlToken: MiddlewareHandler<EmulatorEnv> = async (c, next) => {
  const { controlToken } = c.env;
  if (controlToken !== undefined && !isBearerOf(controlToken, c.req.header("Authorization"))) {
    c.header("WWW-Authenticate", "Bearer");
    c.header("Connection", "close");
    throw new ServiceError("token", [
      {
        reason:
          "The control paths of this emulator require its control token. Send the header Authorization: Bearer TOKEN, with the token that it printed at startup.",
      },
    ]);
  }
  await next();
};

/** Compares hashes, so that the time does not depend on where the tokens differ. */
function isBearerOf(token: string, header = ""): boolean {
  const [, given = ""] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(token)));
}
