import type { z } from "zod";
import { type ErrorDetail, inputError, type ServiceError } from "./service-error";

/** Converts the issues of a schema, field by field. */
export function errorFromZod(error: z.ZodError): ServiceError {
  const details = error.issues.map(
    ({ path, message }): ErrorDetail => ({
      reason: message,
      ...(path.length > 0 ? { field: path.join(".") } : {}),
    }),
  );
  return inputError(details);
}
