import type { CallDetails } from "../../emulator/console/messages";
import { shellWord } from "../../shell-word";

/** A command that sends the same request. The token comes from the environment, and redacted values have to be filled in. */
export function curlOf({ call }: CallDetails, origin: string): string {
  const parts = [
    `curl -X ${call.method} ${shellWord(origin + call.path)}`,
    ...(call.token === null ? [] : ['-H "Authorization: Bearer $NODECLOUD_TOKEN"']),
    ...(call.body === null
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellWord(JSON.stringify(call.body))}`]),
  ];
  return parts.join(" \\\n  ");
}
