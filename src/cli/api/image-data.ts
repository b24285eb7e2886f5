import { fieldsOf, isRecord, type Operation } from "../../contract";

/** Loaded when something is sent: the help needs none of it. */
const loadClient = (): typeof import("../../client") => require("../../client");

/** Whether an operation answers where an image's data is to be sent. */
export function awaitsImageData({ answer }: Operation): boolean {
  return fieldsOf(answer).some(({ name }) => name === "upload_to");
}

/** Looks at the file, calls, and sends the file's data to where the answer says; `call` has told the answer by then. */
export async function withImageData(
  path: string,
  signal: AbortSignal | undefined,
  call: () => Promise<unknown>,
): Promise<void> {
  const { prepareImageFile, uploadImageData } = loadClient();
  const file = await prepareImageFile(path);
  try {
    const answer = await call();
    const uploadTo = isRecord(answer) ? String(answer.upload_to ?? "") : "";
    await uploadImageData({ uploadTo, file, signal });
  } finally {
    await file.dispose();
  }
}
