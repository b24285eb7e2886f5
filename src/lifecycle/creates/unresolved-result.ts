import { causeOf, isRedirected } from "../failures";
import { replaceCommand } from "../identity/origin";
import type { ApplyTask, CreateResult } from "../task";
import { withArticle } from "../with-article";
import type { CreateOptions } from "./create-options";
import type { SearchResult } from "./search-created";

interface Labeled {
  readonly nonce?: string | undefined;
  readonly label?: string | undefined;
}

/** The result of an unresolved create. */
export function unresolvedResult<Live>(
  { nonce, label }: Labeled,
  found: SearchResult<Live>,
  reason: string,
  unseen = false,
): CreateResult<Live> {
  const candidates = found.kind === "several" ? found.ids : [];
  const isUnproven = found.kind === "several" && !found.isProven;
  return { unresolved: { nonce, label, candidates, unseen, isUnproven, reason } };
}

/** How a program adopts an object whose secret is unknown until it is reset. */
export const adviceToAdoptWithSecret = "`adopt: <id>` and `secretVersion`";

/** How a program adopts an object that may be incomplete. */
export const adviceToAdoptIfAvailable = (kind: string) => `\`adopt: <id>\` (if the ${kind} is available)`;

/** The result of the search, and what happens next. */
export function describeSearch<Live>(
  { origin }: Pick<ApplyTask<unknown>, "origin">,
  { kind, adoptAdvice = "`adopt: <id>`" }: Pick<CreateOptions<Live>, "kind" | "adoptAdvice">,
  { nonce, label }: Labeled,
  found: SearchResult<Live>,
  { unseen = false, address = "" } = {},
): string {
  const replace = replaceCommand(origin);
  const object = label === undefined ? kind : `${kind} labeled ${JSON.stringify(label)}`;
  return `${describeFound(object, found)} ${nextStep(nonce, found, { unseen, address, adoptAdvice, replace })}`;
}

function nextStep<Live>(
  nonce: string | undefined,
  found: SearchResult<Live>,
  {
    unseen,
    address,
    adoptAdvice,
    replace,
  }: { readonly unseen: boolean } & Readonly<Record<"address" | "adoptAdvice" | "replace", string>>,
): string {
  if (found.kind === "unproven" && isRedirected(found.failure))
    return `The state records it as unresolved. Change the service's address from ${address} to the new one, and run \`pulumi up\` again.`;
  if (unseen)
    return "The state records it as unresolved, and the next `pulumi up` on this machine searches for it again.";
  if (nonce !== undefined && (found.kind !== "several" || found.isProven))
    return "The state records it as unresolved, and the next `pulumi up` deletes any object with this label and creates a new one.";
  return found.kind === "several"
    ? `Run \`nodecloud recover\`, which asks for the right one, or set ${adoptAdvice} to take it over; if it is none of them, run ${replace}.`
    : `If it exists, set ${adoptAdvice} to take it over. Otherwise run ${replace}, which searches again.`;
}

function describeFound<Live>(object: string, found: SearchResult<Live>): string {
  if (found.kind === "several") {
    const ids = found.ids.join(", ");
    return found.isProven
      ? `Candidates for the new ${object}: ${ids}.`
      : `${ids} may be the new ${object}, but not all values match the request.`;
  }
  return found.kind === "unproven" && found.failure !== undefined
    ? `Could not check whether ${withArticle(object)} exists: ${causeOf(found.failure)}.`
    : `No list contained ${withArticle(object)} before the deadline, and the request was not sent again.`;
}
