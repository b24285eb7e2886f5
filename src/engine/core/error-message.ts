import { unknownText } from "../../state";
import { messageOf } from "../../unknown";

/** The message of whatever was thrown. What a preview does not know yet is shown as `[unknown]`. */
export function errorMessage(cause: unknown): string {
  return messageOf(cause).replaceAll(unknownText, "[unknown]");
}
