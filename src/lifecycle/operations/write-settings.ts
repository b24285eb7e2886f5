import { isDeepStrictEqual } from "node:util";
import type { CallOptions } from "../../client";
import { changeObject, type ObjectKind } from "../objects/object-kind";
import type { StepTask } from "../task";
import { compare } from "../values/compare";
import type { Fields } from "../values/fields";
import { isStoredForm } from "../values/stored-forms";
import { sendLabel } from "./send-label";

/** The longest value in a warning, in characters. */
const maxValueLength = 200;

/**
 * Sets the arguments that one step changes as declared. If the object differs, reads it again and sends the update. The effect of a PUT on
 * omitted fields is not specified, so `send` merges the declared values into the values that were read.
 */
export async function writeSettings<I, Live, Step extends string>(
  objects: ObjectKind<Live>,
  task: StepTask<I, Live>,
  fields: Fields<I, Live, Step>,
  step: Step,
  send: (live: Live, options: CallOptions) => Promise<unknown>,
): Promise<Live> {
  refuseUnreadableSettings(fields, step);
  const isDone = (live: Live) => !compare(fields, task.inputs, undefined, live).steps.includes(step);
  if (isDone(task.live)) return task.live;
  const mayBeOld = (live: Live, before: Live) =>
    differingNames(task, fields, step, live).some((name) =>
      isDeepStrictEqual(fields[name].live?.(live), fields[name].live?.(before)),
    );
  const live = await changeObject(objects, task, {
    verb: "update",
    isDone,
    mayBeOld,
    send: (before, options) => sendLabel(objects, task, fields, before, () => send(before, options)),
  });
  warnOfOtherValues(objects.kind, task, fields, step, live);
  return live;
}

/** Where an argument is set, and whether it can be read. */
interface SettingFacts {
  readonly change: string | { readonly inPlace: string };
  readonly live?: unknown;
}

/** Without a live value, an argument would always count as applied, and a change to it would never be sent. */
function refuseUnreadableSettings<I, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  step: Step,
): void {
  for (const [name, { change, live }] of Object.entries<SettingFacts>(fields)) {
    if (typeof change === "object" && change.inPlace === step && live === undefined)
      throw new Error(
        `The field ${name} has no \`live\`, so \`writeSettings\` cannot tell whether it was applied. Give it a step of its own.`,
      );
  }
}

/** The arguments that the step changes and whose live values differ from the declared ones. */
function differingNames<I, Live, Step extends string>(
  { inputs }: StepTask<I, Live>,
  fields: Fields<I, Live, Step>,
  step: Step,
  live: Live,
): readonly (keyof I & string)[] {
  return compare(fields, inputs, undefined, live).changed.filter((name) => {
    const { change, live: read, nullable } = fields[name];
    const shown = read?.(live);
    return (
      typeof change === "object" &&
      change.inPlace === step &&
      shown !== undefined &&
      (shown !== null || nullable === true)
    );
  });
}

/** A service may store a value in a different form from the one that was sent, such as a string without surrounding spaces. */
export function warnOfOtherValues<I, Live, Step extends string>(
  kind: string,
  task: StepTask<I, Live>,
  fields: Fields<I, Live, Step>,
  step: Step,
  live: Live,
): void {
  for (const name of differingNames(task, fields, step, live))
    warnOfOtherValue(kind, task, name, fields[name].live?.(live));
}

/**
 * As `warnOfOtherValues`, for the arguments that a create has sent and none of its steps has set. Stored forms of declared values cause no
 * warning.
 */
export function warnOfCreatedValues<I, Live, Step extends string>(
  kind: string,
  task: StepTask<I, Live>,
  fields: Fields<I, Live, Step>,
  steps: readonly Step[],
  live: Live,
): void {
  const others = compare(fields, task.inputs, undefined, live).steps.filter((step) => !steps.includes(step));
  for (const name of others.flatMap((step) => differingNames(task, fields, step, live))) {
    const returned = fields[name].live?.(live);
    if (!isStoredForm(task.inputs[name], returned)) warnOfOtherValue(kind, task, name, returned);
  }
}

function warnOfOtherValue<I, Live>(
  kind: string,
  { services, id, inputs, origin }: StepTask<I, Live>,
  name: keyof I & string,
  returned: unknown,
): void {
  const sent = inputs[name];
  const consequence = isStoredForm(sent, returned)
    ? "It counts as the declared value until one of the two changes. Declare the value that the service returns to avoid the difference."
    : "Every run will send it again. Declare the value that the service returns.";
  services.log.warn(
    `${kind} ${id}: the service accepted ${shorten(sent)} for ${name} and returns ${shorten(returned)}. ${consequence}`,
    origin,
  );
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}...` : text;
}
