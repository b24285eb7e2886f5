import {
  aBoolean,
  aFunction,
  aSignal,
  invalidOptions,
  type OptionRule,
  type OptionRules,
} from "../option-rules";
import { isRecord, messageOf } from "../unknown";
import type { CallOptions } from "./calls";
import type { FieldError } from "./error";
import { inputError } from "./message";

/** Names a call in messages: `instances.view`, and its method and path. */
export interface CallName {
  readonly operation: string;
  readonly call: string;
}

export const aDeadline: OptionRule = {
  is: "an object with the number `at`, in milliseconds since 1970, and the function `extend`",
  accepts: isDeadline,
};

const rules: OptionRules<CallOptions> = {
  signal: aSignal,
  deadline: aDeadline,
  stillNeeded: aFunction,
  freshConnection: aBoolean,
  beforeSending: aFunction,
  resend: { is: '"never"', accepts: (value) => value === "never" },
};

/**
 * Programs in JavaScript may pass anything. Null counts as no options.
 * @throws NodecloudError `input` for options of another type; nothing is sent.
 */
export function checkCallOptions({ operation, call }: CallName, options: CallOptions | null): CallOptions {
  const fieldErrors = errorsOf(options ?? {});
  if (fieldErrors.length > 0) throw inputError(operation, call, fieldErrors);
  return options ?? {};
}

function errorsOf(options: CallOptions): readonly FieldError[] {
  if (!isRecord(options) || aSignal.accepts(options))
    return [{ field: "options", reason: "must be an object, such as `{ signal }`" }];
  try {
    return invalidOptions(options, rules).map(({ name, is }) => ({ field: name, reason: `must be ${is}` }));
  } catch (error) {
    return [{ field: "options", reason: `cannot be read (${messageOf(error)})` }];
  }
}

function isDeadline(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.at === "number" &&
    !Number.isNaN(value.at) &&
    typeof value.extend === "function"
  );
}
