import type { CallOptions, Image as Live } from "../client";
import {
  createOnce,
  createPatiently,
  LifecycleError,
  type Made,
  type Provenance,
  type Reader,
  type Work,
} from "../lifecycle";
import type { ImageInputs } from "./image.inputs";
import { atRest, instancesOf } from "./instance.status";

/** An upload whose image was found without its address is begun anew this often. */
const mostBeginnings = 3;

/** Captures it, or begins its upload, once. What an upload needs next is its address: an image found without one is no use. */
export async function createImage(work: Work<ImageInputs>, images: Reader<Live>): Promise<Made<Live>> {
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
    work.say(`image ${made.id} was made, but the address for its data was lost; it is made anew`);
    await services.client.images.delete({ imageId: made.id }, { deadline: work.deadline });
    images.wrote(made.id);
    if (work.origin) await services.intents.remove(work.origin, services.address);
    if (beginnings === mostBeginnings) {
      throw new LifecycleError(
        `The answer that begins the upload was lost ${mostBeginnings} times. No image is left behind; try again later.`,
      );
    }
  }
}

/** A disk can't be captured while its instance is busy. Nothing shows whose disk it is, so all instances and images have to be at rest. */
function capture(
  work: Work<ImageInputs>,
  images: Reader<Live>,
  diskId: number,
): (options: CallOptions) => Promise<Live> {
  const { services, inputs } = work;
  const { label = "", description } = inputs;
  return createPatiently<Live>(work, {
    what: `capture disk ${diskId}`,
    atRest: async () => {
      const lists = await Promise.all([instancesOf(services).list(), images.list()]);
      const isQuiet =
        [...lists[0].items.values()].every((live) => atRest(live) !== undefined) &&
        [...lists[1].items.values()].every(({ status }) => status !== "creating");
      return isQuiet ? "all at rest" : undefined;
    },
    send: (options) => services.client.images.create({ disk_id: diskId, label, description }, options),
  });
}

/** Label and description can be changed, and no answer names the disk. */
export const imageProvenance: Provenance<Live> = {
  labelOf: (live) => live.label,
  bears: (live, { label }) => live.label === label && !live.is_public,
  agrees: (live) => !live.is_public && live.type === "manual",
  createdAt: (live) => live.created,
  isGoing: () => false,
};

async function once(
  work: Work<ImageInputs>,
  images: Reader<Live>,
  send: (options: CallOptions) => Promise<Live>,
): Promise<Made<Live>> {
  const { inputs, generatedLabel } = work;
  const { label } = inputs;
  return createOnce<Live>(work, {
    noun: "image",
    collection: images,
    idOf: (live) => live.id,
    nonce: generatedLabel ? label : undefined,
    label,
    provenance: imageProvenance,
    differs: () => [],
    before: async () =>
      generatedLabel ? [] : [...(await images.list({ deadline: work.deadline })).items.keys()],
    send,
  });
}
