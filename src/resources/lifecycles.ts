import { imageLifecycle } from "./image.lifecycle";
import { instanceLifecycle } from "./instance.lifecycle";

/** Every resource's lifecycle, by the name under which resources address it. */
export const lifecycles = {
  image: imageLifecycle,
  instance: instanceLifecycle,
} as const;

export type LifecycleName = keyof typeof lifecycles;
