import type { Clock } from "../clock";
import type { CallOptions } from "./calls";
import type { ImageFile } from "./image-file";
import type { Transport } from "./transport/transport";

export interface UploadOptions extends Pick<CallOptions, "signal" | "deadline"> {
  /** The `upload_to` that `images.upload` returned. Secret: anyone who knows it can upload. */
  readonly uploadTo: string;
  readonly file: ImageFile;
  readonly clock?: Clock | undefined;
  readonly transport?: Transport | undefined;
  /** Called with the number of bytes that this attempt has sent. Errors that it throws are ignored. */
  readonly onProgress?: ((sent: number, total: number) => void) | undefined;
  /**
   * Called after an attempt that may have delivered the data although it failed: returns whether it has arrived, which ends the upload.
   * `waitMs` is how long it may wait for that, in milliseconds.
   */
  readonly isDelivered?: ((waitMs: number) => Promise<boolean>) | undefined;
}
