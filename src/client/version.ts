import { z } from "zod";

/** The default `User-Agent`: `pulumi-nodecloud/1.2.3`. */
export function defaultUserAgent(): string {
  userAgent ??= readUserAgent();
  return userAgent;
}

let userAgent: string | undefined;

function readUserAgent(): string {
  // Bundlers include a file that is required by a literal path. A file that is read next to this one is not there in a bundle.
  const manifest: unknown = require("../../package.json");
  const { name, version } = z.object({ name: z.string(), version: z.string() }).parse(manifest);
  return `${name}/${version}`;
}
