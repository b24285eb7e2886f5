import type { Image as Live } from "../client";
import { operations } from "../contract";
import { type Definition, deleteCommand, deleteObject, eventsOf } from "../lifecycle";
import { regionProblems, valueToCheck } from "./catalog.checks";
import { images } from "./image.collection";
import { createImage, imageMatcher } from "./image.create";
import { type ImageStep, imageFields, imageKeptSecrets } from "./image.fields";
import { hashImageFile } from "./image.file";
import type { ImageInputs } from "./image.inputs";
import { imageBody, imageRules } from "./image.rules";
import { updateImage, waitUntilAvailable } from "./image.steps";
import { isUploadExpired, uploadImage } from "./image.upload";

export const imageDefinition: Definition<ImageInputs, Live, ImageStep> = {
  kind: images.kind,
  collection: images.collection,
  idFormat: {
    matches: (id) => /^[^\s/]+\/[^\s/]+$/.test(id),
    description: "two words separated by a slash, for example private/12",
  },
  identityOf: ({ created, is_public }) => ({ created, isPublic: is_public }),
  transitionOf: ({ status }) => (status === "available" ? undefined : status),
  isManageable: (live) => !live.is_public && live.type !== "automatic",
  unmanageableReason: ({ is_public }) =>
    is_public
      ? "Public images belong to the operator."
      : "The service created it from a deleted instance, and deletes it when it expires.",
  adoptionObstacle: ({ id, status }, services) =>
    status === "pending_upload"
      ? `it is pending_upload: its data has not arrived or is being processed. Adopt it when it is available. If nobody will send the data, delete it, and remove \`adopt\` to create another image: ${deleteCommand(services, imageMatcher, [id])}.`
      : undefined,
  adoptionSteps: ({ status }) => (status === "creating" ? ["ready"] : []),
  // With a label or a description, the type accepts an image without a source, as an adopted one.
  requiredArguments: ["label"],
  labelOf: (live) => live.label,
  events: eventsOf(
    { word: "image", path: "images/", id: /^[^/?]+\/[^/?]+/ },
    { concerning: /^(image_|disk_imagize$)/, created: ["disk_imagize", "image_upload"] },
  ),
  fields: imageFields,
  keptSecrets: imageKeptSecrets,
  response: operations.images.view.response,
  body: imageBody,
  rules: imageRules,
  prepare: hashImageFile,
  verify: async (inputs, services, olds) =>
    inputs.adopt === undefined ? regionProblems(valueToCheck("region", inputs, olds), services) : [],
  timeouts: { create: "60m", update: "5m", delete: "5m" },
  create: createImage,
  createMatcher: imageMatcher,
  createSteps: ({ file }) => (file === undefined ? ["ready"] : ["upload", "ready"]),
  needsReplacement: (live, unfinished, now) =>
    unfinished.includes("upload") && isUploadExpired(live, now) ? ["file"] : [],
  steps: { upload: uploadImage, settings: updateImage, ready: waitUntilAvailable },
  remove: (task) =>
    deleteObject(images, task, {
      hint: `Image ${task.id} (${JSON.stringify(task.live.label)}) still exists. Remove the cause, then delete it again.`,
      send: (_, options) => task.services.client.images.delete({ imageId: task.id }, options),
    }),
};
