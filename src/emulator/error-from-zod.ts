import type { z } from "zod";
import { type ErrorDetail, inputError, type ServiceError } from "./service-error";

/** Converts the issues of a schema, field by field. */
function errorFromZod(error: z.ZodError): ServiceError {
  return inputError(error.issues.flatMap(detailsOf));
}

function detailsOf(issue: z.core.$ZodIssue): readonly ErrorDetail[] {
  const { path, message } = issue;
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ field: [...path, key].join("."), reason: "is not known" }));
  return [{ reason: message, ...(path.length > 0 ? { field: path.join(".") } : {}) }];
}

/** The value that a schema reads. Throws a `ServiceError` that names the fields that are not valid. */
export function parsed<T extends z.ZodType>(shape: T, value: unknown): z.output<T> {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  throw errorFromZod(result.error);
}
