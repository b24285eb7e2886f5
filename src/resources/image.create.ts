import type { CallOptions, Image as Live } from "../client";
import {
  type ApplyTask,
  type CreateMatcher,
  type CreateResult,
  changedHiddenInputs,
  createOnce,
  hiddenInputs,
  LifecycleError,
  retryWhileBusy,
} from "../lifecycle";
import { imagesOf } from "./image.collection";
import { imageFields } from "./image.fields";
import type { ImageInputs } from "./image.inputs";
import { idleState, instancesOf } from "./instance.collection";

/** An upload is started again this often after its upload address was lost. */
const maxUploadStarts = 3;

/** Captures an image from a disk, or starts an upload. An upload needs its address, so an image without one is created again. */
export async function createImage(task: ApplyTask<ImageInputs>): Promise<CreateResult<Live>> {
  const { services, inputs } = task;
  if (inputs.diskId !== undefined) return createImageOnce(task, capture(task, inputs.diskId));
  for (let starts = 1; ; starts++) {
    let uploadTo: string | undefined;
    const result = await createImageOnce(task, async (options) => {
      const { label = "", description, region = "" } = inputs;
      const started = await services.client.images.upload({ label, description, region }, options);
      uploadTo = started.upload_to;
      return started.image;
    });
    if ("unresolved" in result) return result;
    if (task.earlier) return result.live.status === "pending_upload" ? withoutFile(result) : result;
    if (typeof uploadTo === "string" && uploadTo !== "") return { ...result, kept: { uploadTo } };
    if (result.live.status !== "pending_upload") return result;
    // The answer with the address was lost. The image holds no data yet, so deleting it loses none.
    task.reportProgress(`the upload address of image ${result.id} was lost; creating the image again`);
    await services.client.images.delete({ imageId: result.id }, { deadline: task.deadline });
    imagesOf(services).markChanged(result.id);
    if (task.origin) await services.intents.remove(task.origin, services.address);
    if (starts === maxUploadStarts) {
      throw new LifecycleError(
        `The answer with the upload address was lost ${maxUploadStarts} times. No image was left behind. Try again later.`,
      );
    }
  }
}

/** Nobody can send the data of this image any more. The state does not record its file, so that the next run replaces it. */
function withoutFile({ id, live }: Extract<CreateResult<Live>, { readonly id: string }>): CreateResult<Live> {
  return { id, live, isFromEarlierRun: true, differingFields: ["file"] };
}

/**
 * A disk can't be captured while its instance is busy. No answer shows which instance a disk belongs to, so all instances and
 * images have to be idle before an error counts as final.
 */
function capture(task: ApplyTask<ImageInputs>, diskId: number): (options: CallOptions) => Promise<Live> {
  const { services, inputs } = task;
  const { label = "", description } = inputs;
  return retryWhileBusy<Live>(task, {
    what: `capture disk ${diskId}`,
    idleState: async () => {
      const [instances, images] = await Promise.all([
        instancesOf(services).list(),
        imagesOf(services).list(),
      ]);
      const isIdle =
        [...instances.items.values()].every((live) => idleState(live) !== undefined) &&
        [...images.items.values()].every(({ status }) => status !== "creating");
      return isIdle ? "all idle" : undefined;
    },
    send: (options) => services.client.images.create({ disk_id: diskId, label, description }, options),
  });
}

/** Label and description can be changed later, and no answer names the disk. */
export const imageMatcher: CreateMatcher<Live> = {
  labelOf: (live) => live.label,
  matches: (live, { label }) => live.label === label && !live.is_public,
  mayMatch: (live) => !live.is_public && live.type !== "automatic",
  createdAt: (live) => live.created,
  isBeingDeleted: () => false,
};

function createImageOnce(
  task: ApplyTask<ImageInputs>,
  send: (options: CallOptions) => Promise<Live>,
): Promise<CreateResult<Live>> {
  const { inputs, generatedLabel, services, deadline } = task;
  const { label } = inputs;
  const collection = imagesOf(services);
  return createOnce<Live>(task, {
    kind: "image",
    collection,
    idOf: (live) => live.id,
    nonce: generatedLabel ? label : undefined,
    label,
    createMatcher: imageMatcher,
    hidden: hiddenInputs(imageFields, inputs),
    differingFields: (_, { hidden }) => changedHiddenInputs(imageFields, inputs, hidden),
    idsBefore: async () => (generatedLabel ? [] : [...(await collection.list({ deadline })).items.keys()]),
    send,
  });
}
