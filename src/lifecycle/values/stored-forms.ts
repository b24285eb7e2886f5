import { isDeepStrictEqual } from "node:util";
import type { Properties } from "../lifecycle";
import type { StepTask } from "../task";
import { compare } from "./compare";
import type { Fields } from "./fields";
import { fingerprint } from "./fingerprint";
import { readStoredForms } from "./state";

/**
 * The values that the service returns for arguments that it accepted in another form, by name: it may trim a label, or scale a thumbnail.
 * They count as the declared values until the program or the service changes them, so that not every run sends them again. The state keeps
 * their fingerprints, because the declared values may be secret. Any other difference may be a change that somebody else made in the
 * meantime.
 * @param steps The steps that have run.
 * @param live The object after them.
 * @returns Undefined if there are none.
 */
export function storedForms<I, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  task: StepTask<I, Live>,
  steps: readonly Step[],
  live: Live,
): Properties | undefined {
  const { inputs, isCreated = false } = task;
  const earlier = readStoredForms(task.kept);
  const differing = compare(fields, inputs, undefined, live).changed;
  const forms: Record<string, unknown> = {};
  for (const name in fields) {
    const { change, live: read, isTransformed } = fields[name];
    if (typeof change !== "object" || read === undefined) continue;
    const wasChanged = steps.includes(change.inPlace);
    const wasSent = (inputs[name] ?? undefined) !== undefined && (isCreated || wasChanged);
    if (!wasSent && earlier[name] !== undefined) forms[name] = earlier[name];
    const returned = read(live) ?? undefined;
    if (!wasSent || returned === undefined || !differing.includes(name)) continue;
    const isResult = isTransformed === true && isResultOfSending(task, name, returned, read(task.live));
    if (isResult || isStoredForm(inputs[name], returned)) forms[name] = fingerprint(returned);
  }
  return Object.keys(forms).length > 0 ? forms : undefined;
}

/**
 * Whether the service made the value that it returns from the one that was sent. If it returned the same value before, it may not have
 * processed the request yet, unless an earlier run has sent the value already.
 */
export function isResultOfSending<I>(
  { inputs, applied }: Pick<StepTask<I, unknown>, "inputs" | "applied">,
  name: keyof I & string,
  returned: unknown,
  before: unknown,
): boolean {
  return !isDeepStrictEqual(before, returned) || isDeepStrictEqual(applied?.[name], inputs[name]);
}

/**
 * Whether a value differs from the one that was sent only in what services often change: case, white space, how Unicode
 * characters are composed, and how a URL is written.
 */
export function isStoredForm(sent: unknown, returned: unknown): boolean {
  return isDeepStrictEqual(simplified(sent), simplified(returned));
}

function simplified(value: unknown): unknown {
  if (typeof value === "string") {
    const text = value.normalize().toLowerCase().replace(/\s+/g, "");
    return URL.canParse(text) ? new URL(text).href : text;
  }
  return Array.isArray(value) ? value.map(simplified) : value;
}
