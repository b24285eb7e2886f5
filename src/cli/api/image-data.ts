import { fieldsOf, type Operation } from "../../contract";
import { isRecord } from "../../unknown";
import type { Progress } from "../progress";

/** Loaded only when data is uploaded: the help does not need it. */
const loadClient = (): typeof import("../../client") => require("../../client");

/** Whether the operation's response contains the address to which an image's data is uploaded. */
export function returnsUploadAddress({ response }: Operation): boolean {
  return fieldsOf(response).some(({ name }) => name === "upload_to");
}

/**
 * Checks the file, then calls, prints the response, and uploads the file's data to the address in it. The image exists after the call, so its
 * data is uploaded even if the response cannot be printed.
 */
export async function uploadWith(
  path: string,
  {
    signal,
    startProgress,
    call,
    print,
  }: {
    readonly signal: AbortSignal | undefined;
    readonly startProgress: (text: string) => Progress;
    readonly call: () => Promise<unknown>;
    readonly print: (response: unknown) => Promise<void>;
  },
): Promise<void> {
  const { prepareImageFile, uploadImageData } = loadClient();
  const file = await prepareImageFile(path, { signal });
  try {
    const response = await call();
    const [printed] = await Promise.allSettled([print(response)]);
    const uploadTo = isRecord(response) ? String(response.upload_to ?? "") : "";
    const progress = startProgress(`Uploading ${path}`);
    const onProgress = (sent: number, total: number) =>
      progress.show(`Uploading ${path}: ${Math.floor((100 * sent) / total)} %`);
    await uploadImageData({ uploadTo, file, signal, onProgress }).finally(progress.close);
    if (printed.status === "rejected") throw printed.reason;
  } finally {
    await file.dispose();
  }
}
