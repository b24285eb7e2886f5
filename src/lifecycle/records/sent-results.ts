import type { ResourceOrigin } from "../identity/origin";

/** What a create sends to the engine: the id that the resource gets in the state, and the object's creation time if it is known. */
export interface SentResult {
  readonly id: string;
  readonly created?: string | undefined;
}

/** Whether the state has a result. */
export type IsSaved = (result: { readonly origin: ResourceOrigin; readonly id: string }) => boolean;

/** How a store finds, confirms and completes an intent by its key. */
interface IntentAccess {
  readonly find: (
    key: string,
  ) => { readonly origin: ResourceOrigin; readonly isFailed?: boolean } | undefined;
  readonly confirm: (key: string) => void;
  readonly complete: (key: string, created?: string) => void;
}

/** Completes the intents of the results that the state has, or confirms them as unresolved. */
export function completeSentResults(
  sent: ReadonlyMap<string, SentResult>,
  { find, confirm, complete }: IntentAccess,
  isSaved: IsSaved = () => true,
): void {
  for (const [key, { id, created }] of [...sent]) {
    const intent = find(key);
    if (intent && !isSaved({ origin: intent.origin, id })) continue;
    if (intent?.isFailed) confirm(key);
    else complete(key, created);
  }
}
