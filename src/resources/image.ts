import * as pulumi from "@pulumi/pulumi";
import type { Image as Live } from "../client";
import { pathOf } from "./args";
import type { DeclarationOf } from "./declaration";
import type { ImageArgsFor } from "./image.args";
import { imageFields, imageKeptSecrets } from "./image.fields";
import type { ImageArgs, ImageInputs } from "./image.inputs";
import { type PreviewSource, resolveInPreviews } from "./preview-outputs";
import { registrationOf } from "./registration";

class Image extends pulumi.CustomResource {
  /** The id, such as `private/12`, for arguments of other resources. */
  declare public readonly imageId: pulumi.Output<string>;
  /** Short title. */
  declare public readonly label: pulumi.Output<string>;
  /** Longer text; null if there is none. */
  declare public readonly description: pulumi.Output<string | null>;
  /** Status as of the last read: `creating`, `pending_upload` or `available` (section 3.3). */
  declare public readonly status: pulumi.Output<string>;
  /** `manual`, or `automatic` for an image that the service created from a deleted instance. */
  declare public readonly type: pulumi.Output<string>;
  /** Size of the smallest disk that the image fits on, in MB. */
  declare public readonly size: pulumi.Output<number>;
  /** Whether every account can use it. */
  declare public readonly isPublic: pulumi.Output<boolean>;
  /** Whether it is a public image that the service has deprecated. */
  declare public readonly deprecated: pulumi.Output<boolean>;
  /** Vendor of the distribution; null for private images. */
  declare public readonly vendor: pulumi.Output<string | null>;
  /** Planned end of life of a public image, in UTC; null if none is planned. */
  declare public readonly eol: pulumi.Output<string | null>;
  /** Expiry time of an automatic image, in UTC; null for other images. */
  declare public readonly expiry: pulumi.Output<string | null>;
  /** Name of the user who created it. */
  declare public readonly createdBy: pulumi.Output<string>;
  /** Creation time, in UTC. */
  declare public readonly created: pulumi.Output<string>;
  /** Time of the last change, in UTC. */
  declare public readonly updated: pulumi.Output<string>;

  /** Reads an existing image by its id, without managing it. */
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

  constructor(name: string, args?: ImageArgs, options?: pulumi.CustomResourceOptions) {
    super(...registrationOf(declaration, name, args && { ...args, file: pathOf(args.file) }, options));
    resolveInPreviews(this, declaration, options);
  }
}

/** The type of the class `Image`, which the compiler names in the declarations of programs. */
export interface ImageClass extends Pick<typeof Image, keyof typeof Image> {
  new <Given extends ImageArgsFor<Given> = ImageArgs>(
    name: string,
    args: Given,
    options?: pulumi.CustomResourceOptions,
  ): Image;
}

/**
 * A private image. Creating waits until it is `available`. An interrupted upload is restarted. If the upload fails, the image
 * stays in the state and the next `up` resumes it; after 24 hours, `up` replaces the image instead. Deleting is permanent.
 */
const PublicImage: ImageClass = Image;
type PublicImage = Image;

export { PublicImage as Image };

const declaration: DeclarationOf<Image, ImageInputs, Live, typeof imageKeptSecrets> & PreviewSource = {
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
  list: (client, options) => client.images.list.all(options),
  shape: (operations) => operations.images.view.response,
};
