import { NodecloudError } from "./error";

/**
 * The token; an empty one counts as none.
 * @throws NodecloudError `configuration` if it is not a valid header value.
 */
export function checkToken(token: string | undefined): string | undefined {
  if (!token) return undefined;
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new NodecloudError({
    code: "configuration",
    message:
      "token: it contains a space, a line break or another character that is not valid in a header, so nothing was sent. Set the token exactly as the service issued it.",
  });
}
