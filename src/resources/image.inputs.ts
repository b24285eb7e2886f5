import type { CommonInputs } from "../common-inputs";
import type { ArgsOf } from "./args";

/**
 * The arguments of an `Image`, as known values. An image is captured from a disk (`diskId`) or uploaded from a file (`file`). An existing
 * one, such as an adopted one, needs neither. Sections 2.3 and 4.8 of the interface.
 */
export interface ImageInputs extends CommonInputs {
  /**
   * Id of an existing private image to adopt instead of creating one, such as `private/12`. Arguments that can change in place are
   * set as declared. Waits for an image that is being created; refuses one that is `pending_upload`. While `adopt` is set, changes
   * that would replace the image are refused. Remove it once the image is in the state.
   */
  readonly adopt?: string;
  /**
   * Id of the disk to capture. The interface cannot list disks: the operator's console shows the id. Cannot be combined with `file`
   * or `region`. A change replaces the image.
   */
  readonly diskId?: number;
  /**
   * Path of a disk image on this machine, relative to the program's folder, or a `pulumi.asset.FileAsset`. Either a raw `.img`, which is
   * compressed into a temporary file before the upload, or a gzip-compressed one; at most 5 GB (5,000,000,000 bytes) compressed. Cannot be combined with
   * `diskId`. Changing the content replaces the image; another path to the same content changes nothing.
   */
  readonly file?: string;
  /** Hash of the file's content. The package computes it. A change replaces the image. */
  readonly fileHash?: string;
  /**
   * Id of the region to upload to; the image can then be deployed in every region. An id that the service does not list is refused.
   * Required with `file`, refused with `diskId`. A change replaces the image.
   */
  readonly region?: string;
  /**
   * Short title. An update plan (`pulumi preview --save-plan`) that creates or replaces the image requires an explicit one, because
   * preview and `up` generate different labels. Changed in place. Default: the resource's name and seven random characters.
   */
  readonly label?: string;
  /** Longer text, 1 to 65,000 characters. Changed in place. Default: not managed. */
  readonly description?: string;
}

/** The arguments of an `Image`. */
export type ImageArgs = Omit<ArgsOf<ImageInputs, "file">, "fileHash">;
