import type { CallOptions, Image as Live } from "../client";
import {
  type ApplyTask,
  type Collection,
  type CreateMatcher,
  type CreateResult,
  createOnce,
  LifecycleError,
  retryWhileBusy,
} from "../lifecycle";
import type { ImageInputs } from "./image.inputs";
import { idleState, instancesOf } from "./instance.status";

/** An upload whose image was found without its address is begun anew this often. */
const maxUploadStarts = 3;

/** Captures it, or begins its upload, once. What an upload needs next is its address: an image found without one is no use. */
export async function createImage(
  work: ApplyTask<ImageInputs>,
  images: Collection<Live>,
): Promise<CreateResult<Live>> {
  const { services, inputs } = work;
  if (inputs.diskId !== undefined) return once(work, images, capture(work, images, inputs.diskId));
  for (let beginnings = 1; ; beginnings++) {
    let uploadTo: string | undefined;
    const made = await once(work, images, async (options) => {
      const { label = "", description, region = "" } = inputs;
      const begun = await services.client.images.upload({ label, description, region }, options);
      uploadTo = begun.upload_to;
      return begun.image;
    });
    if ("unresolved" in made) return made;
    if (uploadTo !== undefined) return { ...made, kept: { uploadTo } };
    if (made.live.status !== "pending_upload") return made;
    // The address was in the answer that was lost. The image holds no data yet, so nothing is lost with it.
    work.reportProgress(`image ${made.id} was made, but the address for its data was lost; it is made anew`);
    await services.client.images.delete({ imageId: made.id }, { deadline: work.deadline });
    images.markChanged(made.id);
    if (work.origin) await services.intents.remove(work.origin, services.address);
    if (beginnings === maxUploadStarts) {
      throw new LifecycleError(
        `The answer that begins the upload was lost ${maxUploadStarts} times. No image is left behind; try again later.`,
      );
    }
  }
}

/** A disk can't be captured while its instance is busy. Nothing shows whose disk it is, so all instances and images have to be at rest. */
function capture(
  work: ApplyTask<ImageInputs>,
  images: Collection<Live>,
  diskId: number,
): (options: CallOptions) => Promise<Live> {
  const { services, inputs } = work;
  const { label = "", description } = inputs;
  return retryWhileBusy<Live>(work, {
    what: `capture disk ${diskId}`,
    idleState: async () => {
      const lists = await Promise.all([instancesOf(services).list(), images.list()]);
      const isQuiet =
        [...lists[0].items.values()].every((live) => idleState(live) !== undefined) &&
        [...lists[1].items.values()].every(({ status }) => status !== "creating");
      return isQuiet ? "all at rest" : undefined;
    },
    send: (options) => services.client.images.create({ disk_id: diskId, label, description }, options),
  });
}

/** Label and description can be changed, and no answer names the disk. */
export const imageMatcher: CreateMatcher<Live> = {
  labelOf: (live) => live.label,
  matches: (live, { label }) => live.label === label && !live.is_public,
  matchesFixedFields: (live) => !live.is_public && live.type === "manual",
  createdAt: (live) => live.created,
  isBeingDeleted: () => false,
};

async function once(
  work: ApplyTask<ImageInputs>,
  images: Collection<Live>,
  send: (options: CallOptions) => Promise<Live>,
): Promise<CreateResult<Live>> {
  const { inputs, generatedLabel } = work;
  const { label } = inputs;
  return createOnce<Live>(work, {
    kind: "image",
    collection: images,
    idOf: (live) => live.id,
    nonce: generatedLabel ? label : undefined,
    label,
    createMatcher: imageMatcher,
    differingFields: () => [],
    idsBefore: async () =>
      generatedLabel ? [] : [...(await images.list({ deadline: work.deadline })).items.keys()],
    send,
  });
}
