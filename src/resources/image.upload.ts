import { type Image as Live, NodecloudError, parseDateTime } from "../client";
import { imageStatuses, limits } from "../contract";
import {
  adviseOnUnknownStatus,
  deadlineAfter,
  LifecycleError,
  replaceCommand,
  requireExisting,
  type Services,
  type StepResult,
  type StepTask,
  viewObject,
  waitForObject,
} from "../lifecycle";
import { images } from "./image.collection";
import type { ImageInputs } from "./image.inputs";

/** Sends the file to the upload address that the create returned, unless the image already has its data. */
export async function uploadImage(task: StepTask<ImageInputs, Live>): Promise<StepResult<Live>> {
  const { services, inputs, id, deadline, reportProgress, kept, origin } = task;
  const replace = replaceCommand(origin);
  const collection = images.collection(services);
  const before = await knownStatus(task, requireExisting(images, id, await viewObject(images, task)));
  if (hasData(before)) return { live: before, kept: { uploadTo: undefined } };
  const { uploadTo } = kept;
  if (typeof uploadTo !== "string" || inputs.file === undefined) {
    throw new LifecycleError(
      `The upload address is unknown, so the data cannot be uploaded. Run ${replace} to create it again.`,
    );
  }
  const file = await services.prepareImage(inputs.file);
  try {
    if (await hasChanged(services, inputs)) {
      throw new LifecycleError(
        `file: ${JSON.stringify(inputs.file)} changed during this run, so it was not uploaded. Run the command again; if the resource ignores changes to the file, run ${replace}.`,
      );
    }
    let reported = -1;
    await services.upload({
      uploadTo,
      file,
      deadline,
      onProgress: (sent, total) => {
        const percent = Math.floor((100 * sent) / total);
        if (percent === reported) return;
        reported = percent;
        reportProgress(`uploading image ${id}: ${percent} % of ${megabytes(total)} MB`);
      },
      isDelivered: (waitMs) => hasArrived(task, waitMs),
    });
  } catch (error) {
    if (!(await isDeliveredDespiteFailure(task, error))) throw withReplaceAdvice(error, replace);
  } finally {
    await file.dispose();
  }
  collection.markChanged(id);
  // A raw file was compressed into a temporary one, which no one else writes to.
  if (file.path === inputs.file && (await hasChanged(services, inputs).catch(() => false))) {
    throw new LifecycleError(
      `file: ${JSON.stringify(inputs.file)} changed while it was uploaded, so image ${id} may have other data. Run ${replace} to create it again.`,
    );
  }
  return { live: (await viewObject(images, task)) ?? before, kept: { uploadTo: undefined } };
}

/** An address may reject the data each time, and only another create returns another one. */
function withReplaceAdvice(failure: unknown, replace: string): unknown {
  return failure instanceof NodecloudError && failure.code === "rejected" && failure.status !== tooLarge
    ? new LifecycleError(
        `${failure.summary}; if the next run fails in the same way, run ${replace}, which gets another upload address.`,
      )
    : failure;
}

/** Whether the file's bytes no longer match the hash that the state will record. */
async function hasChanged({ files }: Services, { file, fileHash }: ImageInputs): Promise<boolean> {
  return file !== undefined && fileHash !== undefined && (await files.hashOf(file)) !== fileHash;
}

/** The status of a response that rejects data because of its size, which says nothing about earlier attempts. */
const tooLarge = 413;

/** In milliseconds: how long the service may take to process data, which it then rejects when it is sent again. */
const processingTime = 600_000;

/**
 * Whether an attempt delivered the data although its response was lost. Until the service has processed the data, the status does not show
 * that: the only sign is that a later attempt, in this run or the next, is rejected.
 */
async function isDeliveredDespiteFailure(
  task: StepTask<ImageInputs, Live>,
  failure: unknown,
): Promise<boolean> {
  const mayBeProcessed =
    failure instanceof NodecloudError &&
    failure.code === "rejected" &&
    failure.status !== tooLarge &&
    (failure.status === 409 || failure.effect === "unknown");
  if (mayBeProcessed) return hasArrived(task, processingTime);
  const live = await viewObject(images, task).catch(() => undefined);
  return live !== undefined && hasData(live);
}

/**
 * Whether the status shows that the data has arrived, now or within the given number of milliseconds. The wait is longer if the status is
 * neither of the two expected ones.
 */
async function hasArrived(task: StepTask<ImageInputs, Live>, waitMs: number): Promise<boolean> {
  const { services, id, deadline } = task;
  const now = await images
    .collection(services)
    .view(id, { deadline })
    .catch(() => undefined);
  const hasLeftPendingUpload = now !== undefined && now.status !== "pending_upload";
  const until = deadlineAfter(services.clock, `${hasLeftPendingUpload ? processingTime : waitMs}ms`);
  const earlierDeadline = until.at < deadline.at ? until : deadline;
  const goal = "to have the data that an earlier attempt may have delivered";
  try {
    const wait = { goal, until: (live: Live | undefined) => live === undefined || hasData(live) };
    return (await waitForObject(images, { ...task, deadline: earlierDeadline }, wait)) !== undefined;
  } catch (error) {
    if (error instanceof LifecycleError) return false;
    throw error;
  }
}

/** Waits until the status shows that the image is waiting for its data or has it. */
async function knownStatus(task: StepTask<ImageInputs, Live>, live: Live): Promise<Live> {
  const isKnown = (now: Live) => now.status === "pending_upload" || hasData(now);
  if (isKnown(live)) return live;
  const later = await waitForObject(images, task, {
    goal: "to be ready for its data",
    until: (now) => now === undefined || isKnown(now),
    advise: adviseOnUnknownStatus(task, images.kind, imageStatuses),
  });
  return requireExisting(images, task.id, later);
}

function hasData({ status }: Live): boolean {
  return status === "creating" || status === "available";
}

/** Whether the service takes no more data for this image: data must arrive within 24 hours (section 4.8, behavior 4). */
export function isUploadExpired(live: Live, now: number): boolean {
  const created = parseDateTime(live.created);
  if (live.status !== "pending_upload" || created === undefined) return false;
  return now - created > limits.imageUpload.hours * 3_600_000;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
