import { z } from "zod";
import { accountSettings } from "./account";
import { callSettings } from "./calls";
import { durationSettings } from "./durations";
import { objectSettings } from "./objects";

/**
 * Every behavior that the interface leaves open, or in which live services are known to differ, with the default and the
 * alternatives. The default is what the interface specifies; if it is silent, how the live service is known to behave.
 */
export const settingsShape = z.strictObject({
  ...callSettings,
  ...objectSettings,
  ...accountSettings,
  ...durationSettings,
});
