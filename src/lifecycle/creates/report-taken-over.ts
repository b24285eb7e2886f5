import type { ApplyTask } from "../task";
import type { CreateOptions } from "./create-options";

/** Reports that a search, and no generated label, decided which object a create created. */
export function reportTakenOver<Live>(
  { services, origin }: ApplyTask<unknown>,
  { kind, nonce, usesFoundObject = true }: Pick<CreateOptions<Live>, "kind" | "nonce" | "usesFoundObject">,
  id: string,
): void {
  if (nonce !== undefined || !usesFoundObject) return;
  services.log.info(
    `took over ${kind} ${id}: it is the only new one that matches the create request, whose response was lost. If somebody else may have created it, check whether it belongs to this stack.`,
    origin,
  );
}
