import type { CallOptions } from "../client";
import { compare } from "./compare";
import type { Fields } from "./fields";
import { changeObject, type ObjectKind } from "./object-kind";
import type { StepTask } from "./task";

/**
 * Makes the arguments that one step changes as declared. Where the object differs, reads it again and sends the update. What a
 * PUT means for omitted fields is not specified, so `send` merges the declared values into what was read.
 */
export async function writeSettings<I, Live, Step extends string>(
  objects: ObjectKind<Live>,
  task: StepTask<I, Live>,
  fields: Fields<I, Live, Step>,
  step: Step,
  send: (live: Live, options: CallOptions) => Promise<unknown>,
): Promise<Live> {
  const isDone = (live: Live) => !compare(fields, task.inputs, undefined, live).steps.includes(step);
  if (isDone(task.live)) return task.live;
  return changeObject(objects, task, { verb: "update", isDone, send });
}
