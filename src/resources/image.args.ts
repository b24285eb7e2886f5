import type * as pulumi from "@pulumi/pulumi";
import type { CheckedArgs, Needs, NeedsWith, RefusesWith, RequiredArguments } from "./checked-args";
import type { ImageArgs } from "./image.inputs";

/** The arguments of an `Image` that go together: those of `image.rules.ts` that types can express. */
export type ImageArgsFor<Given> = CheckedArgs<Given, ImageArgs, Rules<Given>>;

type Rules<Given> = Given extends unknown
  ? "adopt" extends keyof Given
    ? unknown
    : Needs<Given, "file" | "diskId" | "label" | "description", NeedsFileOrDisk> &
        NeedsWith<Given, "region", "file" | "diskId", RequiredArguments<"file">> &
        NeedsWith<Given, "file", "region" | "diskId", RequiredArguments<"region">> &
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
