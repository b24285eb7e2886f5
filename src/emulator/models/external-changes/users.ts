import { z } from "zod";
import { notFound } from "../../refusal";
import type { Service } from "../../service";
import { userRecord } from "../../world/records";
import { recordLogin } from "../account/logins";
import { logEvent } from "../events/events";

const username = z.string();

/** What users do, and what is done to them, where no operation is shown for it. */
export const userHappenings = [
  /** A user logs in, with success. Without an address it comes from 203.0.113.7. */
  z.strictObject({
    kind: z.literal("login"),
    username,
    ip: z.union([z.ipv4(), z.ipv6()]).exactOptional(),
  }),
  /** What a user may do; grants on instances and images are `read_only` or `read_write`, by id. */
  z.strictObject({
    kind: z.literal("user_change"),
    username,
    patch: userRecord
      .pick({ restricted: true, grants: true, instances: true, images: true, account: true })
      .partial()
      .strict(),
  }),
] as const;

type UserHappening = z.output<(typeof userHappenings)[number]>;

export function happenToUser(service: Service, what: UserHappening): void {
  const user = service.world.users.get(what.username);
  if (!user) throw notFound();
  if (what.kind === "login") {
    recordLogin(service, user, what.ip);
    return;
  }
  const { patch } = what;
  service.world.users.put({
    ...user,
    restricted: patch.restricted ?? user.restricted,
    grants: patch.grants ?? user.grants,
    instances: patch.instances ?? user.instances,
    images: patch.images ?? user.images,
    account: patch.account === undefined ? user.account : patch.account,
  });
  logEvent(service, { action: "user_update", username: null });
}
