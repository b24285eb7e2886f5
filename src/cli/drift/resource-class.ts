import { isResourceClass, type ResourceClass, resourceClasses, UsageError } from "../../drift";
import { nearestWords } from "../../similar-words";

/** The class that `--type` specifies. */
export function parseResourceClass(text: string): ResourceClass {
  if (isResourceClass(text)) return text;
  const near = nearestWords(text, resourceClasses);
  throw new UsageError(
    `--type ${text}: there is no such resource class.${near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : ""} Nothing was read. The classes are ${resourceClasses.join(", ")}.`,
  );
}
