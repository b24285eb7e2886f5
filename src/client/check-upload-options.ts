import { aClock, aFunction, aSignal, type OptionRules, optionProblem } from "../option-rules";
import { isRecord } from "../unknown";
import { aDeadline } from "./call-options";
import { NodecloudError } from "./error";
import type { UploadOptions } from "./upload-options";

/** `uploadTo` comes from the service, so its check has an error of its own. */
const rules: OptionRules<Omit<UploadOptions, "uploadTo">> = {
  file: {
    is: "an image file, as `prepareImageFile` returns it",
    accepts: (value) => isRecord(value) && typeof value.path === "string" && typeof value.length === "number",
  },
  clock: aClock,
  transport: aFunction,
  signal: aSignal,
  deadline: aDeadline,
  onProgress: aFunction,
  isDelivered: aFunction,
};

/**
 * Programs in JavaScript may pass anything.
 * @throws NodecloudError `input` for an option of another type; nothing is sent.
 */
export function checkUploadOptions(options: UploadOptions): void {
  const problem = optionProblem<Omit<UploadOptions, "uploadTo">>(options, rules, ["file"]);
  if (problem === undefined) return;
  const message = `The image's data was not uploaded: ${problem}. Nothing was sent. Correct the options and call again.`;
  throw new NodecloudError({ code: "input", message });
}
