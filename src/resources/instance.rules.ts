import { z } from "zod";
import { integerId, limits, operations } from "../contract";
import type { Declared } from "../lifecycle";
import type { InstanceInputs } from "./instance.inputs";

const { create, update, clone } = operations.instances;
const networkInterface = create.body.shape.interfaces.unwrap().element;

/** The shapes of the arguments: those of the create request, and of arguments that other requests send. */
export const instanceBody = create.body.extend({
  adopt: integerId,
  alerts: update.body.shape.alerts.unwrap().strict(),
  watchdog_enabled: update.body.shape.watchdog_enabled,
  config_id: integerId,
  interfaces: z
    .array(
      networkInterface.extend({
        label: networkInterface.shape.label.unwrap().nullable().exactOptional(),
        ipam_address: networkInterface.shape.ipam_address.unwrap().nullable().exactOptional(),
      }),
    )
    .max(limits.interfaces.max),
  clone_from: z.strictObject({
    instance_id: integerId,
    disks: clone.body.shape.disks,
    configs: clone.body.shape.configs,
  }),
});

/** Arguments that a clone request has no field for. */
const refusedForClones = [
  ...["image", "rootPass", "authorizedKeys", "authorizedUsers", "backupId", "privateIp"],
  ...["stackscriptId", "stackscriptData", "swapSize", "interfaces"],
] as const satisfies readonly (keyof InstanceInputs)[];

/** The rules of section 2.1 that concern several arguments. */
export function instanceRules(declared: Declared<InstanceInputs>, isNew: boolean): readonly string[] {
  const { has, differsFromDefault, values } = declared;
  const problems: string[] = [];
  const refuseIf = (condition: boolean, problem: string) => condition && problems.push(problem);
  const adopted = has("adopt");
  const cloned = has("cloneFrom");
  for (const name of ["region", "type"] as const) {
    refuseIf(
      isNew && !adopted && !cloned && !has(name),
      `${name}: is required to create an instance. Set it to the id of ${name === "type" ? "an instance type" : "a region"}.`,
    );
  }
  for (const name of refusedForClones) {
    refuseIf(
      cloned && differsFromDefault(name),
      `${name}: a clone takes it from the instance in \`cloneFrom\`. Remove \`${name}\` or \`cloneFrom\`.`,
    );
  }
  refuseIf(
    adopted && cloned,
    "cloneFrom: an adopted instance is not created, so it cannot be a clone. Remove `cloneFrom` or `adopt`.",
  );
  const fromBackup = has("backupId") && !cloned && !adopted;
  refuseIf(
    fromBackup && has("image"),
    "image: an instance is deployed from an image or from a backup, not from both. Remove `image` or `backupId`.",
  );
  refuseIf(
    fromBackup && has("stackscriptId"),
    "stackscriptId: a script runs on an image, not on a backup. Remove `stackscriptId` or `backupId`.",
  );
  refuseIf(
    fromBackup && has("rootPass"),
    "rootPass: an instance that is deployed from a backup keeps the backup's root password. Remove `rootPass`.",
  );
  const deployed = !adopted && !cloned && !fromBackup;
  refuseIf(
    deployed && has("stackscriptId") && !has("image"),
    "image: is required with `stackscriptId`. Set it to the id of an image that is compatible with the script.",
  );
  const isPasswordRequired = needsPassword(declared) && !hasKeys(declared);
  refuseIf(
    isNew && deployed && isPasswordRequired,
    "rootPass: is required with an image or a script, unless `authorizedKeys` or `authorizedUsers` are set. Set it to 7 to 128 characters, for example from `config.requireSecret`.",
  );
  refuseIf(
    differsFromDefault("stackscriptData") && !has("stackscriptId"),
    "stackscriptData: requires `stackscriptId`. Set `stackscriptId` or remove `stackscriptData`.",
  );
  refuseIf(
    isNew && deployed && !has("image") && values.booted === true,
    "booted: an empty instance has nothing to boot. Set `image`, or leave `booted` out until the instance has disks and a configuration.",
  );
  return problems;
}

/** Whether keys replace the password. The interface requires a password, but some services accept keys instead. */
export function reliesOnKeys(declared: Declared<InstanceInputs>): boolean {
  const { has } = declared;
  const createsObject = !has("adopt") && !has("cloneFrom") && !has("backupId");
  return createsObject && needsPassword(declared) && hasKeys(declared);
}

function needsPassword({ has }: Declared<InstanceInputs>): boolean {
  return (has("image") || has("stackscriptId")) && !has("rootPass");
}

function hasKeys({ differsFromDefault }: Declared<InstanceInputs>): boolean {
  return differsFromDefault("authorizedKeys") || differsFromDefault("authorizedUsers");
}
