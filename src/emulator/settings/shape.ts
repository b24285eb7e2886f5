import { z } from "zod";
import { accountSettings } from "./account";
import { callSettings } from "./calls";
import { durationSettings } from "./durations";
import { objectSettings } from "./objects";

/** Every behaviour that the interface leaves open, with the default and the alternatives. */
export const settingsShape = z.strictObject({
  ...callSettings,
  ...objectSettings,
  ...accountSettings,
  ...durationSettings,
});
