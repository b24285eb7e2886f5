import type { z } from "zod";
import { type ErrorDetail, inputError } from "./service-error";

/** The value that a schema reads. Throws a `ServiceError` that names the fields that are not valid. */
export function parsed<T extends z.ZodType>(shape: T, value: unknown): z.output<T> {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  throw inputError(result.error.issues.flatMap(detailsOf));
}

function detailsOf(issue: z.core.$ZodIssue): readonly ErrorDetail[] {
  const { path, message } = issue;
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ field: [...path, key].join("."), reason: "is not known" }));
  return [{ reason: message, ...(path.length > 0 ? { field: path.join(".") } : {}) }];
}
