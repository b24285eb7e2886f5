import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isRecord } from "../unknown";

/** The address of the backend that the Pulumi CLI is logged in to, or logs in to by PULUMI_ACCESS_TOKEN. Undefined: none. */
export function currentLogin(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const folder = env.PULUMI_CREDENTIALS_PATH || env.PULUMI_HOME || join(homedir(), ".pulumi");
  const credentials = readCredentials(join(folder, "credentials.json"));
  if (isRecord(credentials) && typeof credentials.current === "string" && credentials.current !== "")
    return credentials.current;
  return env.PULUMI_ACCESS_TOKEN ? env.PULUMI_API || pulumiCloud : undefined;
}

const pulumiCloud = "https://api.pulumi.com";

/** Undefined: there is no login, or one that can't be read. */
function readCredentials(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
