import type { Image as Live } from "../client";
import { imageStatuses, operations } from "../contract";
import {
  adviseOnUnknownStatus,
  requireExisting,
  type StepTask,
  unchangedParts,
  waitForObject,
  writeSettings,
} from "../lifecycle";
import { images } from "./image.collection";
import { imageFields } from "./image.fields";
import type { ImageInputs } from "./image.inputs";

export function updateImage(task: StepTask<ImageInputs, Live>): Promise<Live> {
  const { label, description } = task.inputs;
  return writeSettings(images, task, imageFields, "settings", (live, options) => {
    const unchanged = unchangedParts(operations.images.update.body, live);
    return task.services.client.images.update(
      {
        imageId: task.id,
        label: label ?? unchanged.label,
        description: description ?? unchanged.description,
      },
      options,
    );
  });
}

export async function waitUntilAvailable(task: StepTask<ImageInputs, Live>): Promise<Live> {
  const live = await waitForObject(images, task, {
    goal: "to be available",
    until: (now) => now === undefined || now.status === "available",
    advise: adviseOnUnknownStatus(task, images.kind, imageStatuses),
  });
  return requireExisting(images, task.id, live);
}
