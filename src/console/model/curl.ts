import type { CallDetails } from "../../emulator/console/messages";
import { shellWord } from "../../shell-word";

/** A command that sends the same request. The token comes from the environment, and redacted values and files have to be filled in. */
export function curlOf(details: CallDetails, origin: string): string {
  const { call, filter, hasUnknownToken } = details;
  // Without -g, curl takes brackets and braces for patterns and sends several requests. With -X HEAD, it waits for a body.
  const globOff = /[[\]{}]/.test(call.path) ? " -g" : "";
  const options = `${globOff} ${call.method === "HEAD" ? "-I" : `-X ${call.method}`}`;
  const parts = [
    `curl${options} ${shellWord(origin + call.path)}`,
    ...(call.token === null ? [] : ['-H "Authorization: Bearer $NODECLOUD_TOKEN"']),
    ...(hasUnknownToken ? ["-H 'Authorization: Bearer unknown'"] : []),
    ...(filter === undefined ? [] : [`-H ${shellWord(`X-Filter: ${filter}`)}`]),
    ...bodyOf(details),
  ];
  return parts.join(" \\\n  ");
}

function bodyOf({ call, hasBinaryBody }: CallDetails): readonly string[] {
  if (hasBinaryBody) return ["--data-binary @FILE"];
  if (call.body === null) return [];
  return ["-H 'Content-Type: application/json'", `-d ${shellWord(JSON.stringify(call.body))}`];
}
