import { parseArgs } from "node:util";
import type { Finding, FindingAction } from "../../../src/drift";
import type { ProgramFunction } from "../../../src/engine";
import type { InProcessOutcome } from "../../../src/engine/inprocess";
import type { TestStack } from "../../../src/testing";

/** The actions of this purpose and form, in their order. */
export function actionsFor(
  { actions }: Pick<Finding, "actions">,
  purpose: FindingAction["purpose"],
  form: FindingAction["form"],
): readonly string[] {
  return actions.filter((one) => one.purpose === purpose && one.form === form).map(({ text }) => text);
}

/** The first command of a finding, in the form of this package. The form of the Pulumi CLI must be the same. */
export function commandFor(finding: Finding, purpose: FindingAction["purpose"]): string {
  const [only = ""] = commandsFor(finding, purpose);
  return only;
}

/** The commands of a finding, in their order, in the form of this package. */
export function commandsFor(finding: Finding, purpose: FindingAction["purpose"]): readonly string[] {
  const all = actionsFor(finding, purpose, "command");
  const own = all.filter((text) => text.startsWith("npx "));
  // The Pulumi CLI has no such command.
  const forms = (text: string) =>
    text.startsWith("npx nodecloud recover ") ? [text] : [text, text.replace("npx nodecloud", "pulumi")];
  expect(all).toEqual(own.flatMap(forms));
  return own;
}

/** Runs a printed command on a test stack. Unknown options fail. */
export async function carryOut(
  stack: TestStack,
  program: ProgramFunction,
  command: string,
): Promise<InProcessOutcome> {
  const [npx, nodecloud, operation, ...args] = wordsOf(command);
  expect([npx, nodecloud]).toEqual(["npx", "nodecloud"]);
  const { values } = parseArgs({
    args,
    options: {
      stack: { type: "string" },
      refresh: { type: "boolean", default: false },
      target: { type: "string", multiple: true, default: [] },
      "target-replace": { type: "string", multiple: true, default: [] },
      "target-dependents": { type: "boolean", default: false },
    },
  });
  expect(values.stack).toBe("dev");
  const replace = values["target-replace"];
  const targets = [...values.target, ...replace];
  if (operation === "refresh") return stack.refresh({ targets });
  expect(operation).toBe("up");
  const targetDependents = values["target-dependents"];
  return stack.up(program, { targets, targetDependents, replace, refreshFirst: values.refresh });
}

/** The words of a command line, as a POSIX shell reads them. */
export function wordsOf(command: string): readonly string[] {
  const parts = command.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? [];
  return parts.map((part) => part.replace(/'([^']*)'|\\(.)/g, (_, quoted, escaped) => quoted ?? escaped));
}

/** The arguments or options in a printed piece of an object literal: `label: "web",`. */
export function propertiesIn<T = Record<string, never>>(code: string): T {
  return new Function(`return { ${code} };`)();
}
