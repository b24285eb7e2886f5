import * as pulumi from "@pulumi/pulumi";
import type { Image as Live } from "../client";
import type { CommonInputs } from "../lifecycle";
import {
  type ArgsOf,
  type DeclarationOf,
  optionsOf,
  outputsOf,
  pathOf,
  propertiesOf,
  typeToken,
} from "./declare";
import { imageFields, imageKeptSecrets } from "./image.fields";
import { knowLastingOutputs, type LastingOutputs } from "./lasting-outputs";

/** What an image is declared with: captured from a disk, or uploaded from a file. Sections 2.3 and 4.8. */
export interface ImageInputs extends CommonInputs {
  /**
   * Id of an existing private image, as `private/12`, to take over instead of creating one. What can be changed in place is set
   * as declared. While it is set, changes that would replace the image are refused.
   */
  readonly adopt?: string;
  /**
   * Id of the disk to capture. No operation of the interface lists disks: the operator's console shows the id. Not together
   * with `file`. A change replaces the image.
   */
  readonly diskId?: number;
  /**
   * Path of a disk image on this machine, from the program's folder, or a `pulumi.asset.FileAsset`: a raw `.img`, which is
   * compressed on the way, or one that is gzip-compressed already; at most 5 GB (5,000,000,000 bytes) compressed. Not together
   * with `diskId`. The image is replaced when the file's content changes; another path to the same content changes nothing.
   */
  readonly file?: string;
  /** The hash of the file's content, worked out by the package: it decides whether the image is replaced. */
  readonly fileHash?: string;
  /** Id of the region to upload to; afterwards the image is usable everywhere. Required with `file`, refused with `diskId`. A change replaces the image. */
  readonly region?: string;
  /** A short title. Changed in place. Default: the resource's name and seven random characters. */
  readonly label?: string;
  /** A longer text, 1 to 65,000 characters. Changed in place. Default: not managed. */
  readonly description?: string;
}

/** The arguments of an `Image`. */
export type ImageArgs = Omit<ArgsOf<ImageInputs>, "fileHash" | "file"> & {
  /** {@inheritDoc ImageInputs.file} */
  file?: pulumi.Input<string> | pulumi.asset.FileAsset;
};

/**
 * A private image. Creating waits until it is `available`. An upload that breaks begins anew; one that fails for good leaves the
 * image in the state, and the next `up` goes on with it for 24 hours, after which the image is replaced. Deleting is
 * for good.
 */
export class Image extends pulumi.CustomResource {
  /** The id, as `private/12`, for arguments of other resources. */
  declare public readonly imageId: pulumi.Output<string>;
  /** A short title. */
  declare public readonly label: pulumi.Output<string>;
  /** A longer text; null when there is none. */
  declare public readonly description: pulumi.Output<string | null>;
  /** `creating`, `pending_upload` or `available` (section 3.3). */
  declare public readonly status: pulumi.Output<string>;
  /** `manual`, or `automatic` for one that a deleted instance left. */
  declare public readonly type: pulumi.Output<string>;
  /** The smallest disk it can be deployed to, in MB. */
  declare public readonly size: pulumi.Output<number>;
  /** Whether everybody can use it. */
  declare public readonly isPublic: pulumi.Output<boolean>;
  /** True only for deprecated public images. */
  declare public readonly deprecated: pulumi.Output<boolean>;
  /** The upstream vendor; null for private images. */
  declare public readonly vendor: pulumi.Output<string | null>;
  /** Planned end of life of a public image; null when none is planned. */
  declare public readonly eol: pulumi.Output<string | null>;
  /** When an automatic image expires, in UTC; null for others. */
  declare public readonly expiry: pulumi.Output<string | null>;
  /** Name of the user who made it. */
  declare public readonly createdBy: pulumi.Output<string>;
  /** When it was created, in UTC. */
  declare public readonly created: pulumi.Output<string>;
  /** When it was last changed, in UTC. */
  declare public readonly updated: pulumi.Output<string>;

  /** Reads an image that exists, by its id, without managing it. */
  public static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): Image {
    return new Image(name, undefined, { ...options, id });
  }

  public static override isInstance(value: unknown): value is Image {
    return pulumi.CustomResource.isInstance(value) && value instanceof Image;
  }

  /** @param args Left out by `get` only. */
  constructor(name: string, args?: ImageArgs, options?: pulumi.CustomResourceOptions) {
    const properties = propertiesOf(declaration, name, args && { ...args, file: pathOf(args.file) }, options);
    super(typeToken(declaration), name, properties, optionsOf(declaration, options));
    this.imageId = this.id;
    knowLastingOutputs(this, lastingOutputs);
  }
}

const declaration: DeclarationOf<Image, ImageInputs, Live, typeof imageKeptSecrets> = {
  lifecycle: "image",
  type: "Image",
  fields: imageFields,
  outputs: {
    imageId: "id",
    label: "stable",
    description: "stable",
    status: "changing",
    type: "stable",
    size: "stable",
    isPublic: "stable",
    deprecated: "stable",
    vendor: "stable",
    eol: "stable",
    expiry: "stable",
    createdBy: "stable",
    created: "stable",
    updated: "changing",
  },
  keptSecrets: imageKeptSecrets,
};

const lastingOutputs: LastingOutputs = {
  names: outputsOf(declaration, "stable"),
  list: (client, options) => client.images.list.all(options),
  shape: (operations) => operations.images.view.answer,
};
