import { z } from "zod";
import type { Argument } from "../contract";

/** The names of formats. */
const formats: Readonly<Record<string, string>> = { uri: "URL", uuid: "UUID" };

/** The constraints of an argument's value besides its type: `integer, 1 to 12`. Empty if any value of the type is allowed. */
export function boundsText({ form, bounds, schema }: Argument): string {
  const { format = "" } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return [form === "integer" ? "integer" : "", formats[format] ?? "", bounds].filter(Boolean).join(", ");
}
