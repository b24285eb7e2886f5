import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isRecord } from "../unknown";

type Environment = Readonly<Record<string, string | undefined>>;

/** The address of the backend that the Pulumi CLI is logged in to, or logs in to by PULUMI_ACCESS_TOKEN. Undefined if there is none. */
export function currentLogin(env: Environment): string | undefined {
  const credentials = readCredentials(env);
  if (isRecord(credentials) && typeof credentials.current === "string" && credentials.current !== "")
    return credentials.current;
  return env.PULUMI_ACCESS_TOKEN ? env.PULUMI_API || pulumiCloud : undefined;
}

const pulumiCloud = "https://api.pulumi.com";

/** The CLI's credentials. Undefined if they do not exist or cannot be read; `homedir` throws for a user without a home folder. */
function readCredentials(env: Environment): unknown {
  try {
    const folder = env.PULUMI_CREDENTIALS_PATH || env.PULUMI_HOME || join(homedir(), ".pulumi");
    return JSON.parse(readFileSync(join(folder, "credentials.json"), "utf8"));
  } catch {
    return undefined;
  }
}
