import { z } from "zod";
import type { Image as Live } from "../client";
import { imageFileProblem } from "../client";
import { operations } from "../contract";
import {
  compare,
  type Declared,
  type Definition,
  type DeleteTask,
  defineResource,
  holdsUnknown,
  LifecycleError,
  perServices,
  pollRate,
  runAction,
  type Services,
  SharedCollection,
  type StepTask,
  unknownValue,
} from "../lifecycle";
import { messageOf } from "../unknown";
import { regionProblems, valueToCheck } from "./catalog.checks";
import { createImage, imageMatcher } from "./image.create";
import { type ImageStep, imageFields, imageKeptSecrets } from "./image.fields";
import type { ImageInputs } from "./image.inputs";
import { isUploadExpired, uploadImage } from "./image.upload";

const { create, upload, view } = operations.images;

const imagesOf = perServices(
  ({ client, clock }) =>
    new SharedCollection<Live>(
      {
        kind: "image",
        idOf: (live) => live.id,
        view: (imageId, options) => client.images.view({ imageId }, options),
        pages: (options) => client.images.list.pages(options),
      },
      clock,
    ),
);

const definition: Definition<ImageInputs, Live, ImageStep> = {
  kind: "image",
  fields: imageFields,
  body: create.body.extend({
    adopt: z.string().regex(/^private\/[^/]+$/, "an id of a private image, as private/12"),
    region: upload.body.shape.region,
    file: z.string().min(1),
    file_hash: z.string(),
  }),
  rules,
  labelOf: (live) => live.label,
  identityOf: ({ created, is_public }) => ({ created, isPublic: is_public }),
  prepare: hashFile,
  idFormat: {
    matches: (id) => /^[^\s/]+\/[^\s/]+$/.test(id),
    description: "two words with a slash between them, for example private/12",
  },
  verify: async (inputs, services, olds) =>
    inputs.adopt === undefined ? regionProblems(valueToCheck("region", inputs, olds), services) : [],
  keptSecrets: imageKeptSecrets,
  timeouts: { create: "60m", update: "5m", delete: "5m" },
  answer: view.answer,
  collection: imagesOf,
  createMatcher: imageMatcher,
  create: (work) => createImage(work, imagesOf(work.services)),
  createSteps: ({ file }) => (file === undefined ? ["ready"] : ["upload", "ready"]),
  needsReplacement: (live, unfinished, now) =>
    unfinished.includes("upload") && live.status === "pending_upload" && isUploadExpired(live, now)
      ? ["file"]
      : [],
  steps: { upload: (step) => uploadImage(step, imagesOf(step.services)), settings: writeSettings, ready },
  remove: removeImage,
};

export const imageLifecycle = defineResource(definition);

function rules({ has }: Declared<ImageInputs>): readonly string[] {
  if (has("adopt")) return [];
  if (has("diskId") && has("file")) {
    return [
      "file: an image is captured from a disk or uploaded from a file, not both. Remove `file` or `diskId`.",
    ];
  }
  if (!has("diskId") && !has("file")) {
    return ["file: is required, or `diskId`: an image is uploaded from a file or captured from a disk."];
  }
  if (has("file") && !has("region"))
    return ["region: is required with `file`; give the id of a region to upload to."];
  if (has("diskId") && has("region"))
    return ["region: a capture takes none, it is made where the disk is. Remove it."];
  return [];
}

/** Adds the hash of the file's content, by which a change of it is known; looks at the file before anything is sent. */
async function hashFile(inputs: Record<string, unknown>, services: Services): Promise<readonly string[]> {
  const { file } = inputs;
  if (holdsUnknown(file)) inputs.fileHash = unknownValue;
  if (typeof file !== "string" || file === "" || holdsUnknown(file)) return [];
  try {
    const problem = await imageFileProblem(file);
    if (problem !== undefined) return [`file: ${JSON.stringify(file)}: ${problem}.`];
    inputs.fileHash = await services.files.hashOf(file);
    return [];
  } catch (error) {
    return [`file: ${JSON.stringify(file)} can't be read: ${messageOf(error)}.`];
  }
}

/** Everything that can be updated is sent, what is not declared as it was just read. */
async function writeSettings(step: StepTask<ImageInputs, Live>): Promise<Live> {
  const { inputs, id, services } = step;
  const live = await runAction<Live>(step, {
    ...{ kind: "image", id, collection: imagesOf(services), verb: "change", idleState },
    isDone: (now) => !compare(imageFields, inputs, undefined, now).steps.includes("settings"),
    send: (now, options) =>
      services.client.images.update(
        {
          imageId: id,
          label: inputs.label ?? now.label,
          description: inputs.description ?? now.description ?? undefined,
        },
        options,
      ),
  });
  return stillThere(live);
}

async function ready(step: StepTask<ImageInputs, Live>): Promise<Live> {
  const live = await imagesOf(step.services).wait(step.id, {
    goal: "to be available",
    until: (now) => now === undefined || now.status === "available",
    describe: (now) => `it is ${now?.status ?? "gone"}`,
    deadline: step.deadline,
    reportProgress: step.reportProgress,
  });
  return stillThere(live);
}

async function removeImage(removal: DeleteTask<ImageInputs, Live>): Promise<void> {
  const { id, services, deadline, reportProgress } = removal;
  const images = imagesOf(services);
  const left = await runAction<Live>(removal, {
    ...{ kind: "image", id, collection: images, verb: "delete", idleState },
    recent: removal.live,
    onMissing: removal.onMissing,
    onSent: removal.onSent,
    removes: true,
    isDone: () => false,
    send: (_, options) => services.client.images.delete({ imageId: id }, options),
  });
  if (left === undefined) return;
  await images.wait(id, {
    goal: "to be gone",
    until: (live) => live === undefined,
    rate: pollRate.relaxed,
    describe: (live) => `it is ${live?.status ?? "gone"}`,
    deadline,
    reportProgress,
  });
}

function idleState({ status, updated }: Live): string | undefined {
  return status === "available" ? `${status} ${updated}` : undefined;
}

function stillThere(live: Live | undefined): Live {
  if (live === undefined)
    throw new LifecycleError("It was deleted by somebody else meanwhile, or its upload was given up.");
  return live;
}
