import { z } from "zod";
import { refused } from "../../refusal";
import type { Service } from "../../service";
import { accountHappenings, happenToAccount } from "./account";
import { backupHappenings, happenToBackup } from "./backups";
import { billingHappenings, happenToBilling } from "./billing";
import { happenToLog, logHappenings } from "./events";
import { happenToImage, imageHappenings } from "./images";
import { happenToInstance, instanceHappenings } from "./instances";
import { happenToOAuthClient, oauthClientHappenings } from "./oauth-clients";
import { happenToRegion, regionHappenings } from "./regions";
import { happenToUser, userHappenings } from "./users";

/** What no operation causes. */
export const happening = z.discriminatedUnion("kind", [
  ...instanceHappenings,
  ...backupHappenings,
  ...regionHappenings,
  ...imageHappenings,
  ...oauthClientHappenings,
  ...accountHappenings,
  ...billingHappenings,
  ...userHappenings,
  ...logHappenings,
]);

const place = z.looseObject({ account: z.int().min(1).exactOptional() });

/** Something that is to happen, and in which account, where the thing that is named doesn't tell. */
interface Placed {
  readonly what: z.output<typeof happening>;
  readonly account: number | undefined;
}

/** A happening as it is written. `account` says where, by the account's number; without, it is where the thing named is, or the first. */
export type Happening = z.input<typeof happening> & { readonly account?: number };

/** Throws a `z.ZodError` for what is not well-formed. */
export function happeningOf(given: unknown): Placed {
  const { account, ...what } = place.parse(given);
  return { account, what: happening.parse(what) };
}

/** Has something happen. Throws a `Refusal` when what it concerns doesn't exist. */
export function happen(everybody: Service, { what, account }: Placed): void {
  for (const service of placesOf(everybody, what, account)) happenIn(service, what);
}

function happenIn(service: Service, what: z.output<typeof happening>): void {
  switch (what.kind) {
    case "power_off":
    case "maintenance":
    case "gone":
    case "change":
      happenToInstance(service, what);
      break;
    case "backup_change":
      happenToBackup(service, what);
      break;
    case "region":
      happenToRegion(service, what);
      break;
    case "image_change":
    case "image_gone":
      happenToImage(service, what);
      break;
    case "oauth_client_change":
    case "oauth_client_gone":
      happenToOAuthClient(service, what);
      break;
    case "promotion":
    case "notification":
    case "notification_gone":
      happenToBilling(service, what);
      break;
    case "login":
    case "user_change":
      happenToUser(service, what);
      break;
    case "event":
      happenToLog(service, what);
      break;
    default:
      happenToAccount(service, what);
  }
}

/** The accounts that have what is named: of a public image all. */
function placesOf(
  everybody: Service,
  what: z.output<typeof happening>,
  account: number | undefined,
): readonly Service[] {
  const services = everybody.everyAccount();
  if (account !== undefined) {
    const named = services.filter(({ world }) => world.accountNumber === account);
    if (named.length === 0)
      throw refused(`There is no account ${account}: they are 1 to ${services.length}.`);
    return named;
  }
  const having = services.filter((service) => has(service, what));
  return having.length > 0 ? having : services.slice(0, 1);
}

function has({ world }: Service, what: z.output<typeof happening>): boolean {
  if ("instanceId" in what && typeof what.instanceId === "number")
    return !!world.instances.get(what.instanceId);
  if ("imageId" in what) return !!world.images.get(what.imageId);
  if ("clientId" in what) return !!world.oauthClients.get(what.clientId);
  if ("paymentMethodId" in what) return !!world.paymentMethods.get(what.paymentMethodId);
  if ("backupId" in what) return !!world.backups.get(what.backupId);
  return "username" in what && what.username !== null && !!world.users.get(what.username);
}
