import type * as pulumi from "@pulumi/pulumi";
import type { ArgsOf } from "./args";
import type { CheckedArgs, Needs, NeedsWith, RefusesWith } from "./checked-args";
import type { ImageInputs } from "./image.inputs";

/** The arguments of an `Image`. */
export type ImageArgs = Omit<ArgsOf<ImageInputs, "file">, "fileHash">;

/** The arguments of an `Image` that go together: those of `image.rules.ts` that types can express. */
export type ImageArgsFor<Given> = CheckedArgs<Given, ImageArgs, Rules<Given>>;

type Rules<Given> = Given extends unknown
  ? "adopt" extends keyof Given
    ? unknown
    : Needs<Given, "file" | "diskId" | "label" | "description", NeedsFileOrDisk> &
        NeedsWith<Given, "region", "file" | "diskId", NeedsFile> &
        NeedsWith<Given, "file", "region" | "diskId", NeedsRegion> &
        RefusesWith<
          Given,
          "diskId",
          "file",
          "an image is captured from a disk or uploaded from a file, not both"
        > &
        RefusesWith<Given, "diskId", "region", "an image is created in the region of its disk">
  : never;

/** `diskId` is enough too. An adopted image needs neither, so a label or a description alone is not refused. */
interface NeedsFileOrDisk {
  readonly file: pulumi.Input<string>;
}

interface NeedsFile {
  readonly file: pulumi.Input<string>;
}

interface NeedsRegion {
  readonly region: pulumi.Input<string>;
}
