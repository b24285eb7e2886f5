import { type Identity, type Properties, provesAccount } from "../../lifecycle";
import type { ResourceClass } from "../../resources/resource-class";
import type { RecordedResource } from "../recorded-stack";
import type { AccountReader } from "./account-reader";
import type { OpenedInputs } from "./open-inputs";

/** A resource that is compared with its object. */
export interface ScannedResource {
  readonly type: ResourceClass;
  readonly id: string;
  readonly resource: RecordedResource;
  readonly opened: OpenedInputs;
  /** The recorded outputs without their secrets. */
  readonly outputs: Properties;
  readonly identity: Identity;
}

/**
 * Why a stack cannot be compared with this account at all.
 * @param identities The identities of all objects that the stack records, whether or not their types are scanned.
 */
export function refusalOf(
  { account, address }: AccountReader,
  identities: readonly Identity[],
): string | undefined {
  if (!account?.isKnown) return undefined;
  const recorded = identities.flatMap((one) => one.account ?? []);
  const other = recorded.find((one) => one !== account.euuid);
  if (other === undefined) return undefined;
  return `It belongs to account ${other}, but the token belongs to account ${account.euuid} at ${address}. It was not compared. Use a token for account ${other}.`;
}

/**
 * Why objects of a stack that were not found may exist after all: the address may belong to another service, the token to
 * another account, or the user may lack a grant. Undefined if none of this is possible.
 */
export function explainUncertainAbsence(
  reader: AccountReader,
  identities: readonly Identity[],
  resources: readonly ScannedResource[],
  hasForeignObjects: boolean,
): string | undefined {
  if (hasForeignObjects) {
    return "Other ids in the stack's state belong to different objects at this address, so this may be another service. Check the address.";
  }
  return accountProblem(reader, identities, resources) ?? restrictedUserProblem(reader);
}

function restrictedUserProblem({ account, user }: AccountReader): string | undefined {
  if (user === "restricted") {
    return "The token's user is restricted, so they may exist but not be visible to this user. Use the token of an unrestricted user.";
  }
  // A token that cannot read its account cannot read its user's restrictions either.
  return user === undefined && account?.isKnown
    ? "Could not determine whether the token's user can see everything. Scan again later."
    : undefined;
}

/** Why the account may not be the stack's. Undefined if it is the stack's. */
export function accountProblem(
  reader: AccountReader,
  identities: readonly Identity[],
  resources: readonly ScannedResource[],
): string | undefined {
  const { account } = reader;
  const isRecorded = account?.isKnown === true && identities.some((one) => one.account === account.euuid);
  if (isRecorded || resources.some((scanned) => isProof(reader, scanned))) return undefined;
  return "The token may belong to another account, because none of the stack's objects was found. Check the token and the address.";
}

/** Whether the object exists and shows that the token belongs to the stack's account. */
function isProof(reader: AccountReader, { type, id, identity }: ScannedResource): boolean {
  const object = reader.objects(type)?.get(id);
  return (
    object !== undefined && provesAccount(identity, object.identity, reader.inspector(type).idsAreUnique)
  );
}
