import type { FieldError } from "./error";

/** Ids with a slash that is written as such in the path (section 4.8, behaviour 1). */
const parametersWithSlash = new Set(["imageId"]);

/** Puts parameters into a path template, encoded so that none of them can become another path. */
export function fillPath(
  template: string,
  parameters: Readonly<Record<string, unknown>>,
): { readonly filled: string; readonly errors: readonly FieldError[] } {
  const errors: FieldError[] = [];
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(parameters[name] ?? "");
    const segments = parametersWithSlash.has(name) ? value.split("/") : [value];
    const wrong = segments.map(brokenRule).find((rule) => rule !== undefined);
    if (wrong) {
      errors.push({ field: name, reason: `${wrong}, got ${JSON.stringify(value)}` });
      return "";
    }
    return segments.map(encodeURIComponent).join("/");
  });
  return { filled, errors };
}

function brokenRule(segment: string): string | undefined {
  if (segment === "") return "must not have an empty part";
  if (segment === "." || segment === "..") return "must not be a step to another path";
  return /\p{Surrogate}/u.test(segment) ? "must be well-formed text" : undefined;
}
