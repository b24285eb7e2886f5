import type * as pulumi from "@pulumi/pulumi";
import type {
  CheckedArgs,
  NeedsWith,
  RefusesWith,
  RequiredArguments,
  RequiredWithoutAdopt,
} from "./checked-args";
import type { InstanceArgs } from "./instance.inputs";

/** The arguments of an `Instance` that go together: those of `instance.rules.ts` that types can express. */
export type InstanceArgsFor<Given> = CheckedArgs<Given, InstanceArgs, Rules<Given>>;

type Rules<Given> = Given extends unknown
  ? "adopt" extends keyof Given
    ? AdoptionRules<Given>
    : "cloneFrom" extends keyof Given
      ? CloneRules<Given>
      : DeploymentRules<Given>
  : never;

type AdoptionRules<Given> = RefusesWith<Given, "cloneFrom", "adopt", "a clone is created, not adopted">;

type CloneRules<Given> = RefusesWith<
  Given,
  "cloneFrom",
  "image" | "rootPass" | "backupId" | "stackscriptId",
  "a clone takes it from its source"
>;

type DeploymentRules<Given> = RequiredWithoutAdopt<Given, InstanceArgs, "region" | "type"> &
  NeedsWith<
    Given,
    "image",
    "rootPass" | "authorizedKeys" | "authorizedUsers" | "backupId",
    NeedsPasswordOrKeys
  > &
  NeedsWith<Given, "stackscriptId", "image" | "backupId", RequiredArguments<"image">> &
  NeedsWith<Given, "stackscriptData", "stackscriptId", RequiredArguments<"stackscriptId">> &
  RefusesWith<
    Given,
    "backupId",
    "image",
    "an instance is deployed from an image or from a backup, not both"
  > &
  RefusesWith<Given, "backupId", "rootPass", "the backup's root password is kept"> &
  RefusesWith<Given, "backupId", "stackscriptId", "a script runs on an image, not on a backup">;

/** `authorizedKeys` or `authorizedUsers` are enough too. */
interface NeedsPasswordOrKeys {
  readonly rootPass: pulumi.Input<string>;
}
