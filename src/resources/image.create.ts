import type { CallOptions, Image as Live } from "../client";
import {
  type ApplyTask,
  adviceToAdoptIfAvailable,
  adviseDelete,
  type CreateMatcher,
  type CreateResult,
  type CreateSource,
  changedHiddenInputs,
  createOnce,
  describeSearch,
  hiddenInputs,
  LifecycleError,
  unresolvedResult,
} from "../lifecycle";
import { images } from "./image.collection";
import { imageFields } from "./image.fields";
import type { ImageInputs } from "./image.inputs";
import { idleState, instances } from "./instance.collection";

/** The maximum number of uploads that a create starts. If the upload address is lost each time, the create fails. */
const maxUploadStarts = 3;

const { kind } = images;
const adoptAdvice = adviceToAdoptIfAvailable(kind);

type Created = Extract<CreateResult<Live>, { readonly id: string }>;

/** Captures an image from a disk, or starts an upload. An upload needs its address, so an image whose address was lost is created again. */
export async function createImage(task: ApplyTask<ImageInputs>): Promise<CreateResult<Live>> {
  const { services, inputs } = task;
  if (inputs.diskId !== undefined) return captureImage(task, inputs.diskId);
  const left: string[] = [];
  for (let starts = 1; ; starts++) {
    let uploadTo: string | undefined;
    const result = await createImageOnce(task, async (options) => {
      const { label = "", description, region = "" } = inputs;
      const started = await services.client.images.upload({ label, description, region }, options);
      uploadTo = started.upload_to;
      return started.image;
    });
    if ("unresolved" in result) return result;
    if (typeof uploadTo === "string" && uploadTo !== "") return { ...result, kept: { uploadTo } };
    const isWaiting = result.live.status === "pending_upload";
    // Image labels need not be unique. A match with data belongs to someone else, because the address of ours was lost.
    const isOurs = task.generatedLabel || !result.isFound;
    if (task.earlier && !isOurs) return asCandidate(task, result);
    if (task.earlier) return isWaiting ? withoutFile(result) : result;
    if (isOurs && !isWaiting) return result;
    if (isOurs) await deleteEmptyImage(task, result);
    else if (isWaiting) {
      left.push(result.id);
      warnOfImage(task, result);
    }
    if (task.origin) await services.intents.remove(task.origin, services.address);
    if (starts === maxUploadStarts) throw lostAddressesError(left);
  }
}

/** Deletes an image whose upload address was lost. It has no data yet, so deleting it loses none. */
async function deleteEmptyImage(
  { services, deadline, reportProgress }: ApplyTask<ImageInputs>,
  { id }: Created,
) {
  reportProgress(`the upload address of image ${id} was lost; creating the image again`);
  await services.client.images.delete({ imageId: id }, { deadline });
  images.collection(services).markChanged(id);
}

function warnOfImage({ services, inputs, origin }: ApplyTask<ImageInputs>, { id }: Created): void {
  services.log.warn(
    `image ${id} has the same label (${JSON.stringify(inputs.label)}) and no data; the service deletes it if none arrives within a day. An earlier attempt of this create may have created it, but nothing proves that, so it was not deleted and another image is created. ${adviseDelete(services, imageMatcher, [id])}`,
    origin,
  );
}

function lostAddressesError(left: readonly string[]): LifecycleError {
  const rest =
    left.length === 0
      ? "The images without data were deleted"
      : `The service may keep ${left.join(", ")} for a day`;
  return new LifecycleError(
    `The response with the upload address was lost ${maxUploadStarts} times. ${rest}. Try again later.`,
  );
}

/** The user has to decide whether an earlier create created the image. */
function asCandidate(task: ApplyTask<ImageInputs>, { id }: Created): CreateResult<Live> {
  const { label } = task.inputs;
  const found = { kind: "several", ids: [id], isProven: true } as const;
  return unresolvedResult({ label }, found, describeSearch(task, { kind, adoptAdvice }, { label }, found));
}

/** The data of this image can no longer be sent. The state does not record its file, so the next run replaces it. */
function withoutFile({ id, live }: Created): CreateResult<Live> {
  return { id, live, isFromEarlierRun: true, differingFields: ["file"] };
}

/**
 * A disk cannot be captured while its instance is busy. No response shows which instance a disk belongs to, so all instances and images
 * have to be idle before an error counts as permanent.
 */
function captureImage(task: ApplyTask<ImageInputs>, diskId: number): Promise<CreateResult<Live>> {
  const { services, inputs } = task;
  const { label = "", description } = inputs;
  const source: CreateSource = {
    what: `capture disk ${diskId}`,
    idleState: async () => {
      const [listedInstances, listedImages] = await Promise.all([
        instances.collection(services).list(),
        images.collection(services).list(),
      ]);
      const isIdle =
        [...listedInstances.items.values()].every((live) => idleState(live) !== undefined) &&
        [...listedImages.items.values()].every(({ status }) => status !== "creating");
      return isIdle ? "all idle" : undefined;
    },
  };
  const capture = (options: CallOptions) =>
    services.client.images.create({ disk_id: diskId, label, description }, options);
  return createImageOnce(task, capture, source);
}

/** Label and description can be changed later, and no response contains the disk. */
export const imageMatcher: CreateMatcher<Live> = {
  labelOf: (live) => live.label,
  matches: (live, { label }) => live.label === label && !live.is_public,
  mayMatch: (live) => !live.is_public && live.type !== "automatic",
  // Image labels need not be unique. The upload address of an image that only looks like ours is lost in any case.
  needsProof: ({ hidden }) => hidden?.fileHash !== undefined,
  createdAt: (live) => live.created,
  isBeingDeleted: () => false,
  deleteCall: "images delete",
};

function createImageOnce(
  task: ApplyTask<ImageInputs>,
  send: (options: CallOptions) => Promise<Live>,
  source?: CreateSource,
): Promise<CreateResult<Live>> {
  const { inputs, generatedLabel, services, deadline } = task;
  const { label } = inputs;
  const collection = images.collection(services);
  return createOnce<Live>(task, {
    kind,
    adoptAdvice,
    collection,
    idOf: (live) => live.id,
    nonce: generatedLabel ? label : undefined,
    label,
    createMatcher: imageMatcher,
    // The upload address of a found image is lost, so nothing could be sent to it.
    usesFoundObject: inputs.diskId !== undefined,
    hidden: hiddenInputs(imageFields, inputs),
    differingFields: (_, { hidden }) => changedHiddenInputs(imageFields, inputs, hidden),
    idsBefore: async () => (generatedLabel ? [] : [...(await collection.list({ deadline })).items.keys()]),
    source,
    send,
  });
}
