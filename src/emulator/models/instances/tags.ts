import type { Service } from "../../service";
import type { InputErrors } from "../../service-error";

const length = { min: 3, max: 50 } as const;

/** Checks the tags that an instance is given. Those that it already has stay valid. */
export function checkTags(
  { settings }: Service,
  wanted: readonly string[],
  before: readonly string[],
  errors: InputErrors,
): void {
  if (settings.tagLength === "any") return;
  wanted.forEach((tag, index) => {
    const isValid = tag.length >= length.min && tag.length <= length.max;
    if (!isValid && !before.includes(tag)) {
      errors.add(`tags.${index}`, `tags must have ${length.min} to ${length.max} characters`);
    }
  });
}
