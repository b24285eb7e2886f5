import { NodecloudError } from "./error";

/** An empty token counts as none. @throws NodecloudError `configuration` for one that no header can carry. */
export function checkToken(token: string | undefined): string | undefined {
  if (!token) return undefined;
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new NodecloudError({
    code: "configuration",
    message:
      "token: it holds a space, a line break or a letter that no header can carry. Nothing was sent. Give it as the service wrote it, without anything around it.",
  });
}
