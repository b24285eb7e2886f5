import { z } from "zod";
import { integerId, limits, operations } from "../contract";
import type { Declared } from "../lifecycle";
import type { InstanceInputs } from "./instance.inputs";

const { create, update, clone } = operations.instances;
const networkInterface = create.body.shape.interfaces.unwrap().element;

/** The arguments' shapes: those of the create request, and those that it can't carry. */
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

/** What a clone request has no field for. */
const notForClones = [
  ...["image", "rootPass", "authorizedKeys", "authorizedUsers", "backupId", "privateIp"],
  ...["stackscriptId", "stackscriptData", "swapSize", "interfaces"],
] as const satisfies readonly (keyof InstanceInputs)[];

/** Section 2.1, rules on several arguments at once. */
export function instanceRules(declared: Declared<InstanceInputs>, isNew: boolean): readonly string[] {
  const { has, differsFromDefault, values } = declared;
  const problems: string[] = [];
  const say = (condition: boolean, problem: string) => condition && problems.push(problem);
  const adopted = has("adopt");
  const cloned = has("cloneFrom");
  for (const name of ["region", "type"] as const) {
    say(
      !adopted && !cloned && !has(name),
      `${name}: is required to create an instance; give the id of a ${name === "type" ? "instance type" : "region"}.`,
    );
  }
  for (const name of notForClones) {
    say(
      cloned && differsFromDefault(name),
      `${name}: a clone can't take it, it comes from the instance in \`cloneFrom\`. Remove one of the two.`,
    );
  }
  say(
    adopted && cloned,
    "cloneFrom: an instance that is adopted is not created. Remove `cloneFrom` or `adopt`.",
  );
  const fromBackup = has("backupId") && !cloned && !adopted;
  say(
    fromBackup && has("image"),
    "image: an instance is deployed from an image or from a backup, not from both. Remove `image` or `backupId`.",
  );
  say(
    fromBackup && has("stackscriptId"),
    "stackscriptId: a script runs on an image, not on a backup. Remove `stackscriptId` or `backupId`.",
  );
  say(
    fromBackup && has("rootPass"),
    "rootPass: an instance from a backup keeps the root password of the one that was backed up. Remove `rootPass`.",
  );
  const deployed = !adopted && !cloned && !fromBackup;
  say(
    deployed && has("stackscriptId") && !has("image"),
    "image: is required with `stackscriptId`; give the id of an image that is compatible with the script.",
  );
  const isDemanded = needsPassword(declared) && !hasKeys(declared);
  say(
    deployed && isDemanded,
    "rootPass: is required with an image or a script, unless `authorizedKeys` or `authorizedUsers` are given; give a password of 7 to 128 characters, for example from `config.requireSecret`.",
  );
  say(
    differsFromDefault("stackscriptData") && !has("stackscriptId"),
    "stackscriptData: answers the fields of a script; give `stackscriptId` too, or remove it.",
  );
  say(
    isNew && deployed && !has("image") && values.booted === true,
    "booted: an empty instance has nothing to boot. Give an `image`, or leave `booted` out until it has disks and a configuration.",
  );
  return problems;
}

/** The interface demands a password; services are known to take keys instead, and have the last word. */
export function relyingOnKeys(declared: Declared<InstanceInputs>): boolean {
  const { has } = declared;
  const isMade = !has("adopt") && !has("cloneFrom") && !has("backupId");
  return isMade && needsPassword(declared) && hasKeys(declared);
}

function needsPassword({ has }: Declared<InstanceInputs>): boolean {
  return (has("image") || has("stackscriptId")) && !has("rootPass");
}

function hasKeys({ differsFromDefault }: Declared<InstanceInputs>): boolean {
  return differsFromDefault("authorizedKeys") || differsFromDefault("authorizedUsers");
}
