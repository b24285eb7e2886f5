import { unknownText } from "../../state";
import { messageOf } from "../../unknown";

/** The message of any thrown value. Values that a preview does not know are shown as `[unknown]`. */
export function errorMessage(cause: unknown): string {
  return messageOf(cause).replaceAll(unknownText, "[unknown]");
}
