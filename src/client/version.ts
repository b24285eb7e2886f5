import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** The default `User-Agent`: `pulumi-nodecloud/1.2.3`. */
export function defaultUserAgent(): string {
  userAgent ??= readUserAgent();
  return userAgent;
}

let userAgent: string | undefined;

function readUserAgent(): string {
  const text = readFileSync(join(__dirname, "..", "..", "package.json"), "utf8");
  const { name, version } = z.object({ name: z.string(), version: z.string() }).parse(JSON.parse(text));
  return `${name}/${version}`;
}
