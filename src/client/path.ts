import type { FieldError } from "./error";

/** Parameters whose slashes are not encoded in the path (section 4.8, behavior 1). */
const parametersWithSlash = new Set(["imageId"]);

/** Fills a path template with encoded parameters, none of which can lead to another path. */
export function fillPath(
  template: string,
  parameters: Readonly<Record<string, unknown>>,
): { readonly path: string; readonly errors: readonly FieldError[] } {
  const errors: FieldError[] = [];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(parameters[name] ?? "");
    const segments = parametersWithSlash.has(name) ? value.split("/") : [value];
    const rule = segments.map(brokenRule).find((one) => one !== undefined);
    if (rule) {
      errors.push({ field: name, reason: `${rule}, got ${JSON.stringify(value)}` });
      return "";
    }
    return segments.map(encodeURIComponent).join("/");
  });
  return { path, errors };
}

function brokenRule(segment: string): string | undefined {
  if (segment === "") return "must not have an empty part";
  if (segment === "." || segment === "..") return 'must not contain "." or ".." as a part';
  return /\p{Surrogate}/u.test(segment) ? "must be a well-formed string" : undefined;
}
