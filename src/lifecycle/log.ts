import type { ResourceOrigin } from "./identity/origin";

/** Messages to the user. A message that names a resource appears in that resource's row. */
export interface Log {
  info(message: string, about?: ResourceOrigin): void;
  warn(message: string, about?: ResourceOrigin): void;
  /** Reports that an object no longer existed when this run tried to delete it. Resolves when the engine has received the message. */
  alreadyDeleted(object: string, about?: ResourceOrigin): Promise<void>;
  /** Reports that a delete left the object as it is, and why. Resolves when the engine has received the message. */
  retained(reason: string, severity: "info" | "warn", about?: ResourceOrigin): Promise<void>;
  /** A message that is shown only while the run lasts. */
  progress(message: string, about?: ResourceOrigin): void;
}
