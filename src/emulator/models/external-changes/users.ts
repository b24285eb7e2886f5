import { z } from "zod";
import type { Service } from "../../service";
import { type UserRecord, userRecord } from "../../world/records";
import { recordLogin } from "../account/logins";
import { logEvent } from "../events/events";
import { defineKind, orNotFound } from "./kind";

const username = z.string();

interface NamesUser {
  readonly username: string;
}

export const userChanges = {
  login: defineKind({
    shape: z
      .strictObject({ username, ip: z.union([z.ipv4(), z.ipv6()]).exactOptional() })
      .describe("Records a successful login. Default of `ip`: 203.0.113.7."),
    isIn: hasUser,
    apply: (service, { ip, ...change }) => recordLogin(service, userOf(service, change), ip),
  }),
  user_change: defineKind({
    shape: z
      .strictObject({
        username,
        patch: userRecord
          .pick({ restricted: true, grants: true, instances: true, images: true, account: true })
          .partial()
          .strict(),
      })
      .describe(
        "Sets what the user may do. Grants on instances and images are `read_only` or `read_write`, by id.",
      ),
    isIn: hasUser,
    apply: (service, { patch, ...change }) => {
      const user = userOf(service, change);
      service.world.users.put({
        ...user,
        restricted: patch.restricted ?? user.restricted,
        grants: patch.grants ?? user.grants,
        instances: patch.instances ?? user.instances,
        images: patch.images ?? user.images,
        account: patch.account === undefined ? user.account : patch.account,
      });
      logEvent(service, { action: "user_update", username: null });
    },
  }),
} as const;

function hasUser({ world }: Service, change: NamesUser): boolean {
  return world.users.get(change.username) !== undefined;
}

function userOf({ world }: Service, change: NamesUser): UserRecord {
  return orNotFound(world.users.get(change.username));
}
