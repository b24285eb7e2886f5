import { type Image as Live, parseDateTime, prepareImageFile } from "../client";
import { limits } from "../contract";
import { type Collection, LifecycleError, type StepResult, type StepTask } from "../lifecycle";
import type { ImageInputs } from "./image.inputs";

/** Sends the file to the address that the create answered, where the image still waits for it. */
export async function uploadImage(
  step: StepTask<ImageInputs, Live>,
  images: Collection<Live>,
): Promise<StepResult<Live>> {
  const { services, inputs, id, deadline, reportProgress, kept } = step;
  const now = await images.view(id, { deadline });
  if (now === undefined)
    throw new LifecycleError("It was deleted, by somebody else or because no data came within 24 hours.");
  if (now.status !== "pending_upload") return { live: now, kept: { uploadTo: undefined } };
  const { uploadTo } = kept;
  if (typeof uploadTo !== "string" || inputs.file === undefined) {
    throw new LifecycleError(
      "The address for its data is not known, so it can't be uploaded. Run `pulumi up --replace` on this resource to make it anew.",
    );
  }
  const file = await prepareImageFile(inputs.file);
  try {
    let told = -1;
    await services.upload({
      uploadTo,
      file,
      deadline,
      onProgress: (sent, total) => {
        const percent = Math.floor((100 * sent) / total);
        if (percent === told) return;
        told = percent;
        reportProgress(`uploading image ${id}: ${percent} % of ${megabytes(total)} MB`);
      },
    });
  } catch (error) {
    // The answer may be lost of an upload that came through.
    const live = await images.view(id, { deadline });
    if (live === undefined || live.status === "pending_upload") throw error;
  } finally {
    await file.dispose();
  }
  images.markChanged(id);
  return { live: (await images.view(id, { deadline })) ?? now, kept: { uploadTo: undefined } };
}

/** Data must arrive within 24 hours (section 4.8, behaviour 4). */
export function isUploadExpired(live: Live, now: number): boolean {
  const created = parseDateTime(live.created);
  return created !== undefined && now - created > limits.imageUpload.hours * 3_600_000;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
