import type { z } from "zod";
import { withoutSecrets } from "./open-inputs";

type Json = z.output<ReturnType<typeof z.json>>;

/** A value from a program or a response as JSON with sorted keys. Missing values and values that JSON cannot express are null. */
export function toJson(value: unknown): Json {
  const plain = withoutSecrets(value);
  if (plain === null || typeof plain === "string" || typeof plain === "boolean") return plain;
  if (typeof plain === "number") return Number.isFinite(plain) ? plain : null;
  if (Array.isArray(plain)) return plain.map(toJson);
  if (typeof plain !== "object") return null;
  const parts = Object.entries(plain).filter(([, part]) => part !== undefined);
  return Object.fromEntries(
    parts.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, part]) => [name, toJson(part)]),
  );
}
