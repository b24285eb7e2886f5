import { isRecord } from "../../../src/unknown";
import type { Ended } from "../../cli/command";
import type { EngineName } from "../../whole/engines";
import type { ChaosOutcome } from "../chaos-stack";
import { urnOf } from "../program";
import type { Resource } from "../resource";
import type { ReportedMessage } from "../user";

/** What a run printed, and whether it succeeded. */
export function readOutput(
  engine: EngineName,
  { code, stdout, stderr }: Ended,
  resources: readonly Resource[],
): Omit<ChaosOutcome, "removed"> {
  const messages = engine === "embedded" ? eventsIn(stdout) : diagnosticsIn(stdout, resources);
  const result = code === null ? "killed" : `exit code ${code}`;
  const failures = code === 0 ? [] : [...messages.map(({ text }) => text), stderr];
  return { result, hasSucceeded: code === 0, failures, messages: [...messages, { urn: "", text: stderr }] };
}

/** The messages of the lines that `--json` prints. */
function eventsIn(stdout: string): readonly ReportedMessage[] {
  return stdout.split("\n").flatMap((line) => {
    const event = parsed(line);
    if (!isRecord(event) || typeof event.message !== "string") return [];
    const urn = isRecord(event.step) ? event.step.urn : event.urn;
    return [{ urn: typeof urn === "string" ? urn : "", text: event.message }];
  });
}

/** The last line of a run that was killed may be incomplete. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The messages that the Pulumi CLI prints below the type and name of a resource. A warning or an error begins a new one. */
function diagnosticsIn(stdout: string, resources: readonly Resource[]): readonly ReportedMessage[] {
  const [, diagnostics = ""] = stdout.split("\nDiagnostics:\n");
  const messages: ReportedMessage[] = [];
  let urn = "";
  let lines: string[] = [];
  const end = () => {
    if (lines.length > 0) messages.push({ urn, text: lines.join("\n") });
    lines = [];
  };
  for (const line of diagnostics.split("\n")) {
    const [, type, name] = /^ {2}\S*?nodecloud:(\w+) \((.*)\):$/.exec(line) ?? [];
    if (type !== undefined || /^ {2}\S/.test(line)) {
      end();
      const resource = resources.find((one) => one.type === type && one.name === name);
      urn = resource ? urnOf(resource) : "";
    } else {
      const [, severity, text = ""] = /^\s*(warning: |error: )?(.*)$/.exec(line) ?? [];
      if (severity !== undefined) end();
      lines.push(text.trim());
    }
  }
  end();
  return messages;
}
